#include "analysis/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <span>

#include "analysis/scene.h"
#include "base/error.h"
#include "base/files.h"
#include "flexible/part_file.h"
#include "model/units.h"

namespace alembert {

results::GroupNames owner_names(const Model& model) {
  using results::Group;
  results::GroupNames out;
  const auto names = [&](Group group, const auto& list) {
    for (const auto& one : list) out[group].push_back(one.name);
  };
  names(Group::bodies, std::span(model.bodies.begin() + 1, model.bodies.end()));
  names(Group::joints, model.joints);
  names(Group::forces, model.forces);
  names(Group::motions, model.motions);
  names(Group::constraints, model.constraints);
  names(Group::contacts, model.contacts);
  names(Group::variables, model.variables);
  names(Group::states, model.states);
  names(Group::inputs, model.inputs);
  names(Group::sensors, model.sensors);
  names(Group::outputs, model.outputs);
  for (const Body& b : model.bodies)
    if (b.flexibility)
      for (const int mode : b.flexibility->kept) out[Group::modes].push_back(fmt::format("{}.{}", b.name, mode));
  return out;
}

ResultsLayout layout_of(const System& system, const StartReport& start, bool fixed_step) {
  const Model& model = system.model();
  ResultsLayout layout;
  layout.title = model.title;
  layout.model_text = model.text;
  layout.scene = scene_text(system, start);
  layout.program_version = ALEMBERT_VERSION;
  layout.names = owner_names(model);
  for (const Output& o : model.outputs) layout.output_units.push_back(unit_name(model.units, o.expression));
  for (const Body& b : model.bodies)
    if (const auto& f = b.flexibility) layout.flexible.push_back({b.name, f->data, f->file, f->hash, f->kept});
  layout.time_unit = model.units.time;
  for (int k = 0; k < system.sizes().unknowns(); ++k) layout.row_names.push_back(system.unknown_name(k));
  for (const Contact& c : model.contacts) layout.row_names.push_back(contact_row_name(c.name));
  layout.joint_reaction_unique.assign(model.joints.size(), 1);
  for (const DependentSet& set : start.dependent_sets)
    if (set.always)
      for (const int row : set.rows)
        if (const int joint = system.joint_of_row(row); joint >= 0)
          layout.joint_reaction_unique[static_cast<std::size_t>(joint)] = 0;
  layout.fixed_step = fixed_step;
  if (model.simulation.step_history) layout.most_steps = static_cast<std::size_t>(*model.simulation.step_history);
  return layout;
}

void keep_parts(const System& system, const std::filesystem::path& folder, ResultsLayout& layout) {
  namespace fs = std::filesystem;
  const fs::path parts = folder / "parts";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(parts, error))
    if (entry.path().string().ends_with(".flex.h5") && flexible::is_kept_part(entry.path()))
      fs::remove(entry.path(), error);
  std::size_t number = 0;
  for (const Body& body : system.model().bodies) {
    if (!body.flexibility) continue;
    FlexibleRecord& record = layout.flexible[number++];
    if (!record.file.empty() || body.flexibility->kept.empty()) continue;
    fs::create_directories(parts, error);
    if (!fs::is_directory(parts)) files::fail("make the folder", parts, error ? error.value() : ENOTDIR);
    const bool plain = std::all_of(body.name.begin(), body.name.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
    const fs::path file =
        fs::path("parts") / fmt::format("{}.flex.h5", plain ? body.name : fmt::format("body {}", number));
    if (fs::exists(folder / file, error))
      throw UsageError(
          fmt::format("the results would replace {}, which no run has written: give another folder with "
                      "-o, or remove that file",
                      (folder / file).string()));
    flexible::write_part_file(*body.flexibility->part, folder / file, true);
    record.file = file.string();
    record.hash = files::content_hash(folder / file);
  }
}

}  // namespace alembert
