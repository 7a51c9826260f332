#include "analysis/run_report.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "analysis/flexible_results.h"
#include "report/run_page.h"
#include "results/results_reader.h"

namespace alembert {

void write_run_report(const std::filesystem::path& file, const results::RunData& run) {
  if (run.layout.analyses.empty()) return report::write_run_page(file, run, deforming_bodies(run));
  std::vector<report::AnalysisOfList> others;
  for (const std::string& name : run.layout.analyses) {
    const auto known =
        std::find_if(run.analyses.begin(), run.analyses.end(), [&](const auto& a) { return a.first == name; });
    std::shared_ptr<const results::RunData> other = known != run.analyses.end() ? known->second : nullptr;
    const std::filesystem::path folder = run.file.parent_path() / name;
    if (!other && std::filesystem::exists(folder / "results.h5"))
      other = std::make_shared<const results::RunData>(results::read_results(folder));
    if (other) others.push_back({name, other, deforming_bodies(*other)});
  }
  report::write_list_page(file, run, deforming_bodies(run), others);
}

}  // namespace alembert
