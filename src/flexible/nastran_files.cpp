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
    out.resize(out[0].find('*') != std::string::npos ? 5 : 9);  // the next field, if any, names the continuation
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

// The format of values, 1P,3E23.16: how many columns each has.
std::size_t width_of_values(const std::string& format) {
  const std::size_t e = format.find_last_of("EDed"), dot = format.find('.', e);
  if (e == std::string::npos || dot == std::string::npos) return 0;
  const std::string digits = format.substr(e + 1, dot - e - 1);
  return digits.empty() || digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string::npos
             ? 0
             : static_cast<std::size_t>(std::stoi(digits));
}

struct Op4Head {
  int columns = 0, rows = 0, type = 0;
  std::string name;
  std::size_t width = 0;
  SourcePosition where;
};

// columns rows form type NAME format; rows are negative where strings have their rows in a number of their own. The
// name follows the number without a space.
Op4Head read_op4_head(const TextRow& row) {
  std::string line = row.line;
  const std::size_t name_at = line.find_first_not_of(" 0123456789-\t");
  if (name_at != std::string::npos) line.insert(name_at, " ");
  const TextRow cells{line, split_cells(line, " \t\r"), row.where};
  if (cells.cells.size() < 5)
    throw ModelError(row.where, fmt::format("expected the head of a matrix (columns rows form type NAME format), found "
                                            "`{:.60}`: is the file binary, or no OUTPUT4?",
                                            row.line));
  Op4Head out;
  out.columns = whole_in(cells, 0, "the number of columns");
  out.rows = whole_in(cells, 1, "the number of rows");
  out.type = whole_in(cells, 3, "the type of the matrix");
  constexpr int most = 50'000'000;
  if (out.columns < 1 || out.rows == 0 || out.columns > most || out.rows > most || out.rows < -most || out.type < 1 ||
      out.type > 4)
    throw ModelError(row.where, fmt::format("this is no head of a matrix: `{:.60}`", row.line));
  out.rows = std::abs(out.rows);
  // NAME takes eight columns, and the format may touch it: KAAX1234 1P,3E23.16
  const std::string rest = line.substr(name_at == std::string::npos ? line.size() : name_at + 1);
  out.name = upper_case(trim_blanks(rest.substr(0, std::min<std::size_t>(8, rest.find_first_of(" \t\r")))));
  out.width = width_of_values(rest.size() > out.name.size() ? rest.substr(out.name.size()) : "");
  out.where = row.where;
  return out;
}

bool is_value_line(const TextRow& row) { return row.line.find('.') != std::string::npos; }

// Numbers have the columns of the format, and may touch.
std::vector<double> values_of(const TextRow& row, std::size_t width) {
  TextRow cells{row.line, {}, row.where};
  if (width == 0) {
    cells.cells = row.cells;
  } else {
    for (std::size_t at = 0; at < row.line.size(); at += width)
      if (const std::string cell = trim_blanks(row.line.substr(at, width)); !cell.empty()) cells.cells.push_back(cell);
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < cells.cells.size(); ++i) out.push_back(real_in(cells, i, "a value"));
  return out;
}

struct Op4Matrix {
  Op4Head head;
  std::vector<Eigen::Triplet<double>> entries;
};

// One matrix after its head: columns `column row words`, then values; row 0: strings of values, each after a line
// `words row`, or `row + 65536 (words + 1)`. The column after the last ends the matrix.
class Op4Columns {
 public:
  Op4Columns(const std::vector<TextRow>& rows, std::size_t at, Op4Matrix& matrix)
      : rows_(rows), at_(at), matrix_(matrix), head_(matrix.head) {}

