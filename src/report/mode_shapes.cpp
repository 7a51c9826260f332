#include "report/mode_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert::report {

namespace {

constexpr std::size_t kMostShares = 8;  // the others are summed up

// [{name, share}], the largest first.
Json shares_of(const nlohmann::json& energy, const char* kind) {
  std::vector<std::pair<std::string, double>> all;
  for (const auto& [name, share] : energy.at(kind).items()) all.emplace_back(name, share.get<double>());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  Json out = Json::array();
  double rest = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k < kMostShares)
      out.push_back({{"name", all[k].first}, {"share", all[k].second}});
    else
      rest += all[k].second;
  }
  if (all.size() > kMostShares)
    out.push_back({{"name", fmt::format("{} others", all.size() - kMostShares)}, {"share", rest}});
  return out;
}

// Six numbers a body: displacement, in the model's unit of length, and rotation vector.
Json array_of(const nlohmann::json& shape, const std::vector<std::string>& bodies, const ModelUnits& units,
              Arrays& arrays) {
  std::vector<float> out;
  out.reserve(6 * bodies.size());
  for (const std::string& body : bodies)
    for (std::size_t k = 0; k < 6; ++k)
      out.push_back(static_cast<float>(shape.at(body).at(k).get<double>() / (k < 3 ? units.length : 1.0)));
  return arrays.f32(out, {bodies.size(), 6});
}

}  // namespace

Json modes_of(const nlohmann::json& stored, const std::vector<std::string>& bodies, const ModelUnits& units,
              std::size_t room, Arrays& arrays, std::vector<std::string>& notes) {
  Json list = Json::array();
  std::size_t shown = 0;
  for (const auto& mode : stored.at("modes")) {
    const nlohmann::json& energy = mode.at("energy");
    list.push_back({{"eigenvalue", mode.at("eigenvalue").get<std::array<double, 2>>()},
                    {"frequency", mode.at("frequency").get<double>()},
                    {"damped_frequency", mode.at("eigenvalue").at(1).get<double>() / (2.0 * M_PI)},
                    {"damping_ratio", mode.at("damping_ratio").get<double>()},
                    {"carried_by", mode.at("carried_by").get<std::string>()},
                    {"kinetic", shares_of(energy, "kinetic")},
                    {"potential", shares_of(energy, "potential")},
                    {"dissipated", shares_of(energy, "dissipated")},
                    {"shape", nullptr},
                    {"imaginary", nullptr}});
    const bool complex = mode.contains("shape_imaginary");
    const std::size_t size = 6 * sizeof(float) * bodies.size() * (complex ? 2 : 1);
    if (size > room) {
      room = 0;
      continue;
    }
    room -= size;
    ++shown;
    list.back()["shape"] = array_of(mode.at("shape"), bodies, units, arrays);
    if (complex) list.back()["imaginary"] = array_of(mode.at("shape_imaginary"), bodies, units, arrays);
  }
  if (shown < list.size())
    notes.push_back(fmt::format("To keep the page small it holds the shapes of {} of {} modes; all are in modes.json.",
                                shown, list.size()));
  return {{"about", stored.at("about").get<std::string>()}, {"list", std::move(list)}};
}

std::vector<Eigen::MatrixXd> swings_of(const nlohmann::json& stored, const DeformingBodies& flexible) {
  std::vector<Eigen::MatrixXd> out;
  const auto& list = stored.at("modes");
  for (const DeformingBody& body : flexible.bodies) {
    Eigen::MatrixXd xi = Eigen::MatrixXd::Zero(body.part.modes(), static_cast<Eigen::Index>(2 * list.size()));
    for (std::size_t k = 0; k < list.size(); ++k)
      for (const auto& [key, column] : {std::pair("modal", 2 * k), std::pair("modal_imaginary", 2 * k + 1)}) {
        if (!list[k].contains(key) || !list[k].at(key).contains(body.name)) continue;
        const auto values = list[k].at(key).at(body.name).get<std::vector<double>>();
        if (values.size() != static_cast<std::size_t>(xi.rows())) throw std::out_of_range("modal coordinates");
        xi.col(static_cast<Eigen::Index>(column)) = Eigen::Map<const Eigen::VectorXd>(values.data(), xi.rows());
      }
    out.push_back(std::move(xi));
  }
  return out;
}

}  // namespace alembert::report
