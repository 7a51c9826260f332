// Names of a model's elements.
#pragma once

#include <string>
#include <vector>

namespace alembert::python {

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& element : list) out.push_back(element.name);
  return out;
}

}  // namespace alembert::python
