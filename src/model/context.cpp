#include "model/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "base/suggest.h"
#include "expression/angle_units.h"
#include "expression/expression_parser.h"
#include "model/names.h"

namespace alembert {
namespace {

constexpr const char* constant_needed = "expected a constant: `time` and measures cannot be used here";

bool spells_non_finite(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower.starts_with('-') || lower.starts_with('+')) lower.erase(0, 1);
  return lower == ".inf" || lower == ".nan" || lower == "inf" || lower == "nan" || lower == "infinity";
}

bool is_whole(const Node& node) {
  const std::size_t start = node.text.starts_with('-') ? 1 : 0;
  return node.is(Node::Kind::scalar) && node.text.size() > start &&
         node.text.find_first_not_of("0123456789", start) == std::string::npos;
}

// " (...)" of a list that is too long because `9,81` is two numbers.
std::string comma_hint(const Node& list, std::size_t count) {
  if (list.items.size() <= count) return {};
  for (std::size_t k = 0; k + 1 < list.items.size(); ++k) {
    const Node &a = list.items[k], &b = list.items[k + 1];
    const bool close = a.line == b.line && a.column + static_cast<int>(a.text.size()) + 1 == b.column;  // no space
    if (close && is_whole(a) && is_whole(b) && !b.text.starts_with('-'))
      return fmt::format(" (is {0},{1} meant to be {0}.{1}? Decimals are written with a point)", a.text, b.text);
  }
  return {};
}

// " (...)": what to write for `2 kg`, `10ms` or `1,5`; empty where that is not what is wrong.
std::string number_hint(std::string_view text, const Units& units) {
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end == text.data()) return {};
  const std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.data()));
  std::string_view rest = text.substr(number.size());
  if (rest.size() > 1 && rest[0] == ',' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos)
    return fmt::format(" (decimals are written with a point: {}.{})", number, rest.substr(1));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  // A unit, alone or as the first of several: `N/mm`, `kg*m^2`, `m/s`.
  const std::string_view word = rest.substr(0, rest.find_first_of("*/^ "));
  static const std::vector<std::string_view> others{"Nm",      "Hz",  "Pa",  "MPa", "GPa",
                                                    "degrees", "deg", "rad", "rpm", "kN"};
  bool known = std::find(others.begin(), others.end(), word) != others.end();
  for (const char* key : {"length", "mass", "time", "angle", "force"})
    for (const UnitName& unit : unit_names(key)) known = known || unit.name == word;
  if (!known) return {};
  if ((word == "deg" || word == "degrees") && units.angle == 1.0)
    return fmt::format(" (numbers stand without units: write rad({}), or `units: {{angle: deg}}` at the top)", number);
  return fmt::format(
      " (numbers stand without units: write {}; `units:` at the top of the file chooses them, here {} {} {} {} {})",
      number, units.length_name, units.mass_name, units.time_name, units.angle_name, units.force_name);
}

}  // namespace

Context Context::with_indices(const std::map<std::string, double>& indices,
                              const std::map<std::string, std::string>& words) const {
  Context out = *this;
  for (const auto& [name, word] : words) out.words_[name] = word;
  for (const auto& [name, value] : indices) {
    out.values_[name] = value;
    out.indices_[name] = value;
  }
  return out;
}

void Context::rethrow_with_indices(const ModelError& error) const {
  std::string message = message_of(error);
  if (!message.ends_with(')') || message.find("(repeat: ") == std::string::npos) {  // an inner one has said it
    std::vector<std::string> values;
    for (const auto& [name, word] : words_) values.push_back(fmt::format("{} = {}", name, word));
    for (const auto& [name, value] : indices_) values.push_back(fmt::format("{} = {:g}", name, value));
    message += fmt::format(" (repeat: {})", fmt::join(values, ", "));
  }
  throw ModelError(error.where(), message);
}

void Context::fail(const Node& node, const std::string& message) const { throw ModelError(position(node), message); }

void Context::note(const Node& node, const std::string& text) const {
  notes_->push_back(fmt::format("{}: {}", position(node).text(), text));
}

std::filesystem::path Context::file_named(const Node& node) const {
  const SourcePosition where = position(node);
  const std::filesystem::path path = std::filesystem::path(where.file).parent_path() / text(node);
  named_files_->push_back({where, node.text, path.string()});
  return path;
}

void Context::fail_unknown(const Node& node, std::string_view what, const std::string& name,
                           const std::vector<std::string>& candidates) const {
  std::string message = fmt::format("unknown {} `{}`{}", what, name, did_you_mean(name, candidates));
  constexpr std::size_t most_listed = 24;
  if (!message.ends_with("?") && !candidates.empty() && candidates.size() <= most_listed) {
    message += fmt::format("; known: {}", fmt::join(candidates, ", "));
  }
  fail(node, message);
}

