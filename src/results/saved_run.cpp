#include "results/saved_run.h"

#include "results/folder_sink.h"
#include "results/results_folder.h"

namespace alembert::results {

void save_run(const RunData& run, const std::filesystem::path& folder) {
  RunData copy = run;
  FolderSink sink(folder, copy);
  if (!run.layout.analyses.empty()) remove_analyses(folder);
  for (const auto& [name, data] : run.analyses) {
    save_run(*data, folder / name);
    sink.attach({name, folder / name});
  }
  sink.finish();
}

}  // namespace alembert::results
