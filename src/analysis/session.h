// A model that is stepped from outside: control loops, learning, co-simulation.
//
//   Session session(model);
//   while (session.time() < 2.0) {
//     session.set_input("u", controller(session.output("angle")));
//     session.advance(1e-3);
//   }
//
// Between two calls the motion is integrated with the method and the tolerance of the model, exactly to the end of the
// interval; sensors act on the way as in a run. Inputs are held, or change evenly over an interval. Times, inputs,
// outputs and expressions are in the model's units; poses in SI units.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/dynamics.h"
#include "analysis/probe.h"

namespace alembert {

// Everything a session goes on with: restored, it goes on as it did, to the last bit (method `bdf`: within the
// tolerance).
class SessionState {
 public:
  // As bytes to be kept; and back. Throws UsageError if they are damaged.
  std::string bytes() const;
  static SessionState from_bytes(std::string_view bytes);

 private:
  friend class Session;
  std::vector<double> numbers_;
};

class Session {
 public:
  // Puts the mechanism together at the start of `simulation:`, with the inputs as the model has them. Throws as
  // `simulate` does.
  explicit Session(Model model);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Model& model() const { return model_; }
  double time() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

  // ---- inputs, by their place in the model or by name; those of a file are given up where another value is set

  std::size_t input_index(const std::string& name) const;  // throws UsageError with the nearest name
  double input(std::size_t input) const;                   // at this moment
  double input(const std::string& name) const { return input(input_index(name)); }
  // Held from now on. Where it jumps, accelerations do too: the integration begins anew, with its step and its matrix.
  void set_input(std::size_t input, double value);
  void set_input(const std::string& name, double value) { set_input(input_index(name), value); }

  // ---- going on

  // Integrates over an interval; false: a sensor has stopped the motion on the way, at time(). Throws StepFailure,
  // an IntegrationError with time and equation; the session then is where its last step ended.
  bool advance(double duration) { return advance_to(time() + duration); }
  bool advance_to(double time);
  // With all inputs held at these values.
  bool advance(double duration, std::span<const double> inputs);
  // With some of them held.
  bool advance(double duration, const std::map<std::string, double>& inputs);
  // With all inputs straight lines between their values at the beginning and at the end, where they are held then.
  bool advance(double duration, std::span<const double> from, std::span<const double> to);

  // The sensor that has stopped the motion; empty: none has.
  const std::string& stopped_by() const { return stopped_by_; }
  // What sensors have done since the start.
  const std::vector<EventRecord>& events() const { return events_; }
  RunStatistics statistics() const;

  // ---- what there is to be known at this moment

  std::size_t output_index(const std::string& name) const;  // throws UsageError with the nearest name
  double output(std::size_t output);
  double output(const std::string& name) { return output(output_index(name)); }
  std::span<const double> outputs();
  // Any expression of measures, as under `outputs:`; compiled where it is asked for first. Throws ModelError. An angle
  // that nothing else in the model counts is counted over whole turns from that moment on.
  std::size_t expression_index(const std::string& text);
  double value(std::size_t expression);
  double value(const std::string& text) { return value(expression_index(text)); }

  // Of a body's frame, SI units, ground axes; quaternions w first.
  struct Pose {
    Vec3 position, velocity, angular_velocity;
    Quat orientation;
  };
  std::size_t body_index(const std::string& name) const;  // throws UsageError with the nearest name
  Pose pose(std::size_t body);
  Pose pose(const std::string& name) { return pose(body_index(name)); }

  // ---- going back

  SessionState state();
  // Throws UsageError for a state of another model.
  void restore(const SessionState& state);
  // To the start, with the inputs of the model.
  void reset() { restore(start_); }

 private:
  struct Stretch;  // what belongs to one engine: from the start, or from an event, to the next event

  const dae::State& now() const;
  void begin();
  void step();
  bool find_events();
  void note(const dae::State& state, const std::vector<std::size_t>& sensors);
  void act(dae::State state, std::vector<std::size_t> acting, double last_step);
  std::vector<std::size_t> restart(const dae::State& state, const std::vector<std::size_t>& sensors, double last_step);
  void want(std::size_t input, double value, double rate);
  void take_inputs();
  void plan_to(double seconds);
  double end_behind(double seconds) const;  // for an engine that begins at a time
  Expression read(const std::string& text) const;
  void exchange(Archive& archive);
  void exchange_engine(Archive& archive);
  void exchange_inputs(Archive& archive);
  Probe& observe();

  Model model_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Stretch> stretch_;
  InputSignals wanted_;     // from now on
  std::vector<char> live_;  // inputs that have been set, and no longer follow the model
  bool changed_ = false;    // they are not those that the integrator knows
  bool seen_ = false;       // the probe stands at the present state
  double horizon_ = 0.0;    // s: corners are known up to here
  RunStatistics before_;    // of the stretches before this one
  std::vector<EventRecord> events_;
  std::vector<double> event_times_;
  std::string stopped_by_;
  dae::State end_state_;            // where a sensor has stopped it
  std::vector<std::string> texts_;  // of expressions
  std::string mark_;                // of the model, in states
  SessionState start_;
};

}  // namespace alembert
