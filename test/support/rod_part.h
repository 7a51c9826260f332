// The rod of the flexible slider-crank: 21 point masses along x with given planar modes
// (test/data/fsc_rod_modes*.json).
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "flexible/part.h"

namespace alembert::test {

inline flexible::Part rod_part(const std::string& file) {
  const auto data = nlohmann::json::parse(std::ifstream(std::string(ALEMBERT_SOURCE_DIR) + "/test/data/" + file));
  const auto x = data.at("x").get<std::vector<double>>(), mass = data.at("mass").get<std::vector<double>>(),
             omega2 = data.at("omega2").get<std::vector<double>>();
  const auto n = static_cast<Eigen::Index>(x.size()), m = static_cast<Eigen::Index>(omega2.size());
  flexible::Part out;
  out.name = "rod";
  out.source = file;
  out.nodes.setZero(3, n);
  out.shapes.setZero(3 * n, m);
  out.rotations.setZero(3 * n, m);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.labels.push_back(static_cast<int>(i) + 1);
    out.nodes(0, i) = x[k];
    out.mass += mass[k];
    const auto rows = data.at("Phi_xy_theta")[k].get<std::vector<std::vector<double>>>();
    for (Eigen::Index c = 0; c < m; ++c) {
      out.shapes(3 * i, c) = rows[0][static_cast<std::size_t>(c)];
      out.shapes(3 * i + 1, c) = rows[1][static_cast<std::size_t>(c)];
      out.rotations(3 * i + 2, c) = rows[2][static_cast<std::size_t>(c)];
    }
  }
  out.omega.resize(m);
  out.mu.resize(m);
  for (Eigen::Index c = 0; c < m; ++c) {  // given with mu = 1
    const double largest = out.shapes.col(c).cwiseAbs().maxCoeff();
    out.shapes.col(c) /= largest;
    out.rotations.col(c) /= largest;
    out.mu[c] = 1.0 / (largest * largest);
    out.omega[c] = std::sqrt(omega2[static_cast<std::size_t>(c)]);
  }
  const auto phi = [&](Eigen::Index i, Eigen::Index c) { return Vec3(out.shapes.block<3, 1>(3 * i, c)); };
  for (Eigen::Index i = 0; i < n; ++i)
    out.P0 += mass[static_cast<std::size_t>(i)] * out.nodes.col(i) * out.nodes.col(i).transpose();
  out.J0 = out.P0.trace() * Mat3::Identity() - out.P0;
  for (Eigen::Index k = 0; k < m; ++k) {
    Mat3& P1 = out.P1.emplace_back(Mat3::Zero());
    for (Eigen::Index i = 0; i < n; ++i)
      P1 += mass[static_cast<std::size_t>(i)] * phi(i, k) * out.nodes.col(i).transpose();
    for (Eigen::Index l = 0; l < m; ++l) {
      Mat3& P2 = out.P2.emplace_back(Mat3::Zero());
      for (Eigen::Index i = 0; i < n; ++i) P2 += mass[static_cast<std::size_t>(i)] * phi(i, k) * phi(i, l).transpose();
    }
  }
  out.N_rotary.setZero(3, m);
  for (const auto& [name, node] : {std::pair("A", 0), std::pair("B", static_cast<int>(n) - 1)}) {
    out.frames.push_back(flexible::frame_of_node(out, node));
    out.frames.back().name = name;
    out.frames.back().interface = true;
  }
  return out;
}

}  // namespace alembert::test
