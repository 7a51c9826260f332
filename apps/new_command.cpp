#include "new_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "base/suggest.h"
#include "model/schema.h"

namespace alembert::commands {

namespace {

namespace fs = std::filesystem;

constexpr const char* schema_name = "alembert.schema.json";

const Starter& starter_of(const std::string& kind) {
  std::vector<std::string> kinds;
  for (const Starter& starter : starters()) {
    if (starter.kind == kind) return starter;
    kinds.emplace_back(starter.kind);
  }
  throw UsageError(
      fmt::format("--kind {}: expected one of {}{}", kind, fmt::join(kinds, ", "), did_you_mean(kind, kinds)));
}

int write_new(const std::string& name, const std::string& kind, bool quiet) {
  const Starter& starter = starter_of(kind);
  if (name.empty() || name.ends_with('/')) throw UsageError(fmt::format("`{}` is no name of a model", name));
  const fs::path file = name.ends_with(".yaml") ? fs::path(name) : fs::path(name + ".yaml");
  std::error_code ignored;
  if (fs::exists(file, ignored)) throw UsageError(fmt::format("{} exists: it is not replaced", file.string()));
  const fs::path schema = file.parent_path() / schema_name;
  // The first line says where the schema is in the repository.
  const std::string_view rest = starter.text.substr(starter.text.find('\n') + 1);
  std::string text = fmt::format("# yaml-language-server: $schema={}\n{}", schema_name, rest);
  for (std::size_t at = 0; (at = text.find("NAME.yaml", at)) != std::string::npos;)
    text.replace(at, 9, file.filename().string());
  if (!fs::exists(schema, ignored)) files::write_file(schema, model_schema());
  files::write_file(file, text);
  if (!quiet)
    fmt::print(
        "{0}: a model to change; {1} beside it tells editors the keys\nrun it with   alembert run {0} --report\n",
        file.string(), schema_name);
  return 0;
}

}  // namespace

void add_new(CLI::App& app, std::function<int()>& chosen) {
  struct Request {
    std::string name, kind = "pendulum", file;
    bool quiet = false, part = false;
  };
  auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand("new", "write NAME.yaml, a commented model to begin with");
  command->add_option("NAME", request->name, "name of the model")->required()->type_name("");
  std::vector<std::string_view> kinds;
  for (const Starter& starter : starters()) kinds.push_back(starter.kind);
  command
      ->add_option("--kind", request->kind,
                   fmt::format("what it is: {} (pendulum unless given)", fmt::join(kinds, ", ")))
      ->type_name("KIND");
  command->add_flag("--quiet", request->quiet, "print nothing but errors");
  command->callback(
      [request, &chosen] { chosen = [request] { return write_new(request->name, request->kind, request->quiet); }; });
  CLI::App* schema = app.add_subcommand("schema", "print the JSON Schema of model files, for editors");
  schema->add_option("-o", request->file, "write it to this file instead")->type_name("FILE");
  schema->add_flag("--part", request->part, "of part files instead");
  schema->callback([request, &chosen] {
    chosen = [request] {
      const std::string text = request->part ? part_schema() : model_schema();
      if (request->file.empty())
        fmt::print("{}", text);
      else
        files::write_file(request->file, text);
      return 0;
    };
  });
}

}  // namespace alembert::commands