Expression Context::expression(const Node& node, const OwnNames& own_names) const {
  if (!node.is(Node::Kind::scalar)) fail(node, "expected a number or an expression, found " + describe(node));
  try {
    return ExpressionParser::parse(node.text, {position(node).file, node.line, node.text_column}, values_, *splines_,
                                   *functions_, own_names, *paths_);
  } catch (const ModelError& error) {
    const std::string hint = number_hint(node.text, units_);
    if (node.text_column > 0 && hint.empty()) throw;
    throw ModelError(node.text_column > 0 ? error.where() : position(node), message_of(error) + hint);
  }
}

double Context::number(const Node& node, Quantity quantity, const char* variable_message) const {
  if (!node.is(Node::Kind::scalar)) fail(node, "expected a number, found " + describe(node));
  if (spells_non_finite(node.text)) fail(node, fmt::format("expected a finite number, found `{}`", node.text));
  const Expression parsed = expression(node);
  if (!parsed.is_constant()) fail(node, variable_message != nullptr ? variable_message : constant_needed);
  const bool angle = quantity == Quantity::angle || quantity == Quantity::angular_velocity;
  const bool path_in_degrees = paths_->degrees && node.text.find("path_") != std::string::npos;
  AngleUnit unit;
  if (angle || path_in_degrees) unit = check_angle_units(parsed, {}, position(node));
  if (angle) {
    const bool degrees = units_.angle != 1.0;
    if (is_angle_in_other_unit(unit, degrees))
      fail(node, fmt::format("`{}` is in {}, but angles of this file are in {}; write `{}({})`", node.text,
                             degrees ? "radians" : "degrees", degrees ? "degrees" : "radians", degrees ? "deg" : "rad",
                             node.text));
  }
  double value = 0.0;
  try {
    value = parsed.evaluate(0.0, {}) * factor_to_si(units_, quantity);
  } catch (const FunctionError& error) {
    fail(node, error.what());
  }
  if (!std::isfinite(value)) fail(node, fmt::format("{} is not a finite number", describe(node)));
  return value;
}

int Context::integer(const Node& node) const {
  const double value = number(node, Quantity::none);
  constexpr double largest = 1e9;
  if (value != std::round(value) || std::abs(value) > largest) {
    fail(node, fmt::format("expected a whole number, found {}", describe(node)));
  }
  return static_cast<int>(value);
}

const std::vector<Node>& Context::list(const Node& node, std::size_t count, std::string_view expected) const {
  if (!node.is(Node::Kind::list)) fail(node, fmt::format("expected {}, found {}", expected, describe(node)));
  if (node.items.size() != count) {
    fail(node, fmt::format("expected {}, found a list of {}{}", expected, node.items.size(), comma_hint(node, count)));
  }
  return node.items;
}

std::vector<double> Context::numbers(const Node& node, std::size_t count, Quantity quantity,
                                     const char* variable_message) const {
  std::vector<double> out;
  const std::string_view example = count == 3 ? ", [0, 0, 1] say" : "";
  for (const Node& item : list(node, count, fmt::format("a list of {} numbers{}", count, example))) {
    out.push_back(number(item, quantity, variable_message));
  }
  return out;
}

Vec3 Context::vector(const Node& node, Quantity quantity, const char* variable_message) const {
  const std::vector<double> values = numbers(node, 3, quantity, variable_message);
  return {values[0], values[1], values[2]};
}

Mat3 Context::matrix(const Node& node, Quantity quantity) const {
  Mat3 out;
  Eigen::Index row = 0;
  for (const Node& item : list(node, 3, "a 3x3 matrix as a list of 3 rows")) {
    out.row(row++) = vector(item, quantity).transpose();
  }
  return out;
}

std::string Context::text(const Node& node) const {
  if (!node.is(Node::Kind::scalar)) fail(node, "expected text, found " + describe(node));
  return node.text;
}