  std::size_t read() {
    for (bool last = false; !last;) {
      if (at_ >= rows_.size()) throw ModelError(rows_.back().where, "the file ends inside a matrix: it is cut short");
      const TextRow& line = rows_[at_++];
      const int column = whole_in(line, 0, "a column"), row = whole_in(line, 1, "a row");
      const int words = whole_in(line, 2, "a number of words");
      last = column > head_.columns;
      if (column < 1 || row < 0 || words < 0) throw ModelError(line.where, "this is no head of a column");
      if (row > 0)
        read_values(last ? 0 : column, row, words, last);
      else
        while (at_ < rows_.size() && rows_[at_].cells.size() < 3 && !is_value_line(rows_[at_])) read_string(column);
    }
    return at_;
  }

 private:
  void read_string(int column) {
    const TextRow& line = rows_[at_++];
    const int first = whole_in(line, 0, "a string");
    if (line.cells.size() == 2) return read_values(column, whole_in(line, 1, "a row"), first - 1, false);
    read_values(column, first % 65536, first / 65536 - 1, false);
  }

  // Values of double precision have two words; some programs count values instead. Those of complex matrices come in
  // pairs and are passed over.
  void read_values(int column, int row, int words, bool last) {
    const std::size_t begin = at_;
    int count = 0;
    const int most = std::max(words, 1);
    for (; at_ < rows_.size() && is_value_line(rows_[at_]) && rows_[at_].cells.size() > 0 && !is_head(rows_[at_]);
         ++at_)
      for (const double value : values_of(rows_[at_], head_.width)) {
        if (++count > 2 * most) throw ModelError(rows_[at_].where, "there are more values than the column says");
        if (last || head_.type > 2) continue;
        if (row < 1 || row > head_.rows)
          throw ModelError(rows_[at_].where, fmt::format("there is no entry ({}, {}) in the matrix", row, column));
        matrix_.entries.emplace_back(row++ - 1, column - 1, value);
      }
    const int per_value = head_.type % 2 == 0 ? 2 : 1;
    if (!last && count != words && count * per_value != words)
      throw ModelError(rows_[std::min(begin, rows_.size() - 1)].where,
                       fmt::format("column {} has {} values where {} are announced: the file is cut short", column,
                                   count, words / per_value));
  }

  // The head of the next matrix has a point, too: that of its format.
  static bool is_head(const TextRow& row) {
    return row.line.find_first_not_of("+-0123456789.eEdD \t\r") != std::string::npos;
  }

  const std::vector<TextRow>& rows_;
  std::size_t at_;
  Op4Matrix& matrix_;
  const Op4Head& head_;
};

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
      const int form = whole_in(row, 2, "the form of the matrix");
      if (form != 1 && form != 6)
        throw ModelError(entry.where, fmt::format("matrix `{}` has the form {}: expected 1 (square) or 6 (symmetric)",
                                                  wanted, form));
      one_triangle = form == 6;
      if (const int type = whole_in(row, 3, "the type of the matrix"); type < 1 || type > 2)
        throw ModelError(entry.where, fmt::format("matrix `{}` is complex (type {}): expected 1 or 2", wanted, type));
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
    Op4Matrix matrix{read_op4_head(rows[i]), {}};
    i = Op4Columns(rows, i + 1, matrix).read();
    const bool square = matrix.head.columns == matrix.head.rows;  // vectors and modes stand in such files, too
    if (!square && upper_case(name) != matrix.head.name) continue;
    const std::string called = matrix.head.name;
    if (!matrices.emplace(called, std::move(matrix)).second)
      throw ModelError(rows[i - 1].where, fmt::format("matrix `{}` is in the file twice", called));
    there.push_back(called);
  }
  const Op4Matrix& chosen = matrices.at(chosen_matrix(there, name, {path.string(), 0, 0}));
  if (chosen.head.type > 2)
    throw ModelError(chosen.head.where, fmt::format("matrix `{}` is complex", chosen.head.name));
  if (chosen.head.columns != chosen.head.rows)
    throw ModelError(chosen.head.where, fmt::format("matrix `{}` is not square", chosen.head.name));
  return {whole_matrix(chosen.head.columns, chosen.entries, false), {}};
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
