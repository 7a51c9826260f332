#include "flexible/mbdyn_file.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <map>

#include "base/error.h"
#include "base/files.h"
#include "flexible/text_rows.h"

namespace alembert::flexible {
namespace {

// Rows of each record group. Lines that begin with ** and name no group are comments.
class MbdynGroups {
 public:
  explicit MbdynGroups(const std::filesystem::path& path) : file_(path.string()) {
    int group = 0;
    for (const TextRow& row : read_rows(path)) {
      if (row.line.find_first_not_of(" \t") != std::string::npos && row.cells[0].starts_with("**")) {
        if (row.cells.size() > 3 && row.cells[1] == "RECORD" && row.cells[2] == "GROUP") {
          group = whole_in(row, 3, "the number of a record group");
          rows_[group];
        }
        continue;
      }
      rows_[group].push_back(row);
    }
  }

  bool has(int group) const { return rows_.count(group) > 0; }

  const std::vector<TextRow>& rows(int group) const {
    const auto found = rows_.find(group);
    if (found == rows_.end()) throw ModelError({file_, 0, 0}, fmt::format("there is no RECORD GROUP {}", group));
    return found->second;
  }

  std::vector<double> numbers(int group, std::size_t count) const {
    std::vector<double> out;
    for (const TextRow& row : rows(group))
      for (std::size_t k = 0; k < row.cells.size(); ++k) out.push_back(real_in(row, k, "a number"));
    if (out.size() != count)
      throw ModelError({file_, 0, 0},
                       fmt::format("RECORD GROUP {} has {} numbers where {} are needed: the file is cut short "
                                   "or inconsistent",
                                   group, out.size(), count));
    return out;
  }

