// Alembert beside Simbody, processor time of the integration alone, each at its cheapest setting that is accurate
// enough:
//   bench_simbody                    with the settings of settled.cpp, half a minute
//   bench_simbody --search [TASK]    finds them anew, half an hour for all tasks
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "search.h"
#include "settled.h"

namespace alembert::race {
namespace {

std::string cells(const Timed& timed) {
  const std::string setting = timed.setting.text();
  if (!timed.verdict.good())
    return fmt::format("{:42} NOT GOOD ENOUGH: {}", setting,
                       timed.verdict.done ? timed.verdict.found : timed.verdict.reason);
  return fmt::format("{:42} {:>19} {:>9.2f} ms", setting, timed.verdict.found, 1e3 * timed.seconds);
}

// Prints one row; false if a setting is not good enough.
bool print_row(const Task& task, const Timed& simbody, const Timed& alembert) {
  fmt::print("{:10} {:28} Simbody  {}\n", task.name, task.asked(), cells(simbody));
  fmt::print("{:10} {:28} Alembert {}", "", "", cells(alembert));
  const bool good = simbody.verdict.good() && alembert.verdict.good();
  if (good) fmt::print("   Simbody/Alembert {:.2f}", simbody.seconds / alembert.seconds);
  fmt::print("\n");
  std::fflush(stdout);
  return good;
}

bool run(bool search, const std::string& only) {
  fmt::print("{:10} {:28} {:8} {:42} {:>19} {:>12}\n", "task", "accuracy asked", "engine", "cheapest setting", "error",
             "CPU time");
  bool good = true;
  for (const Task& task : all_tasks()) {
    if (!only.empty() && task.name != only) continue;
    const auto simbody = make_simbody_engine(task), alembert = make_alembert_engine(task);
    const Settled settled = settled_settings(task.name);
    Timed of_simbody{settled.simbody, {}, 0.0}, of_alembert{settled.alembert, {}, 0.0};
    if (search) {
      if (const auto found = cheapest(*simbody, task.end)) of_simbody = *found;
      if (const auto found = cheapest(*alembert, task.end)) of_alembert = *found;
    }
    judge_and_time({simbody.get(), alembert.get()}, {&of_simbody, &of_alembert});
    good = print_row(task, of_simbody, of_alembert) && good;
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
