// Reads single values of the model file: numbers, vectors, names, converted to SI, with errors that say where.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expression/expression.h"
#include "expression/path_functions.h"
#include "math/types.h"
#include "model/keys.h"
#include "model/model.h"
#include "model/node.h"
#include "model/units.h"

namespace alembert {

// Where each field of the model was written, by path ("bodies.crank.mass").
using Positions = std::map<std::string, SourcePosition>;

// What the meaning of a value depends on: the file's name (for messages), its units and its parameters.
class Context {
 public:
  Context(std::string file, Units units, std::map<std::string, double> values)
      : file_(std::move(file)), units_(std::move(units)), values_(std::move(values)) {}

  // The same with the indices of repetitions among the parameters, and the words that {names} stand for there.
  Context with_indices(const std::map<std::string, double>& indices,
                       const std::map<std::string, std::string>& words = {}) const;

  // The splines that expressions may name from here on.
  void set_splines(SplineMap splines) { splines_ = std::make_shared<const SplineMap>(std::move(splines)); }
  const SplineMap& splines() const { return *splines_; }
  // The paths whose functions expressions may call from here on.
  void set_paths(PathMap paths) { paths_ = std::make_shared<const PathMap>(std::move(paths)); }
  const PathMap& paths() const { return *paths_; }
  // The program's own functions that expressions may call from here on.
  void set_functions(const Functions& functions) { functions_ = std::make_shared<const Functions>(functions); }
  const Functions& functions() const { return *functions_; }

  // Something of the file was changed, and the user is told of it.
  void note(const Node& node, const std::string& text) const;
  const std::vector<std::string>& notes() const { return *notes_; }

  // Gives a parameter its value, once it is known.
  void set_value(const std::string& name, double value) { values_[name] = value; }
  const std::map<std::string, double>& values() const { return values_; }
  double factor(Quantity quantity) const { return factor_to_si(units_, quantity); }
  const std::map<std::string, double>& indices() const { return indices_; }
  const std::map<std::string, std::string>& words() const { return words_; }

  // Runs `read`; an error inside a repetition also says at which values of the indices it happened.
  template <class Read>
  void run(Read&& read) const {
    try {
      read();
    } catch (const ModelError& error) {
      if (indices_.empty() && words_.empty()) throw;
      rethrow_with_indices(error);
    }
  }

  SourcePosition position(const Node& node) const { return {node.file ? *node.file : file_, node.line, node.column}; }
  // The file that a value names, relative to where it was written; it is noted as one that the model needs.
  std::filesystem::path file_named(const Node& node) const;
  const std::vector<NamedFile>& named_files() const { return *named_files_; }
  [[noreturn]] void fail(const Node& node, const std::string& message) const;
  // "unknown body `crnak`, did you mean `crank`?"
  [[noreturn]] void fail_unknown(const Node& node, std::string_view what, const std::string& name,
                                 const std::vector<std::string>& candidates) const;

  // `own_names` are measures that this expression alone knows.
  Expression expression(const Node& node, const OwnNames& own_names = {}) const;
  // A finite constant in SI units. `variable_message` is what to say of an expression of time or measures.
  double number(const Node& node, Quantity quantity, const char* variable_message = nullptr) const;
  int integer(const Node& node) const;
  std::vector<double> numbers(const Node& node, std::size_t count, Quantity quantity,
                              const char* variable_message = nullptr) const;
  Vec3 vector(const Node& node, Quantity quantity, const char* variable_message = nullptr) const;
  Mat3 matrix(const Node& node, Quantity quantity) const;
  // A list of `count` items of any kind.
  const std::vector<Node>& list(const Node& node, std::size_t count, std::string_view expected) const;

  std::string text(const Node& node) const;
  // A word of the list in `key.refers`.
  std::string choice(const Node& node, const Key& key) const;
  // A new name: letters, digits, _ and -.
  std::string new_name(const Node& node, std::string_view what) const;

 private:
  [[noreturn]] void rethrow_with_indices(const ModelError& error) const;

  std::string file_;
  Units units_;
  std::map<std::string, double> values_;
  std::shared_ptr<const SplineMap> splines_ = std::make_shared<const SplineMap>();
  std::shared_ptr<const PathMap> paths_ = std::make_shared<const PathMap>();
  std::shared_ptr<const Functions> functions_ = std::make_shared<const Functions>();
  std::shared_ptr<std::vector<NamedFile>> named_files_ = std::make_shared<std::vector<NamedFile>>();  // of all copies
  std::shared_ptr<std::vector<std::string>> notes_ = std::make_shared<std::vector<std::string>>();    // of all copies
  std::map<std::string, double> indices_;     // those of values_ that are indices of repetitions
  std::map<std::string, std::string> words_;  // of repetitions, too
};

// One group of keys, checked against its table: nothing unknown, nothing required missing.
class Fields {
 public:
  // `label` names the thing in messages ("joint `wrist`"); `path` names it in `positions`, which may be null.
  Fields(const Context& context, const Node& node, const KeyTable& table, std::string label, std::string path,
         Positions* positions, const KeyVariants* variants = nullptr);

  // Null when the key is not given. The key must be in the table.
  const Node* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // Is it a key of the table?
  bool knows(std::string_view key) const { return table_.find(key) != nullptr; }
  const Node& need(std::string_view key) const;

  double number(std::string_view key, Quantity quantity, double otherwise) const;
  std::optional<double> optional_number(std::string_view key, Quantity quantity) const;
  // With the quantity and in the range of its description.
  double described_number(const Key& key, double otherwise) const;
  std::optional<int> optional_integer(std::string_view key) const;
  Vec3 vector(std::string_view key, Quantity quantity) const;  // zero when not given
  std::optional<std::string> optional_choice(std::string_view key) const;
  bool boolean(std::string_view key, bool otherwise) const;

  const Context& context() const { return context_; }
  const Node& node() const { return node_; }
  const std::string& label() const { return label_; }
  const std::string& path() const { return path_; }

 private:
  void check_key(const Node& key, const KeyVariants* variants) const;

  const Context& context_;
  const Node& node_;
  const KeyTable& table_;
  std::string label_;
  std::string path_;
};

// The keys and values of a group of free names; "nothing" counts as an empty group.
void require_map(const Context& context, const Node& node, std::string_view what);

// What a ModelError says, without the position before it.
std::string message_of(const ModelError& error);

}  // namespace alembert
