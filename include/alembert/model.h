// A model: read from a file, or built in code (builder.h); its parameters can be given other values.
//
//   alembert::Model model = alembert::load("slider_crank.yaml", {.set = {{"k", 200}}});
//   model.set("k", 250);                       // nothing is read again
#pragma once

#include <alembert/api.h>

#include <string>
#include <string_view>
#include <vector>

namespace alembert::ALEMBERT_INLINE api {
struct ModelData;
struct FunctionTable;
class ModelBuilder;

// A name and a number: of a parameter, of an input.
struct Setting {
  std::string name;
  double value = 0.0;
};
using Settings = std::vector<Setting>;

class Model {
 public:
  const std::string& title() const;
  // The names in a section of the model: bodies (with ground, the first), joints, forces, contacts, motions,
  // constraints, variables, states, inputs, sensors, outputs, markers. Throws UsageError for another.
  std::vector<std::string> names(std::string_view section) const;

  std::vector<std::string> parameters() const;
  // In the numbers of the model itself. Throws UsageError with the nearest name.
  double parameter(std::string_view name) const;
  // The model with other values of some parameters, everything else that depends on them included. Throws UsageError
  // for a parameter that it does not have, ModelError where it cannot have that value; nothing is changed then.
  void set(std::string_view name, double value) { set({{std::string(name), value}}); }
  void set(const Settings& values);
  Model with(const Settings& values) const;

  // What the model says, as the text of a model file.
  std::string yaml() const;

  explicit Model(Handle<const ModelData> data) : data_(static_cast<Handle<const ModelData>&&>(data)) {}
  const ModelData& data() const { return *data_; }  // for the library itself

 private:
  Handle<const ModelData> data_;  // never changes: copies of a model share it
};

struct LoadOptions {
  Settings set = {};                           // parameters that are to have other values than in the file
  Handle<const FunctionTable> functions = {};  // a `Functions` (functions.h), for expressions to call
};

// Reads a model file, or a text as if it stood in a file of this name. Throws ModelError with file, line and column,
// UsageError for a parameter that the model does not have.
Model load(const std::string& file, const LoadOptions& options = {});
Model parse(const std::string& text, const std::string& file = "model.yaml", const LoadOptions& options = {});
}  // namespace alembert::ALEMBERT_INLINEapi
