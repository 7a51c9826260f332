#include "flexible/mbdyn_file.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>

#include "base/error.h"
#include "base/files.h"
#include "flexible/part_file.h"
#include "flexible/text_rows.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

constexpr int exact = 1000;  // added to the number of a group whose rows are comments

// Rows of each record group.
class MbdynGroups {
 public:
  explicit MbdynGroups(const std::filesystem::path& path) : file_(path.string()) {
    int group = 0, of_comments = 0;
    for (TextRow& row : read_rows(path)) {
      const std::string& first = row.cells[0];
      if (first == "**:") {
        row.cells.erase(row.cells.begin());
        if (of_comments > 0) rows_[of_comments].rows.push_back(std::move(row));
      } else if (first.starts_with("**")) {
        if (row.line.starts_with("** END OF FILE")) break;
        const bool in_comments = row.cells.size() > 3 && row.cells[1] == "EXACT";
        if (row.cells.size() < 4 || (row.cells[1] != "RECORD" && !in_comments) || row.cells[2] != "GROUP") continue;
        const int number = whole_in(row, 3, "the number of a record group");
        if (number < 1 || number > 19)
          throw ModelError(row.where, fmt::format("there is no RECORD GROUP {}: expected 1 to 19", number));
        (in_comments ? of_comments : group) = in_comments ? number + exact : number;
        if (!rows_.try_emplace(in_comments ? of_comments : group, Group{row.where, {}}).second)
          throw ModelError(row.where, fmt::format("RECORD GROUP {} is there twice", number));
      } else if (group == 0) {
        throw ModelError(row.where, "expected ** RECORD GROUP 1 before any number: is this a file for MBDyn?");
      } else {
        rows_[group].rows.push_back(std::move(row));
      }
    }
  }

  bool has(int group) const { return rows_.count(group) > 0; }
  bool has_all(std::initializer_list<int> groups) const {
    for (const int group : groups)
      if (!has(group)) return false;
    return true;
  }

  const std::vector<TextRow>& rows(int group) const { return of(group).rows; }
  const SourcePosition& where(int group) const { return of(group).where; }

  std::vector<double> numbers(int group, std::size_t count) const {
    std::vector<double> out;
    for (const TextRow& row : rows(group))
      for (std::size_t k = 0; k < row.cells.size(); ++k) out.push_back(real_in(row, k, "a number"));
    if (out.size() != count)
      throw ModelError(where(group), fmt::format("RECORD GROUP {} has {} numbers where {} are needed: the file is cut "
                                                 "short or inconsistent",
                                                 group % exact, out.size(), count));
    return out;
  }

 private:
  struct Group {
    SourcePosition where;
    std::vector<TextRow> rows;
  };
  const Group& of(int group) const {
    const auto found = rows_.find(group);
    if (found == rows_.end())
      throw ModelError({file_, 0, 0}, fmt::format("there is no RECORD GROUP {}", group % exact));
    return found->second;
  }

  std::string file_;
  std::map<int, Group> rows_;
};

void read_node_masses(const MbdynGroups& file, DiscretePart& part) {
  const int nodes = part.node_count();
  const std::vector<double> masses = file.numbers(11, 6 * static_cast<std::size_t>(nodes));
  std::vector<Eigen::Triplet<double>> mu;
  part.masses.points = part.nodes;
  for (int i = 0; i < nodes; ++i) {
    const double* of_node = &masses[6 * static_cast<std::size_t>(i)];
    const Vec3 mass(of_node), inertia(of_node + 3);
    if (mass.minCoeff() < 0.0 || inertia.minCoeff() < 0.0 || mass.maxCoeff() - mass.minCoeff() > 1e-6 * mass.maxCoeff())
      throw ModelError(file.where(11), fmt::format("the masses of node {} differ by direction, or are negative",
                                                   part.labels[static_cast<std::size_t>(i)]));
    mu.emplace_back(i, i, mass.mean());
    part.masses.rotary.push_back(inertia.asDiagonal());
  }
  part.masses.mu.resize(nodes, nodes);
  part.masses.mu.setFromTriplets(mu.begin(), mu.end());
}

