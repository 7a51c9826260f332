#include "values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "expression/expression.h"
#include "model/keys.h"

namespace alembert::python {

namespace py = pybind11;

namespace {

using Parameters = std::map<std::string, double>;

constexpr std::array kWithTypes = {"bodies", "joints", "forces", "controllers"};

bool is_number(py::handle x) {
  return py::isinstance<py::float_>(x) || py::isinstance<py::int_>(x) ||
         (PyNumber_Check(x.ptr()) != 0 && !py::hasattr(x, "__len__"));
}

double number_of(py::handle x) {
  const double out = PyFloat_AsDouble(x.ptr());
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return out;
}

// Kinds whose words are never expressions, though a parameter may have the same name.
bool is_word(ValueKind kind) {
  switch (kind) {
    case ValueKind::text:
    case ValueKind::name:
    case ValueKind::names:
    case ValueKind::names_of_elements:
    case ValueKind::marker:
    case ValueKind::marker_pair:
    case ValueKind::body_pair:
    case ValueKind::shape_pair:
    case ValueKind::shape_pairs:
    case ValueKind::choice:
    case ValueKind::column_pair:
      return true;
    default:
      return false;
  }
}

py::object scalar(const std::string& text, bool word, const Parameters& parameters) {
  if (text == "true" || text == "false") return py::bool_(text == "true");
  if (!word) try {
      const Expression number = parse_expression(text, {}, parameters);
      const double value = number.is_constant() ? number.evaluate(0.0, {}) : std::nan("");
      if (std::isfinite(value)) return py::float_(value);
    } catch (const ModelError&) {
    }
  return py::str(text);
}

py::object object_of(const Node& node, bool word, const Parameters& parameters) {
  if (node.is(Node::Kind::nothing)) return py::none();
  if (node.is(Node::Kind::scalar)) return scalar(node.text, word, parameters);
  if (node.is(Node::Kind::list)) {
    py::list out;
    for (const Node& item : node.items) out.append(object_of(item, word, parameters));
    return out;
  }
  py::dict out;
  for (std::size_t k = 0; k < node.keys.size(); ++k)
    out[py::str(node.keys[k].text)] = object_of(node.items[k], word, parameters);
  return out;
}

// The table of a section's entries; null: they have no keys.
const KeyTable* table_of(const std::string& section, const std::string& type) {
  const Key* key = key_table("model").find(section);
  if (key == nullptr || key->kind != ValueKind::named_tables) return nullptr;
  if (std::find(kWithTypes.begin(), kWithTypes.end(), key->refers) == kWithTypes.end()) return &key_table(key->refers);
  const KeyVariants& variants = key_variants(key->refers);
  return variants.find(type.empty() ? variants.default_type : std::string_view(type));
}

}  // namespace

Value value_of(py::handle given, const std::pair<std::string, int>& place) {
  const auto here = [&](Value value) { return std::move(value).at({place.first, place.second}); };
  if (given.is_none()) return here(Value());
  if (py::isinstance<py::bool_>(given)) return here(Value(given.cast<bool>()));
  if (py::isinstance<py::str>(given)) return here(Value(given.cast<std::string>()));
  if (is_number(given)) return here(Value(number_of(given)));
  if (py::isinstance<py::dict>(given)) {
    Entries entries;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(given))
      entries.push_back({py::str(key), value_of(value, place)});
    return here(Value::group(std::move(entries)));
  }
  if (PySequence_Check(given.ptr()) != 0 || py::hasattr(given, "__iter__")) {
    std::vector<Value> items;
    for (const py::handle item : given) items.push_back(value_of(item, place));
    return here(Value::list(std::move(items)));
  }
  throw py::type_error(fmt::format("a model is made of numbers, texts, lists and dictionaries, not of {}",
                                   std::string(py::str(py::type::handle_of(given).attr("__name__")))));
}

std::vector<std::string> names_in(const Node* section) {
  std::vector<std::string> out;
  if (section != nullptr)
    for (const Node& key : section->keys) out.push_back(key.text);
  return out;
}

py::object object_of(const Node* section, const std::string& section_name, const std::string& name,
                     const Parameters& parameters) {
  const Node* node = section != nullptr ? section->find(name) : nullptr;
  if (node == nullptr) throw py::key_error(name);
  if (!node->is(Node::Kind::map)) return object_of(*node, false, parameters);
  const Node* type = node->find("type");
  const KeyTable* table = table_of(section_name, type != nullptr ? type->text : "");
  py::dict out;
  for (std::size_t k = 0; k < node->keys.size(); ++k) {
    const std::string& text = node->keys[k].text;
    const Key* key = table != nullptr ? table->find(text) : nullptr;
    const bool word = text == "type" || (key != nullptr && is_word(key->kind));
    out[py::str(text)] = object_of(node->items[k], word, parameters);
  }
  return out;
}

py::dict keys_of(const std::string& section, const std::string& type) {
  py::dict out;
  const KeyTable* table = table_of(section, type);
  if (table == nullptr) return out;
  for (const Key& key : table->keys)
    if (key.kind != ValueKind::planned) out[py::str(std::string(key.name))] = std::string(key.help);
  if (std::find(kWithTypes.begin(), kWithTypes.end(), section) != kWithTypes.end()) out["type"] = "What it is.";
  return out;
}

}  // namespace alembert::python
