#include "analysis/flexible_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <variant>

namespace alembert {

namespace {

constexpr double kFarDisplacement = 0.1;  // of the size of the body
constexpr double kFarRotation = 0.2;      // rad

const char* coupling_name(Coupling coupling) {
  static constexpr const char* names[] = {"rigid", "constant", "partial", "full"};
  return names[static_cast<std::size_t>(coupling)];
}

std::string frequency_text(double omega) {
  const double f = omega / (2.0 * std::numbers::pi);
  return f < 1000.0 ? fmt::format("{:.3g} Hz", f) : fmt::format("{:.3g} kHz", 1e-3 * f);
}

std::vector<MarkerId> markers_of(const Force& force) {
  return std::visit(
      [](const auto& p) {
        std::vector<MarkerId> out;
        if constexpr (requires { p.markers; }) out.assign(p.markers.begin(), p.markers.end());
        if constexpr (requires { p.on; }) out.push_back(p.on);
        if constexpr (requires { p.reaction; })
          if (p.reaction.valid()) out.push_back(p.reaction);
        return out;
      },
      force.parameters);
}

}  // namespace

std::string flexible_text(const Flexibility& flexible) {
  const flexible::Part& part = *flexible.part;
  if (part.modes() == 0) return fmt::format("no modes, coupling {}", coupling_name(flexible.coupling));
  const Vector ratios = flexible.damping.cwiseQuotient(2.0 * part.mu.cwiseProduct(part.omega));
  const double least = 100.0 * ratios.minCoeff(), most = 100.0 * ratios.maxCoeff();
  const std::string damping = most == 0.0 ? "no damping"
                              : most - least < 1e-9
                                  ? fmt::format("damping {:.3g} % of critical", most)
                                  : fmt::format("damping {:.3g} to {:.3g} % of critical", least, most);
  return fmt::format("{} modes, {} to {}, coupling {}, {}", part.modes(), frequency_text(part.omega.minCoeff()),
                     frequency_text(part.omega.maxCoeff()), coupling_name(flexible.coupling), damping);
}

std::vector<std::string> interface_warnings(const Model& model) {
  std::vector<std::string> out;
  const auto look = [&](const std::string& what, MarkerId id) {
    const Marker& marker = model.marker(id);
    const Body& body = model.body(marker.body);
    if (!body.flexibility || marker.frame == 0) return;
    const flexible::PartFrame& frame = body.flexibility->frames[static_cast<std::size_t>(marker.frame) - 1];
    if (frame.interface || body.flexibility->part->modes() == 0) return;
    out.push_back(
        fmt::format("{} acts on {} of the flexible body {}, which is no interface of its part: the shape that it bends "
                    "it into may be missing among its modes",
                    what, frame.node ? frame.name : "frame " + frame.name, body.name));
  };
  for (const Joint& joint : model.joints)
    for (const MarkerId id : joint.markers) look("joint " + joint.name, id);
  for (const Force& force : model.forces)
    if (force.type != "load")
      for (const MarkerId id : markers_of(force)) look("force " + force.name, id);
  return out;
}

DeformationWatch::DeformationWatch(const System& system) {
  for (std::size_t k = 0; k < system.model().bodies.size(); ++k) {
    const Body& body = system.model().bodies[k];
    if (!body.flexibility || body.flexibility->part->modes() == 0) continue;
    Seen seen;
    seen.name = body.name;
    seen.first = system.bodies()[BodyId(k)].q + 7;
    seen.flexible = *body.flexibility;
    const Eigen::Matrix3Xd& nodes = body.flexibility->part->nodes;
    if (nodes.cols() > 0) seen.size = (nodes.rowwise().maxCoeff() - nodes.rowwise().minCoeff()).norm();
    if (seen.size > 0.0) seen_.push_back(std::move(seen));
  }
}

void DeformationWatch::see(const dae::State& state) {
  for (Seen& seen : seen_) {
    const flexible::Part& part = *seen.flexible.part;
    const Eigen::Map<const Vector> xi(state.q.data() + seen.first, part.modes());
    // Modes are scaled to a largest displacement of 1: it cannot be more than this.
    if (xi.lpNorm<1>() > std::max(kFarDisplacement * seen.size, seen.displacement)) {
      const Vector u = part.shapes * xi;
      for (Eigen::Index i = 0; i + 2 < u.size(); i += 3)
        if (const double size = u.segment<3>(i).norm(); size > seen.displacement) {
          seen.displacement = size;
          seen.displacement_time = state.t;
        }
    }
    for (const flexible::PartFrame& frame : seen.flexible.frames)
      if (const double angle = Vec3(frame.Theta * xi).norm(); angle > seen.rotation) {
        seen.rotation = angle;
        seen.rotation_time = state.t;
      }
  }
}

std::vector<std::string> DeformationWatch::warnings() const {
  std::vector<std::string> out;
  for (const Seen& seen : seen_) {
    const std::string& name = seen.name;
    const char* hint = "modes are of small deformations; `pieces` cut a chain of beams into bodies that deform less";
    if (seen.displacement > kFarDisplacement * seen.size)
      out.push_back(fmt::format("flexible body {} deforms by {:.3g} m at t = {:.6g} s, {:.0f} % of its size: {}", name,
                                seen.displacement, seen.displacement_time, 100.0 * seen.displacement / seen.size,
                                hint));
    else if (seen.rotation > kFarRotation)
      out.push_back(fmt::format("flexible body {} turns by {:.3g} rad against its mean axes at t = {:.6g} s: {}", name,
                                seen.rotation, seen.rotation_time, hint));
  }
  return out;
}

}  // namespace alembert
