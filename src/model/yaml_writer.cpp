// A tree of values as YAML text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "model/description.h"

namespace alembert {
namespace {

constexpr std::size_t widest = 118;  // columns of a line

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + "\"";
}

// Would YAML read this text, written as it is, as itself? Inside brackets commas and brackets end it.
bool stands_as_it_is(std::string_view text, bool in_brackets) {
  static constexpr std::array nothing{"~", "null", "Null", "NULL", "<<", "-", "?"};
  if (text.empty() || std::find(nothing.begin(), nothing.end(), text) != nothing.end()) return false;
  if (text.front() == ' ' || text.back() == ' ') return false;
  if (text.find_first_of("&*!|>'\"%@`#,[]{}:?=") == 0) return false;
  if (text.starts_with("- ") || text.starts_with("---") || text.starts_with("...")) return false;
  if (text.find(':') != std::string_view::npos || text.find(" #") != std::string_view::npos) return false;
  if (in_brackets && text.find_first_of(",[]{}") != std::string_view::npos) return false;
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::string scalar_text(const Node& node, bool in_brackets) {
  if (node.is(Node::Kind::nothing)) return "null";
  return stands_as_it_is(node.text, in_brackets) ? node.text : in_quotes(node.text);
}

// In one line: {key: value}, [a, b].
std::string flow_text(const Node& node) {
  if (node.is(Node::Kind::list) || node.is(Node::Kind::map)) {
    const bool map = node.is(Node::Kind::map);
    std::string out = map ? "{" : "[";
    for (std::size_t k = 0; k < node.items.size(); ++k) {
      if (k > 0) out += ", ";
      if (map) out += scalar_text(node.keys[k], true) + ": ";
      out += flow_text(node.items[k]);
    }
    return out + (map ? "}" : "]");
  }
  return scalar_text(node, true);
}

bool is_group(const Node& node) { return node.is(Node::Kind::list) || node.is(Node::Kind::map); }

class YamlWriter {
 public:
  std::string write(const Node& root) {
    if (!root.is(Node::Kind::map)) return flow_text(root) + "\n";
    for (std::size_t k = 0; k < root.items.size(); ++k) {
      const Node& value = root.items[k];
      const bool section = !fits(scalar_text(root.keys[k], false), value, 0) || has_groups(value);
      if (section && k > 0) out_ += '\n';
      write_entry(root.keys[k], value, 0, "");
    }
    return std::move(out_);
  }

 private:
  static bool has_groups(const Node& value) {
    return value.is(Node::Kind::map) && std::any_of(value.items.begin(), value.items.end(), is_group);
  }
  static bool fits(const std::string& key, const Node& value, std::size_t indent) {
    if (value.items.empty()) return true;
    return count_nodes(value) < widest && indent + key.size() + 2 + flow_text(value).size() <= widest;
  }

  // `dash` is what stands before the key of the first entry of an item of a list.
  void write_entry(const Node& key, const Node& value, std::size_t indent, std::string_view dash) {
    const std::string name = scalar_text(key, false);
    out_.append(indent - dash.size(), ' ').append(dash).append(name).append(":");
    if (!is_group(value)) {
      out_ += " " + scalar_text(value, false) + "\n";
    } else if (fits(name, value, indent) && (indent > 0 || !has_groups(value))) {
      out_ += " " + flow_text(value) + "\n";
    } else {
      out_ += '\n';
      write_group(value, indent + 2);
    }
  }

  void write_group(const Node& group, std::size_t indent) {
    if (group.is(Node::Kind::map)) {
      for (std::size_t k = 0; k < group.items.size(); ++k) write_entry(group.keys[k], group.items[k], indent, "");
      return;
    }
    const bool scalars = std::none_of(group.items.begin(), group.items.end(), is_group);
    if (scalars) return write_wrapped(group, indent);
    for (const Node& item : group.items) {
      if (!item.is(Node::Kind::map) || fits("", item, indent)) {
        out_.append(indent, ' ').append("- ").append(item.items.empty() ? scalar_text(item, false) : flow_text(item)) +=
            '\n';
        continue;
      }
      for (std::size_t k = 0; k < item.items.size(); ++k)
        write_entry(item.keys[k], item.items[k], indent + 2, k == 0 ? "- " : "");
    }
  }

  // A long list of numbers or words, over several lines.
  void write_wrapped(const Node& list, std::size_t indent) {
    std::string line = std::string(indent, ' ') + "[";
    for (std::size_t k = 0; k < list.items.size(); ++k) {
      const std::string item = scalar_text(list.items[k], true) + (k + 1 < list.items.size() ? "," : "]");
      if (line.size() + 1 + item.size() > widest) {
        out_ += line + "\n";
        line = std::string(indent, ' ');
      } else if (k > 0) {
        line += ' ';
      }
      line += item;
    }
    out_ += line + "\n";
  }

  std::string out_;
};

}  // namespace

std::string yaml_text(const Node& root) { return YamlWriter().write(root); }

}  // namespace alembert