Mat3 block_of(const std::vector<double>& rows, std::size_t width, std::size_t column) {
  Mat3 out;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      out(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = rows[r * width + column + c];
  return out;
}

// Groups 12, 14 to 16 and 18 are rows of 3 x 3 blocks, one a shape or one a pair of shapes.
GivenInertia read_inertia(const MbdynGroups& file, Eigen::Index modes, int offset) {
  const auto m = static_cast<std::size_t>(modes);
  GivenInertia out;
  out.in_modes = offset > 0;
  const std::vector<double> whole = file.numbers(12, 13), M = file.numbers(9, m * m);
  out.mass = whole[0];
  out.centre = Vec3(&whole[1]);
  for (std::size_t k = 0; k < 9; ++k)
    out.J0(static_cast<Eigen::Index>(k / 3), static_cast<Eigen::Index>(k % 3)) = whole[4 + k];
  out.M = Eigen::Map<const Eigen::MatrixXd>(M.data(), modes, modes);
  using Rows = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;
  out.I3 = Eigen::Map<const Rows>(file.numbers(14 + offset, 3 * m).data(), 3, modes);
  out.I4 = Eigen::Map<const Rows>(file.numbers(15 + offset, 3 * m).data(), 3, modes);
  const std::vector<double> I8 = file.numbers(16 + offset, 9 * m), I9 = file.numbers(18 + offset, 9 * m * m);
  for (std::size_t k = 0; k < m; ++k) out.I8.push_back(block_of(I8, 3 * m, 3 * k));
  for (std::size_t k = 0; k < m * m; ++k) out.I9.push_back(block_of(I9, 3 * m * m, 3 * k));
  return out;
}

struct Counts {
  int nodes = 0, modes = 0;
};

Counts read_head(const MbdynGroups& file) {
  if (file.rows(1).empty()) throw ModelError(file.where(1), "RECORD GROUP 1 is empty");
  const TextRow& head = file.rows(1)[0];  // REVISION nodes normal attachment constraint rejected
  Counts out{whole_in(head, 1, "the number of nodes"), 0};
  constexpr int most = 100'000'000;  // far above what text files hold
  for (const std::size_t k : {2, 3, 4, 5}) {
    const int count = k < 5 || head.cells.size() > 5 ? whole_in(head, k, "a number of modes") : 0;
    if (count < 0 || count > most) throw ModelError(head.where, fmt::format("there are no {} modes", count));
    out.modes += k < 5 ? count : -count;
  }
  if (out.nodes < 1 || out.modes < 1) throw ModelError(head.where, "there are no nodes or no modes");
  return out;
}

// How far modal masses of masses at nodes are from those of group 9.
void note_modal_masses(const MbdynGroups& file, MbdynData& data) {
  if (!file.has(9)) return;
  const Eigen::Index m = data.shapes.cols();
  const std::vector<double> numbers = file.numbers(9, static_cast<std::size_t>(m * m));
  const Eigen::Map<const Eigen::MatrixXd> given(numbers.data(), m, m);
  const Eigen::MatrixXd found = data.shapes.transpose() * (mass_matrix(data.discrete) * data.shapes);
  double apart = 0.0;
  for (Eigen::Index k = 0; k < m; ++k)
    if (given(k, k) > 0.0) apart = std::max(apart, std::abs(found(k, k) / given(k, k) - 1.0));
  if (apart > 1e-6)
    data.discrete.notes.push_back(fmt::format(
        "modal masses of the nodes' masses (RECORD GROUP 11), which are taken, are up to {:.2g} % off those of "
        "RECORD GROUP 9",
        100.0 * apart));
}

class Text {
 public:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
  }
  template <class Matrix>
  void rows(const Matrix& matrix) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) add(" {:.16e}", matrix(r, c));
      add("\n");
    }
  }
  // Row by row, six numbers a line.
  template <class Matrix>
  void comment(int group, const char* what, const Matrix& matrix) {
    add("** EXACT GROUP {}, {}\n", group, what);
    Eigen::Index count = 0;
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
        add("{} {:.16e}", count % 6 == 0 ? "**:" : "", matrix(r, c));
        ++count;
        if (count % 6 == 0 || count == matrix.size()) add("\n");
      }
  }
  const fmt::memory_buffer& buffer() const { return buffer_; }

 private:
  fmt::memory_buffer buffer_;
};

Eigen::MatrixXd side_by_side(const std::vector<Mat3>& blocks) {
  Eigen::MatrixXd out(3, 3 * static_cast<Eigen::Index>(blocks.size()));
  for (std::size_t k = 0; k < blocks.size(); ++k) out.middleCols<3>(3 * static_cast<Eigen::Index>(k)) = blocks[k];
  return out;
}

