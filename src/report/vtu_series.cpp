#include "report/vtu_series.h"

#include <limits>

namespace alembert::report {

namespace {

constexpr std::uint8_t kVertex = 1, kLine = 3, kTriangle = 5;

}  // namespace

DeformedSeries::DeformedSeries(const DeformingBody& body) : body_(body), series_(layout()) {}

VtuSeries DeformedSeries::layout() {
  const flexible::Part& part = body_.part;
  const flexible::Surface& surface = part.surface;
  std::vector<int> place(part.labels.size(), -1);
  const auto use = [&](int node) {
    int& at = place[static_cast<std::size_t>(node)];
    if (at < 0) {
      at = static_cast<int>(nodes_.size());
      nodes_.push_back(node);
    }
    connectivity_.push_back(at);
  };
  const auto close = [&](std::uint8_t type) {
    ends_.push_back(static_cast<std::int32_t>(connectivity_.size()));
    types_.push_back(type);
  };
  for (const auto& t : surface.triangles) {
    for (const int node : t) use(node);
    close(kTriangle);
  }
  for (const auto& l : surface.lines) {
    for (const int node : l) use(node);
    close(kLine);
  }
  if (types_.empty())  // nothing is known of its surface
    for (std::size_t k = 0; k < part.labels.size(); ++k) {
      use(static_cast<int>(k));
      close(kVertex);
    }
  if (!surface.lines.empty() && surface.radii.size() == surface.lines.size()) {
    radius_.assign(surface.triangles.size(), 0.0F);
    for (const double r : surface.radii) radius_.push_back(static_cast<float>(r));
  }
  points_.resize(nodes_.size());
  for (std::size_t p = 0; p < part.stress.node.size(); ++p)
    if (const int at = place[static_cast<std::size_t>(part.stress.node[p])]; at >= 0)
      points_[static_cast<std::size_t>(at)].push_back(static_cast<int>(p));
  shapes_.resize(static_cast<Eigen::Index>(3 * nodes_.size()), part.modes());
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    shapes_.middleRows<3>(static_cast<Eigen::Index>(3 * k)) = part.shapes.middleRows<3>(3 * nodes_[k]);
    labels_.push_back(part.labels[static_cast<std::size_t>(nodes_[k])]);
  }
  VtuSeries::Layout out{nodes_.size(), connectivity_, ends_, types_, radius_, labels_, {{"displacement", 3}}};
  position_.resize(3 * nodes_.size());
  displacement_.resize(3 * nodes_.size());
  if (!part.stress.node.empty()) {
    out.fields.push_back({"von_mises", 1});
    out.fields.push_back({"stress", 6});
    von_mises_.resize(nodes_.size());
    components_.resize(6 * nodes_.size());
  }
  return VtuSeries(out);
}

void DeformedSeries::put_stress(const Eigen::VectorXd& xi) {
  const Eigen::VectorXd sigma = (body_.part.stress.shapes * xi.cast<float>()).cast<double>();
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const double* worst = nullptr;
    double largest = -1.0;
    for (const int p : points_[k]) {
      const double* at = sigma.data() + 6 * p;
      const double s = flexible::von_mises(std::span<const double, 6>(at, 6));
      if (s > largest) {
        largest = s;
        worst = at;
      }
    }
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    von_mises_[k] = worst != nullptr ? static_cast<float>(largest) : none;
    for (std::size_t c = 0; c < 6; ++c) components_[6 * k + c] = worst != nullptr ? static_cast<float>(worst[c]) : none;
  }
}

std::string DeformedSeries::text(std::size_t row, const Mat3& R, const Vec3& r) {
  const Eigen::VectorXd xi = body_.xi.col(static_cast<Eigen::Index>(row)), u = shapes_ * xi;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Vec3 moved = R * u.segment<3>(static_cast<Eigen::Index>(3 * k));
    const Vec3 at = r + R * (body_.part.centre + body_.part.nodes.col(nodes_[k])) + moved;
    for (std::size_t c = 0; c < 3; ++c) {
      position_[3 * k + c] = static_cast<float>(at[static_cast<Eigen::Index>(c)]);
      displacement_[3 * k + c] = static_cast<float>(moved[static_cast<Eigen::Index>(c)]);
    }
  }
  if (von_mises_.empty()) return series_.text(position_, {displacement_});
  put_stress(xi);
  return series_.text(position_, {displacement_, von_mises_, components_});
}

}  // namespace alembert::report
