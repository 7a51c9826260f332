#include "model/reader.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "model/draft.h"
#include "model/parameters.h"
#include "model/validate.h"

namespace alembert {
namespace {

constexpr int format_version = 1;

void check_version(const Fields& fields) {
  const Node& node = fields.need("alembert");
  const int version = fields.context().integer(node);
  if (version == format_version) return;
  fields.context().fail(
      node, fmt::format("format version {} is unknown: this version of the program reads {}", version, format_version));
}

Units read_units(const Fields& model_fields) {
  Units units;
  const Node* node = model_fields.find("units");
  if (node == nullptr) return units;
  const Fields fields(model_fields.context(), *node, key_table("units"), "`units`", "units", nullptr);
  const auto read = [&](std::string_view key, double& factor, std::string& name) {
    const std::optional<std::string> chosen = fields.optional_choice(key);
    if (!chosen) return;
    name = *chosen;
    for (const UnitName& unit : unit_names(key)) {
      if (unit.name == name) factor = unit.factor;
    }
  };
  read("length", units.length, units.length_name);
  read("mass", units.mass, units.mass_name);
  read("time", units.time, units.time_name);
  read("angle", units.angle, units.angle_name);
  read("force", units.force, units.force_name);
  return units;
}

std::string read_whole_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (status.type() == std::filesystem::file_type::not_found) throw ModelError({name, 0, 0}, "there is no such file");
  if (!std::filesystem::exists(status)) throw ModelError({name, 0, 0}, "cannot be read: " + problem.message());
  if (std::filesystem::is_directory(status)) throw ModelError({name, 0, 0}, "this is a folder, not a model file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ModelError({name, 0, 0}, "the file cannot be opened for reading");
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || stream.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) break;  // parse_yaml says so
  }
  if (stream.bad()) throw ModelError({name, 0, 0}, "the file cannot be read to its end");
  return text;
}

}  // namespace

Model read_model_text(std::string text, std::string file_name, const ReadOptions& options) {
  const Node root = parse_yaml(text, file_name);
  Draft draft;
  draft.model.file = file_name;
  draft.model.text = std::move(text);
  const Context plain(file_name, {}, {});
  const Fields fields(plain, root, key_table("model"), "the model", "model", &draft.positions);
  check_version(fields);
  if (const Node* title = fields.find("title")) draft.model.title = plain.text(*title);
  draft.model.units = read_units(fields);
  const Node no_parameters;
  const Node* parameters = fields.find("parameters");
  draft.model.parameters =
      read_parameters(parameters != nullptr ? *parameters : no_parameters, file_name, options.set, options.functions);
  draft.model.functions = options.functions;
  for (const auto& [name, value] : options.set) draft.model.parameters_set.insert(name);
  Context context(file_name, draft.model.units, draft.model.parameters);
  context.set_functions(options.functions);
  if (const Node* splines = fields.find("splines")) {
    draft.model.splines = read_splines(context, *splines, &draft.positions);
    context.set_splines(draft.model.splines);
  }
  if (const Node* gravity = fields.find("gravity")) {
    draft.model.gravity = context.vector(*gravity, Quantity::acceleration);
  }
  if (const Node* curves = fields.find("curves")) read_curves(draft, context, *curves);
  const Sections sections = collect_sections(fields, context);
  read_bodies(draft, context, sections.bodies);
  read_joints(draft, context, sections.joints);
  read_forces(draft, context, sections.forces);
  read_variables(draft, context, sections.variables);
  read_states(draft, context, sections.states);
  read_transfer_functions(draft, context, sections.transfer_functions);
  read_state_spaces(draft, context, sections.state_spaces);
  read_controllers(draft, context, sections.controllers);
  read_motions(draft, context, sections.motions);
  read_constraints(draft, context, sections.constraints);
  read_contacts(draft, context, sections.contacts);
  read_sensors(draft, context, sections.sensors);
  check_expressions(draft);
  read_outputs(draft, context, sections.outputs);
  check_angles(draft.model);
  if (const Node* simulation = fields.find("simulation")) read_simulation(draft, context, *simulation);
  validate(draft.model, draft.positions);
  return std::move(draft.model);
}

Model read_model_file(const std::filesystem::path& path, const ReadOptions& options) {
  return read_model_text(read_whole_file(path), path.string(), options);
}

}  // namespace alembert
