#include "expression/angle_units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "expression/functions.h"

namespace alembert {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// p/q with small p and q, or exactly with larger ones: what people multiply angles by.
bool simple_fraction(double x, double largest, double rounding) {
  x = std::abs(x);
  for (double q = 1.0; q <= largest; ++q) {
    const double p = std::round(x * q);
    if (p >= 1.0 && p <= 100.0 * largest && std::abs(x * q - p) <= rounding * p) return true;
  }
  return false;
}

// Of a factor, against the one that makes one unit of the other: that times a simple fraction, or it rounded (57.3).
bool converts(double ratio) { return simple_fraction(ratio, 100.0, 1e-12) || std::abs(std::abs(ratio) - 1.0) < 2e-4; }

struct Value {
  AngleUnit unit;
  bool is_number = false;
  double number = 0.0;
  int begin = 0, end = 0;

  bool has_unit() const { return unit.degrees != 0.0 || unit.radians; }
  bool bare() const { return has_unit() && unit.exact && std::abs(unit.factor) == 1.0; }
};

class AngleChecker {
 public:
  AngleChecker(const Expression& expression, std::span<const AngleUnit> measures, const SourcePosition& where)
      : expression_(expression), measures_(measures), where_(where) {}

  AngleUnit run() {
    for (const Instruction& step : expression_.program()) {
      const std::size_t count = expression_.values_taken(step);
      const std::span<const Value> a{stack_.data() + (stack_.size() - count), count};
      Value value = result(step, a);
      value.begin = step.begin;
      value.end = step.end;
      stack_.resize(stack_.size() - count);
      stack_.push_back(value);
    }
    return stack_.empty() ? AngleUnit{} : stack_.back().unit;
  }

 private:
  Value result(const Instruction& step, std::span<const Value> a) const {
    if (step.operation == push_number) return {{}, true, step.number};
    if (step.operation == push_measure) {
      Value out{measures_[static_cast<std::size_t>(step.operand)]};
      out.unit.measure = step.operand;
      return out;
    }
    if (step.operation < 0) return {};
    const std::string_view name = expression_functions()[static_cast<std::size_t>(step.operation)].name;
    const auto is = [&](auto... names) { return ((name == names) || ...); };
    if (is("+", "-", "min", "max", "hypot", "mod")) return together(a);
    if (is("<", "<=", ">", ">=", "==", "!=")) return (together(a), Value{});
    if (is("-x")) return times(a[0], {{}, true, -1.0}, 1.0);
    if (is("abs", "floor", "ceil", "round")) return a[0];
    if (is("*")) return a[0].is_number ? times(a[1], a[0], 1.0) : times(a[0], a[1], 1.0);
    if (is("/")) return times(a[0], a[1], -1.0);
    if (is("^")) return a[1].is_number ? power(a[0], a[1].number) : Value{};
    if (is("sqrt")) return power(a[0], 0.5);
    if (is("if")) return together(a.subspan(1));
    if (is("step", "step5", "havsin")) return together(std::array{a[2], a[4]});
    if (is("sin", "cos", "tan")) return (expect_radians(a[0], name, step), Value{});
    if (is("shf")) {
      const Value angle = together(std::array{times(together(a.first(2)), a[3], 1.0), a[4]});
      if (angle.unit.degrees != 0.0)
        fail(angle, fmt::format("`{}` is the sine of an angle in degrees", text(step)),
             "w and phi such that it is one in radians");
      return together(std::array{a[2], a[5]});
    }
    if (is("asin", "acos", "atan", "atan2")) return radians();
    if (is("rad")) {
      if (a[0].unit.radians) fail(a[0], fmt::format("`{}` is in radians already", text(a[0])), text(a[0]));
      return radians();
    }
    if (is("deg")) {
      if (a[0].unit.degrees != 0.0) fail(a[0], fmt::format("`{}` is in degrees already", text(a[0])), text(a[0]));
      Value out;
      out.unit.degrees = 1.0;
      return out;
    }
    return {};
  }

  static Value radians() {
    Value out;
    out.unit.radians = true;
    return out;
  }

