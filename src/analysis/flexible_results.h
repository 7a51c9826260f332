// Flexible bodies of a stored run: their parts, read again from where they were, and their modal coordinates.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "flexible/stress.h"
#include "report/deforming_body.h"
#include "results/results_reader.h"

namespace alembert {

// The part of a flexible body with the modes that were used. It is looked for where it was; then under the name the
// model has for it, and under its file name, in the folders of the results and above them. Throws UsageError if it is
// nowhere, or not what it was when the run was made.
flexible::Part part_of(const results::RunData& run, const FlexibleRecord& record);

// Which of the flexible bodies has this name. Throws UsageError naming those there are.
std::size_t flexible_body(const results::RunData& run, const std::string& name);

// Modal coordinates of a flexible body within a stretch of time: after every step where these were recorded.
struct ModalHistory {
  std::vector<double> time;
  flexible::Coordinates xi;
  bool every_step = false;
};
struct TimeRange {
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};
ModalHistory modal_history(const results::RunData& run, std::size_t body, const TimeRange& range = {});
// The same at the output times.
flexible::Coordinates modal_outputs(const results::RunData& run, std::size_t body);

// Nodes nearer than this to a hotter one are no hot spots unless another distance is asked for: 5 % of the part's size.
double usual_separation(const flexible::Part& part);

// All that pages and ParaView files show of flexible bodies. A part that is not there is a note, no failure.
report::DeformingBodies deforming_bodies(const results::RunData& run);

}  // namespace alembert
