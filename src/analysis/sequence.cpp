#include "analysis/sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/analyses.h"
#include "analysis/continuation.h"
#include "analysis/run_text.h"
#include "base/error.h"
#include "base/files.h"
#include "model/names.h"
#include "model/switches.h"
#include "results/folder_claim.h"
#include "results/results_folder.h"
#include "results/results_reader.h"
#include "results/seal.h"
#include "results/summary_writer.h"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

bool moves_on(const Simulation& s) {
  return s.analysis == AnalysisKind::dynamics || s.analysis == AnalysisKind::kinematics;
}

class Sequence {
 public:
  Sequence(const Model& model, const DynamicsOptions& options) : model_(model), options_(options) {
    for (std::size_t k = 0; k < model.analyses.size(); ++k)
      shared_.names.push_back(results::analysis_folder(k, analysis_name(model.analyses[k].analysis)));
    for (const Output& o : model.outputs) result_.motion.columns.push_back(o.name);
    if (options.from != nullptr) start_ = *options.from;
    if (options.folder) claim_.emplace(*options.folder);
    if (options.past != nullptr) {
      resume(*options.past);
    } else if (options.folder) {
      results::remove_results(*options.folder);
      results::remove_analyses(*options.folder);
    }
  }

  SequenceResult run() {
    for (; shared_.place < model_.analyses.size(); ++shared_.place) {
      try {
        carry_out();
      } catch (const Error& e) {
        tell();
        finish("failed", e.what());
        if (options_.failed)
          for (const std::string& text : result_.texts) options_.failed(text);
        throw;
      }
      tell();
      if (result_.status == "interrupted") break;
    }
    finish(result_.status, result_.message);
    if (start_) result_.motion.end = *start_;
    return std::move(result_);
  }

 private:
  const Simulation& settings() const { return model_.analyses[shared_.place]; }
  const std::string& name() const { return shared_.names[shared_.place]; }

  // Recorded in the folder itself: what moves on, or the last of all where nothing does.
  bool is_main() const {
    const bool any = std::any_of(model_.analyses.begin(), model_.analyses.end(), moves_on);
    return any ? moves_on(settings()) : shared_.place + 1 == model_.analyses.size();
  }

  void resume(const results::RunData& past) {
    ListProgress progress = progress_of(past);
    shared_.place = progress.place;
    shared_.told = std::move(progress.told);
    shared_.attached = std::move(progress.attached);
    start_ = start_of(past);
    const fs::path from = past.file.parent_path();
    std::error_code error;
    if (!options_.folder || fs::equivalent(from, *options_.folder, error)) return;
    results::remove_analyses(*options_.folder);
    for (const std::string& one : shared_.attached) {
      fs::copy(from / one, *options_.folder / one, fs::copy_options::recursive, error);
      if (error) files::fail("copy", from / one, error.value());
    }
  }

  // The model as this analysis meets it.
  Model model_now() const {
    Model out = start_ ? with_changes(model_, start_->changes) : model_;
    Simulation& s = out.simulation = settings();
    switch_elements(out, s.activate, s.deactivate);
    const double begin = start_ ? start_->restart.state.t : 0.0;
    if (!s.over_time()) return out;
    if (!(s.end > begin))
      throw ModelError(s.where, fmt::format("analysis {} is to end at {:g} {}, and begins there or later, at {:g} {}",
                                            shared_.place + 1, s.end / model_.units.time, model_.units.time_name,
                                            begin / model_.units.time, model_.units.time_name));
    if (!s.output_step) s.output_step = (s.end - begin) / kDefaultOutputIntervals;
    return out;
  }

  void carry_out() {
    const Model model = model_now();
    AnalysisOptions options = options_;
    options.shared = is_main() ? &shared_ : nullptr;
    if (!is_main() && options.folder) options.folder = *options.folder / name();
    options.from = start_ ? &*start_ : nullptr;
    options.failed = [this](const std::string& text) { say(text); };
    data_.reset();
    options.recorded = [this](const std::shared_ptr<const results::RunData>& data) { data_ = data; };
    if (settings().analysis == AnalysisKind::dynamics) {
      DynamicsOptions run;
      static_cast<AnalysisOptions&>(run) = options;
      run.past = std::exchange(past_, nullptr);
      DynamicsResult done = run_dynamics(model, run);
      note(done.summary.status, done.summary.message, dynamics_text(done.summary, model));
      take_rows(done.summary, done.times, done.outputs);
      result_.motion.start = std::move(done.start);
      result_.motion.final_state = std::move(done.final_state);
      start_ = std::move(done.end);
      return;
    }
    AnalysisReport done = run_analysis(model, options);
    note(done.status, done.message, done.text);
    if (!done.states) return;  // the mechanism is where it was
    start_ = std::move(done.states->end);
    if (is_main())
      take_rows(done.states->summary, done.states->times, done.states->outputs);
    else
      shared_.last_time.reset();
  }

