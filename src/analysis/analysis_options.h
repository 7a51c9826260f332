// What every analysis is told beside the model.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analysis_start.h"
#include "base/interruption.h"
#include "results/progress.h"
#include "results/recorder.h"
#include "results/run_data.h"

namespace alembert {

// The results folder that analyses of a list write to together: rows of one behind those of the other.
struct SharedResults {
  std::vector<std::string> names;     // of all analyses of the list, "1_statics"
  std::size_t place = 0;              // of the one that is going on
  std::vector<std::string> told;      // what those before have to tell, JSON objects
  std::vector<std::string> attached;  // names of those before that are in folders of their own
  // The data of these, as far as they are in memory.
  std::vector<std::pair<std::string, std::shared_ptr<const results::RunData>>> attached_data;
  std::unique_ptr<Recorder> recorder;   // made by the first that records here; stays until all are done
  std::optional<double> last_time;      // of the last row, where the mechanism still is as it was there
  std::optional<RunSummary> summary;    // of the last one that recorded here, also if it failed
  std::optional<ResultsLayout> layout;  // likewise

  // The recorder, made if it is not there. `make` makes one of a layout.
  template <class Make>
  Recorder* recorder_for(ResultsLayout layout_of_it, const std::optional<std::filesystem::path>& folder, Make make) {
    layout_of_it.analyses = names;
    if (!recorder) {
      recorder = make(layout_of_it);
      for (const std::string& name : attached)
        if (folder) recorder->attach(name, *folder / name);
      for (auto& [name, data] : attached_data) recorder->attach(name, data);
    } else {
      recorder->renew(layout_of_it);
    }
    layout = std::move(layout_of_it);
    return recorder.get();
  }
};

// What an analysis keeps in memory: the outputs alone, or all that it would write.
enum class Keep { outputs, everything };

struct AnalysisOptions {
  std::optional<std::filesystem::path> folder;  // where to write results; none: nothing is written
  Keep keep = Keep::everything;
  bool show_progress = false;
  ProgressListener progress;
  Interruption* interruption = nullptr;
  std::function<void(const std::string&)> warn;
  // Receives what can be told of a run that fails, before the error is thrown.
  std::function<void(const std::string&)> failed;
  // Receives everything that was recorded when the analysis has ended, also of one that fails, before the error is
  // thrown.
  std::function<void(const std::shared_ptr<const results::RunData>&)> recorded;
  const AnalysisStart* from = nullptr;  // where it begins; null: where the model says
  SharedResults* shared = nullptr;      // null: the results are of this analysis alone

  bool records() const { return folder.has_value() || keep == Keep::everything; }
  const Restart* restart() const { return from != nullptr ? &from->restart : nullptr; }
};

}  // namespace alembert
