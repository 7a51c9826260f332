// A model that is stepped from outside: control loops, learning, co-simulation.
//
//   alembert::Session session(model);
//   while (session.time() < 2.0) session.advance(1e-3, {{"u", controller(session.output("angle"))}});
//
// Between two calls the motion is integrated with the method and the tolerance of the model, exactly to the end of the
// interval; sensors act on the way as in a run. Times, inputs, outputs and expressions are in the model's units; poses
// in SI units.
#pragma once

#include <alembert/model.h>
#include <alembert/results.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace alembert::ALEMBERT_INLINE api {
struct SessionData;

// Of a body's frame, SI units, ground axes; quaternions w first.
struct Pose {
  std::array<double, 3> position, velocity, angular_velocity;
  std::array<double, 4> quaternion;
};

// Everything a session goes on with: restored, it goes on as it did, to the last bit (method `bdf`: within the
// tolerance). Its bytes can be kept in a file.
struct SavedState {
  std::string bytes;
};

class Session {
 public:
  // Puts the mechanism together at the start of `simulation:`, with the inputs as the model has them. Throws as
  // `simulate` does.
  explicit Session(const Model& model);
  Session(Session&&) noexcept = default;
  Session& operator=(Session&&) noexcept = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  double time() const;
  std::vector<std::string> warnings() const;

  // Throw UsageError with the nearest name. An input that is set is held from then on.
  double input(const std::string& name) const;
  void set_input(const std::string& name, double value);

  // Integrates over an interval; false: a sensor has stopped the motion on the way, at time(). Throws
  // IntegrationError with time and equation; the session then is where its last step ended.
  bool advance(double duration);
  bool advance_to(double time);
  // With some inputs held at these values.
  bool advance(double duration, const Settings& inputs);
  // With all inputs, in the order of the model, held; or straight lines between two values.
  bool advance(double duration, std::span<const double> inputs);
  bool advance(double duration, std::span<const double> from, std::span<const double> to);
  // The sensor that has stopped the motion; empty: none has.
  std::string stopped_by() const;
  // Since the start.
  std::vector<Event> events() const;
  Statistics statistics() const;

  double output(const std::string& name);
  std::span<const double> outputs();  // in the order of the model; until the next call
  // Any expression of measures, as under `outputs:`. Throws ModelError.
  double value(const std::string& expression);
  Pose pose(const std::string& body);

  SavedState state();
  // Throws UsageError for a state of another model, or a damaged one.
  void restore(const SavedState& state);
  // To the start, with the inputs of the model.
  void reset();

 private:
  Handle<SessionData> data_;
};
}  // namespace alembert::ALEMBERT_INLINEapi
