#include "model/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "model/keys.h"
#include "model/part_keys.h"

namespace alembert {
namespace {

using Json = nlohmann::ordered_json;

Json reference(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }

Json list_of(const Json& item, int count) {
  return {{"type", "array"}, {"items", item}, {"minItems", count}, {"maxItems", count}};
}

Json list_from(int fewest, const Json& item) { return {{"type", "array"}, {"items", item}, {"minItems", fewest}}; }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(separator), text.size());
    out.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return out;
}

// In a section the entry of a variant table is called body, joint, force or controller, and its tables body_rigid, ...
std::string entry_name(const KeyVariants& variants) { return std::string(variants.what); }

constexpr const char* variants_names[] = {"bodies", "joints", "forces", "controllers"};

bool is_variants(std::string_view name) {
  return std::find(std::begin(variants_names), std::end(variants_names), name) != std::end(variants_names);
}

Json named_values(const Json& value) { return {{"type", {"object", "null"}}, {"additionalProperties", value}}; }

Json named_tables_schema(std::string_view refers) {
  if (!is_variants(refers)) return named_values(reference(refers));
  Json out = named_values(reference(entry_name(key_variants(refers))));
  if (refers == "bodies") out["properties"]["ground"] = reference("ground");
  return out;
}

Json value_schema(const Key& key) {
  switch (key.kind) {
    case ValueKind::text:
      return {{"type", {"string", "number", "boolean"}}};
    case ValueKind::names_of_elements:
      return {{"anyOf", Json::array({reference("name"), {{"type", "array"}, {"items", reference("name")}}})}};
    case ValueKind::boolean:
      return {{"type", "boolean"}};
    case ValueKind::choice:
      return {{"enum", split(key.refers, ' ')}};
    case ValueKind::table:
      return reference(key.refers);
    case ValueKind::table_list:
      return {{"type", {"array", "null"}}, {"items", reference(key.refers)}};
    case ValueKind::some_tables:
      return list_from(1, reference(key.refers));
    case ValueKind::table_or_list:
      return {{"anyOf", Json::array({reference(key.refers), list_from(1, reference(key.refers))})}};
    case ValueKind::named_tables:
      return named_tables_schema(key.refers);
    case ValueKind::named_numbers:
      return named_values(reference("number"));
    case ValueKind::named_numbers_or_tables:
      return named_values({{"anyOf", Json::array({reference("number"), reference(key.refers)})}});
    case ValueKind::submodel:
      return {{"type", "object"}};
    case ValueKind::named_names:
      return named_values(reference("name"));
    case ValueKind::named_values_list:
      return list_from(1, named_values(reference("number")));
    case ValueKind::named_expressions:
      return named_values(reference("expression"));
    case ValueKind::expression:
      return reference("expression");
    case ValueKind::vector_of_expressions:
      return list_of(reference("expression"), 3);
    case ValueKind::expressions:
      return list_from(1, reference("expression"));
    case ValueKind::method:
      return {{"anyOf", Json::array({{{"type", "string"}},
                                     {{"type", "object"},
                                      {"properties", {{"name", {{"type", "string"}}}}},
                                      {"required", {"name"}},
                                      {"additionalProperties", reference("number")}}})}};
    case ValueKind::name:
      return reference("name");
    case ValueKind::number_or_steady:
    case ValueKind::number_or_place:
    case ValueKind::number:
      return reference("number");
    case ValueKind::integer:
      return reference("integer");
    case ValueKind::vector:
    case ValueKind::rotation_angles:
      return reference("vector");
    case ValueKind::two_numbers:
      return list_of(reference("number"), 2);
    case ValueKind::four_numbers:
      return list_of(reference("number"), 4);
    case ValueKind::numbers:
      return list_from(2, reference("number"));
    case ValueKind::coefficients:
      return list_from(1, reference("number"));
    case ValueKind::matrix_or_file:
      return {{"anyOf", Json::array({list_from(1, list_from(1, reference("number"))), {{"type", "string"}}})}};
    case ValueKind::names:
      return list_from(1, reference("name"));
    case ValueKind::curve_points:
      return list_from(2, {{"type", "array"}, {"items", reference("number")}, {"minItems", 2}, {"maxItems", 3}});
    case ValueKind::part_or_file:
      return {{"type", {"string", "object"}}};
    case ValueKind::number_pairs:
      return list_from(1, list_of(reference("number"), 2));
    case ValueKind::six_numbers:
      return list_of(reference("number"), 6);
    case ValueKind::six_by_six:
      return {{"anyOf", Json::array({list_of(reference("number"), 6), list_of(list_of(reference("number"), 6), 6)})}};
    case ValueKind::column_pair:
      return list_of({{"type", {"string", "integer"}}}, 2);
    case ValueKind::orientation:
      return {{"anyOf", Json::array({reference("orientation"), reference("matrix")})}};
    case ValueKind::inertia:
      return {{"anyOf", Json::array({reference("vector"), reference("matrix")})}};
    case ValueKind::planar_inertia:
      return {{"anyOf", Json::array({reference("number"), reference("vector"), reference("matrix")})}};
    case ValueKind::marker:
      return reference("name");
    case ValueKind::marker_pair:
    case ValueKind::body_pair:
      return list_of(reference("name"), 2);
    case ValueKind::vector_pair:
      return list_of(reference("vector"), 2);
    case ValueKind::points:
      return list_from(2, reference("vector"));
    case ValueKind::points_or_file:
      return {{"anyOf", Json::array({list_from(4, reference("vector")), {{"type", "string"}}})}};
    case ValueKind::shape_pair:
      return list_of({{"anyOf", Json::array({reference("name"), list_from(1, reference("name"))})}}, 2);
    case ValueKind::shape_pairs:
      return list_from(1, list_of(reference("name"), 2));
    case ValueKind::material_pair:
      return list_of({{"anyOf", Json::array({reference(key.refers), {{"const", "rigid"}}})}}, 2);
    case ValueKind::number_or_table:
      return {{"anyOf", Json::array({reference("number"), reference(key.refers)})}};
    case ValueKind::planned:
      break;
  }
  return false;
}

