#include "report/mechanism_page.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "elements/contact/mesh_file.h"

namespace alembert::report {

Json divided(const Json& numbers, double unit) {
  Json out = Json::array();
  for (const Json& x : numbers) out.push_back(x.get<double>() / unit);
  return out;
}

namespace {

class Mechanism {
 public:
  Mechanism(const results::RunData& run, const Json& scene, const ModelUnits& units, Arrays& arrays,
            std::vector<std::string>& notes)
      : run_(run), scene_(scene), units_(units), arrays_(arrays), notes_(notes) {}

  void add_to(Json& page);

 private:
  Json shape(const Json& from, const std::string& body);

  const results::RunData& run_;
  const Json& scene_;
  const ModelUnits& units_;
  Arrays& arrays_;
  std::vector<std::string>& notes_;
};

Json Mechanism::shape(const Json& from, const std::string& body) {
  Json out = from;
  out["size"] = divided(from.at("size"), units_.length);
  out["at"] = divided(from.at("at"), units_.length);
  if (from.contains("points")) {
    out["points"] = Json::array();
    for (const Json& p : from.at("points")) out["points"].push_back(divided(p, units_.length));
  }
  if (from.contains("vertices")) {
    std::vector<float> vertices;
    std::vector<std::int32_t> triangles;
    for (const Json& v : from.at("vertices"))
      for (const Json& x : v) vertices.push_back(static_cast<float>(x.get<double>() / units_.length));
    for (const Json& t : from.at("triangles"))
      for (const Json& k : t) triangles.push_back(k.get<std::int32_t>());
    out["vertices"] = arrays_.f32(vertices, {vertices.size() / 3, 3});
    out["triangles"] = arrays_.i32(triangles, {triangles.size() / 3, 3});
  }
  if (!from.contains("file")) return out;
  out.erase("file");
  const std::filesystem::path file =
      std::filesystem::path(scene_.at("folder").get<std::string>()) / from.at("file").get<std::string>();
  try {
    const contact::TriangleMesh mesh = contact::read_mesh(file);  // its numbers are in the model's units of length
    std::vector<float> vertices;
    for (const Vec3& v : mesh.vertices)
      for (const double x : v) vertices.push_back(static_cast<float>(x));
    std::vector<std::int32_t> triangles;
    for (const contact::Triangle& t : mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
    out["vertices"] = arrays_.f32(vertices, {mesh.vertices.size(), 3});
    out["triangles"] = arrays_.i32(triangles, {mesh.triangles.size(), 3});
  } catch (const Error& e) {
    notes_.push_back(fmt::format("A mesh of body {} is not drawn: {}", body, e.what()));
    return nullptr;
  }
  return out;
}

void Mechanism::add_to(Json& page) {
  Json bodies = Json::array();
  for (Json body : scene_.at("bodies")) {
    body["mass"] = body.at("mass").get<double>() / units_.mass;
    body["inertia"] = divided(body.at("inertia"), units_.mass * units_.length * units_.length);
    body["com"] = divided(body.at("com"), units_.length);
    Json shapes = Json::array();
    for (const Json& s : body.at("shapes"))
      if (Json drawn = shape(s, body.at("name").get<std::string>()); !drawn.is_null()) shapes.push_back(drawn);
    body["shapes"] = shapes;
    bodies.push_back(std::move(body));
  }
  page["bodies"] = std::move(bodies);
  Json markers = Json::array();
  for (Json marker : scene_.at("markers")) {
    marker["at"] = divided(marker.at("at"), units_.length);
    markers.push_back(std::move(marker));
  }
  page["markers"] = std::move(markers);
  Json joints = Json::array();
  for (Json joint : scene_.at("joints")) {
    joint["unique"] = run_.layout.joint_reaction_unique.at(joints.size()) != 0;
    joints.push_back(std::move(joint));
  }
  page["joints"] = std::move(joints);
  Json forces = Json::array();
  for (Json force : scene_.at("forces")) {
    force["free_length"] =
        force.contains("free_length") ? Json(force.at("free_length").get<double>() / units_.length) : Json(nullptr);
    forces.push_back(std::move(force));
  }
  page["forces"] = std::move(forces);
}

}  // namespace

void add_mechanism(const results::RunData& run, const Json& scene, const ModelUnits& units, Json& page, Arrays& arrays,
                   std::vector<std::string>& notes) {
  Mechanism(run, scene, units, arrays, notes).add_to(page);
}

}  // namespace alembert::report
