// Stress of a part that deforms, from its modal coordinates.
//
//   sigma(t) = S xi(t)                  six components (xx, yy, zz, xy, yz, zx) at every point
//   s = sqrt(3/4 (xx - yy)^2 + 1/4 (xx + yy - 2 zz)^2 + 3 (xy^2 + yz^2 + zx^2))        von Mises
//
// Stress is linear in xi, von Mises is not: it is formed of the sum, never summed. But s = |V xi| with five linear
// rows a point,
//
//   V = (sqrt(3)/2 (xx - yy), 1/2 (xx + yy - 2 zz), sqrt(3) xy, sqrt(3) yz, sqrt(3) zx) of S,
//
// so that searching for peaks is a matrix product and a norm. Products are made block by block in single precision, as
// S is stored; what is reported is computed again in double precision.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flexible/part.h"

namespace alembert::flexible {

// One column an instant.
using Coordinates = Eigen::MatrixXd;

// Of six components.
double von_mises(std::span<const double, 6> sigma);

// V: five rows a point, those of a point one after the other.
Eigen::MatrixXf von_mises_rows(const StressShapes& stress);

// The largest von Mises stress of each point over all instants, and which of them it is.
struct Peak {
  double von_mises = 0.0;
  int instant = 0;
};
std::vector<Peak> peaks_of(const StressShapes& stress, const Coordinates& xi);

// Six components and von Mises at a point: seven rows.
Eigen::Matrix<double, 7, Eigen::Dynamic> history_of(const StressShapes& stress, int point, const Coordinates& xi);

// A point with a peak that is larger than all others nearby.
struct HotSpot {
  int point = 0;
  double von_mises = 0.0;
  int instant = 0;
};
// In descending order: the largest peak, then the largest farther from its node than `separation`, and so on. With a
// separation of 0 each node is named once.
std::vector<HotSpot> hot_spots(const Part& part, const std::vector<Peak>& peaks, const Coordinates& xi,
                               std::size_t count, double separation);

// Of the points of a node the one with the largest peak; -1: it has none.
int worst_point(const StressShapes& stress, int node, const std::vector<Peak>& peaks);
std::vector<int> points_of(const StressShapes& stress, int node);
// "tube 3, top", or nothing.
std::string place_of(const StressShapes& stress, int point);

}  // namespace alembert::flexible