Json table_schema(const KeyTable& table) {
  Json out{{"type", "object"}, {"properties", Json::object()}};
  Json needed = Json::array();
  for (const Key& key : table.keys) {
    if (key.kind == ValueKind::planned) continue;
    Json value{{"description", key.help}};
    value.update(value_schema(key));
    out["properties"][std::string(key.name)] = value;
    if (key.required) needed.push_back(key.name);
  }
  if (!needed.empty()) out["required"] = needed;
  for (const std::string& group : split(table.one_of, '|')) {
    out["oneOf"].push_back({{"required", split(group, ' ')}});
  }
  if (!table.not_together.empty()) out["not"] = {{"required", split(table.not_together, ' ')}};
  out["additionalProperties"] = false;
  return out;
}

// An entry told apart by `type`: the schema of the type it has.
Json variants_schema(const KeyVariants& variants) {
  Json out{{"type", "object"}, {"properties", Json::object()}};
  Json types = Json::array();
  for (const KeyTable* table : variants.tables) types.push_back(table->name);
  out["properties"]["type"] = {{"enum", types}};
  if (variants.default_type.empty()) out["required"] = {"type"};
  for (const KeyTable* table : variants.tables) {
    Json condition{{"properties", {{"type", {{"const", table->name}}}}}};
    if (table->name != variants.default_type) condition["required"] = {"type"};
    out["allOf"].push_back(
        {{"if", condition}, {"then", reference(entry_name(variants) + "_" + std::string(table->name))}});
  }
  return out;
}

