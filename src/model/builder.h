// Builds a Description in code, key by key with the words of the model file; what is wrong is told with the same
// messages, at the line of the program that said it.
//
//   ModelBuilder pendulum("Pendulum");
//   pendulum.define("parameters", "L", 1).set("gravity", {0, -9.81, 0});
//   pendulum.add("bodies", "rod", {{"mass", 2}, {"inertia", {1e-4, "L^2/6", "L^2/6"}}, {"position", {"L/2", 0, 0}}});
//   pendulum.add("joints", "pivot", {{"type", "revolute"}, {"bodies", {"ground", "rod"}}, {"at", {0, 0, 0}}, ...});
//   Model model = pendulum.build();
#pragma once

#include <alembert/value.h>

#include <memory>
#include <string>
#include <string_view>

#include "model/description.h"
#include "model/reader.h"

namespace alembert {

// A value as a part of a description; it stands where the value was written.
Node node_of(const Value& value);

class ModelBuilder {
 public:
  // An empty model. Names of files are relative to `folder`, the current one unless given.
  explicit ModelBuilder(std::string_view title = {}, const std::string& folder = {});
  // Goes on from what a model was made from.
  explicit ModelBuilder(const Model& model);

  // A key of the model as a whole: title, gravity, ...; given again, it is replaced. One with keys of its own: units,
  // parameters, simulation.
  ModelBuilder& set(std::string_view key, const Value& value);
  ModelBuilder& group(std::string_view key, const Entries& keys, SourceLine at = SourceLine::current());
  // An entry of a section with names: bodies, joints, forces, ...; given again, it is replaced. One that is a value
  // alone: parameters, variables, outputs.
  ModelBuilder& add(std::string_view section, std::string_view name, const Entries& keys,
                    SourceLine at = SourceLine::current());
  ModelBuilder& define(std::string_view section, std::string_view name, const Value& value);
  // A key of an entry, replaced or added; and taken away, as the entry itself is where no key is named. Throw
  // UsageError where there is no such entry.
  ModelBuilder& change(std::string_view section, std::string_view name, std::string_view key, const Value& value);
  ModelBuilder& remove(std::string_view section, std::string_view name, std::string_view key = {});

  const Node& root() const { return said_.root; }
  std::string yaml() const { return yaml_text(said_.root); }
  // Throws ModelError, as reading a file does.
  Model build(const ReadOptions& options = {}) const;

 private:
  Node& entry(std::string_view section, std::string_view name);
  Description said_;
};

}  // namespace alembert
