#include "analysis/scene.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "elements/contact/mesh_file.h"
#include "elements/contact/shapes/convex_hull.h"
#include "elements/curve.h"
#include "model/names.h"
#include "model/units.h"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return {v[0], v[1], v[2]}; }
Json list(const Quat& q) { return {q.w(), q.x(), q.y(), q.z()}; }

void put_surface(const std::vector<Vec3>& vertices, const std::vector<contact::Triangle>& triangles, Json& out) {
  out["vertices"] = out["triangles"] = Json::array();
  for (const Vec3& v : vertices) out["vertices"].push_back(list(v));
  for (const contact::Triangle& t : triangles) out["triangles"].push_back(t);
}

std::string absolute_path(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::absolute(file, ignored).lexically_normal().string();
}

// A file that cannot be read is left to whoever draws, as that of a mesh is.
void put_hull(const Model& model, const Geometry& g, Json& out) try {
  std::vector<Vec3> points = g.points;
  if (!g.file.empty()) {
    points = contact::read_mesh(g.file).vertices;
    for (Vec3& p : points) p *= model.units.length;
  }
  const contact::Polyhedron hull = contact::convex_hull(points);
  put_surface(hull.vertices, hull.triangles, out);
} catch (const Error&) {
  out["file"] = absolute_path(g.file);
}

// The curve drawn out along z: its side, and of a closed one ends that are fans about the middle, which is seen from
// everywhere in cams and wheels.
void put_profile(const Model& model, const Geometry& g, Json& out) {
  const CurveDefinition& drawn = model.curves[static_cast<std::size_t>(g.curve)];
  const Curve curve(drawn.points, drawn.closed);
  constexpr int kPerPiece = 6;
  std::vector<Vec3> line, vertices;
  Vec3 c, d1, d2, middle = Vec3::Zero();
  double turn = 0.0;  // positive: against the clock
  for (const double s : curve.samples(kPerPiece)) {
    curve.at(s, c, d1, d2);
    line.push_back(c);
    middle += c;
    turn += c.cross(d1)[2];
  }
  if (drawn.closed && turn < 0.0) std::reverse(line.begin(), line.end());
  middle /= static_cast<double>(line.size());
  double reach = 0.0;
  for (const Vec3& p : line) reach = std::max(reach, (p - middle).norm());
  const Vec3 half = 0.5 * g.thickness.value_or(0.2 * reach) * Vec3::UnitZ();
  for (const Vec3& p : line) vertices.insert(vertices.end(), {p - half, p + half});
  std::vector<contact::Triangle> triangles;
  const int n = static_cast<int>(line.size());
  for (int k = 0; k < (drawn.closed ? n : n - 1); ++k) {
    const int a = 2 * k, b = 2 * ((k + 1) % n);
    triangles.insert(triangles.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
    if (drawn.closed) triangles.insert(triangles.end(), {{b, a, 2 * n}, {a + 1, b + 1, 2 * n + 1}});
  }
  if (drawn.closed) vertices.insert(vertices.end(), {middle - half, middle + half});
  put_surface(vertices, triangles, out);
}

// A plane has no end; what is drawn of it is four times as wide as the model.
double plane_width(const Model& model) {
  double reach = 0.0;
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const Body& b = model.bodies[k];
    double size = 0.0;
    for (const Geometry& g : b.geometry)
      for (const double s : g.size) size = std::max(size, g.at.norm() + s);
    reach = std::max(reach, b.position.norm() + size);
  }
  return reach > 0.0 ? 4.0 * reach : 1.0;
}

Json shape(const Model& model, const Geometry& g) {
  Json out = {{"shape", shape_name(g.shape)},
              {"size", g.size},
              {"at", list(g.at)},
              {"orientation", list(g.orientation)},
              {"color", g.color}};
  if (g.shape == Geometry::Shape::line)
    for (const Vec3& p : g.points) out["points"].push_back(list(p));
  using S = Geometry::Shape;
  if (g.shape == S::hull)
    put_hull(model, g, out);
  else if (g.shape == S::profile)
    put_profile(model, g, out);
  else if (g.shape == S::plane)
    out["size"] = {plane_width(model)};
  else if (!g.file.empty())
    out["file"] = absolute_path(g.file);
  if (g.inside) out["inside"] = true;
  return out;
}

Json body(const Model& model, const Body& b) {
  Json out = {{"name", b.name}, {"kind", body_kind_name(b.kind)}, {"mass", b.mass}, {"com", list(b.com)}};
  out["inertia"] = Json::array();
  if (b.turns())
    for (Eigen::Index r = 0; r < 3; ++r)
      for (Eigen::Index c = 0; c < 3; ++c) out["inertia"].push_back(b.inertia(r, c));
  out["shapes"] = Json::array();
  for (const Geometry& g : b.geometry) {
    out["shapes"].push_back(shape(model, g));
    out["shapes"].back()["at"] = list(Model::at_start(b, g.frame, g.at));
  }
  return out;
}

