#include "expression/functions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "expression/function_table.h"
#include "expression/path_functions.h"

namespace alembert {
namespace {

// Value and derivatives of a row by forward differentiation, a few directions at a time: one pass where no more
// arguments than that vary.
template <std::size_t row>
double partials_of(std::span<const double> a, std::span<const bool> fixed, std::span<double> d) {
  constexpr int most = std::get<row>(functions::table).most_arguments;
  constexpr int directions = std::min(most, 4);
  std::array<Dual<directions>, most> x;
  double value = 0.0;
  std::size_t next = 0;
  do {
    const std::size_t begin = next;
    int used = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      x[k] = a[k];
      if (k < begin || fixed[k] || used == directions) continue;
      x[k].d[static_cast<std::size_t>(used++)] = 1.0;
      next = k + 1;
    }
    if (used < directions) next = a.size();
    const Dual<directions> y = apply_function<Dual<directions>, row>({x.data(), a.size()});
    value = y.value;
    used = 0;
    for (std::size_t k = begin; k < next; ++k) d[k] = fixed[k] ? 0.0 : y.d[static_cast<std::size_t>(used++)];
  } while (next < a.size());
  return value;
}

template <std::size_t row>
double partials(std::span<const double> a, std::span<const bool> fixed, std::span<double> d) {
  constexpr auto& formula = std::get<row>(functions::table).formula;
  if constexpr (requires { formula.gradient(a, d); }) {
    const double value = formula.gradient(a, d);
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (fixed[k]) d[k] = 0.0;
    }
    return value;
  } else {
    return partials_of<row>(a, fixed, d);
  }
}

template <std::size_t... row>
constexpr std::array<ExpressionFunction, function_count> make_rows(std::index_sequence<row...>) {
  return {ExpressionFunction{std::get<row>(functions::table).name, std::get<row>(functions::table).fewest_arguments,
                             std::get<row>(functions::table).most_arguments, std::get<row>(functions::table).domain,
                             &apply_function<double, row>, &partials<row>}...};
}

constexpr std::array<ExpressionFunction, function_count> rows = make_rows(std::make_index_sequence<function_count>());

constexpr std::array marker_measures{"dx", "dy", "dz", "dm",   "vx",   "vy",   "vz",   "vm",   "vr",   "wx",
                                     "wy", "wz", "wm", "accx", "accy", "accz", "accm", "wdtx", "wdty", "wdtz"};
// Angles have no axes to be taken along: two markers, no third.
constexpr std::array angle_measures{"ax", "ay", "az", "psi", "theta", "phi"};
constexpr std::array element_measures{"fx", "fy", "fz", "fm", "tx", "ty", "tz", "tm"};
constexpr std::array joint_measures{"angle", "angle_rate", "displacement", "displacement_rate"};
constexpr std::array contact_measures{"normal_force", "friction_force", "penetration", "gap", "slip", "touching"};
constexpr std::array system_measures{"kinetic_energy", "potential_energy", "total_energy"};
std::vector<MeasureSignature> make_signatures() {
  std::vector<MeasureSignature> out;
  for (const char* name : marker_measures) out.push_back({name, MeasureArguments::markers, 1, 3});
  for (const char* name : angle_measures) out.push_back({name, MeasureArguments::markers, 1, 2});
  for (const char* name : element_measures) out.push_back({name, MeasureArguments::element_and_marker, 1, 2});
  out.push_back({"var", MeasureArguments::name_of_variable, 1, 1});
  out.push_back({"state", MeasureArguments::name_of_state, 1, 1});
  out.push_back({"rate", MeasureArguments::name_of_state, 1, 1});
  out.push_back({"input", MeasureArguments::name_of_input, 1, 1});
  for (const char* name : joint_measures) out.push_back({name, MeasureArguments::name_of_joint, 1, 1});
  for (const char* name : contact_measures) out.push_back({name, MeasureArguments::contact_and_shape, 1, 2});
  for (const char* name : system_measures) out.push_back({name, MeasureArguments::none, 0, 0});
  return out;
}

constexpr std::array<std::pair<std::string_view, SplineKind>, 4> spline_kinds{{{"linear", SplineKind::linear},
                                                                               {"cubic", SplineKind::cubic},
                                                                               {"akima", SplineKind::akima},
                                                                               {"hold", SplineKind::hold}}};

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return rows; }

std::span<const MeasureSignature> measure_signatures() {
  static const std::vector<MeasureSignature> signatures = make_signatures();
  return signatures;
}

int find_function(std::string_view name) {
  const auto* found = std::find_if(rows.begin(), rows.end(), [&](const auto& f) { return f.name == name; });
  return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

const MeasureSignature* find_measure(std::string_view name) {
  for (const MeasureSignature& measure : measure_signatures()) {
    if (measure.name == name) return &measure;
  }
  return nullptr;
}

std::optional<SplineKind> find_spline_kind(std::string_view name) {
  for (const auto& [known, kind] : spline_kinds)
    if (known == name) return kind;
  return std::nullopt;
}

std::string_view spline_kind_name(SplineKind kind) {
  for (const auto& [name, known] : spline_kinds)
    if (known == kind) return name;
  return "";
}

std::vector<std::string> callable_names() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : spline_kinds) names.emplace_back(name);
  for (const ExpressionFunction& function : rows) {
    if (function.name.front() >= 'a' && function.name.front() <= 'z') names.emplace_back(function.name);
  }
  for (const PathFunction& function : path_functions()) names.emplace_back(function.name);
  for (const MeasureSignature& measure : measure_signatures()) names.emplace_back(measure.name);
  return names;
}

}  // namespace alembert
