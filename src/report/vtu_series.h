// A flexible body over time for ParaView: its surface as it deforms, with displacement and stress.
//
//   x = r + R (c + X + Phi xi),    displacement = R Phi xi
//
// Where several points of stress belong to a node, as round the section of a tube, it shows the one with the largest
// von Mises stress at that time. Components of stress are in the axes of the body.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/deforming_body.h"
#include "report/vtk_file.h"

namespace alembert::report {

class DeformedSeries {
 public:
  explicit DeformedSeries(const DeformingBody& body);

  std::string text(std::size_t row, const Mat3& R, const Vec3& r);
  std::size_t bytes() const { return series_.bytes(); }

 private:
  VtuSeries layout();
  void put_stress(const Eigen::VectorXd& xi);

  const DeformingBody& body_;
  std::vector<int> nodes_;                // that are drawn
  std::vector<std::vector<int>> points_;  // of stress, of each of these
  std::vector<std::int32_t> connectivity_, ends_, labels_;
  std::vector<std::uint8_t> types_;
  std::vector<float> radius_;
  Eigen::MatrixXd shapes_;  // 3 rows a node that is drawn
  std::vector<float> position_, displacement_, von_mises_, components_;
  VtuSeries series_;
};

}  // namespace alembert::report
