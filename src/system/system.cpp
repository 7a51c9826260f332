#include "system/system.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/inputs.h"
#include "system/pools.h"
#include "system/system_compiler.h"

namespace alembert {

System::System(Model model)
    : model_(std::move(model)), inputs_(std::make_shared<InputSignals>()), pools_(std::make_unique<Pools>()) {
  for (const Input& input : model_.inputs) inputs_->push_back(input.signal);
  SystemCompiler(*this).run();
}

System::~System() = default;

Expression System::bound(const Expression& expression) const {
  const auto is_input = [](const Measure& m) { return m.name == "input"; };
  if (std::none_of(expression.measures().begin(), expression.measures().end(), is_input)) return expression;
  return expression.with_inputs(input_names(model_), inputs_);
}

std::size_t System::frames_of(const BodyEntry& body) const {
  const BodyId id = frames_[body.frame].body;
  std::size_t end = body.frame.index();
  while (end < frames_.size() && frames_[FrameId(end)].body == id) ++end;
  return end - body.frame.index();
}

dae::State System::given_state() const {
  dae::State state(sizes_);
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    pools_->with_body(BodyId(k), [&](const auto& b) {
      b.kernel.start(model_.bodies[k], state.q.data() + b.q, state.v.data() + b.v);
    });
  for (std::size_t k = 0; k < states_.size(); ++k) state.v[states_[k].v] = model_.states[k].initial;
  for (std::size_t k = 0; k < trackers_.size(); ++k)
    state.memory[static_cast<Eigen::Index>(2 * k)] = trackers_[k].start;
  for (std::size_t k = 0; k < curve_contacts_.size(); ++k)
    for (std::size_t p = 0; p < 2; ++p)
      state.memory[static_cast<Eigen::Index>(2 * (trackers_.size() + k) + p)] = curve_contacts_[k].start[p];
  return state;
}

std::string System::unknown_name(int unknown) const {
  if (unknown < 0 || unknown >= sizes_.unknowns()) return "unknown";
  if (unknown >= sizes_.velocities) return row_name(unknown - sizes_.velocities);
  const int coordinates = sizes_.velocities - sizes_.states;
  if (unknown >= coordinates)
    return fmt::format("state {}", states_[static_cast<std::size_t>(unknown - coordinates)].name);
  // Bodies stand in the order of their velocities.
  const auto behind =
      std::partition_point(bodies_.begin(), bodies_.end(), [&](const BodyEntry& b) { return b.v + b.nv <= unknown; });
  std::string out;
  pools_->with_body(BodyId(static_cast<std::size_t>(behind - bodies_.begin())), [&](const auto& b) {
    out = fmt::format("body {}: {}", behind->name, b.kernel.coordinate_name(unknown - b.v));
  });
  return out;
}

}  // namespace alembert