 private:
  std::string file_;
  std::map<int, std::vector<TextRow>> rows_;
};

}  // namespace

MbdynData read_mbdyn(const std::filesystem::path& path) {
  const MbdynGroups file(path);
  if (file.rows(1).empty()) throw ModelError({path.string(), 0, 0}, "RECORD GROUP 1 is empty");
  const TextRow& head = file.rows(1)[0];  // REVISION nodes normal attachment constraint rejected
  const int nodes = whole_in(head, 1, "the number of nodes");
  int modes = 0;
  for (const std::size_t k : {2, 3, 4}) modes += whole_in(head, k, "a number of modes");
  if (head.cells.size() > 5 && whole_in(head, 5, "a number of modes") != 0)
    throw ModelError(head.where, "files with rejected modes are not supported");
  if (nodes < 1 || modes < 1) throw ModelError(head.where, "there are no nodes or no modes");
  if (!file.has(11))
    throw ModelError({path.string(), 0, 0},
                     "there is no RECORD GROUP 11: without masses of nodes the part cannot move");
  const auto n = static_cast<std::size_t>(nodes), m = static_cast<std::size_t>(modes);

  MbdynData out;
  DiscretePart& part = out.discrete;
  part.source = path.string();
  for (const TextRow& row : file.rows(2))
    for (std::size_t k = 0; k < row.cells.size(); ++k) part.labels.push_back(whole_in(row, k, "the label of a node"));
  if (part.labels.size() != n)
    throw ModelError(head.where, fmt::format("RECORD GROUP 2 has {} nodes where {} are needed", part.labels.size(), n));
  part.nodes.resize(3, nodes);
  for (int c = 0; c < 3; ++c)
    part.nodes.row(c) = Eigen::Map<const Eigen::RowVectorXd>(file.numbers(5 + c, n).data(), nodes);
  number_dofs(part, 6);
  part.K.resize(6 * nodes, 6 * nodes);
  out.shapes = Eigen::Map<const Eigen::MatrixXd>(file.numbers(8, 6 * n * m).data(), 6 * nodes, modes);
  out.stiffness = Eigen::Map<const Eigen::MatrixXd>(file.numbers(10, m * m).data(), modes, modes);
  const std::vector<double> masses = file.numbers(11, 6 * n);
  std::vector<Eigen::Triplet<double>> mu;
  part.masses.points = part.nodes;
  for (int i = 0; i < nodes; ++i) {
    const double* of_node = &masses[6 * static_cast<std::size_t>(i)];
    const Vec3 mass(of_node), inertia(of_node + 3);
    if (mass.minCoeff() < 0.0 || inertia.minCoeff() < 0.0 || mass.maxCoeff() - mass.minCoeff() > 1e-6 * mass.maxCoeff())
      throw ModelError({path.string(), 0, 0}, fmt::format("the masses of node {} differ by direction, or are negative",
                                                          part.labels[static_cast<std::size_t>(i)]));
    mu.emplace_back(i, i, mass.mean());
    part.masses.rotary.push_back(inertia.asDiagonal());
  }
  part.masses.mu.resize(nodes, nodes);
  part.masses.mu.setFromTriplets(mu.begin(), mu.end());
  part.notes.push_back(fmt::format("{} shapes of {} nodes", modes, nodes));
  return out;
}

void write_mbdyn(const Part& part, const std::filesystem::path& path) {
  fmt::memory_buffer text;
  const auto to = std::back_inserter(text);
  const Eigen::Index n = part.nodes.cols(), m = part.modes();
  fmt::format_to(
      to,
      "** MBDyn MODAL DATA FILE\n** RECORD GROUP 1, HEADER\n**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, "
      "REJECTED MODES.\n      REV0 {} {} 0 0 0\n**\n** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n",
      n, m);
  for (std::size_t i = 0; i < part.labels.size(); ++i)
    fmt::format_to(to, "{}{}", part.labels[i], i % 6 == 5 || i + 1 == part.labels.size() ? "\n" : " ");
  for (int c = 0; c < 3; ++c) {
    fmt::format_to(to, "**\n** RECORD GROUP {}, NODAL {} COORDINATES\n", 5 + c, "XYZ"[c]);
    for (Eigen::Index i = 0; i < n; ++i) fmt::format_to(to, "{:.16e}\n", part.centre[c] + part.nodes(c, i));
  }
  fmt::format_to(to, "**\n** RECORD GROUP 8, MODE SHAPES\n");
  for (Eigen::Index k = 0; k < m; ++k) {
    fmt::format_to(to, "**    NORMAL MODE SHAPE #  {}\n", k + 1);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (const Eigen::MatrixXd* values : {&part.shapes, &part.rotations})
        for (int c = 0; c < 3; ++c) fmt::format_to(to, " {:.16e}", (*values)(3 * i + c, k));
      fmt::format_to(to, "\n");
    }
  }
  const Eigen::VectorXd stiffness = part.mu.cwiseProduct(part.omega.cwiseAbs2());
  for (const auto& [group, what, diagonal] :
       {std::tuple{9, "MASS", &part.mu}, std::tuple{10, "STIFFNESS", &stiffness}}) {
    fmt::format_to(to, "**\n** RECORD GROUP {}, MODAL {} MATRIX\n", group, what);
    for (Eigen::Index k = 0; k < m; ++k)
      for (Eigen::Index l = 0; l < m; ++l)
        fmt::format_to(to, "{:.16e}{}", k == l ? (*diagonal)[k] : 0.0, l + 1 == m ? "\n" : " ");
  }
  fmt::format_to(to, "**\n** RECORD GROUP 12, GLOBAL INERTIA PROPERTIES\n{:.16e}\n", part.mass);
  fmt::format_to(to, "{:.16e} {:.16e} {:.16e}\n", part.centre[0], part.centre[1], part.centre[2]);
  for (int r = 0; r < 3; ++r)
    fmt::format_to(to, "{:.16e} {:.16e} {:.16e}\n", part.J0(r, 0), part.J0(r, 1), part.J0(r, 2));
  files::write_file(path, {text.data(), text.size()});
}

}  // namespace alembert::flexible
