#include "model/reader.h"

#include <utility>

#include "model/convert.h"
#include "model/draft.h"
#include "model/file_head.h"
#include "model/includes.h"
#include "model/parameters.h"
#include "model/validate.h"

namespace alembert {

Model interpret_sub_model(std::shared_ptr<const Description> said, const std::map<std::string, double>& set) {
  const Node& root = said->root;
  Draft draft;
  Model& model = draft.model;
  model.file = said->file;
  const Context plain(said->file, {}, {});
  const Fields fields(plain, root, key_table("model"), "the model", "model", &draft.positions);
  check_format_version(fields);
  if (const Node* title = fields.find("title")) model.title = plain.text(*title);
  model.units = read_units(fields);
  const Node no_parameters;
  const Node* parameters = fields.find("parameters");
  model.parameters =
      read_parameters(parameters != nullptr ? *parameters : no_parameters, said->file, set, said->functions);
  model.functions = said->functions;
  for (const auto& [name, value] : set) model.parameters_set.insert(name);
  Context context(said->file, model.units, model.parameters);
  context.set_functions(said->functions);
  if (const Node* splines = fields.find("splines")) {
    model.splines = read_splines(context, *splines, &draft.positions);
    context.set_splines(model.splines);
  }
  if (const Node* inputs = fields.find("inputs")) read_inputs(draft, context, *inputs);
  if (const Node* paths = fields.find("paths")) context.set_paths(read_paths(context, *paths, &draft.positions));
  if (const Node* gravity = fields.find("gravity")) model.gravity = context.vector(*gravity, Quantity::acceleration);
  if (const Node* curves = fields.find("curves")) read_curves(draft, context, *curves);
  const Sections sections = collect_sections(fields, context);
  read_bodies(draft, context, sections.bodies);
  read_ports(draft, context, sections.ports);
  read_assemblies(draft, context, sections.assemblies, set);
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
  check_angles(model);
  if (const Node* simulation = fields.find("simulation")) read_simulation(draft, context, *simulation);
  model.notes.insert(model.notes.end(), context.notes().begin(), context.notes().end());
  model.named_files.insert(model.named_files.end(), context.named_files().begin(), context.named_files().end());
  validate(model, draft.positions);
  model.description = std::move(said);
  return std::move(draft.model);
}

Model interpret(std::shared_ptr<const Description> said, const std::map<std::string, double>& set) {
  Model model = interpret_sub_model(std::move(said), set);
  // One text for the results, which does not depend on other files that may change.
  const Description& whole = *model.description;
  if (whole.text.empty() || has_other_files(whole.root))
    model.text = text_in_one(model);
  else
    model.text = whole.text;
  return model;
}

Model with_parameters(const Model& model, const std::map<std::string, double>& values) {
  if (!model.description)
    throw UsageError("parameters can be set only in a model that was read, or built with a ModelBuilder");
  std::map<std::string, double> set = values;
  for (const std::string& name : model.parameters_set) set.emplace(name, model.parameters.at(name));
  Model out = interpret(model.description, set);
  for (const Input& input : model.inputs)  // given in place of what the file says
    for (Input& own : out.inputs)
      if (input.given && own.name == input.name) own = input;
  return out;
}

Model read_model_text(std::string text, std::string file_name, const ReadOptions& options) {
  auto said = std::make_shared<Description>();
  said->root = with_files(parse_yaml(text, file_name), file_name);
  said->file = std::move(file_name);
  said->text = std::move(text);
  said->functions = options.functions;
  return interpret(std::move(said), options.set);
}

Model read_model_file(const std::filesystem::path& path, const ReadOptions& options) {
  return read_model_text(read_whole_file(path), path.string(), options);
}

}  // namespace alembert
