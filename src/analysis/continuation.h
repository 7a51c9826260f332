// Runs that go on where others ended: what is stored for that, and the model it gives again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/analysis_options.h"
#include "model/model.h"
#include "results/results_reader.h"

namespace alembert {

// The run as the user asked for it, as JSON: empty if the model has no text it could be read from again, or calls
// functions of a program. Of an analysis of a list: the list, and what those before it have to tell.
std::string run_text(const Model& model, const SharedResults* shared);

// What a stored run began with, where another analysis had ended; nothing: with what the model says.
std::optional<AnalysisStart> start_of(const results::RunData& past);
// Of a list: which analysis was going on, and what those before it have to tell.
struct ListProgress {
  std::size_t place = 0;
  std::vector<std::string> told, attached;
};
ListProgress progress_of(const results::RunData& past);

// What the analysis in a results folder ended with. Throws Error(ExitCode::bad_usage) if that is not stored, or is of
// a mechanism of other bodies. Parameters are those of the model.
AnalysisStart end_of(const results::RunData& past, const Model& model);

// The model of a stored run, to be simulated until `end`, in its unit of time: later than what was reached. Without an
// `end` it is the run's own. Throws Error(ExitCode::bad_usage) saying why a run cannot be continued.
Model continued_model(const results::RunData& past, std::optional<double> end);

}  // namespace alembert
