#include "model/reader.h"

#include <utility>

#include "model/draft.h"
#include "model/file_head.h"
#include "model/parameters.h"
#include "model/validate.h"

namespace alembert {

Model read_model_text(std::string text, std::string file_name, const ReadOptions& options) {
  const Node root = parse_yaml(text, file_name);
  Draft draft;
  draft.model.file = file_name;
  draft.model.text = std::move(text);
  const Context plain(file_name, {}, {});
  const Fields fields(plain, root, key_table("model"), "the model", "model", &draft.positions);
  check_format_version(fields);
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
  if (const Node* inputs = fields.find("inputs")) read_inputs(draft, context, *inputs);
  if (const Node* paths = fields.find("paths")) context.set_paths(read_paths(context, *paths, &draft.positions));
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
  draft.model.notes = context.notes();
  validate(draft.model, draft.positions);
  return std::move(draft.model);
}

Model read_model_file(const std::filesystem::path& path, const ReadOptions& options) {
  return read_model_text(read_whole_file(path), path.string(), options);
}

}  // namespace alembert
