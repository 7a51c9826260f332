#include "model/node.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "model/yaml_problems.h"

namespace alembert {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(make(mark, Node::Kind::nothing), anchor); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw ModelError(position(mark), "an alias cannot stand inside its own anchor");
    count(mark, count_nodes(found->second));
    Node copy = found->second;
    if (depth_of(copy) + static_cast<int>(open_.size()) > deepest_nesting) fail_depth(mark);
    add(std::move(copy), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    check_quotes(mark);
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7f)
        throw ModelError(position(mark), fmt::format("control character (0x{:02x}) in a text in quotes", byte));
    }
    Node node = make(mark, Node::Kind::scalar);
    node.text = value;
    node.text_column = text_column(mark, value);
    add(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::list);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::map);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::set<std::string> names;  // keys so far
  };

  SourcePosition position(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  Node make(const YAML::Mark& mark, Node::Kind kind) {
    count(mark, 1);
    Node node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }

  // Column of the first character of a scalar's text, where the file has the text as it stands.
  int text_column(const YAML::Mark& mark, const std::string& value) const {
    auto start = static_cast<std::size_t>(mark.pos);
    if (mark.pos < 0 || start >= text_.size()) return 0;
    const bool quoted = text_[start] == '"' || text_[start] == '\'';
    if (quoted) ++start;
    if (text_.compare(start, value.size(), value) != 0) return 0;
    return mark.column + 1 + (quoted ? 1 : 0);
  }

  // yaml-cpp takes a text whose quote is missing to the end of the file.
  void check_quotes(const YAML::Mark& mark) const {
    const auto start = static_cast<std::size_t>(mark.pos);
    if (mark.pos < 0 || start >= text_.size() || (text_[start] != '"' && text_[start] != '\'')) return;
    if (end_of_quotes(text_, start) == std::string_view::npos)
      throw ModelError(position(mark), "not valid YAML: the quote that begins here is not closed");
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw ModelError(position(mark), "YAML tags (`!...`) have no meaning in a model file");
  }

  void count(const YAML::Mark& mark, std::size_t more) {
    nodes_ += more;
    if (nodes_ > most_nodes) {
      throw ModelError(position(mark), fmt::format("the file holds more than {} values", most_nodes));
    }
  }

  [[noreturn]] void fail_depth(const YAML::Mark& mark) const {
    throw ModelError(position(mark), fmt::format("values are nested more than {} levels deep", deepest_nesting));
  }

  static int depth_of(const Node& node) {
    int deepest = 0;
    for (const Node& item : node.items) deepest = std::max(deepest, depth_of(item));
    return deepest + 1;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Kind kind) {
    check_tag(mark, tag);
    if (static_cast<int>(open_.size()) >= deepest_nesting) fail_depth(mark);
    open_.push_back({make(mark, kind), anchor, {}});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.anchor);
  }

  void add(Node node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is(Node::Kind::map) && parent.node.keys.size() == parent.node.items.size()) {
      add_key(parent, std::move(node));
    } else {
      if (parent.node.is(Node::Kind::map) && node.is(Node::Kind::nothing)) stand_at(parent.node.keys.back(), node);
      parent.node.items.push_back(std::move(node));
    }
  }

  // The parser says of a value that is missing only where the next thing stands.
  void stand_at(const Node& key, Node& nothing) const {
    nothing.line = key.line;
    nothing.column = key.column;
    nothing.text = comment_hint(text_, key.line);
  }

  void add_key(Open& parent, Node key) const {
    const SourcePosition where{file_, key.line, key.column};
    if (!key.is(Node::Kind::scalar))
      throw ModelError(where, fmt::format("expected a name as key, found {}", describe(key)));
    if (!parent.names.insert(key.text).second) {
      for (const Node& other : parent.node.keys) {
        if (other.text == key.text) {
          throw ModelError(where, fmt::format("`{}` is given twice, first in line {}", key.text, other.line));
        }
      }
    }
    parent.node.keys.push_back(std::move(key));
  }

  const std::string& text_;
  const std::string& file_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
};

// Length of the UTF-8 character at the front, or 0 when it is none.
std::size_t utf8_length(std::string_view rest) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || rest.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// What to do with a file that is not UTF-8. In UTF-16 every second byte of letters is 0.
std::string encoding_hint(std::string_view text) {
  const bool marked = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  const bool wide = text.size() > 3 && (text[0] == '\0') != (text[1] == '\0') &&
                    (text[0] == '\0') == (text[2] == '\0') && (text[1] == '\0') == (text[3] == '\0');
  return marked || wide ? "this looks like UTF-16; save it as UTF-8" : "save the file as UTF-8";
}

// Bytes that no text has are refused here, because yaml-cpp takes some of them for the end of the file.
void check_characters(const std::string& text, const std::string& file) {
  SourcePosition where{file, 1, 1};
  const std::string_view all(text);
  for (std::size_t i = 0; i < all.size();) {
    const auto byte = static_cast<unsigned char>(all[i]);
    const std::size_t length = utf8_length(all.substr(i));
    if (length == 0)
      throw ModelError(where, fmt::format("not UTF-8 text (byte 0x{:02x}): {}", byte, encoding_hint(all)));
    const bool space = byte == '\n' || byte == '\r' || byte == '\t';
    if ((byte < 0x20 && !space) || byte == 0x7f) {
      throw ModelError(where, fmt::format("control character (byte 0x{:02x}) in the text{}", byte,
                                          byte == 0 ? ": " + encoding_hint(all) : ""));
    }
    where.column = byte == '\n' ? 1 : where.column + 1;
    where.line += byte == '\n' ? 1 : 0;
    i += length;
  }
}

}  // namespace

Node parse_yaml(const std::string& text, const std::string& file) {
  if (text.size() > largest_file) {
    throw ModelError({file, 0, 0}, fmt::format("the file is larger than {} MB", largest_file >> 20));
  }
  check_characters(text, file);
  if (text.starts_with(byte_order_mark)) return parse_yaml(text.substr(byte_order_mark.size()), file);
  TreeBuilder builder(text, file);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) throw ModelError({file, 1, 1}, "the file is empty");
    Node root = builder.take();
    if (parser.HandleNextDocument(builder)) {
      const Node second = builder.take();
      throw ModelError({file, second.line, second.column}, "a second YAML document: a file holds one model");
    }
    return root;
  } catch (const YAML::Exception& problem) {
    const YAML::Mark& mark = problem.mark;
    if (mark.is_null()) throw ModelError({file, 0, 0}, "not valid YAML: " + problem.msg);
    fail_yaml(text, {file, mark.line + 1, mark.column + 1}, problem.msg);
  }
}

const Node* Node::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i].text == key) return &items[i];
  return nullptr;
}

Node* Node::find(std::string_view key) { return const_cast<Node*>(std::as_const(*this).find(key)); }

std::string describe(const Node& node) {
  switch (node.kind) {
    case Node::Kind::nothing:
      return "nothing" + node.text;
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a group of keys";
    case Node::Kind::scalar:
      break;
  }
  constexpr std::size_t longest_shown = 40;
  return node.text.size() <= longest_shown ? "`" + node.text + "`" : "`" + node.text.substr(0, longest_shown) + "...`";
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for (const Node& item : node.items) count += count_nodes(item);
  return count + node.keys.size();
}

}  // namespace alembert