// By how much modal masses and moments of inertia are off when all masses are at the nodes.
double error_of_lumping(const Part& part) {
  const Eigen::Index n = part.nodes.cols(), m = part.modes();
  Eigen::MatrixXd U(6 * n, m), MU(6 * n, m);
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(6 * n, 6);
  for (Eigen::Index i = 0; i < n; ++i) {
    U.middleRows<3>(6 * i) = part.shapes.middleRows<3>(3 * i);
    U.middleRows<3>(6 * i + 3) = part.rotations.middleRows<3>(3 * i);
    Eigen::Matrix<double, 6, 1> masses;
    masses << Vec3::Constant(part.lumped(0, i)), part.lumped.col(i).tail<3>();
    MU.middleRows<6>(6 * i) = masses.asDiagonal() * U.middleRows<6>(6 * i);
    D.block<6, 6>(6 * i, 0).setIdentity();
    D.block<3, 3>(6 * i, 3) = -so3::hat(part.nodes.col(i));
    D.middleRows<6>(6 * i) = masses.cwiseSqrt().asDiagonal() * D.middleRows<6>(6 * i).eval();
  }
  const Eigen::VectorXd scale = part.mu.cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd modal = scale.asDiagonal() * Eigen::MatrixXd(U.transpose() * MU) * scale.asDiagonal();
  double error = (modal - Eigen::MatrixXd::Identity(m, m)).cwiseAbs().maxCoeff();
  const Eigen::MatrixXd whole = D.transpose() * D;
  error = std::max(error, std::abs(whole(0, 0) / part.mass - 1.0));
  return std::max(error, (whole.bottomRightCorner<3, 3>() - part.J0).norm() / part.J0.norm());
}

void write_masses(Text& text, const Part& part, bool with_exact) {
  text.add("**\n** RECORD GROUP 11, DIAGONAL OF LUMPED MASS MATRIX\n");
  for (Eigen::Index i = 0; i < part.nodes.cols(); ++i) {
    Eigen::RowVectorXd row(6);
    row << Eigen::RowVector3d::Constant(part.lumped(0, i)), part.lumped.col(i).tail<3>().transpose();
    text.rows(row);
  }
  text.add("**\n** RECORD GROUP 12, GLOBAL INERTIA PROPERTIES\n {:.16e}\n", part.mass);
  text.rows(part.centre.transpose());
  text.rows(part.J0);
  if (!with_exact) return;
  const GivenInertia inertia = inertia_of(part);
  text.add(
      "**\n** The masses are not all at nodes, and those of RECORD GROUP 11 approximate them. Exact invariants:\n");
  text.comment(14, "INVARIANT 3", inertia.I3);
  text.comment(15, "INVARIANT 4", inertia.I4);
  text.comment(16, "INVARIANT 8", side_by_side(inertia.I8));
  text.comment(18, "INVARIANT 9", side_by_side(inertia.I9));
}

}  // namespace

MbdynData read_mbdyn(const std::filesystem::path& path) {
  const MbdynGroups file(path);
  const auto [nodes, modes] = read_head(file);
  const auto n = static_cast<std::size_t>(nodes), m = static_cast<std::size_t>(modes);
  MbdynData out;
  DiscretePart& part = out.discrete;
  part.source = path.string();
  for (const TextRow& row : file.rows(2))
    for (std::size_t k = 0; k < row.cells.size(); ++k) part.labels.push_back(whole_in(row, k, "the label of a node"));
  if (part.labels.size() != n)
    throw ModelError(file.where(2),
                     fmt::format("RECORD GROUP 2 has {} nodes where {} are needed", part.labels.size(), n));
  std::map<int, int> there;
  for (const int label : part.labels)
    if (++there[label] > 1) throw ModelError(file.where(2), fmt::format("node {} is there twice", label));
  part.nodes.resize(3, nodes);
  for (int c = 0; c < 3; ++c)
    part.nodes.row(c) = Eigen::Map<const Eigen::RowVectorXd>(file.numbers(5 + c, n).data(), nodes);
  number_dofs(part, 6);
  part.K.resize(6 * nodes, 6 * nodes);
  out.shapes = Eigen::Map<const Eigen::MatrixXd>(file.numbers(8, 6 * n * m).data(), 6 * nodes, modes);
  out.stiffness = Eigen::Map<const Eigen::MatrixXd>(file.numbers(10, m * m).data(), modes, modes);
  part.notes.push_back(fmt::format("{} shapes of {} nodes", modes, nodes));
  if (file.has(12)) file.numbers(12, 13);  // not cut short, whether it is used or not
  if (file.has(14 + exact))
    out.inertia = read_inertia(file, modes, exact);
  else if (file.has(11))
    read_node_masses(file, part);
  else if (file.has_all({12, 14, 15, 16, 18}))
    out.inertia = read_inertia(file, modes, 0);
  else
    throw ModelError(
        {path.string(), 0, 0},
        "the file does not say how the shapes move the mass of the part: that takes RECORD GROUP 11 (masses "
        "of nodes), or 12, 14, 15, 16 and 18 (invariants)");
  if (!out.inertia) note_modal_masses(file, out);
  for (const auto& [group, what] : {std::pair{13, "modal damping"}, std::pair{19, "stiffness by stress"}})
    if (file.has(group)) part.notes.push_back(fmt::format("passed over: RECORD GROUP {}, {}", group, what));
  return out;
}

