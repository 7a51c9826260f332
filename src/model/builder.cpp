#include "model/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/suggest.h"

namespace alembert {
namespace {

Node new_node(Node::Kind kind, const Value::Where& where) {
  Node out;
  out.kind = kind;
  out.line = where.line;
  out.file = std::make_shared<const std::string>(where.file);
  return out;
}

Node scalar(std::string text, const Value::Where& where) {
  Node out = new_node(Node::Kind::scalar, where);
  out.text = std::move(text);
  return out;
}

Node& put(Node& map, std::string_view key, Node value) {
  if (Node* found = map.find(key)) return *found = std::move(value);
  Node name;
  name.kind = Node::Kind::scalar;
  name.text = key;
  name.line = value.line;
  name.file = value.file;
  map.keys.push_back(std::move(name));
  map.items.push_back(std::move(value));
  return map.items.back();
}

void take_away(Node& map, const Node* value) {
  const auto k = value - map.items.data();
  map.keys.erase(map.keys.begin() + k);
  map.items.erase(map.items.begin() + k);
}

std::vector<std::string> names_in(const Node& map) {
  std::vector<std::string> out;
  for (const Node& key : map.keys) out.push_back(key.text);
  return out;
}

}  // namespace

Node node_of(const Value& value) {
  const Value::Where& where = value.where();
  switch (value.kind()) {
    case Value::Kind::nothing:
      return new_node(Node::Kind::nothing, where);
    case Value::Kind::number:
      return scalar(fmt::format("{}", value.number()), where);
    case Value::Kind::text:
      return scalar(value.text(), where);
    case Value::Kind::list: {
      Node out = new_node(Node::Kind::list, where);
      for (const Value& item : value.items()) out.items.push_back(node_of(item));
      return out;
    }
    case Value::Kind::group:
      break;
  }
  Node out = new_node(Node::Kind::map, where);
  for (const Entry& entry : value.entries()) {
    if (out.find(entry.key) != nullptr)
      throw ModelError({where.file, where.line, 0}, fmt::format("`{}` is given twice", entry.key));
    put(out, entry.key, node_of(entry.value));
  }
  return out;
}

ModelBuilder::ModelBuilder(std::string_view title, const std::string& folder) {
  said_.root.kind = Node::Kind::map;
  put(said_.root, "alembert", scalar("1", {}));
  if (!title.empty()) put(said_.root, "title", scalar(std::string(title), {}));
  if (!folder.empty()) said_.file = (std::filesystem::path(folder) / "").string();
}

ModelBuilder::ModelBuilder(const Model& model) {
  if (!model.description) throw UsageError("this model was put together number by number: it has no description");
  said_ = *model.description;
  said_.text.clear();
}

ModelBuilder& ModelBuilder::set(std::string_view key, const Value& value) {
  put(said_.root, key, node_of(value));
  return *this;
}

ModelBuilder& ModelBuilder::group(std::string_view key, const Entries& keys, SourceLine at) {
  return set(key, Value::group(keys, at));
}

ModelBuilder& ModelBuilder::define(std::string_view section, std::string_view name, const Value& value) {
  Node* found = said_.root.find(section);
  if (found == nullptr || !found->is(Node::Kind::map)) {
    Node empty = new_node(Node::Kind::map, value.where());
    found = &put(said_.root, section, std::move(empty));
  }
  put(*found, name, node_of(value));
  return *this;
}

ModelBuilder& ModelBuilder::add(std::string_view section, std::string_view name, const Entries& keys, SourceLine at) {
  return define(section, name, Value::group(keys, at));
}

Node& ModelBuilder::entry(std::string_view section, std::string_view name) {
  Node* group = said_.root.find(section);
  Node* found = group != nullptr ? group->find(name) : nullptr;
  if (found != nullptr) return *found;
  throw UsageError(fmt::format("there is no `{}` in `{}`{}", name, section,
                               group != nullptr ? did_you_mean(std::string(name), names_in(*group)) : ""));
}

ModelBuilder& ModelBuilder::change(std::string_view section, std::string_view name, std::string_view key,
                                   const Value& value) {
  Node& found = entry(section, name);
  if (!found.is(Node::Kind::map)) throw UsageError(fmt::format("`{}` of `{}` has no keys", name, section));
  put(found, key, node_of(value));
  return *this;
}

ModelBuilder& ModelBuilder::remove(std::string_view section, std::string_view name, std::string_view key) {
  Node& found = entry(section, name);
  if (key.empty()) {
    take_away(*said_.root.find(section), &found);
    return *this;
  }
  const Node* value = found.find(key);
  if (value == nullptr)
    throw UsageError(fmt::format("`{}` has no `{}`{}", name, key, did_you_mean(std::string(key), names_in(found))));
  take_away(found, value);
  return *this;
}

Model ModelBuilder::build(const ReadOptions& options) const {
  auto said = std::make_shared<Description>(said_);
  if (!options.functions.names().empty()) said->functions = options.functions;
  return interpret(std::move(said), options.set);
}

}  // namespace alembert
