// A run as data: everything that results.h5 and summary.json hold, under the same names, of a run in memory and of one
// read back from its folder alike. Arrays are contiguous, row-major, and stay at their address as long as the RunData
// lives and does not change: a run that has ended is handed out const.
//
//   const std::size_t speed = channel(Group::bodies, "velocity");
//   ArrayView all = run.channel(speed);              // (times, bodies, 3)
//   ArrayView rod = run.channel(speed, owner);       // (times, 3), strided
//   ArrayView h = *run.array("/steps/h");            // by the path it has in results.h5
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/channels.h"
#include "results/history.h"
#include "results/layout.h"

namespace alembert::results {

enum class NumberType { f64, i32, i8, truth, outcome };  // the last three are bytes; an outcome is a StepOutcome

// Numbers of a run where they are.
struct ArrayView {
  std::string path;  // in results.h5
  NumberType type = NumberType::f64;
  const void* data = nullptr;  // null where there is not one number
  std::vector<std::size_t> shape;
  std::vector<std::size_t> strides;  // in bytes
  std::string unit;                  // "1": none
  // Set where the numbers were made for the asking, as those of touches; else they are the run's.
  std::shared_ptr<const std::vector<double>> made;

  std::size_t size() const;  // how many numbers
};

// A list of names or texts: "/bodies/names".
struct TextsView {
  std::string path;
  const std::vector<std::string>* texts = nullptr;
};

// summary.json; its text, and it as JSON, are made when first asked for.
class Summary {
 public:
  Summary() = default;  // there is none
  explicit Summary(std::string text);
  explicit Summary(std::function<std::string()> make);
  explicit Summary(const nlohmann::json& object);

  explicit operator bool() const { return state_ != nullptr; }
  // As the file has it, checksum included.
  const std::string& text() const;
  const nlohmann::json& operator*() const;
  const nlohmann::json* operator->() const { return &**this; }

 private:
  struct State;
  std::shared_ptr<State> state_;
};

struct RunData {
  std::filesystem::path file;  // that was read: results.h5, or results.h5.part of a run that goes on or was killed;
                               // that was written; empty: the run wrote nothing
  ResultsLayout layout;
  History history;
  std::string status, message;  // running | done | failed | interrupted; why
  Summary summary;              // none: of a run that was killed early
  Checkpoint checkpoint;
  // Analyses of a list that have results of their own, of a run in memory.
  std::vector<std::pair<std::string, std::shared_ptr<const RunData>>> analyses;

  bool complete() const { return status == "done"; }
  // "dynamics", "statics", "modes", ... A run that was killed may not say; then it is dynamics.
  std::string analysis() const;
  // It was advanced in steps, which have a story. (Kinematics may be, where drives are given as velocities.)
  bool integrated() const { return analysis() == "dynamics" || !history.step_time.empty(); }

  // The owners of a group.
  const std::vector<std::string>& names(Group group) const { return layout.names[group]; }
  // The channel, a place in `channels`, was recorded; files of older programs may lack it.
  bool recorded(std::size_t channel) const;
  // Those of a group.
  std::vector<std::size_t> channels_of(Group group) const;
  // A channel of all owners: (times, owners, width); of energies (times), of outputs (times, outputs).
  ArrayView channel(std::size_t channel) const;
  // Of one owner: (times, width), (times) where the width is 1.
  ArrayView channel(std::size_t channel, std::size_t owner) const;

  // All arrays and texts, as results.h5 holds them; single numbers and texts are members above.
  std::vector<ArrayView> arrays() const;
  std::vector<TextsView> texts() const;
  // Nothing where the run has no such array.
  std::optional<ArrayView> array(std::string_view path) const;
};

}  // namespace alembert::results
