// Simulates the model file given and prints the last value of its first output column.
#include <alembert/alembert.h>

#include <cstdio>

int main(int, char** argv) {
  const alembert::Model model = alembert::load(argv[1], {.set = {{"L", 1.0}}});
  const alembert::Run run = alembert::simulate(model, {.method = alembert::hht(-0.05), .end = 2.0, .step = 0.01});
  std::printf("%s %zu rows %s=%.6f\n", run.status().c_str(), run.times().size(), run.outputs()[0].c_str(),
              run.output(run.outputs()[0]).back());
  return run.done() ? 0 : 1;
}
