// bdf: backward differentiation formulas of order 1 to 5 with variable step, by SUNDIALS IDA: the established solver
// the other methods are measured against. The equations it integrates are in reference/first_order_form.h.
//
// IDA keeps the history, chooses order and step and tests the error; the rest is as in the other methods: what the
// error is measured by, when Newton has converged, joints closed in every state that is handed out (IDA's own history
// is left alone), failures by name.
#pragma once

#include <memory>

#include "solve/integrator.h"

namespace alembert {

class IdaIntegrator final : public Integrator {
 public:
  IdaIntegrator(dae::Problem& problem, const std::map<std::string, double>& parameters,
                const IntegrationOptions& options);
  ~IdaIntegrator() override;

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override;
  std::vector<std::string> warnings() override { return {}; }

  void start(const dae::State& state) override;
  void advance() override;
  bool done() const override;
  void set_end(double end) override;
  void set_corners(std::vector<double> corners) override;
  void take_change(const std::function<void()>& change) override;

  const dae::State& state() const override;
  const dae::State& previous() const override;
  const Vector& acceleration() const override;
  // IDA's own polynomial, put back onto the constraints the formulation holds.
  void interpolate(double t, dae::State& out) override;

  bool end_is_near() const override;
  // IDA keeps its history to itself: what is read back starts anew from the state.
  void exchange(Archive& archive) override;
  bool resumes_exactly() const override { return false; }

  const RunStatistics& statistics() const override;
  void on_attempt(std::function<void(const StepRecord&)> listener) override;

 private:
  class Implementation;  // keeps IDA's headers out of here
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace alembert