int index_of(MarkerId id) { return id.valid() ? static_cast<int>(id.index()) : -1; }

Json force(const Force& f) {
  Json out = {{"name", f.name}, {"type", f.type}};
  if (const auto* applied = std::get_if<AppliedForce>(&f.parameters)) {
    out["markers"] = {index_of(applied->on), index_of(applied->reaction)};
  } else if (const auto* spring = std::get_if<SpringDamper>(&f.parameters)) {
    out["markers"] = {index_of(spring->markers[0]), index_of(spring->markers[1])};
    out["free_length"] = spring->length;
  } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&f.parameters)) {
    out["markers"] = {index_of(torsion->markers[0]), index_of(torsion->markers[1])};
  } else if (const auto* field = std::get_if<Field>(&f.parameters)) {
    out["markers"] = {index_of(field->markers[0]), index_of(field->markers[1])};
  } else if (const auto* tire = std::get_if<Tire>(&f.parameters)) {
    out["markers"] = {index_of(tire->markers[0]), index_of(tire->markers[1])};
  }
  return out;
}

Json units(const Units& u) {
  return {{"length", {{"name", u.length_name}, {"factor", u.length}}},
          {"mass", {{"name", u.mass_name}, {"factor", u.mass}}},
          {"time", {{"name", u.time_name}, {"factor", u.time}}},
          {"angle", {{"name", u.angle_name}, {"factor", u.angle}}},
          {"force", {{"name", u.force_name}, {"factor", u.force}}}};
}

}  // namespace

std::string scene_text(const System& system, const StartReport& start) {
  const Model& model = system.model();
  Json out;
  // Mesh files are named relative to the model; a report may be made from anywhere.
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::absolute(model.file, ignored);
  out["file"] = model.file;
  out["folder"] = model.file.empty() ? "" : file.parent_path().string();
  out["units"] = units(model.units);
  out["gravity"] = list(model.gravity);
  out["parameters"] = Json::array();
  for (const auto& [name, value] : model.parameters)
    out["parameters"].push_back({{"name", name}, {"value", value}, {"changed", model.parameters_set.count(name) > 0}});
  out["bodies"] = Json::array();
  for (const Body& b : model.bodies) out["bodies"].push_back(body(model, b));
  out["markers"] = Json::array();
  for (std::size_t k = 0; k < model.markers.size(); ++k) {
    const Marker& m = model.markers[k];
    const Body& b = model.body(m.body);
    const bool implied = b.frame_marker.index() == k || b.com_marker.index() == k;
    out["markers"].push_back({{"name", m.name},
                              {"body", m.body.index()},
                              {"at", list(model.at_start(m))},
                              {"orientation", list(m.orientation)},
                              {"named", !m.made_by_shorthand && !implied}});
  }
  std::vector<int> equations(model.joints.size(), 0);
  for (int row = 0; row < system.sizes().multipliers; ++row)
    if (const int joint = system.joint_of_row(row); joint >= 0) ++equations[static_cast<std::size_t>(joint)];
  out["joints"] = Json::array();
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& j = model.joints[k];
    out["joints"].push_back({{"name", j.name},
                             {"type", j.kind->name},
                             {"markers", {index_of(j.markers[0]), index_of(j.markers[1])}},
                             {"equations", equations[k]}});
  }
  out["contacts"] = Json::array();
  for (const Contact& c : model.contacts) out["contacts"].push_back({{"name", c.name}, {"pairs", c.pairs.size()}});
  out["forces"] = Json::array();
  for (const Force& f : model.forces) out["forces"].push_back(force(f));
  out["output_units"] = Json::array();
  for (const Output& o : model.outputs) out["output_units"].push_back(unit_name(model.units, o.expression));
  out["end"] = model.simulation.end;
  out["degrees_of_freedom"] = start.unknown_rows > 0 ? Json() : Json(start.degrees_of_freedom);
  out["dependent_sets"] = Json::array();
  for (const DependentSet& set : start.dependent_sets) {
    Json rows = Json::array();
    for (const int row : set.rows) rows.push_back(system.row_name(row));
    out["dependent_sets"].push_back({{"redundant", set.redundant}, {"always", set.always}, {"rows", rows}});
  }
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string scene_until(const std::string& scene, double end) {
  Json out = Json::parse(scene, nullptr, false);
  if (!out.is_object()) return scene;
  out["end"] = end;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace alembert