std::string Context::choice(const Node& node, const Key& key) const {
  std::vector<std::string> words;
  for (std::string_view rest = key.refers; !rest.empty();) {
    const std::size_t length = std::min(rest.find(' '), rest.size());
    words.emplace_back(rest.substr(0, length));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  const std::string word = text(node);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  fail(node, fmt::format("expected `{}` to be one of {}; found `{}`{}", key.name, fmt::join(words, ", "), word,
                         did_you_mean(word, words)));
}

std::string Context::new_name(const Node& node, std::string_view what) const {
  const std::string name = text(node);
  const std::string problem = name_problem(name);
  if (!problem.empty())
    fail(node, fmt::format("`{}` cannot name {} {}: {}", name, what.starts_with('o') ? "an" : "a", what, problem));
  return name;
}

Fields::Fields(const Context& context, const Node& node, const KeyTable& table, std::string label, std::string path,
               Positions* positions, const KeyVariants* variants)
    : context_(context), node_(node), table_(table), label_(std::move(label)), path_(std::move(path)) {
  if (!node.is(Node::Kind::map)) {
    context.fail(node, fmt::format("expected the keys of {} ({}), found {}", table.what,
                                   fmt::join(table.key_names(), ", "), describe(node)));
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    check_key(node.keys[i], variants);
    if (positions != nullptr) (*positions)[path_ + "." + node.keys[i].text] = context.position(node.items[i]);
  }
  for (const Key& key : table.keys) {
    if (key.required) need(key.name);
  }
}

void Fields::check_key(const Node& key, const KeyVariants* variants) const {
  if (const Key* row = table_.find(key.text)) {
    if (row->kind != ValueKind::planned) return;
    context_.fail(key, fmt::format("`{}` is not supported yet by this version", key.text));
  }
  if (variants != nullptr) {
    for (const KeyTable* other : variants->tables) {
      if (other->find(key.text) == nullptr) continue;
      context_.fail(key, fmt::format("{} has no `{}`; its keys are {}", table_.what, key.text,
                                     fmt::join(table_.key_names(), ", ")));
    }
  }
  const std::vector<std::string> names = table_.key_names();
  if (const std::size_t colon = key.text.find(':');
      colon != std::string::npos && table_.find(key.text.substr(0, colon)))
    context_.fail(key, fmt::format("unknown key `{}` in {}: a space belongs behind the `:`", key.text, label_));
  if (is_whole(key))  // `mass: 1,5` inside { }
    context_.fail(
        key, fmt::format("unknown key `{}` in {}: decimals are written with a point, not a comma", key.text, label_));
  const std::string suggestion = did_you_mean(key.text, names);
  context_.fail(
      key, fmt::format("unknown key `{}` in {}{}", key.text, label_,
                       suggestion.empty() ? fmt::format("; the keys of {} are {}", table_.what, fmt::join(names, ", "))
                                          : suggestion));
}

const Node* Fields::find(std::string_view key) const {
  if (table_.find(key) == nullptr) throw std::logic_error("no key " + std::string(key) + " in " + label_);
  return node_.find(key);
}

const Node& Fields::need(std::string_view key) const {
  const Node* found = find(key);
  if (found == nullptr) context_.fail(node_, fmt::format("{} needs the key `{}`", label_, key));
  return *found;
}

double Fields::number(std::string_view key, Quantity quantity, double otherwise) const {
  return optional_number(key, quantity).value_or(otherwise);
}

std::optional<double> Fields::optional_number(std::string_view key, Quantity quantity) const {
  const Node* found = find(key);
  return found == nullptr ? std::nullopt : std::optional(context_.number(*found, quantity));
}

double Fields::described_number(const Key& key, double otherwise) const {
  const Node* found = find(key.name);
  const double out = found == nullptr ? otherwise : context_.number(*found, key.quantity);
  const char* problem = nullptr;
  if (key.range == Range::positive && !(out > 0.0)) problem = "must be positive";
  if (key.range == Range::not_negative && !(out >= 0.0)) problem = "must not be negative";
  if (key.range == Range::not_zero && out == 0.0) problem = "must not be 0";
  if (problem != nullptr)
    context_.fail(found != nullptr ? *found : node_, fmt::format("`{}` of {} {}", key.name, label_, problem));
  return out;
}

std::optional<int> Fields::optional_integer(std::string_view key) const {
  const Node* found = find(key);
  return found == nullptr ? std::nullopt : std::optional(context_.integer(*found));
}

Vec3 Fields::vector(std::string_view key, Quantity quantity) const {
  const Node* found = find(key);
  return found == nullptr ? Vec3::Zero() : context_.vector(*found, quantity);
}

std::optional<std::string> Fields::optional_choice(std::string_view key) const {
  const Node* found = find(key);
  return found == nullptr ? std::nullopt : std::optional(context_.choice(*found, *table_.find(key)));
}

bool Fields::boolean(std::string_view key, bool otherwise) const {
  const Node* found = find(key);
  if (found == nullptr) return otherwise;
  const std::string word = context_.text(*found);
  if (word != "true" && word != "false")
    context_.fail(*found, fmt::format("expected `{}` to be true or false; found `{}`", key, word));
  return word == "true";
}

void require_map(const Context& context, const Node& node, std::string_view what) {
  if (node.is(Node::Kind::map) || node.is(Node::Kind::nothing)) return;
  context.fail(node, fmt::format("expected {}, each a name with what it stands for, found {}", what, describe(node)));
}

std::string message_of(const ModelError& error) {
  const std::string whole = error.what();
  const std::string position = error.where().text();
  return position.empty() ? whole : whole.substr(position.size() + 2);
}

}  // namespace alembert
