#include "model/read_flexible.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/files.h"
#include "flexible/part_file.h"
#include "model/file_head.h"
#include "model/orientation.h"
#include "model/part_cache.h"
#include "model/read_expressions.h"
#include "model/read_part.h"

namespace alembert {
namespace {

// Markers made by `at` in a joint are at a node if it is as near as this, of the size of the part.
constexpr double kSamePlace = 1e-6;

double hertz(double omega) { return omega / (2.0 * std::numbers::pi); }

// Places of the modes that are used.
std::vector<int> read_modes(const Fields& fields, const flexible::Part& part) {
  std::vector<int> out(static_cast<std::size_t>(part.modes()));
  std::iota(out.begin(), out.end(), 0);
  const Node* node = fields.find("modes");
  if (node == nullptr) return out;
  const Context& context = fields.context();
  const Fields modes(context, *node, key_table("modes"), fmt::format("`modes` of {}", fields.label()),
                     fields.path() + ".modes", nullptr);
  if (const Node* highest = modes.find("up_to")) {
    const double f = context.number(*highest, Quantity::none);
    std::erase_if(out, [&](int k) { return hertz(part.omega[k]) > f; });
    if (out.empty())
      context.fail(*highest, fmt::format("no mode is as low as {:g} Hz: the lowest has {:g} Hz", f,
                                         part.modes() > 0 ? hertz(part.omega[0]) : 0.0));
  } else if (const Node* first = modes.find("first")) {
    const int count = context.integer(*first);
    if (count < 0 || count > part.modes()) context.fail(*first, fmt::format("the part has {} modes", part.modes()));
    out.resize(static_cast<std::size_t>(count));
  } else {
    const Node& keep = modes.need("keep");
    out.clear();
    for (const Node& item : keep.items) {
      const int k = context.integer(item);
      if (k < 1 || k > part.modes()) context.fail(item, fmt::format("the part has modes 1 to {}", part.modes()));
      if (!out.empty() && k - 1 <= out.back()) context.fail(item, "modes are named in ascending order, each once");
      out.push_back(k - 1);
    }
  }
  return out;
}

double ratio_of(const Context& context, const Node& node, double value) {
  if (!(value >= 0.0)) context.fail(node, fmt::format("a ratio of damping must not be negative, not {:g}", value));
  return value;
}

// Ratios of modes by the first frequency they are below.
using Ranges = std::vector<std::pair<double, double>>;
double ratio_in(const Ranges& ranges, double f) {
  for (const auto& [below, ratio] : ranges)
    if (f < below) return ratio;
  return ranges.back().second;
}

Ranges read_ranges(const Context& context, const Node& node) {
  Ranges out;
  if (!node.is(Node::Kind::list) || node.items.empty())
    context.fail(node, "expected a list of pairs: a frequency in Hz and the ratio below it");
  for (const Node& item : node.items) {
    const std::vector<Node>& pair = context.list(item, 2, "a frequency in Hz and the ratio below it");
    const bool endless = pair[0].is(Node::Kind::scalar) && (pair[0].text == "inf" || pair[0].text == ".inf");
    const double below = endless ? std::numeric_limits<double>::infinity() : context.number(pair[0], Quantity::none);
    if (!out.empty() && !(below > out.back().first)) context.fail(pair[0], "frequencies must ascend");
    out.emplace_back(below, ratio_of(context, pair[1], context.number(pair[1], Quantity::none)));
  }
  return out;
}

// d_k = 2 zeta_k mu_k omega_k, or alpha mu_k + beta mu_k omega_k^2.
Vector read_damping(const Fields& fields, const flexible::Part& part) {
  const Context& context = fields.context();
  Vector ratios(part.modes());
  const auto each = [&](auto&& ratio) {
    for (int k = 0; k < part.modes(); ++k) ratios[k] = ratio(k, hertz(part.omega[k]));
    return Vector(2.0 * ratios.cwiseProduct(part.mu).cwiseProduct(part.omega));
  };
  const Node* node = fields.find("damping");
  if (node == nullptr) {
    const Ranges usual{{100.0, 0.01}, {1000.0, 0.1}, {std::numeric_limits<double>::infinity(), 1.0}};
    return each([&](int, double f) { return ratio_in(usual, f); });
  }
  if (!node->is(Node::Kind::map)) {
    const double ratio = ratio_of(context, *node, context.number(*node, Quantity::none));
    return each([&](int, double) { return ratio; });
  }
  const Fields damping(context, *node, key_table("modal_damping"), fmt::format("`damping` of {}", fields.label()),
                       fields.path() + ".damping", nullptr);
  if (const Node* found = damping.find("ratio")) {
    const double ratio = ratio_of(context, *found, context.number(*found, Quantity::none));
    return each([&](int, double) { return ratio; });
  }
  if (const Node* found = damping.find("ranges")) {
    const Ranges ranges = read_ranges(context, *found);
    return each([&](int, double f) { return ratio_in(ranges, f); });
  }
  if (const Node* found = damping.find("expression")) {
    return each([&](int k, double f) {
      Context mode = context;
      mode.set_value("f", f);
      mode.set_value("k", k + 1.0);
      return ratio_of(context, *found, mode.number(*found, Quantity::none));
    });
  }
  if (const Node* found = damping.find("ratios")) {
    const std::vector<double> given = context.numbers(*found, static_cast<std::size_t>(part.modes()), Quantity::none);
    return each([&](int k, double) { return ratio_of(context, *found, given[static_cast<std::size_t>(k)]); });
  }
  const double alpha = ratio_of(context, damping.need("mass"), context.number(damping.need("mass"), Quantity::none));
  const double beta =
      ratio_of(context, damping.need("stiffness"), context.number(damping.need("stiffness"), Quantity::none));
  return part.mu.cwiseProduct((alpha + beta * part.omega.array().square()).matrix());
}

// A reduced part of a file, a part file that is reduced now, or a part that is described in the model itself.
CachedPart load_part(const Context& context, const Node& data, const std::string& name) {
  if (data.is(Node::Kind::map))
    return cached_part(std::filesystem::path(context.position(data).file).parent_path(), name, context, data,
                       [&] { return read_part_of(context, data, name); });
  const std::filesystem::path file = context.file_named(data);
  try {
    if (file.extension() == ".yaml" || file.extension() == ".yml")
      return cached_part(file.parent_path(), file.stem().string(), Context(file.string(), {}, {}),
                         parse_yaml(read_whole_file(file), file.string()), [&] { return read_part(file); });
    return {flexible::read_part_file(file), file};
  } catch (const ModelError&) {
    throw;
  } catch (const Error& error) {
    context.fail(data, error.what());
  }
}

Vector read_start(const Fields& fields, const char* key, Quantity quantity, int modes) {
  const Node* node = fields.find(key);
  if (node == nullptr) return Vector::Zero(modes);
  const std::vector<double> given = fields.context().numbers(*node, static_cast<std::size_t>(modes), quantity);
  return Eigen::Map<const Vector>(given.data(), modes);
}

int add_frame(Body& body, flexible::PartFrame frame) {
  auto& frames = body.flexibility->frames;
  for (std::size_t k = 0; k < frames.size(); ++k)
    if (frames[k].name == frame.name) return static_cast<int>(k) + 1;
  frames.push_back(std::move(frame));
  return static_cast<int>(frames.size());
}

int read_frame(const Fields& fields, Body& body) {
  const Context& context = fields.context();
  const flexible::Part& part = *body.flexibility->part;
  if (const Node* node = fields.find("node")) {
    const int label = context.integer(*node), index = flexible::index_of_node(part, label);
    if (index < 0)
      context.fail(
          *node, fmt::format("the part of body `{}` has no node {}; its {} nodes are numbered from {} to {}", body.name,
                             label, part.labels.size(), *std::min_element(part.labels.begin(), part.labels.end()),
                             *std::max_element(part.labels.begin(), part.labels.end())));
    return add_frame(body, flexible::frame_of_node(part, index));
  }
  return named_frame(context, fields.need("frame"), body);
}

}  // namespace

void read_flexibility(const Fields& fields, Body& body) {
  const Context& context = fields.context();
  const Node& data = fields.need("data");
  CachedPart loaded = load_part(context, data, body.name);
  use_part(fields, std::move(loaded.part), body);
  if (!loaded.file.empty()) {
    body.flexibility->file = std::filesystem::absolute(loaded.file).lexically_normal().string();
    body.flexibility->hash = files::content_hash(loaded.file);
  }
  if (data.is(Node::Kind::scalar)) body.flexibility->data = data.text;
}

void use_part(const Fields& fields, flexible::Part part, Body& body) {
  Flexibility& out = body.flexibility.emplace();
  const std::string coupling = fields.optional_choice("coupling").value_or("full");
  out.coupling = coupling == "full"       ? Coupling::full
                 : coupling == "partial"  ? Coupling::partial
                 : coupling == "constant" ? Coupling::constant
                                          : Coupling::rigid;
  const std::vector<int> modes = out.coupling == Coupling::rigid ? std::vector<int>() : read_modes(fields, part);
  for (const int k : modes) out.kept.push_back(k + 1);
  part = flexible::with_modes(part, modes);
  out.damping = read_damping(fields, part);
  out.displacement = read_start(fields, "displacement", Quantity::length, part.modes());
  out.rate = read_start(fields, "rate", Quantity::velocity, part.modes());
  body.mass = part.mass;
  body.com = part.centre;
  body.inertia = part.J0;
  out.part = std::make_shared<const flexible::Part>(std::move(part));
}

void read_flexible_markers(Draft& draft, const Fields& fields, BodyId id) {
  const Context& context = fields.context();
  const std::string body_name = draft.model.body(id).name;
  if (const Node* node = fields.find("markers")) {
    require_map(context, *node, "markers");
    for (std::size_t i = 0; i < node->keys.size(); ++i) {
      Marker marker = new_marker(draft, context, node->keys[i], id);
      const Fields each(context, node->items[i], key_table("flexible_marker"), fmt::format("marker `{}`", marker.name),
                        fields.path() + ".markers." + marker.name.substr(body_name.size() + 1), &draft.positions);
      marker.frame = read_frame(each, draft.model.bodies[id.index()]);
      marker.at = each.vector("at", Quantity::length);
      if (const Node* found = each.find("orientation"))
        marker.orientation = read_orientation(context, *found, each.label());
      draft.add_marker(std::move(marker));
    }
  }
  for (const flexible::PartFrame& frame : draft.model.body(id).flexibility->part->frames) {
    Marker marker;
    marker.name = body_name + "." + frame.name;
    if (draft.markers.count(marker.name) > 0) continue;
    marker.body = id;
    marker.frame = add_frame(draft.model.bodies[id.index()], frame);
    marker.where = draft.model.body(id).where;
    draft.add_marker(std::move(marker));
  }
}

int named_frame(const Context& context, const Node& node, Body& body) {
  const std::string name = context.text(node);
  std::vector<std::string> names;
  for (const flexible::PartFrame& frame : body.flexibility->part->frames) {
    if (frame.name == name) return add_frame(body, frame);
    names.push_back(frame.name);
  }
  context.fail_unknown(node, "frame", name, names);
}

int frame_at(Body& body, const Vec3& at) {
  const flexible::Part& part = *body.flexibility->part;
  const Vec3 X = at - body.com;
  const double near = kSamePlace * std::max(part.nodes.cols() > 0 ? part.nodes.colwise().norm().maxCoeff() : 0.0,
                                            std::numeric_limits<double>::min());
  for (const flexible::PartFrame& frame : part.frames)
    if ((frame.at - X).norm() <= near) return add_frame(body, frame);
  for (Eigen::Index k = 0; k < part.nodes.cols(); ++k)
    if ((part.nodes.col(k) - X).norm() <= near)
      return add_frame(body, flexible::frame_of_node(part, static_cast<int>(k)));
  return 0;
}

AppliedForce read_load(Draft& draft, const Fields& fields, const std::string& name) {
  const Context& context = fields.context();
  const Node &body_node = fields.need("body"), &case_node = fields.need("case"), &factor = fields.need("factor");
  const BodyId id = draft.find_body(context, body_node);
  Body& body = draft.model.bodies[id.index()];
  if (!body.flexibility) context.fail(body_node, fmt::format("body `{}` is not flexible", body.name));
  const std::string wanted = context.text(case_node);
  const flexible::LoadCase* load = nullptr;
  std::vector<std::string> names;
  for (const flexible::LoadCase& each : body.flexibility->part->loads) {
    names.push_back(each.name);
    if (each.name == wanted) load = &each;
  }
  if (load == nullptr && names.empty())
    context.fail(case_node, fmt::format("the part of body `{}` has no load cases", body.name));
  if (load == nullptr) context.fail_unknown(case_node, "load case", wanted, names);

  const double F = load->force.norm(), T = load->torque.norm();
  const bool pushes = F > 0.0, turns = !pushes && T > 0.0;
  const double size = pushes ? F : turns ? T : 1.0;
  const Vec3 e = pushes ? Vec3(load->force / F) : turns ? Vec3(load->torque / T) : Vec3(Vec3::UnitX());
  flexible::PartFrame frame;
  frame.name = "load " + name;
  (pushes ? frame.Phi : frame.Theta) = e * load->p.transpose() / size;
  (pushes ? frame.Theta : frame.Phi).setZero(3, load->p.size());
  if (pushes) frame.at = load->force.cross(load->torque) / (F * F);  // from the centre of mass
  Marker marker;
  marker.name = fmt::format("{}.load_{}", body.name, name);
  marker.body = id;
  marker.frame = add_frame(body, std::move(frame));
  const Quat along_z = frame_from_z(e);
  marker.orientation = (along_z * Quat(Eigen::AngleAxisd(-0.5 * std::numbers::pi, Vec3::UnitY()))).normalized();
  marker.made_by_shorthand = true;
  marker.where = context.position(body_node);
  AppliedForce out;
  out.on = out.frame = draft.add_marker(std::move(marker));
  const auto put = [&](std::size_t component, double scale, Quantity quantity) {
    if (scale == 0.0) return;
    Node scaled = factor;
    scaled.text = fmt::format("({})*{}", factor.text, scale / factor_to_si(draft.model.units, quantity));
    scaled.text_column = 0;
    const Expression expression = read_expression(context, scaled);
    if (expression.is_constant())
      (component < 3 ? out.force : out.torque)[0] = scale * context.number(factor, Quantity::none);
    else
      out.formulas[component] = expression;
  };
  read_expression(context, factor);  // an error in it is said of what was written
  if (pushes) put(0, F, Quantity::force);
  put(3, pushes ? e.dot(load->torque) : size, Quantity::torque);
  if (!pushes && !turns) out.reaction = draft.model.body(id).frame_marker;
  return out;
}

}  // namespace alembert