// What every file has.
Json value_definitions() {
  Json out;
  out["expression"] = {{"description", "A number, or an expression of numbers, parameters, time and measures."},
                       {"type", {"number", "string"}}};
  out["number"] = {{"description", "A number, or an expression of numbers and parameters."},
                   {"type", {"number", "string"}}};
  out["integer"] = {{"description", "A whole number, or an expression of numbers and parameters that gives one."},
                    {"type", {"integer", "string"}}};
  out["name"] = {{"description", "A name: letters, digits, _ and -; a marker is body.marker, body.com or body."},
                 {"type", {"string", "integer"}}};
  out["vector"] = list_of(reference("number"), 3);
  out["matrix"] = list_of(reference("vector"), 3);
  return out;
}

Json definitions() {
  Json out = value_definitions();
  for (const char* name : {"units",
                           "ground",
                           "marker",
                           "internal_mass",
                           "modes",
                           "modal_damping",
                           "flexible_marker",
                           "flexible_geometry",
                           "geometry",
                           "orientation",
                           "spline",
                           "input",
                           "path",
                           "path_circle",
                           "curve",
                           "sprocket",
                           "involute",
                           "geneva",
                           "motion",
                           "constraint",
                           "contact",
                           "contact_friction",
                           "material",
                           "sensor",
                           "impulse",
                           "state",
                           "transfer_function",
                           "state_space",
                           "simulation",
                           "port",
                           "assembly",
                           "repeat"}) {
    out[name] = table_schema(key_table(name));
  }
  out["ground"]["type"] = {"object", "null"};
  for (const char* name : variants_names) {
    const KeyVariants& variants = key_variants(name);
    out[entry_name(variants)] = variants_schema(variants);
    for (const KeyTable* table : variants.tables) {
      out[entry_name(variants) + "_" + std::string(table->name)] = table_schema(*table);
    }
  }
  return out;
}

}  // namespace

std::string model_schema() {
  Json out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Alembert model file"}};
  out.update(table_schema(key_table("model")));
  out["properties"]["alembert"] = {{"description", key_table("model").find("alembert")->help}, {"const", 1}};
  out["$defs"] = definitions();
  return out.dump(2) + "\n";
}

std::string part_schema() {
  Json out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Alembert part file"}};
  out.update(table_schema(part_key_table("part")));
  Json& keys = out["properties"];
  const auto keep_help = [&](const char* key, Json schema) {
    schema["description"] = keys[key]["description"];
    keys[key] = std::move(schema);
  };
  keys["alembert"]["const"] = 1;
  out["required"] = {"alembert"};
  // Beside their tables these have shorter forms.
  const Json one_or_more = {
      {"anyOf", Json::array({reference("name"), {{"type", "array"}, {"items", reference("name")}}})}};
  const Json interface = {
      {"anyOf", Json::array({reference("part_interface"), one_or_more["anyOf"][0], one_or_more["anyOf"][1]})}};
  for (const char* key : {"interfaces", "frames"})
    keep_help(key, {{"anyOf", Json::array({named_values(interface), list_from(1, reference("name"))})}});
  keep_help("mesh", {{"anyOf", Json::array({reference("part_mesh"), {{"type", "string"}}})}});
  keep_help("nodes", named_values(reference("vector")));
  keep_help("sections", named_values(reference("section")));
  const Json load = reference("part_load");
  keep_help("loads", named_values({{"anyOf", Json::array({load, list_from(1, load)})}}));
  Json& defs = out["$defs"] = value_definitions();
  defs["units"] = table_schema(key_table("units"));
  for (const char* name : {"part_material", "part_mesh", "part_matrices", "part_set", "part_element", "part_interface",
                           "part_modes", "part_load"})
    defs[name] = table_schema(part_key_table(name));
  defs["part_mesh"]["properties"]["materials"] = named_values(reference("name"));
  defs["section"] = variants_schema(section_variants());
  for (const KeyTable* table : section_variants().tables)
    defs["section_" + std::string(table->name)] = table_schema(*table);
  return out.dump(2) + "\n";
}

}  // namespace alembert
