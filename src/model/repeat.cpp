#include "model/repeat.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "model/names.h"

namespace alembert {
namespace {

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
    const auto word = context.words().find(inner.text);
    out += word != context.words().end() ? word->second : number_text(context.number(inner, Quantity::none));
    rest.remove_prefix(close + 1);
  }
  node.text = std::move(out);
  node.text_column = 0;
}

void substitute(Node& node, const Context& context) {
  if (node.is(Node::Kind::scalar)) substitute_text(node, context);
  std::set<std::string> names;
  for (Node& key : node.keys) {
    substitute_text(key, context);
    if (!names.insert(key.text).second) context.fail(key, fmt::format("`{}` is given twice", key.text));
  }
  for (Node& item : node.items) substitute(item, context);
}

class Collector {
 public:
  Sections take() { return std::move(sections_); }

  void add(const Fields& fields, const std::shared_ptr<const Indices>& indices) {
    add_section(fields, indices, "bodies", sections_.bodies);
    if (fields.knows("ports")) add_section(fields, indices, "ports", sections_.ports);
    add_section(fields, indices, "assemblies", sections_.assemblies);
    add_section(fields, indices, "joints", sections_.joints);
    add_section(fields, indices, "motions", sections_.motions);
    add_section(fields, indices, "constraints", sections_.constraints);
    add_section(fields, indices, "forces", sections_.forces);
    add_section(fields, indices, "contacts", sections_.contacts);
    add_section(fields, indices, "variables", sections_.variables);
    add_section(fields, indices, "states", sections_.states);
    add_section(fields, indices, "transfer_functions", sections_.transfer_functions);
    add_section(fields, indices, "state_spaces", sections_.state_spaces);
    add_section(fields, indices, "controllers", sections_.controllers);
    add_section(fields, indices, "sensors", sections_.sensors);
    add_section(fields, indices, "outputs", sections_.outputs);
    const Node* repeats = fields.find("repeat");
    if (repeats == nullptr || repeats->is(Node::Kind::nothing)) return;
    const Context& context = fields.context();
    if (!repeats->is(Node::Kind::list)) {
      context.fail(*repeats,
                   "expected a list of repetitions, each with `index`, `from`, `to`, or `each`, and what to repeat");
    }
    for (const Node& item : repeats->items) add_repetition(item, context);
  }

 private:
  void add_section(const Fields& fields, const std::shared_ptr<const Indices>& indices, std::string_view name,
                   std::vector<SectionEntry>& section) {
    const Node* node = fields.find(name);
    if (node == nullptr) return;
    require_map(fields.context(), *node, name);
    if (indices) count(fields.context(), *node, node->keys.size());
    check_indentation(*node, name, fields.context());
    for (std::size_t i = 0; i < node->keys.size(); ++i) section.push_back({&node->keys[i], &node->items[i], indices});
  }

  // A key of an element that stands beside the element, not below it, would be another element.
  static void check_indentation(const Node& section, std::string_view name, const Context& context) {
    if (name != "bodies" && name != "joints" && name != "forces" && name != "controllers") return;
    const KeyVariants& variants = key_variants(name);
    for (std::size_t i = 1; i < section.keys.size(); ++i) {
      const std::string& word = section.keys[i].text;
      if (section.items[i].is(Node::Kind::map) || section.keys[i].line == section.keys[i - 1].line) continue;
      for (const KeyTable* table : variants.tables)
        if (table->find(word) != nullptr)
          context.fail(section.keys[i],
                       fmt::format("`{}` stands beside `{}`, not below it: as a key of {} `{}` it must "
                                   "be indented further",
                                   word, section.keys[i - 1].text, variants.what, section.keys[i - 1].text));
    }
  }

  void add_repetition(const Node& node, const Context& context) {
    const Fields fields(context, node, key_table("repeat"), "`repeat`", "repeat", nullptr);
    if (const Node* each = fields.find("each")) {
      for (const char* key : {"index", "from", "to"})
        if (const Node* other = fields.find(key))
          context.fail(*other, fmt::format("`each` lists what is repeated; `{}` does not go with it", key));
      add_each(node, *each, context);
    } else {
      add_counted(node, fields, context);
    }
  }

