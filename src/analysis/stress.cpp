#include "analysis/stress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "base/error.h"
#include "base/suggest.h"
#include "results/csv_writer.h"
#include "results/part_file.h"

namespace alembert {
namespace {

constexpr int kClasses = 16;  // of rain-flow counts, for people to read

// Labels of nodes with stress, the nearest numbers first.
std::string nodes_near(const flexible::Part& part, int label) {
  std::vector<int> all;
  for (const int node : part.stress.node) all.push_back(part.labels[static_cast<std::size_t>(node)]);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::string range = fmt::format("{} nodes from {} to {} have stress", all.size(), all.front(), all.back());
  std::stable_sort(all.begin(), all.end(), [label](int a, int b) { return std::abs(a - label) < std::abs(b - label); });
  all.resize(std::min<std::size_t>(all.size(), 3));
  std::sort(all.begin(), all.end());
  return fmt::format("{}, near it {}", range, fmt::join(all, ", "));
}

}  // namespace

StressOfBody::StressOfBody(const results::RunData& run, const std::string& body, const TimeRange& range) {
  const std::size_t index = flexible_body(run, body);
  const FlexibleRecord& record = run.layout.flexible[index];
  if (record.modes.empty())
    throw UsageError(
        fmt::format("body `{}` did not deform in this run (`coupling: rigid`), and so has no stress", body));
  part_ = part_of(run, record);
  if (part_.stress.node.empty())
    throw UsageError(
        fmt::format("the part of body `{}`, {}, holds no stress: it was made from matrices alone, or without stress "
                    "shapes",
                    body, record.data));
  history_ = modal_history(run, index, range);
  peaks_ = flexible::peaks_of(part_.stress, history_.xi);
}

StressOfBody::Row StressOfBody::row(int point, double von_mises, int instant) const {
  const int node = part_.stress.node[static_cast<std::size_t>(point)];
  return {part_.labels[static_cast<std::size_t>(node)],
          flexible::place_of(part_.stress, point),
          part_.centre + part_.nodes.col(node),
          von_mises,
          history_.time[static_cast<std::size_t>(instant)],
          point};
}

std::vector<StressOfBody::Row> StressOfBody::hot_spots(std::size_t count, std::optional<double> apart) const {
  std::vector<Row> out;
  for (const flexible::HotSpot& spot :
       flexible::hot_spots(part_, peaks_, history_.xi, count, apart.value_or(separation())))
    out.push_back(row(spot.point, spot.von_mises, spot.instant));
  return out;
}

std::vector<StressOfBody::Row> StressOfBody::points_of_node(int label) const {
  const int node = flexible::index_of_node(part_, label);
  const std::vector<int> points = node < 0 ? std::vector<int>() : flexible::points_of(part_.stress, node);
  if (points.empty())
    throw UsageError(fmt::format("{} {}: {}", node < 0 ? "there is no node" : "no stress is known at node", label,
                                 nodes_near(part_, label)));
  std::vector<Row> out;
  for (const int p : points) {
    const int instant = peaks_[static_cast<std::size_t>(p)].instant;
    out.push_back(row(p, flexible::history_of(part_.stress, p, history_.xi.col(instant))(6, 0), instant));
  }
  std::stable_sort(out.begin(), out.end(), [](const Row& a, const Row& b) { return a.von_mises > b.von_mises; });
  return out;
}

Eigen::MatrixXd StressOfBody::history(int point) const {
  const auto seven = flexible::history_of(part_.stress, point, history_.xi);
  Eigen::MatrixXd out(8, seven.cols());
  out.topRows<7>() = seven;
  for (Eigen::Index t = 0; t < seven.cols(); ++t) out(7, t) = std::copysign(seven(6, t), seven.col(t).head<3>().sum());
  return out;
}

int StressOfBody::column(const std::string& name) {
  const std::vector<std::string> names(std::begin(kColumns), std::end(kColumns));
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw UsageError(fmt::format("there is no stress `{}`; there are {}{}", name, fmt::join(names, ", "),
                                 did_you_mean(name, names)));
  return static_cast<int>(found - names.begin());
}

std::string StressOfBody::table(const std::vector<Row>& rows) {
  std::size_t width = 5;
  for (const Row& r : rows) width = std::max(width, r.place.size());
  std::string out = fmt::format("{:>3}  {:>8}  {:<{}}  {:>10}  {:>10}  {:>10}  {:>14}  {:>12}\n", "no", "node", "place",
                                width, "x [m]", "y [m]", "z [m]", "von Mises [Pa]", "time [s]");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& r = rows[k];
    out += fmt::format("{:>3}  {:>8}  {:<{}}  {:>10.6g}  {:>10.6g}  {:>10.6g}  {:>14.6g}  {:>12.7g}\n", k + 1, r.node,
                       r.place, width, r.at[0], r.at[1], r.at[2], r.von_mises, r.time);
  }
  return out;
}

void StressOfBody::write_table(const std::filesystem::path& path, const std::vector<Row>& rows) {
  results::PartFile file(path);
  auto out = std::back_inserter(file.buffer());
  fmt::format_to(out, "no,node,place,x [m],y [m],z [m],von_mises [Pa],time [s]\n");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& r = rows[k];
    fmt::format_to(out, "{},{},{},{},{},{},{},{}\n", k + 1, r.node, results::csv_field(r.place), r.at[0], r.at[1],
                   r.at[2], r.von_mises, r.time);
  }
  file.commit();
}

void StressOfBody::write_history(const std::filesystem::path& path, int point) const {
  results::PartFile file(path);
  auto out = std::back_inserter(file.buffer());
  fmt::format_to(out, "time [s]");
  for (const char* name : kColumns) fmt::format_to(out, ",{} [Pa]", name);
  fmt::format_to(out, "\n");
  const Eigen::MatrixXd values = history(point);
  for (Eigen::Index t = 0; t < values.cols(); ++t) {
    fmt::format_to(out, "{}", history_.time[static_cast<std::size_t>(t)]);
    for (Eigen::Index k = 0; k < values.rows(); ++k) fmt::format_to(out, ",{}", values(k, t));
    fmt::format_to(out, "\n");
    file.flush_if_large();
  }
  file.commit();
}

std::string cycle_table(const std::vector<flexible::Cycle>& cycles) {
  std::string out = fmt::format("{:>16}  {:>14}  {:>10}\n", "range up to [Pa]", "mean [Pa]", "cycles");
  for (const flexible::Cycle& c : flexible::in_classes(cycles, kClasses))
    out += fmt::format("{:>16.6g}  {:>14.6g}  {:>10.1f}\n", c.range, c.mean, c.count);
  return out;
}

void write_cycles(const std::filesystem::path& path, const std::vector<flexible::Cycle>& cycles) {
  results::PartFile file(path);
  auto out = std::back_inserter(file.buffer());
  fmt::format_to(out, "range [Pa],mean [Pa],count\n");
  for (const flexible::Cycle& c : flexible::summed(cycles)) {
    fmt::format_to(out, "{},{},{}\n", c.range, c.mean, c.count);
    file.flush_if_large();
  }
  file.commit();
}

}  // namespace alembert
