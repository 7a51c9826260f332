// Writes the results folder of a run: outputs.csv, results.h5, steps.jsonl, summary.json (docs/results.md).
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "solve/step_record.h"

namespace alembert {

// A flexible body: the file its part was read from, and what of it was used.
struct FlexibleRecord {
  std::string body;
  // As written in the model, empty where the part stands there itself; the file with the part, which is in the results
  // folder if it is relative, and then holds the modes that were used alone.
  std::string data, file;
  std::string hash;        // of the file's content (base/files.h)
  std::vector<int> modes;  // which of the part, from 1, in the order of their coordinates
};

// Of more attempted steps, or events, than these, steps are thinned evenly, and the first events are kept.
inline constexpr std::size_t kMostKeptSteps = 200'000, kMostKeptEvents = 10'000;

// What there is to record; fixed for the whole run.
struct ResultsLayout {
  std::string title;
  std::string model_text;
  std::string scene;  // JSON: all of the model that a picture of it needs (analysis/scene.h)
  std::string program_version;
  std::vector<std::string> bodies;  // without ground
  std::vector<std::string> joints;
  std::vector<std::string> forces;
  std::vector<std::string> motions, constraints, contacts, variables, states, sensors;
  std::vector<std::string> modes;        // of flexible bodies: BODY.NUMBER
  std::vector<FlexibleRecord> flexible;  // in the order of `modes`
  std::vector<std::string> outputs;      // columns of outputs.csv after `time`
  double time_unit = 1.0;                // outputs.csv's time column is time / time_unit
  std::vector<std::string> row_names;  // human name of every unknown, then of every contact, for StepRecord::worst_row
  std::vector<bool> joint_reaction_unique;  // false: the joint's reaction is a minimum-norm choice
  bool fixed_step = false;                  // no error test: the steps' error ratio means nothing
  std::vector<std::string> analyses;        // of a list, "1_statics": these results are of several; empty: of one
  std::size_t most_steps = kMostKeptSteps;  // attempted steps are kept; of more, some
  bool checkpoints = false;                 // whoever records gives them: snapshots are written with one, and only then
};

// Shares of the energies that are told apart: of what is stored, then of what was dissipated since the start.
struct EnergyShare {
  const char *group, *name;  // in summary.json; `GROUP_NAME` elsewhere
  const char* words;
  bool stored;
  std::vector<std::string> ResultsLayout::*owners;  // told of where there are any
  std::string path() const { return std::string(group) + "_" + name; }
};
inline constexpr std::array<EnergyShare, 5> energy_shares = {{
    {"contact", "stored", "stored in contacts", true, &ResultsLayout::contacts},
    {"flexible", "strain", "strain energy", true, &ResultsLayout::modes},
    {"contact", "damping", "contact damping", false, &ResultsLayout::contacts},
    {"contact", "friction", "contact friction", false, &ResultsLayout::contacts},
    {"flexible", "damping", "damping of modes", false, &ResultsLayout::modes},
}};
using EnergyShares = std::array<double, energy_shares.size()>;

// Of more touches at one time, those with the largest forces are recorded.
inline constexpr std::size_t kMostContactPoints = 200;
inline constexpr std::size_t kContactPointWidth = 7;

// Everything at one output time, SI units. Vectors hold `3 * count` (quaternions `4 * count`, w first) numbers.
struct Sample {
  double time = 0.0;
  std::vector<double> positions;  // of the body frames' origins
  std::vector<double> quaternions;
  std::vector<double> velocities;          // of the body frames' origins, ground axes
  std::vector<double> angular_velocities;  // ground axes
  std::vector<double> accelerations;
  std::vector<double> angular_accelerations;
  std::vector<double> joint_forces;  // on the first marker's body, at that marker, ground axes
  std::vector<double> joint_torques;
  std::vector<double> force_forces;  // same convention
  std::vector<double> force_torques;
  std::vector<double> motion_forces, motion_torques, constraint_forces, constraint_torques;
  std::vector<double> contact_forces, contact_torques;  // on the first shape's body, at the shape
  std::vector<double> contact_normals, contact_penetrations, contact_touching;  // one number each
  // Touches: position, force on the first shape's body, index of the contact; at most `kMostContactPoints`.
  std::vector<double> contact_points;
  std::vector<double> variables, states;       // as the user thinks of them
  std::vector<double> sensors, sensor_counts;  // their functions, NaN while not watched; how often they have acted
  std::vector<double> modes;                   // xi
  // Of joints that have such a coordinate, NaN for the others: one number each.
  std::vector<double> joint_angles, joint_angle_rates, joint_displacements, joint_displacement_rates;
  double kinetic_energy = 0.0;
  double potential_energy = 0.0;
  double work_in = 0.0;     // by applied forces, since the start
  double dissipated = 0.0;  // in dampers, since the start
  EnergyShares energy_shares{};
  std::vector<double> outputs;  // in the model's units
};

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
  std::optional<double> max_energy_drift;  // conservative models only
  EnergyShares energy_shares{};
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

namespace results {
struct History;
}

// How much was recorded until some moment, which is enough to forget what was recorded later.
struct RecordMark {
  std::size_t samples = 0, events = 0;
  StepCounts steps{};
  double until = 0.0;  // end of the last accepted step
  void exchange(Archive& archive) { archive(samples, events, steps, until); }
};

class Recorder {
 public:
  // Creates the folder if needed and removes the results of an older run from it, so that old and new never mix. Each
  // file is written under a temporary name (NAME.part) and gets its own name only when complete; the .part files are
  // flushed often enough that a killed run leaves readable results. Whatever cannot be written throws
  // Error(ExitCode::bad_usage) naming the path. A Recorder that is destroyed without `finish` leaves the .part files.
  Recorder(std::filesystem::path folder, ResultsLayout layout);
  // Goes on from what was recorded until a checkpoint. The older results, which may be in the same folder, are removed
  // only when results.h5.part holds all of that.
  Recorder(std::filesystem::path folder, ResultsLayout layout, results::History past, Checkpoint checkpoint);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void sample(const Sample& sample);
  void step(const StepRecord& step);
  void event(const EventRecord& event);
  // Modal coordinates after a step, all of `ResultsLayout::modes`.
  void modes_after_step(double time, std::span<const double> xi);
  // Of a list: what may have changed for the next analysis; names of things stay.
  void renew(const ResultsLayout& layout);
  // Of a list: rows and steps from now on are of this analysis, counted from 0, which begins with so much energy.
  void begin(std::size_t analysis, double energy);
  // Of a list: an analysis with a results folder of its own, which is a group in results.h5 too.
  void attach(const std::string& name, const std::filesystem::path& folder);
  // How much has been recorded.
  RecordMark mark() const;
  std::optional<ThinnedSteps> thinned_steps() const;
  // The checkpoint that is written from now on; what it ended with.
  void keep(Checkpoint checkpoint);
  void keep_end(std::vector<double> end);
  // Writes what was recorded so far, with the checkpoint.
  void snapshot();
  bool snapshot_due() const;
  // Writes everything out and moves the files into place. `summary.status` other than "done" marks them incomplete.
  void finish(const RunSummary& summary);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace alembert
