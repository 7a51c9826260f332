// Alembert beside Simbody, processor time of the integration alone, each at its cheapest setting that is accurate
// enough:
//   bench_simbody                    with the settings of settled.cpp, a minute
//   bench_simbody --search [TASK]    finds them anew, several minutes
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "search.h"
#include "settled.h"

namespace alembert::race {
namespace {

std::string cells(const Timed& timed) {
  const std::string& setting = timed.setting.text();
  if (!timed.verdict.good())
    return fmt::format("{:42} NOT GOOD ENOUGH: {}", setting,
                       timed.verdict.done ? timed.verdict.found : timed.verdict.reason);
  return fmt::format("{:42} {:>19} {:>9.2f} ms", setting, timed.verdict.found, 1e3 * timed.seconds);
}

// Prints one row; false if a setting is not good enough.
bool print_row(const Task& task, const Timed& simbody, const Timed& alembert) {
  fmt::print("{:9} {:24} Simbody  {}\n", task.name, task.asked(), cells(simbody));
  fmt::print("{:9} {:24} Alembert {}", "", "", cells(alembert));
  const bool good = simbody.verdict.good() && alembert.verdict.good();
  if (good) fmt::print("   Simbody/Alembert {:.2f}", simbody.seconds / alembert.seconds);
  fmt::print("\n");
  std::fflush(stdout);
  return good;
}

bool run(bool search, const std::string& only) {
  fmt::print("{:9} {:24} {:8} {:42} {:>19} {:>12}\n", "task", "accuracy asked", "engine", "cheapest setting", "error",
             "CPU time");
  bool good = true;
  for (const Task& task : all_tasks()) {
    if (!only.empty() && task.name != only) continue;
    const auto simbody = make_simbody_engine(task), alembert = make_alembert_engine(task);
    const Settled settled = settled_settings(task.name);
    const auto found = [&](Engine& engine, const Setting& otherwise) {
      const std::optional<Timed> cheaper = search ? cheapest(engine, task.end) : std::nullopt;
      return cheaper ? *cheaper : judge_and_time(engine, otherwise);
    };
    const Timed of_simbody = found(*simbody, settled.simbody);
    good = print_row(task, of_simbody, found(*alembert, settled.alembert)) && good;
  }
  return good;
}

}  // namespace
}  // namespace alembert::race

int main(int argc, char** argv) {
  try {
    const bool search = argc > 1 && std::string(argv[1]) == "--search";
    if (argc > (search ? 3 : 1)) {
      fmt::print(stderr, "bench_simbody [--search [TASK]]\n");
      return 2;
    }
    return alembert::race::run(search, argc == 3 ? argv[2] : "") ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
  }
}