  // Values that are added, compared or chosen from.
  Value together(std::span<const Value> a) const {
    const Value* out = &a[0];
    for (const Value& b : a.subspan(1)) {
      if (!b.has_unit()) continue;
      if (out->bare() && b.bare() && out->unit.radians != b.unit.radians) {
        const Value& degrees = b.unit.radians ? *out : b;
        const Value& other = b.unit.radians ? b : *out;
        fail(degrees.unit.measure >= 0 ? degrees : other,
             fmt::format("`{}` is in degrees and `{}` in radians", text(degrees), text(other)),
             fmt::format("deg({})` or `rad({})", text(other), text(degrees)));
      }
      if (!out->has_unit() || (b.unit.degrees != 0.0 && out->unit.radians)) out = &b;
    }
    Value value = *out;
    if (a.size() > 1) value.is_number = false;
    return value;
  }
  Value together(const std::array<Value, 2>& a) const { return together(std::span<const Value>(a)); }

  // a b^exponent, exponent 1 or -1.
  static Value times(const Value& a, const Value& b, double exponent) {
    Value out = a;
    out.is_number = false;
    if (b.is_number) {
      if (a.is_number) return {};
      out.unit.factor *= exponent > 0.0 ? b.number : 1.0 / b.number;
      return converted(out);
    }
    out.unit.degrees += exponent * b.unit.degrees;
    out.unit.factor *= std::pow(b.unit.factor, exponent);
    out.unit.exact = a.unit.exact && b.unit.exact;
    if (out.unit.measure < 0) out.unit.measure = b.unit.measure;
    if (a.is_number) out.unit.factor *= a.number;
    out.unit.radians = (a.unit.radians && !b.has_unit()) || (b.unit.radians && !a.has_unit() && exponent > 0.0);
    if (out.unit.degrees != 0.0) out.unit.radians = false;
    return converted(out);
  }

  static Value power(const Value& a, double exponent) {
    if (exponent == 1.0) return a;
    Value out = a;
    out.is_number = out.unit.radians = false;
    out.unit.degrees *= exponent;
    out.unit.factor = std::pow(std::abs(a.unit.factor), exponent);
    return out;
  }

  static Value converted(Value value) {
    AngleUnit& unit = value.unit;
    if (unit.degrees != 0.0 && converts(unit.factor / std::pow(kDegree, unit.degrees))) {
      unit.factor /= std::pow(kDegree, unit.degrees);
      unit.radians = unit.degrees == 1.0;
      unit.degrees = 0.0;
    } else if (unit.radians && converts(unit.factor * kDegree)) {
      unit.factor *= kDegree;
      unit.radians = false;
      unit.degrees = 1.0;
    }
    return value;
  }

  void expect_radians(const Value& a, std::string_view function, const Instruction& step) const {
    if (a.unit.degrees == 0.0) return;
    fail(a, fmt::format("`{}`: its argument is in degrees, but {} takes radians", text(step), function),
         fmt::format("{}(rad({}))", function, text(a)));
  }

  template <class Part>
  std::string text(const Part& part) const {
    return expression_.text().substr(static_cast<std::size_t>(part.begin),
                                     static_cast<std::size_t>(part.end - part.begin));
  }

  [[noreturn]] void fail(const Value& at, const std::string& problem, const std::string& remedy) const {
    SourcePosition where = where_;
    if (at.unit.measure >= 0) {
      const Measure& m = expression_.measures()[static_cast<std::size_t>(at.unit.measure)];
      if (m.where.column > 0) where = m.where;
    }
    throw ModelError(where, fmt::format("{}; write `{}`", problem, remedy));
  }

  const Expression& expression_;
  std::span<const AngleUnit> measures_;
  const SourcePosition& where_;
  std::vector<Value> stack_;
};

}  // namespace

AngleUnit check_angle_units(const Expression& expression, std::span<const AngleUnit> measures,
                            const SourcePosition& where) {
  return AngleChecker(expression, measures, where).run();
}

bool is_angle_in_other_unit(const AngleUnit& unit, bool degrees) {
  const bool other = degrees ? unit.radians : unit.degrees == 1.0;
  return other && unit.exact && simple_fraction(unit.factor, 4.0, 1e-12);
}

}  // namespace alembert
