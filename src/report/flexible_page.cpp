#include "report/flexible_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/drawn_surface.h"
#include "report/few_shapes.h"
#include "report/thinning.h"

namespace alembert::report {

namespace {

constexpr double kShapeError = 1e-3;       // of the largest displacement and stress
constexpr std::size_t kMostNodes = 20000;  // that a browser moves in every picture

std::string spot_name(const DeformingBody& body, const StressSpot& spot) {
  return fmt::format("{}: node {}{}", body.name, body.part.labels[static_cast<std::size_t>(spot.node)],
                     spot.place.empty() ? "" : ", " + spot.place);
}

// What is drawn of one body, with rows of its shapes.
struct DrawnBody {
  DrawnSurface surface;
  std::vector<int> points, point_node;  // of stress; the drawn node each belongs to
  Eigen::MatrixXd Phi, V;
};

DrawnBody drawn_body(const DeformingBody& body, std::size_t most) {
  const flexible::Part& part = body.part;
  std::vector<double> weight(part.labels.size(), 0.0);
  for (std::size_t p = 0; p < body.peaks.size(); ++p) {
    double& w = weight[static_cast<std::size_t>(part.stress.node[p])];
    w = std::max(w, body.peaks[p].von_mises);
  }
  DrawnBody out;
  out.surface = drawn_surface(part, weight, most);
  for (std::size_t p = 0; p < part.stress.node.size(); ++p) {
    const int node = part.stress.node[p], at = out.surface.drawn[static_cast<std::size_t>(node)];
    if (at < 0 || out.surface.nodes[static_cast<std::size_t>(at)] != node) continue;
    out.points.push_back(static_cast<int>(p));
    out.point_node.push_back(at);
  }
  out.Phi.resize(static_cast<Eigen::Index>(3 * out.surface.nodes.size()), part.modes());
  for (std::size_t k = 0; k < out.surface.nodes.size(); ++k)
    out.Phi.middleRows<3>(static_cast<Eigen::Index>(3 * k)) = part.shapes.middleRows<3>(3 * out.surface.nodes[k]);
  const Eigen::MatrixXf V = flexible::von_mises_rows(part.stress);
  out.V.resize(static_cast<Eigen::Index>(5 * out.points.size()), part.modes());
  for (std::size_t k = 0; k < out.points.size(); ++k)
    out.V.middleRows<5>(static_cast<Eigen::Index>(5 * k)) = V.middleRows<5>(5 * out.points[k]).cast<double>();
  return out;
}

std::size_t bytes_of(const DrawnBody& drawn, Eigen::Index shapes) {
  return sizeof(std::int16_t) * static_cast<std::size_t>(shapes * (drawn.Phi.rows() + drawn.V.rows()));
}

// Factors of rounded shapes in the model's units.
std::vector<double> scaled(std::vector<double> factors, double unit) {
  for (double& f : factors) f /= unit;
  return factors;
}

double largest_displacement(const DrawnBody& drawn, const Eigen::MatrixXd& xi) {
  double square = 0.0;
  for (Eigen::Index t = 0; t < xi.cols(); ++t) {
    const Eigen::VectorXd u = drawn.Phi * xi.col(t);
    for (Eigen::Index k = 0; k < u.size(); k += 3) square = std::max(square, u.segment<3>(k).squaredNorm());
  }
  return std::sqrt(square);
}

Json spots_of(const DeformingBody& body, const DrawnSurface& surface, const ModelUnits& units) {
  Json out = Json::array();
  for (const StressSpot& s : body.spots) {
    const Vec3 at = (body.part.centre + body.part.nodes.col(s.node)) / units.length;
    out.push_back({{"node", body.part.labels[static_cast<std::size_t>(s.node)]},
                   {"place", s.place},
                   {"vertex", surface.drawn[static_cast<std::size_t>(s.node)]},
                   {"at", {at[0], at[1], at[2]}},
                   {"von_mises", s.von_mises / units.stress()},
                   {"time", s.time / units.time},
                   {"channel", "stress/" + spot_name(body, s)}});
  }
  return out;
}

void put_surface(const DeformingBody& body, const DrawnSurface& surface, const ModelUnits& units, Arrays& arrays,
                 Json& out) {
  std::vector<float> at, radii;
  std::vector<std::int32_t> triangles, lines;
  for (const int node : surface.nodes)
    for (const double x : Vec3(body.part.centre + body.part.nodes.col(node)))
      at.push_back(static_cast<float>(x / units.length));
  for (const auto& t : surface.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  for (const auto& l : surface.lines) lines.insert(lines.end(), l.begin(), l.end());
  for (const double r : surface.radii) radii.push_back(static_cast<float>(r / units.length));
  out["at"] = arrays.f32(at, {surface.nodes.size(), 3});
  out["triangles"] = arrays.i32(triangles, {surface.triangles.size(), 3});
  out["lines"] = arrays.i32(lines, {surface.lines.size(), 2});
  out["radii"] = arrays.f32(radii, {surface.lines.size()});
}

void note_thinning(const DeformingBody& body, const DrawnSurface& surface, std::vector<std::string>& notes) {
  if (surface.nodes.size() < surface.whole)
    notes.push_back(fmt::format(
        "The surface of body {} is drawn with {} of its {} nodes, the most stressed ones of each neighbourhood; "
        "`alembert export --vtk` writes all of them.",
        body.name, surface.nodes.size(), surface.whole));
}

}  // namespace

Json flexible_of(const DeformingBodies& flexible, const std::vector<std::string>& bodies,
                 const std::vector<std::size_t>& frames, const std::vector<Eigen::MatrixXd>& swings,
                 const ModelUnits& units, const FlexibleRoom& room, Arrays& arrays, std::vector<std::string>& notes) {
  Json out = Json::array();
  for (std::size_t b = 0; b < flexible.bodies.size(); ++b) {
    const DeformingBody& body = flexible.bodies[b];
    const auto found = std::find(bodies.begin(), bodies.end(), body.name);
    if (found == bodies.end()) throw std::out_of_range("a flexible body");
    if (body.part.surface.triangles.empty() && body.part.surface.lines.empty()) {
      notes.push_back(
          fmt::format("The part of body {} has no surface to be drawn: the body does not deform here.", body.name));
      continue;
    }
    const auto shown = static_cast<Eigen::Index>(frames.size()), swung = b < swings.size() ? swings[b].cols() : 0;
    Eigen::MatrixXd xi(body.part.modes(), shown + swung);
    for (Eigen::Index k = 0; k < shown; ++k)
      xi.col(k) = body.xi.col(static_cast<Eigen::Index>(frames[static_cast<std::size_t>(k)]));
    if (swung > 0) xi.rightCols(swung) = swings[b];
    DrawnBody drawn = drawn_body(body, kMostNodes);
    const FewShapes few = few_shapes(drawn.Phi, drawn.V, xi, kShapeError);
    const Eigen::Index r = few.basis.cols();
    const std::size_t most = room.shapes / flexible.bodies.size();
    if (const std::size_t size = bytes_of(drawn, r); size > most)
      drawn = drawn_body(body, drawn.surface.nodes.size() * most / size);
    note_thinning(body, drawn.surface, notes);
    const RoundedShapes u = rounded(drawn.Phi * few.basis), s = rounded(drawn.V * few.basis);
    std::vector<float> amplitudes(static_cast<std::size_t>(few.amplitudes.size()));
    for (std::size_t k = 0; k < amplitudes.size(); ++k) amplitudes[k] = static_cast<float>(few.amplitudes.data()[k]);
    const std::size_t shapes = static_cast<std::size_t>(r), nodes = drawn.surface.nodes.size(),
                      points = drawn.points.size();
    Json entry = {{"body", found - bodies.begin() + 1}, {"file", body.file}, {"modes", body.part.modes()}};
    put_surface(body, drawn.surface, units, arrays, entry);
    entry["amplitudes"] = arrays.f32(amplitudes, {static_cast<std::size_t>(xi.cols()), shapes});
    entry["shapes"] = arrays.i16(u.numbers, {shapes, nodes, 3});
    entry["shape_factors"] = scaled(u.factors, units.length);
    entry["largest_displacement"] = largest_displacement(drawn, xi.leftCols(shown)) / units.length;
    entry["error"] = std::max(few.displacement_error, few.stress_error);
    entry["stress"] = nullptr;
    if (points > 0) {
      double peak = 0.0;
      for (const flexible::Peak& p : body.peaks) peak = std::max(peak, p.von_mises);
      entry["stress"] = {{"unit", units.stress_name()},
                         {"node", arrays.i32(drawn.point_node, {points})},
                         {"rows", arrays.i16(s.numbers, {shapes, points, 5})},
                         {"factors", scaled(s.factors, units.stress())},
                         {"largest", peak / units.stress()},
                         {"every_step", body.every_step},
                         {"spots", spots_of(body, drawn.surface, units)}};
    }
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<Json> stress_columns(const DeformingBodies& flexible, const ModelUnits& units, const FlexibleRoom& room,
                                 Arrays& arrays, std::vector<std::string>& notes) {
  std::vector<Json> out;
  for (const DeformingBody& body : flexible.bodies) {
    const std::size_t width = body.spots.size(), times = body.stress_time.size();
    if (width == 0 || times < 2) continue;
    const std::size_t most = room.histories / flexible.bodies.size() / (sizeof(double) * (width + 1));
    std::set<std::size_t> kept;
    for (const std::size_t k : evenly(times, most)) kept.insert(k);
    for (const StressSpot& s : body.spots)  // peaks stay
      kept.insert(static_cast<std::size_t>(std::max_element(s.history.begin(), s.history.end()) - s.history.begin()));
    if (kept.size() < times)
      notes.push_back(fmt::format("The curves of stress of body {} use {} of {} {}, the peaks among them.", body.name,
                                  kept.size(), times, body.every_step ? "steps" : "output times"));
    std::vector<double> time, values;
    for (const std::size_t row : kept) {
      time.push_back(body.stress_time[row] / units.time);
      for (const StressSpot& s : body.spots) values.push_back(s.history[row] / units.stress());
    }
    std::vector<std::string> names;
    for (const StressSpot& s : body.spots) names.push_back(spot_name(body, s));
    out.push_back({{"group", "stress"},
                   {"time", arrays.f64(time, {time.size()})},
                   {"names", names},
                   {"units", std::vector<std::string>(width, units.stress_name())},
                   {"values", arrays.f64(values, {time.size(), width})},
                   {"of", times}});
  }
  return out;
}

std::vector<Json> stress_facts(const DeformingBodies& flexible, const ModelUnits& units) {
  std::vector<Json> out;
  for (const DeformingBody& body : flexible.bodies) {
    if (body.spots.empty()) continue;
    const StressSpot& s = body.spots.front();
    out.push_back(
        {{"group", "Stress"},
         {"name", body.name},
         {"value", fmt::format("{:.5g} {} von Mises at node {}{}, time {:.5g} {}", s.von_mises / units.stress(),
                               units.stress_name(), body.part.labels[static_cast<std::size_t>(s.node)],
                               s.place.empty() ? "" : " (" + s.place + ")", s.time / units.time, units.T)}});
  }
  return out;
}

}  // namespace alembert::report
