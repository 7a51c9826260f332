// Names for the vectors and matrices used everywhere.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace alembert {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using Vector = Eigen::VectorXd;

template <class S>
using Vec3T = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat3T = Eigen::Matrix<S, 3, 3>;

}  // namespace alembert
