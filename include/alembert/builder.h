// A model built in code, with the words of the model file (docs/model_file.md) and the same checks and messages; what
// is wrong is told with the line of the program that said it.
//
//   alembert::ModelBuilder pendulum("Pendulum");
//   pendulum.define("parameters", "L", 1).set("gravity", {0, -9.81, 0});
//   pendulum.add("bodies", "rod", {{"mass", 2}, {"inertia", {1e-4, "L^2/6", "L^2/6"}}, {"position", {"L/2", 0, 0}}});
//   pendulum.add("joints", "pivot", {{"type", "revolute"}, {"bodies", {"ground", "rod"}}, {"at", {0, 0, 0}}, {"axis", {0, 0, 1}}});
//   pendulum.define("outputs", "angle", "az(rod)");
//   alembert::Model model = pendulum.build();
#pragma once

#include <alembert/model.h>
#include <alembert/value.h>

#include <string>
#include <string_view>

namespace alembert::ALEMBERT_INLINE api {
struct BuilderData;

class ModelBuilder {
 public:
  // An empty model. Names of files are relative to `folder`, the current one unless given.
  explicit ModelBuilder(std::string_view title = {}, const std::string& folder = {});
  // Goes on from what a model says.
  explicit ModelBuilder(const Model& model);
  ModelBuilder(const ModelBuilder& other);
  ModelBuilder& operator=(const ModelBuilder& other);
  ModelBuilder(ModelBuilder&&) noexcept = default;
  ModelBuilder& operator=(ModelBuilder&&) noexcept = default;
  ~ModelBuilder() = default;

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

  // As the text of a model file.
  std::string yaml() const;
  // Throws ModelError, as reading a file does.
  Model build(const LoadOptions& options = {}) const;

 private:
  Handle<BuilderData> data_;  // of this builder alone
};
}  // namespace alembert::ALEMBERT_INLINEapi
