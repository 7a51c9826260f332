// When shapes touched, how hard and for how long. Of a pair that touches after a step and did not before, or the other
// way round, the moment of touch is where the depth, going on at the speed it changes with, is 0; the speed is that of
// the state interpolated there; where many pairs come together or apart in one step, at one of kMoments. Impulses are
// integrated by the trapezoidal rule over the steps.
#pragma once

#include <vector>

#include "base/archive.h"
#include "results/records.h"
#include "solve/integrator.h"
#include "system/multibody_problem.h"
#include "system/parts/contacts_part.h"

namespace alembert {

class ImpactLog {
 public:
  explicit ImpactLog(const System& system);

  void start(MultibodyProblem& problem, const dae::State& first);
  // A step of the integrator, up to its end or to an event within it.
  void add_step(MultibodyProblem& problem, Integrator& integrator, const dae::State& end);
  // By contact, as far as they went.
  std::vector<ContactRecord> records() const;
  void exchange(Archive& archive);

  // Of more impacts those with the largest forces are listed.
  static constexpr std::size_t kMostImpacts = 1000;

 private:
  struct Open {
    ImpactRecord impact;
    double force = 0.0, depth = 0.0, closing = 0.0;  // at the last state
    Vec3 at = Vec3::Zero(), n = Vec3::UnitZ();
    void exchange(Archive& archive) { archive(impact, force, depth, closing, at, n); }
  };
  struct Total {
    long count = 0;
    double peak = 0.0, impulse = 0.0;
    void add(const ImpactRecord& impact);
    void exchange(Archive& archive) { archive(count, peak, impulse); }
  };

  // A speed that is asked for: of what begins, a place in still_; of what ends, in leaving_.
  struct Asked {
    double t = 0.0;
    bool begins = true;
    std::size_t place = 0;
  };
  static constexpr std::size_t kMoments = 16;  // of a step at which states are interpolated, at most

  ImpactRecord begun(const Contacts& contacts, const TouchingPair& pair, double t) const;
  void leave(Open&& open, double end);
  void find_speeds(MultibodyProblem& problem, Integrator& integrator, double end);
  static void see(Open& open, const TouchingPair& pair, double t);
  static void keep_hardest(std::vector<ImpactRecord>& impacts);

  std::vector<std::string> names_;
  std::vector<Open> open_, still_, leaving_;  // by pair, rising; those that go on, and those that end
  std::vector<Asked> asked_;
  std::vector<ImpactRecord> closed_;
  std::vector<Total> totals_;  // of closed impacts, by contact
  double time_ = 0.0;
  std::vector<TouchingPair> touching_;
  dae::State between_;
};

}  // namespace alembert
