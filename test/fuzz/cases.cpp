// Reads cases one after the other in one process: lines "model PATH" or "expression PATH" from the standard input, and
// for each a line "CODE MESSAGE" to the standard output. test/fuzz/reading.py makes them.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "fuzz/targets.h"

int main() {
  using namespace alembert::fuzz;
  std::string kind, path;
  while (std::cin >> kind && std::getline(std::cin >> std::ws, path)) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Outcome outcome = kind == "model" ? read_model(text, path) : read_expression(text);
    std::replace(outcome.message.begin(), outcome.message.end(), '\n', ' ');
    std::cout << outcome.code << ' ' << outcome.message << std::endl;
  }
  return 0;
}
