#include "model/repeat.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "model/names.h"

namespace alembert {
namespace {

using ContextPointer = std::shared_ptr<const Context>;

// 3 rather than 3.0, so that "link{i}" becomes link3.
std::string number_text(double value) {
  constexpr double largest_exact_integer = 9007199254740992.0;
  if (value == std::round(value) && std::abs(value) < largest_exact_integer) {
    return fmt::format("{}", static_cast<long long>(value));
  }
  return fmt::format("{}", value);
}

// Replaces every {expression} in the text of a scalar.
void substitute_text(Node& node, const Context& context) {
  if (node.text.find_first_of("{}") == std::string::npos) return;
  std::string out;
  std::string_view rest = node.text;
  while (!rest.empty()) {
    const std::size_t open = rest.find_first_of("{}");
    out += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find_first_of("{}", open + 1);
    if (rest[open] != '{' || close == std::string_view::npos || rest[close] != '}') {
      context.fail(node, fmt::format("`{}`: every {{ needs its }}", node.text));
    }
    Node inner = node;
    inner.text = rest.substr(open + 1, close - open - 1);
    if (inner.text_column > 0) inner.text_column += static_cast<int>(node.text.size() - rest.size() + open + 1);
    out += number_text(context.number(inner, Quantity::none));
    rest.remove_prefix(close + 1);
  }
  node.text = std::move(out);
  node.text_column = 0;
}

void substitute(Node& node, const Context& context) {
  if (node.is(Node::Kind::scalar)) substitute_text(node, context);
  for (Node& key : node.keys) substitute_text(key, context);
  for (Node& item : node.items) substitute(item, context);
}

class Collector {
 public:
  Sections take() { return std::move(sections_); }

  void add(const Fields& fields, const ContextPointer& context) {
    add_section(fields, context, "bodies", sections_.bodies);
    add_section(fields, context, "joints", sections_.joints);
    add_section(fields, context, "forces", sections_.forces);
    add_section(fields, context, "outputs", sections_.outputs);
    const Node* repeats = fields.find("repeat");
    if (repeats == nullptr || repeats->is(Node::Kind::nothing)) return;
    if (!repeats->is(Node::Kind::list)) {
      context->fail(*repeats, "expected a list of repetitions, each with `index`, `from`, `to` and what to repeat");
    }
    for (const Node& item : repeats->items) add_repetition(item, context);
  }

 private:
  void add_section(const Fields& fields, const ContextPointer& context, std::string_view name,
                   std::vector<SectionEntry>& section) {
    const Node* node = fields.find(name);
    if (node == nullptr) return;
    require_map(*context, *node, name);
    for (std::size_t i = 0; i < node->keys.size(); ++i) {
      SectionEntry entry{node->keys[i], node->items[i], context};
      if (!context->indices().empty()) {
        count(*context, entry.key, 1 + count_nodes(entry.value));
        substitute_text(entry.key, *context);
        substitute(entry.value, *context);
      }
      section.push_back(std::move(entry));
    }
  }

  void add_repetition(const Node& node, const ContextPointer& context) {
    const Fields fields(*context, node, key_table("repeat"), "`repeat`", "repeat", nullptr);
    const Node& index_node = fields.need("index");
    const std::string index = context->text(index_node);
    const std::string problem = parameter_name_problem(index);
    if (!problem.empty()) context->fail(index_node, fmt::format("`{}` cannot name an index: {}", index, problem));
    if (context->values().count(index) > 0) {
      context->fail(index_node, fmt::format("the index `{}` has the name of a parameter or of another index", index));
    }
    const int from = context->integer(fields.need("from"));
    const int to = context->integer(fields.need("to"));
    if (static_cast<long long>(to) - from >= most_repetitions) {
      context->fail(fields.need("to"),
                    fmt::format("from {} to {} is more than {} repetitions", from, to, most_repetitions));
    }
    for (int value = from; value <= to; ++value) {
      const auto inner = std::make_shared<const Context>(context->with_index(index, value));
      count(*context, node, 1);
      add_with_note(node, inner);
    }
  }

  void add_with_note(const Node& node, const ContextPointer& inner) {
    inner->run([&] { add(Fields(*inner, node, key_table("repeat"), "`repeat`", "repeat", nullptr), inner); });
  }

  void count(const Context& context, const Node& node, std::size_t more) {
    nodes_ += more;
    if (nodes_ > most_nodes) {
      context.fail(node, fmt::format("the repetitions hold more than {} values", most_nodes));
    }
  }

  Sections sections_;
  std::size_t nodes_ = 0;
};

}  // namespace

Sections collect_sections(const Fields& model, const std::shared_ptr<const Context>& context) {
  Collector collector;
  collector.add(model, context);
  return collector.take();
}

}  // namespace alembert