Part part_of(const MbdynData& data, const std::vector<Interface>& frames) {
  Part part = data.inertia ? part_of_inertia(data.discrete, data.shapes, data.stiffness, *data.inertia, frames)
                           : part_of_shapes(data.discrete, data.shapes, data.stiffness, frames);
  if (const std::string problem = problem_of(part); !problem.empty())
    throw ModelError({data.discrete.source, 0, 0}, fmt::format("the numbers contradict each other: {}", problem));
  return part;
}

std::string write_mbdyn(const Part& part, const std::filesystem::path& path) {
  Text text;
  const Eigen::Index n = part.nodes.cols(), m = part.modes();
  if (const std::string problem = problem_of(part); !problem.empty())
    throw Error(ExitCode::bad_usage, fmt::format("cannot write {}: {}", path.string(), problem));
  if (part.lumped.cols() != n) throw Error(ExitCode::bad_usage, "the part does not know the masses of its nodes");
  text.add(
      "** MBDyn MODAL DATA FILE\n** RECORD GROUP 1, HEADER\n**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, "
      "REJECTED MODES.\n      REV0 {} {} 0 0 0\n**\n** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n",
      n, m);
  for (std::size_t i = 0; i < part.labels.size(); ++i)
    text.add("{}{}", part.labels[i], i % 6 == 5 || i + 1 == part.labels.size() ? "\n" : " ");
  for (const auto& [group, what] : {std::pair{3, "DISPLACEMENTS"}, std::pair{4, "VELOCITIES"}}) {
    text.add("**\n** RECORD GROUP {}, INITIAL MODAL {}\n", group, what);
    text.rows(Eigen::VectorXd::Zero(m));
  }
  for (int c = 0; c < 3; ++c) {
    text.add("**\n** RECORD GROUP {}, NODAL {} COORDINATES\n", 5 + c, "XYZ"[c]);
    for (Eigen::Index i = 0; i < n; ++i) text.add("{:.16e}\n", part.centre[c] + part.nodes(c, i));
  }
  text.add("**\n** RECORD GROUP 8, MODE SHAPES\n");
  for (Eigen::Index k = 0; k < m; ++k) {
    text.add("**    NORMAL MODE SHAPE #  {}\n", k + 1);
    for (Eigen::Index i = 0; i < n; ++i) {
      Eigen::RowVectorXd row(6);
      row << part.shapes.col(k).segment<3>(3 * i).transpose(), part.rotations.col(k).segment<3>(3 * i).transpose();
      text.rows(row);
    }
  }
  text.add("**\n** RECORD GROUP 9, MODAL MASS MATRIX\n");
  text.rows(Eigen::MatrixXd(part.mu.asDiagonal()));
  text.add("**\n** RECORD GROUP 10, MODAL STIFFNESS MATRIX\n");
  text.rows(Eigen::MatrixXd(part.mu.cwiseProduct(part.omega.cwiseAbs2()).asDiagonal()));
  const double error = error_of_lumping(part);
  constexpr double rounding = 1e-9;
  write_masses(text, part, error > rounding);
  text.add("** END OF FILE\n");
  files::write_file(path, {text.buffer().data(), text.buffer().size()});
  return error > rounding
             ? fmt::format(
                   "masses are not all at nodes: MBDyn gets them lumped (RECORD GROUP 11), which changes modal "
                   "masses and moments of inertia by up to {:.2g} %; exact ones stand in comments, which this "
                   "program reads",
                   100.0 * error)
             : "all masses are at nodes: RECORD GROUP 11 is exact";
}

}  // namespace alembert::flexible
