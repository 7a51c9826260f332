// What a model says as a tree of values, each with the place where it was written: what the reader works on, whether a
// file, a program or another format says it. From YAML it refuses what YAML would let pass (duplicate keys, tags, alias
// bombs).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace alembert {

struct Node {
  enum class Kind { nothing, scalar, list, map };
  Kind kind = Kind::nothing;
  std::string text;         // scalar: its text, quotes removed; nothing: why, as far as it can be told
  std::vector<Node> keys;   // map: its keys, all scalars, beside their values in `items`
  std::vector<Node> items;  // list or map: the values
  int line = 0;             // of the first character, counted from 1
  int column = 0;
  int text_column = 0;  // where the first character of `text` is; 0: text and file do not match letter by letter
  std::shared_ptr<const std::string> file = {};  // where it was written; null: in the file of the description

  bool is(Kind wanted) const { return kind == wanted; }
  // Of a map: the value of a key, null where it has none.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
};

// Limits that no sensible model reaches; each has its own message.
inline constexpr std::size_t largest_file = 64u << 20;  // bytes
inline constexpr std::size_t most_nodes = 2'000'000;    // values, with aliases written out
inline constexpr int deepest_nesting = 50;

// Reads one YAML (or JSON) document; throws ModelError, with the position, for anything else.
Node parse_yaml(const std::string& text, const std::string& file);

// "a number", "a list", ...: what a node is, for messages.
std::string describe(const Node& node);

// Values in the tree below and including `node`.
std::size_t count_nodes(const Node& node);

}  // namespace alembert
