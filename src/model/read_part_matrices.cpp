// Matrices of other programs in a part file: `matrices`.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "flexible/read_matrices.h"
#include "model/part_draft.h"
#include "model/part_keys.h"

namespace alembert {
namespace {

using flexible::MatrixFormat;

MatrixFormat format_of_matrices(const Fields& fields) {
  const std::optional<std::string> chosen = fields.optional_choice("format");
  const Node& file = fields.need("stiffness");
  const std::string ending = std::filesystem::path(fields.context().text(file)).extension().string();
  const std::string name = chosen                                 ? *chosen
                           : ending == ".mtx"                     ? "abaqus"
                           : ending == ".sti"                     ? "calculix"
                           : ending == ".mm"                      ? "matrix_market"
                           : ending == ".pch" || ending == ".bdf" ? "dmig"
                           : ending == ".op4"                     ? "op4"
                                                                  : "";
  if (name == "abaqus") return MatrixFormat::abaqus;
  if (name == "calculix") return MatrixFormat::calculix;
  if (name == "matrix_market") return MatrixFormat::matrix_market;
  if (name == "dmig") return MatrixFormat::dmig;
  if (name == "op4") return MatrixFormat::op4;
  fields.context().fail(file, "the ending of the file does not tell its format: give `format`");
}

}  // namespace

Node with_matrices_gathered(Node part) {
  const auto has = [&](std::string_view key) {
    return std::any_of(part.keys.begin(), part.keys.end(), [&](const Node& k) { return k.text == key; });
  };
  if (!part.is(Node::Kind::map) || !has("stiffness") || has("matrices")) return part;
  Node rest = part, matrices = part;
  rest.keys.clear();
  rest.items.clear();
  matrices.keys.clear();
  matrices.items.clear();
  for (std::size_t k = 0; k < part.keys.size(); ++k) {
    Node& to = part_key_table("part_matrices").find(part.keys[k].text) != nullptr ? matrices : rest;
    if (part.keys[k].text == "stiffness") {
      matrices.line = part.keys[k].line;
      matrices.column = part.keys[k].column;
    }
    to.keys.push_back(std::move(part.keys[k]));
    to.items.push_back(std::move(part.items[k]));
  }
  Node name{Node::Kind::scalar, "matrices", {}, {}, matrices.line, matrices.column, 0};
  rest.keys.push_back(std::move(name));
  rest.items.push_back(std::move(matrices));
  return rest;
}

PartDraft read_matrices_part(const Fields& part, const std::string& name) {
  const Context& context = part.context();
  const Fields fields(context, part.need("matrices"), part_key_table("part_matrices"), "`matrices`", "", nullptr);
  flexible::MatricesRequest request;
  request.stiffness = context.file_named(fields.need("stiffness"));
  request.mass = context.file_named(fields.need("mass"));
  request.nodes = context.file_named(fields.need("nodes"));
  if (const Node* coordinates = fields.find("coordinates")) request.coordinates = context.file_named(*coordinates);
  request.format = format_of_matrices(fields);
  if (const Node* text = fields.find("stiffness_name")) request.stiffness_name = context.text(*text);
  if (const Node* text = fields.find("mass_name")) request.mass_name = context.text(*text);
  request.stiffness_factor = fields.number("stiffness_factor", Quantity::none, 1.0);
  request.mass_factor = fields.number("mass_factor", Quantity::none, 1.0);
  for (const char* key : {"stiffness_factor", "mass_factor"})
    if (const Node* factor = fields.find(key); factor != nullptr && !(context.number(*factor, Quantity::none) > 0.0))
      context.fail(*factor, fmt::format("`{}` must be positive", key));
  request.length = context.factor(Quantity::length);
  request.force = context.factor(Quantity::force);
  request.kilogram = context.factor(Quantity::mass);
  flexible::MatricesPart read = flexible::read_matrices(request);
  PartDraft out;
  out.discrete = std::move(read.discrete);
  out.discrete.name = name;
  out.sets = std::move(read.sets);
  for (std::size_t i = 0; i < out.discrete.labels.size(); ++i)
    out.nodes[std::to_string(out.discrete.labels[i])] = static_cast<int>(i);
  return out;
}

}  // namespace alembert
