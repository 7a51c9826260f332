// `alembert stress`: the stress of a flexible body over a run (docs/flexible/stress.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/flexible_results.h"
#include "flexible/rain_flow.h"

namespace alembert {

class StressOfBody {
 public:
  // Throws UsageError for a body that has no stress, saying why.
  StressOfBody(const results::RunData& run, const std::string& body, const TimeRange& range);

  struct Row {
    int node = 0;  // its label
    std::string place;
    Vec3 at = Vec3::Zero();  // of the undeformed node, in the body frame
    double von_mises = 0.0, time = 0.0;
    int point = 0;
  };
  // Hot spots; all points of a node, the largest first. A node without stress throws UsageError naming near ones.
  std::vector<Row> hot_spots(std::size_t count, std::optional<double> separation) const;
  std::vector<Row> points_of_node(int label) const;

  // Of a point: six components, von Mises, and that with the sign of the mean stress.
  static constexpr const char* kColumns[] = {"xx", "yy", "zz", "xy", "yz", "zx", "von_mises", "signed_von_mises"};
  Eigen::MatrixXd history(int point) const;
  // Which of these has the name; throws UsageError naming all.
  static int column(const std::string& name);

  const std::vector<double>& time() const { return history_.time; }
  const flexible::Part& part() const { return part_; }
  bool every_step() const { return history_.every_step; }
  double separation() const { return usual_separation(part_); }

  // "hot spot" tables as text for people and as CSV files in SI units.
  static std::string table(const std::vector<Row>& rows);
  static void write_table(const std::filesystem::path& file, const std::vector<Row>& rows);
  void write_history(const std::filesystem::path& file, int point) const;

 private:
  Row row(int point, double von_mises, int instant) const;

  flexible::Part part_;
  ModalHistory history_;
  std::vector<flexible::Peak> peaks_;
};

// Rain-flow counts as text for people, in classes, and every cycle as a CSV file.
std::string cycle_table(const std::vector<flexible::Cycle>& cycles);
void write_cycles(const std::filesystem::path& file, const std::vector<flexible::Cycle>& cycles);

}  // namespace alembert
