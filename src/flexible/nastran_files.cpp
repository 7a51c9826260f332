#include "flexible/nastran_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/suggest.h"
#include "flexible/inp_lines.h"
#include "flexible/text_rows.h"

namespace alembert::flexible {
namespace {

// The fields of bulk data entries: eight columns each, sixteen in those with *, or separated by commas. Continuations
// are joined: fields 1 to 8 of the first line, then those of the next.
struct BulkEntry {
  std::string name;
  std::vector<std::string> fields;
  SourcePosition where;

  TextRow row() const { return {name, fields, where}; }
  std::string field(std::size_t i) const { return i < fields.size() ? fields[i] : ""; }
};

std::string trim_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out;
  if (line.find(',') != std::string::npos) {
    std::size_t at = 0;
    for (std::size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', at)) {
      out.push_back(trim_blanks(line.substr(at, comma - at)));
      at = comma + 1;
    }
    out.push_back(trim_blanks(line.substr(at)));
    out.resize(std::max<std::size_t>(out.size(), 9));
    out.resize(9);
    return out;
  }
  const std::string first = line.substr(0, 8);
  const std::size_t width = first.find('*') != std::string::npos ? 16 : 8, count = width == 16 ? 4 : 8;
  out.push_back(trim_blanks(first));
  for (std::size_t k = 0; k < count; ++k)
    out.push_back(8 + k * width < line.size() ? trim_blanks(line.substr(8 + k * width, width)) : "");
  return out;
}

std::vector<BulkEntry> read_bulk(const std::filesystem::path& path) {
  std::vector<BulkEntry> out;
  for (const TextRow& row : read_rows(path, " \t\r")) {
    if (row.line.starts_with("$")) continue;
    std::vector<std::string> fields = fields_of(row.line);
    const bool more = fields[0].empty() || fields[0][0] == '*' || fields[0][0] == '+';
    if (more && out.empty()) throw ModelError(row.where, "a continuation without what it continues");
    if (!more) {
      std::string name = upper_case(fields[0]);
      std::erase(name, '*');
      out.push_back({trim_blanks(name), {}, row.where});
    }
    out.back().fields.insert(out.back().fields.end(), fields.begin() + 1, fields.end());
  }
  return out;
}

std::string chosen_matrix(const std::vector<std::string>& there, const std::string& name, const SourcePosition& where) {
  if (there.empty()) throw ModelError(where, "there is no matrix in the file");
  if (name.empty()) {
    if (there.size() == 1) return there[0];
    throw ModelError(where,
                     fmt::format("there are several matrices in the file: say which ({})", fmt::join(there, ", ")));
  }
  const std::string wanted = upper_case(name);
  if (std::find(there.begin(), there.end(), wanted) == there.end())
    throw ModelError(where, fmt::format("there is no matrix `{}` in the file{}", name, did_you_mean(wanted, there)));
  return wanted;
}

// Values have points; heads of columns and strings are whole numbers, and those of matrices begin with one.
bool is_value_line(const TextRow& row) { return row.cells[0].find('.') != std::string::npos; }

// Numbers of sixteen (or so) columns that may touch: a new one begins after an exponent.
std::vector<double> values_of(const TextRow& row) {
  std::string spaced;
  for (std::size_t i = 0; i < row.line.size(); ++i) {
    const char c = row.line[i];
    const bool sign = c == '-' || c == '+';
    const bool in_exponent = i > 0 && std::string("eEdD").find(row.line[i - 1]) != std::string::npos;
    if (sign && !in_exponent) spaced += ' ';
    spaced += c;
  }
  const TextRow cells{row.line, split_cells(spaced, " \t\r"), row.where};
  std::vector<double> out;
  for (std::size_t i = 0; i < cells.cells.size(); ++i) out.push_back(real_in(cells, i, "a value"));
  return out;
}

struct Op4Matrix {
  int size = 0;
  std::vector<Eigen::Triplet<double>> entries;
  bool one_triangle = false;
};

// One matrix after its header: columns `column row words`, then values; row 0: strings of values, each after a line
// `length row` or `row + 65536 (length + 1)`.
std::size_t read_op4_columns(const std::vector<TextRow>& rows, std::size_t i, Op4Matrix& matrix) {
  while (true) {
    if (i >= rows.size()) throw ModelError(rows.back().where, "the file ends inside a matrix: it is cut short");
    const int column = whole_in(rows[i], 0, "a column");
    int row = whole_in(rows[i], 1, "a row");
    const bool strings = row == 0, last = column > matrix.size;
    for (++i; i < rows.size() && (is_value_line(rows[i]) || (strings && rows[i].cells.size() < 3)); ++i) {
      if (!is_value_line(rows[i])) {
        const int first = whole_in(rows[i], 0, "a row");
        row = rows[i].cells.size() == 2 ? whole_in(rows[i], 1, "a row") : first % 65536;
        continue;
      }
      for (const double value : values_of(rows[i])) {
        if (last) continue;
        if (row < 1 || row > matrix.size || column < 1)
          throw ModelError(rows[i].where, fmt::format("there is no entry ({}, {}) in the matrix", row, column));
        matrix.entries.emplace_back(row - 1, column - 1, value);
        ++row;
      }
    }
    if (last) return i;
  }
}

}  // namespace

