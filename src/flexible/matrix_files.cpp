#include "flexible/matrix_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "flexible/nastran_files.h"
#include "flexible/read_inp.h"
#include "flexible/text_rows.h"

namespace alembert::flexible {
namespace {

using MatrixEntries = std::vector<Eigen::Triplet<double>>;

constexpr int largest_matrix = 50'000'000;

// `row column value`
MatrixFile read_coordinate_rows(const std::vector<TextRow>& rows, std::size_t from, int size, bool one_triangle) {
  MatrixEntries entries;
  int largest = size;
  for (std::size_t i = from; i < rows.size(); ++i) {
    const int row = whole_in(rows[i], 0, "a row"), column = whole_in(rows[i], 1, "a column");
    if (rows[i].cells.size() != 3)
      throw ModelError(rows[i].where, fmt::format("expected `row column value`, found `{:.60}`", rows[i].line));
    const int higher = std::max(row, column);
    if (std::min(row, column) < 1 || higher > largest_matrix || (size > 0 && higher > size))
      throw ModelError(rows[i].where, fmt::format("there is no entry ({}, {}) in the matrix", row, column));
    largest = std::max(largest, higher);
    entries.emplace_back(row - 1, column - 1, real_in(rows[i], 2, "a value"));
  }
  return {whole_matrix(largest, entries, one_triangle), {}};
}

// `node, dof, node, dof, value`
MatrixFile read_labelled_rows(const std::vector<TextRow>& rows) {
  std::map<NodeDirection, int> index;
  const auto coordinate = [&](const TextRow& row, std::size_t cell) -> NodeDirection {
    const NodeDirection out{whole_in(row, cell, "a node"), whole_in(row, cell + 1, "a degree of freedom") - 1};
    if (out.direction < 0 || out.direction > 5)
      throw ModelError(row.where,
                       fmt::format("degree of freedom {} is not a displacement or a rotation", out.direction + 1));
    index[out] = 0;
    return out;
  };
  struct Labelled {
    NodeDirection row, column;
    double value;
  };
  std::vector<Labelled> list;
  for (const TextRow& row : rows) {
    if (row.line.starts_with("*") || row.line.starts_with("#")) continue;
    list.push_back({coordinate(row, 0), coordinate(row, 2), real_in(row, 4, "a value")});
  }
  MatrixFile out;
  for (auto& [where, place] : index) {
    place = static_cast<int>(out.coordinates.size());
    out.coordinates.push_back(where);
  }
  MatrixEntries entries;
  for (const Labelled& l : list) entries.emplace_back(index[l.row], index[l.column], l.value);
  out.matrix = whole_matrix(static_cast<int>(index.size()), entries, false);
  return out;
}

MatrixFile read_abaqus(const std::vector<TextRow>& rows) {
  if (rows.empty()) throw Error(ExitCode::bad_model, "the matrix is empty");
  return rows[0].cells.size() == 5 ? read_labelled_rows(rows) : read_coordinate_rows(rows, 0, 0, false);
}

MatrixFile read_matrix_market(const std::vector<TextRow>& rows) {
  if (rows.empty() || !rows[0].line.starts_with("%%MatrixMarket"))
    throw ModelError(rows.empty() ? SourcePosition{} : rows[0].where, "expected %%MatrixMarket at the beginning");
  const std::vector<std::string>& head = rows[0].cells;
  if (head.size() < 5 || head[2] != "coordinate" || (head[3] != "real" && head[3] != "integer") ||
      (head[4] != "symmetric" && head[4] != "general"))
    throw ModelError(rows[0].where, "expected `matrix coordinate real symmetric` or `general`");
  std::size_t first = 1;
  while (first < rows.size() && rows[first].line.starts_with("%")) ++first;
  if (first == rows.size()) throw ModelError(rows[0].where, "the file ends before the size of the matrix");
  const int size = whole_in(rows[first], 0, "the number of rows"),
            count = whole_in(rows[first], 2, "the number of entries");
  if (size < 1 || whole_in(rows[first], 1, "the number of columns") != size)
    throw ModelError(rows[first].where, "the matrix is not square");
  if (static_cast<std::size_t>(count) != rows.size() - first - 1)
    throw ModelError(rows.back().where, fmt::format("{} entries are announced, {} are there: the file is cut short, or "
                                                    "has more than one matrix",
                                                    count, rows.size() - first - 1));
  return read_coordinate_rows(rows, first + 1, size, head[4] == "symmetric");
}

// Decimal commas, as some programs write where they are customary.
std::vector<TextRow> rows_of_nodes(const std::filesystem::path& path) {
  std::vector<TextRow> rows = read_rows(path);
  const bool tabs = rows.size() > 1 && rows[1].line.find('\t') != std::string::npos;
  if (!tabs) return rows;
  for (TextRow& row : rows) {
    row.cells = split_cells(row.line, "\t\r");
    for (std::string& cell : row.cells) std::replace(cell.begin(), cell.end(), ',', '.');
  }
  return rows;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.eEdD") == std::string::npos &&
         text.find_first_of("0123456789") != std::string::npos;
}

NodeFile read_node_columns(const std::filesystem::path& path) {
  NodeFile out;
  std::vector<Vec3> positions;
  std::set<int> there;
  bool header = true;
  for (const TextRow& row : rows_of_nodes(path)) {
    if (row.line.starts_with("#") || row.line.starts_with("%")) continue;
    if (std::exchange(header, false) && !is_number(row.cells[0])) continue;
    if (row.cells.size() < 4) throw ModelError(row.where, "expected `node x y z`");
    const int label = whole_in(row, 0, "the number of a node");
    if (!there.insert(label).second) throw ModelError(row.where, fmt::format("node {} is there twice", label));
    out.labels.push_back(label);
    positions.emplace_back(real_in(row, 1, "a coordinate"), real_in(row, 2, "a coordinate"),
                           real_in(row, 3, "a coordinate"));
  }
  out.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) out.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
  return out;
}

int direction_of(const std::string& word, const TextRow& row) {
  constexpr const char* words[] = {"UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"};
  for (int k = 0; k < 6; ++k)
    if (word == words[k]) return k;
  throw ModelError(row.where, fmt::format("expected UX, UY, UZ, ROTX, ROTY or ROTZ, found `{}`", word));
}

}  // namespace

