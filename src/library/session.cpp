// A model stepped from outside: alembert/session.h.
#include "analysis/session.h"

#include <utility>

#include "library/data.h"

namespace alembert::api {

struct SessionData : Counted {
  explicit SessionData(const alembert::Model& model) : session(model) {}
  alembert::Session session;
};

template class Handle<SessionData>;

Session::Session(const Model& model) : data_(new SessionData(inner(model))) {}

double Session::time() const { return data_->session.time(); }
std::vector<std::string> Session::warnings() const { return data_->session.warnings(); }
double Session::input(const std::string& name) const { return data_->session.input(name); }
void Session::set_input(const std::string& name, double value) { data_->session.set_input(name, value); }

bool Session::advance(double duration) { return data_->session.advance(duration); }
bool Session::advance_to(double time) { return data_->session.advance_to(time); }
bool Session::advance(double duration, const Settings& inputs) {
  return data_->session.advance(duration, as_map(inputs));
}
bool Session::advance(double duration, std::span<const double> inputs) {
  return data_->session.advance(duration, inputs);
}
bool Session::advance(double duration, std::span<const double> from, std::span<const double> to) {
  return data_->session.advance(duration, from, to);
}
std::string Session::stopped_by() const { return data_->session.stopped_by(); }

std::vector<Event> Session::events() const {
  std::vector<Event> out;
  for (const EventRecord& event : data_->session.events()) out.push_back({event.time, event.sensor, event.actions});
  return out;
}

Statistics Session::statistics() const {
  const RunStatistics counts = data_->session.statistics();
  return {counts.steps, counts.rejected_steps, counts.newton_iterations, counts.jacobian_evaluations};
}

double Session::output(const std::string& name) { return data_->session.output(name); }
std::span<const double> Session::outputs() { return data_->session.outputs(); }
double Session::value(const std::string& expression) { return data_->session.value(expression); }

Pose Session::pose(const std::string& body) {
  const alembert::Session::Pose pose = data_->session.pose(body);
  const auto three = [](const Vec3& x) { return std::array<double, 3>{x[0], x[1], x[2]}; };
  return {three(pose.position),
          three(pose.velocity),
          three(pose.angular_velocity),
          {pose.orientation.w(), pose.orientation.x(), pose.orientation.y(), pose.orientation.z()}};
}

SavedState Session::state() { return {data_->session.state().bytes()}; }
void Session::restore(const SavedState& state) { data_->session.restore(SessionState::from_bytes(state.bytes)); }
void Session::reset() { data_->session.reset(); }

}  // namespace alembert::api