MatrixFile read_dmig(const std::filesystem::path& path, const std::string& name) {
  const std::vector<BulkEntry> bulk = read_bulk(path);
  std::vector<std::string> there;
  for (const BulkEntry& entry : bulk)
    if (entry.name == "DMIG" && entry.field(1) == "0") there.push_back(upper_case(entry.field(0)));
  const std::string wanted = chosen_matrix(there, name, {path.string(), 0, 0});
  std::map<NodeDirection, int> index;
  struct Labelled {
    NodeDirection row, column;
    double value;
  };
  std::vector<Labelled> list;
  bool one_triangle = false;
  for (const BulkEntry& entry : bulk) {
    if (entry.name != "DMIG" || upper_case(entry.field(0)) != wanted) continue;
    const TextRow row = entry.row();
    if (entry.field(1) == "0") {
      one_triangle = whole_in(row, 2, "the form of the matrix") == 6;
      if (const int type = whole_in(row, 3, "the type of the matrix"); type > 2)
        throw ModelError(entry.where, fmt::format("matrix `{}` is complex", wanted));
      continue;
    }
    // name GJ CJ (blank) G1 C1 A1 (B1) G2 C2 A2 (B2) ...
    const auto coordinate = [&](std::size_t at) -> NodeDirection {
      const int component = entry.field(at + 1).empty() ? 0 : whole_in(row, at + 1, "a component");
      if (component < 1 || component > 6)
        throw ModelError(
            entry.where,
            fmt::format("matrix `{}` has coordinates that are not of grid points (component {})", wanted, component));
      return {whole_in(row, at, "a grid point"), component - 1};
    };
    const NodeDirection column = coordinate(1);
    index[column] = 0;
    for (std::size_t at = 4; at + 2 < entry.fields.size(); at += 4) {
      if (entry.field(at).empty()) continue;
      list.push_back({coordinate(at), column, real_in(row, at + 2, "a value")});
      index[list.back().row] = 0;
    }
  }
  MatrixFile out;
  for (auto& [where, place] : index) {
    place = static_cast<int>(out.coordinates.size());
    out.coordinates.push_back(where);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (const Labelled& l : list) entries.emplace_back(index[l.row], index[l.column], l.value);
  out.matrix = whole_matrix(static_cast<int>(index.size()), entries, one_triangle);
  return out;
}

MatrixFile read_op4(const std::filesystem::path& path, const std::string& name) {
  const std::vector<TextRow> rows = read_rows(path, " \t\r");
  std::map<std::string, Op4Matrix> matrices;
  std::vector<std::string> there;
  for (std::size_t i = 0; i < rows.size();) {
    // columns rows form type NAME format; the name may follow the number without a space
    std::string line = rows[i].line;
    const std::size_t name_at = line.find_first_not_of(" 0123456789-");
    if (name_at != std::string::npos) line.insert(name_at, " ");
    const TextRow head{line, split_cells(line, " \t\r"), rows[i].where};
    Op4Matrix matrix;
    matrix.size = whole_in(head, 0, "the number of columns");
    const int count = std::abs(whole_in(head, 1, "the number of rows"));
    const int type = whole_in(head, 3, "the type of the matrix");
    if (type > 2) throw ModelError(head.where, "the matrix is complex");
    if (head.cells.size() < 5)
      throw ModelError(head.where, fmt::format("expected the head of a matrix, found `{}`", line));
    there.push_back(upper_case(head.cells[4].substr(0, 8)));
    i = read_op4_columns(rows, i + 1, matrix);
    if (count != matrix.size) {
      there.pop_back();  // vectors and modes stand in such files, too
      continue;
    }
    matrices[there.back()] = std::move(matrix);
  }
  const Op4Matrix& chosen = matrices.at(chosen_matrix(there, name, {path.string(), 0, 0}));
  return {whole_matrix(chosen.size, chosen.entries, false), {}};
}

NodeFile read_grids(const std::filesystem::path& path) {
  NodeFile out;
  std::vector<Vec3> positions;
  std::map<int, int> there;
  for (const BulkEntry& entry : read_bulk(path)) {
    if (entry.name != "GRID") continue;
    const TextRow row = entry.row();
    const int label = whole_in(row, 0, "the number of a grid point");
    for (const std::size_t system : {std::size_t{1}, std::size_t{5}})
      if (!entry.field(system).empty() && entry.field(system) != "0" && entry.field(system) != "-1")
        throw ModelError(entry.where,
                         fmt::format("grid point {} is in coordinate system {}: only the basic one is supported", label,
                                     entry.field(system)));
    if (!there.emplace(label, 0).second)
      throw ModelError(entry.where, fmt::format("grid point {} is there twice", label));
    Vec3 at = Vec3::Zero();
    for (std::size_t c = 0; c < 3; ++c)
      if (!entry.field(2 + c).empty()) at[static_cast<Eigen::Index>(c)] = real_in(row, 2 + c, "a coordinate");
    out.labels.push_back(label);
    positions.push_back(at);
  }
  if (positions.empty()) throw ModelError({path.string(), 0, 0}, "there are no GRID entries in the file");
  out.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) out.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
  return out;
}

}  // namespace alembert::flexible
