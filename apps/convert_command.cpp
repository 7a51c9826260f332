#include "convert_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "model/convert.h"
#include "model/reader.h"
#include "overrides.h"

namespace alembert::commands {
namespace {

struct ConvertRequest {
  std::string model, file;
  std::vector<std::string> set;
  bool quiet = false;
};

int convert(const ConvertRequest& request) {
  const Model model = read_model_file(request.model, {settings_of(request.set)});
  const std::string text = converted_text(model, request.file.empty() ? "model.yaml" : request.file);
  if (request.file.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(request.model, request.file, ignored))
    throw UsageError(fmt::format("-o {}: this is the model itself, whose comments would be lost", request.file));
  files::write_file(request.file, text);
  if (!request.quiet) fmt::print("model in {}\n", request.file);
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, std::function<int()>& chosen) {
  const auto request = std::make_shared<ConvertRequest>();
  CLI::App* command = app.add_subcommand("convert", "write MODEL back as a model file that means the same");
  command->add_option("MODEL", request->model, "model file")->required()->type_name("");
  command->add_option("-o", request->file, "file to write; to the standard output unless given")->type_name("FILE");
  command->add_option("--set", request->set, "NAME=VALUE: a parameter has this value in the file that is written")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command->add_flag("--quiet", request->quiet, "print nothing but errors");
  command->callback([request, &chosen] { chosen = [request] { return convert(*request); }; });
}

}  // namespace alembert::commands