  void note(const std::string& status, const std::string& message, const std::string& text) {
    result_.status = status;
    result_.message = status == "done" ? "" : message;
    say(text);
  }

  // "2 of 3: dynamics", and what it has to tell.
  void say(const std::string& text) {
    result_.texts.push_back(fmt::format("{} of {}: {}\n{}", shared_.place + 1, model_.analyses.size(),
                                        analysis_name(settings().analysis), text));
  }

  void take_rows(const RunSummary& summary, const std::vector<double>& times,
                 const std::vector<std::vector<double>>& outputs) {
    DynamicsResult& motion = result_.motion;
    motion.summary = summary;
    motion.times.insert(motion.times.end(), times.begin(), times.end());
    motion.outputs.insert(motion.outputs.end(), outputs.begin(), outputs.end());
  }

  // Keeps what an analysis has to tell, done or not.
  void tell() {
    if (!options_.records()) return;
    Json out = {{"name", name()}, {"analysis", analysis_name(settings().analysis)}};
    if (is_main()) {
      if (shared_.summary && shared_.layout) out.update(told(results::summary_text(*shared_.layout, *shared_.summary)));
      if (shared_.summary) last_ = std::exchange(shared_.summary, std::nullopt);
    } else {
      if (data_)
        out.update(told(data_->summary.text()));
      else if (const auto summary = options_.folder ? results::read_summary(*options_.folder / name()) : std::nullopt)
        out.update(told(summary->dump()));
      attach();
    }
    if (!out.contains("status")) out["status"] = "failed";  // before it could begin
    shared_.told.push_back(out.dump());
  }
  // What an analysis recorded apart from the others belongs to the whole.
  void attach() {
    if (options_.folder && results::read_summary(*options_.folder / name())) {
      shared_.attached.push_back(name());
      if (shared_.recorder) shared_.recorder->attach(name(), *options_.folder / name());
    }
    if (!data_) return;
    shared_.attached_data.emplace_back(name(), data_);
    if (shared_.recorder) shared_.recorder->attach(name(), data_);
  }
  static Json told(const std::string& summary) {
    Json out = Json::parse(summary);
    out.erase("title");
    out.erase("version");
    out.erase("checksum");
    return out;
  }

  void finish(const std::string& status, const std::string& message) {
    if (!options_.records()) return;
    Json analyses = Json::array();
    for (const std::string& text : shared_.told) analyses.push_back(Json::parse(text));
    if (!shared_.recorder) {  // nothing but analyses with folders of their own
      if (!options_.folder) return;
      const Json summary = {{"title", model_.title}, {"version", ALEMBERT_VERSION}, {"analysis", "list"},
                            {"status", status},      {"message", message},          {"analyses", analyses}};
      files::write_file(*options_.folder / "summary.json", results::sealed_text(summary, 2));
      return;
    }
    RunSummary summary = last_.value_or(RunSummary{});
    Json details = summary.details.empty() ? Json::object() : Json::parse(summary.details);
    details["analyses"] = analyses;
    summary.details = details.dump();
    summary.status = status;
    if (!message.empty()) summary.message = message;
    if (status == "done" && start_) shared_.recorder->keep_end(stored(*start_));
    shared_.recorder->finish(summary);
    result_.motion.data = shared_.recorder->data();
    if (options_.recorded) options_.recorded(result_.motion.data);
  }

  const Model& model_;
  const DynamicsOptions& options_;
  std::optional<results::FolderClaim> claim_;
  const results::RunData* past_ = options_.past;  // until it is gone on with
  SharedResults shared_;
  std::shared_ptr<const results::RunData> data_;  // of the analysis that is going on, where it records by itself
  std::optional<AnalysisStart> start_;
  std::optional<RunSummary> last_;  // of what is recorded in the folder itself
  SequenceResult result_;
};

}  // namespace

SequenceResult run_sequence(const Model& model, const DynamicsOptions& options) {
  return Sequence(model, options).run();
}

}  // namespace alembert
