// The one loop for all methods (001 sec. 3): predict, correct, error test, accept or reject, choose the next step.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "dae/local_norm.h"
#include "dae/problem.h"
#include "dae/projection.h"
#include "linear/factorisation.h"
#include "methods/method.h"
#include "solve/acceleration_solver.h"
#include "solve/integrator.h"
#include "solve/predictor.h"
#include "solve/progress_watch.h"
#include "solve/step_record.h"
#include "solve/study_options.h"

namespace alembert {

class Stepper final : public Integrator {
 public:
  Stepper(dae::Problem& problem, std::unique_ptr<Method> method, const IntegrationOptions& options,
          const StudyOptions& study = {});

  const MethodDescription& description() const override { return method_.description(); }
  std::map<std::string, double> parameters() const override { return method_.parameters(); }
  std::vector<std::string> warnings() override;
  void start(const dae::State& state) override;
  void advance() override;
  bool done() const override { return now_.t >= options_.end; }
  void set_end(double end) override;
  void set_corners(std::vector<double> corners) override { options_.corners = std::move(corners); }
  void take_change(const std::function<void()>& change) override;

  const dae::State& state() const override { return now_; }
  const dae::State& previous() const override { return before_; }
  const Vector& acceleration() const override { return qdd_now_; }
  bool energy_consistent() const override { return method_.energy_consistent(); }
  // Cubic Hermite in q (on the tangent, then put back onto the constraints) and v; multipliers and accelerations
  // interpolated.
  void interpolate(double t, dae::State& out) override;

  bool end_is_near() const override;
  void exchange(Archive& archive) override;
  bool resumes_exactly() const override { return true; }

  const RunStatistics& statistics() const override { return statistics_; }
  void on_attempt(std::function<void(const StepRecord&)> listener) override { listener_ = std::move(listener); }
  // Of Newton's matrix.
  const linear::Factorisation& factors() const { return factors_; }
  // Of the worst matrix Newton solves with, estimated.
  double condition() const { return method_.condition(factors_); }

 private:
  enum class Correction { converged, diverged, too_many, singular, not_finite };

  static bool finite(const Vector& x) { return std::isfinite(x.squaredNorm()); }
  double choose_first_step() const;
  double state_error(double h);
  void weigh_states(double h);
  double step_to_stop(double h) const;
  double next_stop() const;
  void begin_piece();
  void shorten_first_step();
  void turn_corner();
  void follow_jump(double size);
  double fixed_time(long steps) const;
  double time_scale() const;
  void attempt(double h, StepRecord& record);
  Correction correct(double h, StepRecord& record);
  Correction correct_and_finish(double h, StepRecord& record);
  bool refresh_jacobian(StepRecord& record);
  void newton_correction(StepRecord& record);
  double correction_size() const;
  void finish_trial();
  bool close_trial(StepRecord& record);
  double violation() const;
  double openness();
  double closed_rate() const;
  void close_joints(dae::State& out);
  double newton_goal(double h) const;
  double stagnation(double h) const;
  template <class Expression>
  int largest_component(const Eigen::MatrixBase<Expression>& x, Eigen::Index first, Eigen::Index count) const;
  void error_test(double h, StepRecord& record);
  void estimate_error(double h, StepRecord& record);
  void test_impacts(StepRecord& record);
  void limit_step();
  void note_touching();
  void limit_prediction();
  void choose_next_step(double h, double ratio);
  void accept();
  void reject(double h, StepRecord& record);
  [[noreturn]] void fail(const StepRecord& record, double h);

  dae::Problem& problem_;
  std::unique_ptr<Method> owned_method_;
  Method& method_;
  IntegrationOptions options_;
  StudyOptions study_;
  linear::SparseMatrix matrix_;    // to assemble in
  linear::Factorisation factors_;  // of Newton's matrix
  dae::Projection closing_;        // puts interpolated states back onto the constraints
  Predictor predictor_;
  dae::LocalNorm norm_;
  ProgressWatch watch_;
  std::unique_ptr<AccelerationSolver> accelerations_;  // made at the first corner
  RunStatistics statistics_;
  std::function<void(const StepRecord&)> listener_;

  dae::State now_, before_, trial_;
  Vector f_now_, f_trial_, phi_trial_, qdd_now_, qdd_before_;  // f and accelerations at accepted states
  Vector z_, z_predicted_, e_, dz_, x_, weights_, newton_weights_, magnitudes_, increment_, hermite_, slope_end_, rate_,
      v_newton_;
  VelocityProjection projection_;                       // of the trial, by methods that project
  double newton_imbalance_ = 0.0, newton_moved_ = 0.0;  // of the last correction, and before it
  double projection_share_ = 1.0;                       // of a projection, that matters to the equations of motion
  double goal_ = 0.0;                                   // Newton's error in the trial may be this large
  bool unclosed_ = false;                               // the trial is far from what the method holds, beyond positions
  double h_next_ = 0.0, h_last_ = 0.0;
  double h_jacobian_ = 0.0;      // step size the Jacobian was made for
  bool jacobian_wanted_ = true;  // the next step starts with a new Jacobian
  int rejections_in_a_row_ = 0;
  double ratio_before_ = 0.0, h_ratio_ = 0.0;  // error over tolerance of the last accepted step, and its size; 0: none
  bool grown_ = false;                         // the step is longer than the last
  int wait_ = 0, left_to_wait_ = 0;            // steps before growing is tried again, after it has failed
  bool touching_ = false;                      // something touches in the accepted state
  int rough_steps_ = 0;                        // so many more steps are predicted to go on as they are
  long fixed_steps_ = 0;
  struct Acting {
    Vector f, rate, acceleration;  // forces, and what the constraints leave of velocities and accelerations
  };
  Acting acting_before_, acting_;  // before a change of what acts, and behind it
  double start_time_ = 0.0;
  bool goes_on_ = false;   // behind the end, when that is reached: the last step ends before a corner there
  int holonomic_ = 0;      // rows of phi that are positions
  int states_ = 0;         // first-order unknowns, the last of the velocities
  double h_before_ = 0.0;  // size of the last accepted step; 0: there is none
  Vector rate_before_;     // f of the states before it
};

// Which of these weighted directions has the largest entry, -1 of none.
template <class Expression>
int Stepper::largest_component(const Eigen::MatrixBase<Expression>& x, Eigen::Index first, Eigen::Index count) const {
  if (count == 0) return -1;
  Eigen::Index k = 0;
  x.segment(first, count).cwiseQuotient(weights_.segment(first, count)).cwiseAbs().maxCoeff(&k);
  return static_cast<int>(k);
}

}  // namespace alembert
