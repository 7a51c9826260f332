// Negrut, Rampalli, Ottarsson, Sajdak 2007 (001), section 4: HHT beside BDF on three large machines. The paper gives
// sizes, settings, times and differences, no dimensions; the shipped machines have the sizes, and dimensions that are
// chosen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "studies/runs.h"

namespace alembert::studies::hht_2007 {

// A machine carried through time by a method at a tolerance.
struct MachineRun {
  std::string label;  // "BDF, index 3"
  double tolerance = 0.0;
  bool finished = false;
  std::string message;  // of the failure
  RunSummary summary;
  std::vector<double> times;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> outputs;

  Series series(const std::string& column, const std::string& name = "") const;
  double cpu() const { return summary.cpu_seconds; }
};

MethodUse hht();             // the paper's, alpha = -0.3
MethodUse bdf_index_3();     // what its GSTIFF is, with orders up to 5
MethodUse bdf_stabilised();  // its SI2
MethodUse bdf_order_1();     // its SI2 with KMAX = 1

// The machine as it starts: from equilibrium, where its file says so.
MachineRun run_machine(const Findings& findings, const Model& machine, const MethodUse& method, double tolerance,
                       double end, const std::optional<std::filesystem::path>& folder = {});

// The largest difference of a signal over the largest of the reference, at the output times that both have.
double difference(const MachineRun& run, const MachineRun& reference, const std::string& signal);

// One method at several tolerances.
struct Candidate {
  MethodUse method;
  std::vector<double> tolerances;
};
struct Comparison {
  std::string where, file, title;  // of the table
  std::string machine;             // in words
  std::string signal;              // a column
  double end = 0.0;                // s
  double reference_tolerance = 1e-8;
};
// What a candidate takes at the error of the first one's first tolerance: its cheapest run that is as accurate, within
// a quarter; if none is, its most accurate one.
struct LikeAccuracy {
  double cpu = 0.0;
  bool reached = false;
};
// A table of times and errors of a signal against a tight reference (HHT, alpha = -0.05).
std::vector<LikeAccuracy> compare_at_like_accuracy(Findings& findings, const Model& machine, const Comparison& what,
                                                   const std::vector<Candidate>& candidates);

// "5.2", or "more than 5.2".
std::string ratio_text(const LikeAccuracy& other, const LikeAccuracy& hht);

// What `check` counts.
struct Sizes {
  int bodies = 0, joints = 0, motions = 0, pairs = 0, equations = 0, freedoms = 0;
};
Sizes sizes_of(const Model& machine);

// One file each.
void belt(Findings& findings);
void track(Findings& findings);
void vehicle(Findings& findings);

}  // namespace alembert::studies::hht_2007
