#include "reduce_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/cpu_time.h"
#include "base/error.h"
#include "flexible/mbdyn_file.h"
#include "flexible/part_file.h"
#include "model/read_part.h"
#include "overrides.h"
#include "results/status_line.h"

namespace alembert::commands {
namespace {

struct ReduceRequest {
  std::string part, file;
  std::vector<std::string> set;
  bool quiet = false;
};

int reduce(const ReduceRequest& request) {
  const double begin = cpu_seconds();
  const std::filesystem::path source(request.part);
  const std::filesystem::path target = request.file.empty()
                                           ? std::filesystem::path(source).replace_extension(".flex.h5")
                                           : std::filesystem::path(request.file);
  flexible::Part part;
  {
    StatusLine status(request.quiet);
    part = read_part(source, settings_of(request.set), [&](const std::string& line) {
      if (status.due()) status.show(line);
    });
  }
  if (target.extension() == ".fem")
    part.notes.push_back(flexible::write_mbdyn(part, target));
  else
    flexible::write_part_file(part, target);
  if (request.quiet) return 0;
  for (const std::string& note : part.notes) fmt::print("{}\n", note);
  fmt::print("{} frames, {} load cases, stresses at {} points; {:.3g} s\npart in {}\n", part.frames.size(),
             part.loads.size(), part.stress.node.size(), cpu_seconds() - begin, target.string());
  return 0;
}

}  // namespace

void add_reduce(CLI::App& app, std::function<int()>& chosen) {
  const auto request = std::make_shared<ReduceRequest>();
  CLI::App* command =
      app.add_subcommand("reduce", "reduce a part that deforms to its modes: a file for flexible bodies");
  command->add_option("PART", request->part, "part file (YAML)")->required()->type_name("");
  command->add_option("-o", request->file, "file to write (default: beside PART, NAME.flex.h5); .fem: for MBDyn")
      ->type_name("FILE");
  command->add_option("--set", request->set, "replaces a parameter of the part")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command->add_flag("--quiet", request->quiet, "print nothing but errors");
  command->callback([request, &chosen] { chosen = [request] { return reduce(*request); }; });
}

}  // namespace alembert::commands
