// Reads what a run left in its results folder (docs/results.md).
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "results/history.h"

namespace alembert::results {

struct StoredRun {
  std::filesystem::path file;  // that was read: results.h5, or results.h5.part of a run that goes on or was killed
  std::string title, model_text, program_version;
  std::string scene;            // JSON (analysis/scene.h); empty in files of older programs
  std::string status, message;  // running | done | failed | interrupted; why
  std::vector<std::string> bodies, joints, forces, motions, constraints, contacts, variables, states, sensors, modes,
      outputs, row_names;
  std::vector<std::string> analyses;        // of a list; empty: of one
  std::vector<FlexibleRecord> flexible;     // in the order of `modes`
  std::vector<bool> joint_reaction_unique;  // false: one choice of many
  History history;
  Checkpoint checkpoint;
  std::shared_ptr<const nlohmann::json> summary;  // of summary.json; null: there is none

  bool complete() const { return status == "done"; }
  // "dynamics", "statics", "modes", ... A run that was killed may not say; then it is dynamics.
  std::string analysis() const;
  // It was advanced in steps, which have a story. (Kinematics may be, where drives are given as velocities.)
  bool integrated() const { return analysis() == "dynamics" || !history.step_time.empty(); }
  // The names that go with an entry of `quantities`.
  const std::vector<std::string>& owners(const Quantity& quantity) const;
};

// Throws Error(ExitCode::bad_usage), naming the file, if it is missing, damaged, foreign or of a newer format. Whatever
// is returned is consistent: every array has the size that the names and times call for.
StoredRun read_results(const std::filesystem::path& folder);

// summary.json, or what stands for it while the run goes on; nothing if there is neither.
std::optional<nlohmann::json> read_summary(const std::filesystem::path& folder);
// modes.json; nothing if there is none.
std::optional<nlohmann::json> read_modes(const std::filesystem::path& folder);

}  // namespace alembert::results
