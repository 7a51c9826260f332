// What is told of a run beside its arrays: events, impacts, counts, balances; and what it can be continued from.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "results/channels.h"
#include "solve/step_record.h"

namespace alembert {

// Of more attempted steps, or events, than these, steps are thinned evenly, and the first events are kept.
inline constexpr std::size_t kMostKeptSteps = 200'000, kMostKeptEvents = 10'000;

// What a sensor did, or what was switched where an analysis of a list began.
struct EventRecord {
  double time = 0.0;
  std::string sensor;                // empty: the begin of an analysis
  std::vector<std::string> actions;  // "stops the run", "deactivates floor"
  // Impulses of elements: the time integrals of what they exert on their first marker's body.
  struct Impulse {
    std::string element;
    std::array<double, 3> force{}, torque{};
    void exchange(Archive& archive) { archive(element, force, torque); }
  };
  std::vector<Impulse> impulses;

  void exchange(Archive& archive) { archive(time, sensor, actions, impulses); }
};

// A time in which two shapes touched.
struct ImpactRecord {
  int contact = 0, pair = 0;
  std::array<std::string, 2> between;  // shapes
  double begin = 0.0, end = 0.0;
  double peak = 0.0, peak_time = 0.0;       // of the normal force
  double penetration = 0.0;                 // largest
  double impulse = 0.0;                     // of the normal force
  double approach = 0.0, separation = 0.0;  // speeds
  bool touching = true;                     // still, at the end of the run

  double duration() const { return end - begin; }
  void exchange(Archive& archive) {
    archive(contact, pair, between, begin, end, peak, peak_time, penetration, impulse, approach, separation, touching);
  }
};

// What is told of a contact's impacts.
struct ContactRecord {
  std::string name;
  long count = 0;  // of impacts, also of those that are not listed
  double peak = 0.0, impulse = 0.0;
  std::vector<ImpactRecord> impacts;  // by time
};

// The least and the largest of an output in the rows that were written, and when: in the model's units.
struct OutputRange {
  std::string name;
  double least = 0.0, least_at = 0.0, largest = 0.0, largest_at = 0.0;
};

// Attempted steps: accepted, rejected.
using StepCounts = std::array<std::size_t, 2>;

// Where not all attempted steps are recorded: how many there were, and are; one in so many of each kind.
struct ThinnedSteps {
  StepCounts attempted{};
  std::size_t kept = 0;
  StepCounts one_in{1, 1};
};

struct RunSummary {
  std::string analysis = "dynamics";
  std::string details;             // a JSON object: what this analysis has to say beyond what all say; empty: nothing
  std::string status = "running";  // running | done | failed | interrupted
  std::string message;             // of the failure
  std::string method;
  std::vector<std::pair<std::string, double>> method_parameters;
  std::optional<double> tolerance, step;  // one of them
  double end_time = 0.0;                  // reached
  int equations = 0;
  double cpu_seconds = 0.0;
  std::vector<std::pair<std::string, double>> phases;  // of cpu_seconds, by kind of work; estimated from some steps
  RunStatistics statistics;
  std::optional<double> max_energy_drift;                // conservative models only
  std::array<double, results::kShares> energy_shares{};  // in the order of the channels
  std::vector<ContactRecord> contacts;
  double energy_start = 0.0, energy_end = 0.0, work_in = 0.0, dissipated = 0.0, numerical = 0.0;
  double most_numerical = 0.0, most_numerical_time = 0.0;  // when it was most
  std::optional<double> turned_over;                       // in all; none: nothing moved
  std::vector<EventRecord> events;                         // the first kMostKeptEvents
  std::size_t event_count = 0;                             // of all
  std::vector<double> corners;  // of functions of time, at which the integration began anew; at most so many, too
  std::vector<OutputRange> outputs;
  std::optional<ThinnedSteps> thinned_steps;  // of all analyses of a list together; none: all are recorded
  std::vector<std::string> warnings;
};

// What a run can be continued from: the settings it was begun with, and all that it carried on with at some moment,
// the number of rows and steps recorded until then included.
struct Checkpoint {
  std::string run;            // JSON
  std::vector<double> state;  // empty: there is none
  std::vector<double> end;    // what another analysis can begin with, where this one has ended; empty: it has not
};

// How much was recorded until some moment, which is enough to forget what was recorded later.
struct RecordMark {
  std::size_t samples = 0, events = 0;
  StepCounts steps{};
  double until = 0.0;  // end of the last accepted step
  void exchange(Archive& archive) { archive(samples, events, steps, until); }
};

}  // namespace alembert
