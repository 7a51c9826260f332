// Models, builders and functions of alembert/model.h, builder.h and functions.h.
#include <fmt/format.h>

#include <functional>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "library/data.h"
#include "model/reader.h"

namespace alembert::api {

template class Handle<const ModelData>;
template class Handle<BuilderData>;
template class Handle<FunctionTable>;
template class Handle<const FunctionTable>;

namespace {

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& element : list) out.push_back(element.name);
  return out;
}

using NamesOf = std::vector<std::string> (*)(const alembert::Model&);
struct Section {
  const char* name;
  NamesOf names;
};
const Section sections[] = {
    {"bodies", [](const alembert::Model& m) { return names_of(m.bodies); }},
    {"joints", [](const alembert::Model& m) { return names_of(m.joints); }},
    {"forces", [](const alembert::Model& m) { return names_of(m.forces); }},
    {"contacts", [](const alembert::Model& m) { return names_of(m.contacts); }},
    {"motions", [](const alembert::Model& m) { return names_of(m.motions); }},
    {"constraints", [](const alembert::Model& m) { return names_of(m.constraints); }},
    {"variables", [](const alembert::Model& m) { return names_of(m.variables); }},
    {"states", [](const alembert::Model& m) { return names_of(m.states); }},
    {"inputs", [](const alembert::Model& m) { return names_of(m.inputs); }},
    {"sensors", [](const alembert::Model& m) { return names_of(m.sensors); }},
    {"outputs", [](const alembert::Model& m) { return names_of(m.outputs); }},
    {"markers", [](const alembert::Model& m) { return names_of(m.markers); }},
};

ReadOptions read_options(const LoadOptions& options) {
  ReadOptions out;
  out.set = as_map(options.set);
  if (options.functions) out.functions = options.functions->functions;
  return out;
}

}  // namespace

const std::string& Model::title() const { return inner(*this).title; }

std::vector<std::string> Model::names(std::string_view section) const {
  std::vector<std::string> known;
  for (const Section& s : sections) {
    if (s.name == section) return s.names(inner(*this));
    known.emplace_back(s.name);
  }
  throw UsageError(fmt::format("models have no section `{}`{}", section, did_you_mean(std::string(section), known)));
}

std::vector<std::string> Model::parameters() const {
  std::vector<std::string> out;
  for (const auto& [name, value] : inner(*this).parameters) out.push_back(name);
  return out;
}

double Model::parameter(std::string_view name) const {
  const auto& all = inner(*this).parameters;
  const auto found = all.find(std::string(name));
  if (found == all.end())
    throw UsageError(
        fmt::format("the model has no parameter `{}`{}", name, did_you_mean(std::string(name), parameters())));
  return found->second;
}

void Model::set(const Settings& values) { *this = with(values); }

Model Model::with(const Settings& values) const { return wrapped(with_parameters(inner(*this), as_map(values))); }

std::string Model::yaml() const { return alembert::ModelBuilder(inner(*this)).yaml(); }

Model load(const std::string& file, const LoadOptions& options) {
  return wrapped(read_model_file(file, read_options(options)));
}

Model parse(const std::string& text, const std::string& file, const LoadOptions& options) {
  return wrapped(read_model_text(text, file, read_options(options)));
}

ModelBuilder::ModelBuilder(std::string_view title, const std::string& folder)
    : data_(new BuilderData(alembert::ModelBuilder(title, folder))) {}
ModelBuilder::ModelBuilder(const Model& model) : data_(new BuilderData(alembert::ModelBuilder(inner(model)))) {}
ModelBuilder::ModelBuilder(const ModelBuilder& other) : data_(new BuilderData(other.data_->builder)) {}
ModelBuilder& ModelBuilder::operator=(const ModelBuilder& other) {
  data_ = Handle<BuilderData>(new BuilderData(other.data_->builder));
  return *this;
}

ModelBuilder& ModelBuilder::set(std::string_view key, const Value& value) {
  data_->builder.set(key, value);
  return *this;
}
ModelBuilder& ModelBuilder::group(std::string_view key, const Entries& keys, SourceLine at) {
  data_->builder.group(key, keys, at);
  return *this;
}
ModelBuilder& ModelBuilder::add(std::string_view section, std::string_view name, const Entries& keys, SourceLine at) {
  data_->builder.add(section, name, keys, at);
  return *this;
}
ModelBuilder& ModelBuilder::define(std::string_view section, std::string_view name, const Value& value) {
  data_->builder.define(section, name, value);
  return *this;
}
ModelBuilder& ModelBuilder::change(std::string_view section, std::string_view name, std::string_view key,
                                   const Value& value) {
  data_->builder.change(section, name, key, value);
  return *this;
}
ModelBuilder& ModelBuilder::remove(std::string_view section, std::string_view name, std::string_view key) {
  data_->builder.remove(section, name, key);
  return *this;
}

std::string ModelBuilder::yaml() const { return data_->builder.yaml(); }

Model ModelBuilder::build(const LoadOptions& options) const {
  return wrapped(data_->builder.build(read_options(options)));
}

Functions::Functions() : table_(new FunctionTable) {}

Functions& Functions::insert(const UserFunction* function) {
  table_->functions.insert(std::shared_ptr<const UserFunction>(function));
  return *this;
}

Functions::operator Handle<const FunctionTable>() const {
  auto* copy = new FunctionTable;  // what is added later is not the model's
  copy->functions = table_->functions;
  return Handle<const FunctionTable>(copy);
}

}  // namespace alembert::api

namespace alembert {

const char* version() { return ALEMBERT_VERSION; }

}  // namespace alembert