  // index: i, from: 1, to: N
  void add_counted(const Node& node, const Fields& fields, const Context& context) {
    const Node& index_node = fields.need("index");
    const std::string index = new_index(index_node, context);
    const int from = context.integer(fields.need("from"));
    const int to = context.integer(fields.need("to"));
    if (static_cast<long long>(to) - from >= most_repetitions) {
      context.fail(fields.need("to"),
                   fmt::format("from {} to {} is more than {} repetitions", from, to, most_repetitions));
    }
    Indices indices{context.indices(), context.words()};
    for (int value = from; value <= to; ++value) {
      indices.numbers[index] = value;
      add_once(node, context, indices);
    }
  }

  // each: [{side: left, y: 0.5}, {side: right, y: -0.5}]
  void add_each(const Node& node, const Node& each, const Context& context) {
    if (!each.is(Node::Kind::list) || each.items.empty())
      context.fail(each, "expected a list such as [{side: left, y: 1}, {side: right, y: -1}], found " + describe(each));
    for (const Node& item : each.items) {
      require_map(context, item, "each");
      check_same_names(each.items.front(), item, context);
      Indices indices{context.indices(), context.words()};
      for (std::size_t i = 0; i < item.keys.size(); ++i) {
        const std::string name = new_index(item.keys[i], context);
        if (is_word(item.items[i], context))
          indices.words[name] = item.items[i].text;
        else
          indices.numbers[name] = context.number(item.items[i], Quantity::none);
      }
      add_once(node, context, indices);
    }
  }

  // Letters, digits and _, and nothing that has a value: a part of names.
  static bool is_word(const Node& node, const Context& context) {
    return node.is(Node::Kind::scalar) && node.text != "pi" && parameter_name_problem(node.text).empty() &&
           context.values().count(node.text) == 0;
  }

  static void check_same_names(const Node& first, const Node& item, const Context& context) {
    std::set<std::string> wanted, found;
    for (const Node& key : first.keys) wanted.insert(key.text);
    for (const Node& key : item.keys) found.insert(key.text);
    for (const Node& key : item.keys)
      if (wanted.count(key.text) == 0)
        context.fail_unknown(key, "name of `each`", key.text, {wanted.begin(), wanted.end()});
    for (const std::string& name : wanted)
      if (found.count(name) == 0)
        context.fail(item, fmt::format("`{}` is missing, which the first of the list has", name));
  }

  static std::string new_index(const Node& node, const Context& context) {
    const std::string index = context.text(node);
    std::string problem = parameter_name_problem(index);
    if (context.functions().find(index)) problem = "the program has a function of this name";
    if (!problem.empty()) context.fail(node, fmt::format("`{}` cannot name an index: {}", index, problem));
    if (context.values().count(index) > 0 || context.words().count(index) > 0) {
      context.fail(node, fmt::format("the index `{}` has the name of a parameter or of another index", index));
    }
    return index;
  }

  void add_once(const Node& node, const Context& context, const Indices& indices) {
    count(context, node, 1);
    const Context inner = context.with_indices(indices.numbers, indices.words);
    inner.run([&] {
      add(Fields(inner, node, key_table("repeat"), "`repeat`", "repeat", nullptr),
          std::make_shared<const Indices>(indices));
    });
  }

  void count(const Context& context, const Node& node, std::size_t more) {
    entries_ += more;
    if (entries_ > most_entries)
      context.fail(node, fmt::format("the repetitions make more than {} entries", most_entries));
  }

  Sections sections_;
  std::size_t entries_ = 0;
};

}  // namespace

Sections collect_sections(const Fields& model, const Context& context) {
  Collector collector;
  const Fields fields(context, model.node(), key_table("model"), model.label(), model.path(), nullptr);
  collector.add(fields, nullptr);
  return collector.take();
}

void read_each(const std::vector<SectionEntry>& entries, const Context& context, const EntryReader& read) {
  const Indices* last = nullptr;
  Context inner = context;
  for (const SectionEntry& entry : entries) {
    if (!entry.indices) {
      read(context, *entry.key, *entry.value);
      continue;
    }
    if (entry.indices.get() != last) inner = context.with_indices(entry.indices->numbers, entry.indices->words);
    last = entry.indices.get();
    inner.run([&] {
      Node key = *entry.key;
      Node value = *entry.value;
      substitute(key, inner);
      substitute(value, inner);
      read(inner, key, value);
    });
  }
}

}  // namespace alembert
