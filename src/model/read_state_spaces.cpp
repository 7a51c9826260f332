// Section `state_spaces:` of the model file.
//
//   x' = A x + B u,   y = C x + D u        per unit of time
#include <fmt/format.h>

#include <filesystem>

#include "model/control_blocks.h"
#include "model/csv_columns.h"

namespace alembert {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows read_file(const Context& context, const Node& node) {
  const std::filesystem::path path = context.file_named(node);
  try {
    return read_csv_matrix(path);
  } catch (const ModelError& error) {
    if (error.where().line > 0) throw;
    context.fail(node, fmt::format("{}: {}", path.string(), message_of(error)));
  }
}

std::vector<double> read_row(const Context& context, const Node& node) {
  if (!node.is(Node::Kind::list) || node.items.empty())
    context.fail(node, fmt::format("expected a row of one or more numbers, [a, b, ...], found {}", describe(node)));
  std::vector<double> out;
  for (const Node& item : node.items) out.push_back(context.number(item, Quantity::none));
  return out;
}

// Is the text of a scalar a number or an expression of parameters, rather than the name of a file?
bool is_number(const Context& context, const Node& node) {
  try {
    context.number(node, Quantity::none);
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

// Every row has as many numbers as the first, and there is one at least.
Rows read_matrix(const Fields& fields, std::string_view key) {
  const Context& context = fields.context();
  const Node& node = fields.need(key);
  const bool scalar = node.is(Node::Kind::scalar);
  if (scalar && !is_number(context, node)) return read_file(context, node);
  if (scalar || !node.is(Node::Kind::list) || node.items.empty())
    context.fail(
        node,
        fmt::format("expected a list of one or more rows, [[a, b, ...], ...], or the name of a CSV file, found {}",
                    describe(node)));
  Rows out;
  for (const Node& row : node.items) {
    out.push_back(read_row(context, row));
    if (out.back().size() != out[0].size())
      context.fail(row, fmt::format("{}: row {} of {} has {} numbers, the first has {}", fields.label(), out.size(),
                                    key, out.back().size(), out[0].size()));
  }
  return out;
}

std::string size_text(std::size_t rows, std::size_t columns) { return fmt::format("{}x{}", rows, columns); }

// Fails at the matrix `key` unless it is of this size; `why` says what asks for it.
void check_size(const Fields& fields, std::string_view key, const Rows& matrix, std::size_t rows, std::size_t columns,
                const std::string& why) {
  if (matrix.size() == rows && matrix[0].size() == columns) return;
  fields.context().fail(fields.need(key),
                        fmt::format("{}: {} must be {} ({}), not {}", fields.label(), key, size_text(rows, columns),
                                    why, size_text(matrix.size(), matrix[0].size())));
}

// A list of `count` entries, one for each of `what`.
const std::vector<Node>& read_list(const Fields& fields, std::string_view key, std::size_t count,
                                   std::string_view what) {
  const Node& node = fields.need(key);
  return fields.context().list(node, count, fmt::format("a list of {}, one for each {}", count, what));
}

void add_products(Sum& sum, const std::vector<double>& factors, const std::vector<Term>& terms) {
  for (std::size_t k = 0; k < factors.size(); ++k) sum.add(factors[k], terms[k]);
}

struct StateSpace {
  Rows A, B, C, D;
};

StateSpace read_matrices(const Fields& fields) {
  StateSpace s{read_matrix(fields, "A"), read_matrix(fields, "B"), read_matrix(fields, "C"), {}};
  const std::size_t n = s.A.size();
  if (s.A[0].size() != n)
    fields.context().fail(fields.need("A"),
                          fmt::format("{}: A must be square, not {}", fields.label(), size_text(n, s.A[0].size())));
  const std::size_t inputs = s.B[0].size(), outputs = s.C.size();
  check_size(fields, "B", s.B, n, inputs, fmt::format("A is {}", size_text(n, n)));
  check_size(fields, "C", s.C, outputs, n, fmt::format("A is {}", size_text(n, n)));
  s.D.assign(outputs, std::vector<double>(inputs, 0.0));
  if (fields.has("D")) {
    s.D = read_matrix(fields, "D");
    check_size(fields, "D", s.D, outputs, inputs,
               fmt::format("B is {}, C {}", size_text(n, inputs), size_text(outputs, n)));
  }
  return s;
}

void read_state_space(Draft& draft, const Context& context, const Node& key, const Node& value) {
  ControlBlock block(draft, context, key, "state space");
  const Fields fields(context, value, key_table("state_space"), block.label(), "state_spaces." + block.name(),
                      &draft.positions);
  const StateSpace s = read_matrices(fields);
  std::vector<double> initial(s.A.size(), 0.0);
  if (fields.has("initial")) {
    const std::vector<Node>& items = read_list(fields, "initial", initial.size(), "state");
    for (std::size_t k = 0; k < items.size(); ++k) initial[k] = context.number(items[k], Quantity::none);
  }
  std::vector<Term> u, x;
  for (const Node& input : read_list(fields, "inputs", s.B[0].size(), "column of B"))
    u.push_back(block.add_input(fmt::format("_u{}", u.size() + 1), input));
  for (std::size_t k = 1; k <= s.A.size(); ++k) x.push_back(block.state(fmt::format("_x{}", k)));
  for (std::size_t k = 0; k < s.A.size(); ++k) {
    Sum rate;
    add_products(rate, s.A[k], x);
    add_products(rate, s.B[k], u);
    block.add_state(fmt::format("_x{}", k + 1), rate, initial[k]);
  }
  const std::vector<Node>* names =
      fields.has("outputs") ? &read_list(fields, "outputs", s.C.size(), "row of C") : nullptr;
  for (std::size_t k = 0; k < s.C.size(); ++k) {
    Sum output;
    add_products(output, s.C[k], x);
    add_products(output, s.D[k], u);
    if (names != nullptr)
      block.add_named_variable((*names)[k], output);
    else
      block.add_variable(s.C.size() == 1 ? "" : fmt::format("_{}", k + 1), output);
  }
}

}  // namespace

void read_state_spaces(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_state_space(draft, inner, key, value);
  });
}

}  // namespace alembert