Sparse whole_matrix(int size, const MatrixEntries& entries, bool one_triangle) {
  MatrixEntries all = entries;
  bool lower = false, upper = false;
  for (const auto& e : entries) {
    lower = lower || e.row() > e.col();
    upper = upper || e.row() < e.col();
  }
  if (one_triangle || !lower || !upper) {
    std::set<std::pair<int, int>> there;  // symmetric matrices may have both triangles, or entries of either
    if (lower && upper)
      for (const auto& e : entries) there.emplace(e.row(), e.col());
    for (const auto& e : entries)
      if (e.row() != e.col() && there.count({e.col(), e.row()}) == 0) all.emplace_back(e.col(), e.row(), e.value());
  }
  Sparse out(size, size);
  out.setFromTriplets(all.begin(), all.end());
  return out;
}

MatrixFile read_matrix(const std::filesystem::path& path, MatrixFormat format, const std::string& name) {
  switch (format) {
    case MatrixFormat::abaqus:
      return read_abaqus(read_rows(path));
    case MatrixFormat::calculix:
      return read_coordinate_rows(read_rows(path), 0, 0, true);
    case MatrixFormat::matrix_market:
      return read_matrix_market(read_rows(path));
    case MatrixFormat::dmig:
      return read_dmig(path, name);
    default:
      return read_op4(path, name);
  }
}

std::vector<NodeDirection> read_coordinates(const std::filesystem::path& path, int size) {
  std::vector<TextRow> rows = read_rows(path);
  std::vector<NodeDirection> out;
  if (!rows.empty() && rows[0].line.starts_with("%%MatrixMarket")) {
    std::erase_if(rows, [](const TextRow& row) { return row.line.starts_with("%"); });
    const int count = rows.empty() ? 0 : whole_in(rows[0], 0, "the number of nodes");
    if (count < 1 || static_cast<std::size_t>(count) != rows.size() - 1 || size % count != 0)
      throw ModelError({path.string(), 0, 0}, fmt::format("{} nodes do not fit a matrix of {} rows", count, size));
    for (std::size_t i = 1; i < rows.size(); ++i)
      for (int c = 0; c < size / count; ++c) out.push_back({whole_in(rows[i], 0, "a node"), c});
  } else if (!rows.empty() && rows.back().cells.size() == 3) {
    for (const TextRow& row : rows) {
      if (!is_number(row.cells[0])) continue;
      out.push_back({whole_in(row, 1, "a node"), direction_of(row.cells.size() > 2 ? row.cells[2] : "", row)});
    }
  } else {
    for (const TextRow& row : rows) {  // as text: 10.1 and 10.10 differ
      const std::vector<std::string> parts = split_cells(row.cells[0], ".");
      const TextRow both{row.line, parts, row.where};
      const NodeDirection one{whole_in(both, 0, "a node"), whole_in(both, 1, "a direction") - 1};
      if (one.direction < 0 || one.direction > 5)
        throw ModelError(row.where, fmt::format("`{}` is not a displacement or a rotation", row.cells[0]));
      out.push_back(one);
    }
  }
  if (static_cast<int>(out.size()) != size)
    throw ModelError({path.string(), 0, 0},
                     fmt::format("{} coordinates do not fit a matrix of {} rows", out.size(), size));
  return out;
}

NodeFile read_nodes(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".inp") {
    const Mesh mesh = read_inp(path, true);
    return {mesh.labels, mesh.nodes, mesh.node_sets};
  }
  if (ending == ".bdf" || ending == ".dat" || ending == ".nas") return read_grids(path);
  return read_node_columns(path);
}

}  // namespace alembert::flexible
