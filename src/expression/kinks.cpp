#include "expression/kinks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "expression/functions.h"

namespace alembert {
namespace {

constexpr double kSameTime = 4e-15;  // relative to the larger end: what rounding makes of one time
constexpr double kNearKink = 1e-7;   // of the interval: the root of rounding, a few times

// One part of the program: the instructions [first, last], of which the last makes its value of the others'.
struct Part {
  std::size_t first = 0;
  std::vector<std::size_t> arguments;  // the last instruction of each
  bool of_time = false;                // of time and numbers alone
  bool linear = false;                 // its value is constant + slope t
  double constant = 0.0, slope = 0.0;
};

// Values of x that are watched for: single ones, or all begin + k period.
struct Levels {
  std::vector<double> single;
  double begin = 0.0, period = 0.0;
};

class KinkFinder {
 public:
  KinkFinder(const Expression& expression, double begin, double end, std::vector<std::string>* left_out)
      : expression_(expression), begin_(begin), end_(end), left_out_(left_out) {}

  std::vector<double> run() {
    const auto program = expression_.program();
    for (std::size_t i = 0; i < program.size(); ++i) {
      parts_.push_back(part(i));
      look_at(i);
    }
    return merged_times(std::move(times_));
  }

 private:
  static std::string_view name_of(const Instruction& step) {
    return step.operation < 0 ? "" : expression_functions()[static_cast<std::size_t>(step.operation)].name;
  }

  Part part(std::size_t i) const {
    const Instruction& step = expression_.program()[i];
    Part out;
    out.first = i;
    out.arguments.resize(expression_.values_taken(step));
    out.of_time = step.operation != push_measure;
    for (std::size_t k = out.arguments.size(); k-- > 0;) {
      out.arguments[k] = out.first - 1;
      out.first = parts_[out.arguments[k]].first;
      out.of_time = out.of_time && parts_[out.arguments[k]].of_time;
    }
    make_linear(step, out);
    return out;
  }

  void make_linear(const Instruction& step, Part& out) const {
    const auto set = [&](double constant, double slope) {
      out.linear = true;
      out.constant = constant;
      out.slope = slope;
    };
    if (step.operation == push_number) return set(step.number, 0.0);
    if (step.operation == push_time) return set(0.0, 1.0);
    if (!out.of_time || out.arguments.empty()) return;
    for (const std::size_t k : out.arguments)
      if (!parts_[k].linear) return;
    const Part &a = parts_[out.arguments[0]], &b = parts_[out.arguments.back()];
    const std::string_view name = name_of(step);
    if (name == "+") return set(a.constant + b.constant, a.slope + b.slope);
    if (name == "-") return set(a.constant - b.constant, a.slope - b.slope);
    if (name == "-x") return set(-a.constant, -a.slope);
    if (name == "*" && a.slope == 0.0) return set(a.constant * b.constant, a.constant * b.slope);
    if (name == "*" && b.slope == 0.0) return set(a.constant * b.constant, a.slope * b.constant);
    if (name == "/" && b.slope == 0.0) return set(a.constant / b.constant, a.slope / b.constant);
    for (const std::size_t k : out.arguments)
      if (parts_[k].slope != 0.0) return;
    const std::size_t itself = out.arguments.back() + 1;
    set(expression_.part(out.first, itself + 1).evaluate(0.0, {}), 0.0);  // a constant
  }

  void look_at(std::size_t i) {
    const Instruction& step = expression_.program()[i];
    const std::vector<std::size_t>& a = parts_[i].arguments;
    const std::string_view name = name_of(step);
    const auto is = [&](auto... names) { return ((name == names) || ...); };
    if (step.operation == apply_spline) return look_at_spline(i);
    if (is("<", "<=", ">", ">=", "==", "!=", "min", "max")) {
      for (std::size_t k = 0; k < a.size(); ++k)
        for (std::size_t l = k + 1; l < a.size(); ++l) equal(i, a[k], a[l]);
    } else if (is("step", "step5", "havsin")) {
      equal(i, a[0], a[1]);
      equal(i, a[0], a[3]);
    } else if (is("impact")) {
      equal(i, a[0], a[2]);
    } else if (is("bistop")) {
      equal(i, a[0], a[2]);
      equal(i, a[0], a[3]);
    } else if (is("abs", "sign", "if", "!", "&&", "||")) {
      const std::size_t count = is("&&", "||") ? 2 : 1;  // of conditions; comparisons tell by themselves
      for (std::size_t k = 0; k < count; ++k)
        if (!is_condition(a[k])) pass(i, a[k], {{0.0}});
    } else if (is("floor", "ceil")) {
      pass(i, a[0], {{}, 0.0, 1.0});
    } else if (is("round")) {
      pass(i, a[0], {{}, 0.5, 1.0});
    } else if (is("mod")) {
      const Part& y = parts_[a[1]];
      if (y.linear && y.slope == 0.0 && y.constant != 0.0) pass(i, a[0], {{}, 0.0, std::abs(y.constant)});
    }
  }

  bool is_condition(std::size_t i) const {
    const std::string_view name = name_of(expression_.program()[i]);
    return name == "<" || name == "<=" || name == ">" || name == ">=" || name == "==" || name == "!=" || name == "&&" ||
           name == "||" || name == "!";
  }

  void look_at_spline(std::size_t i) {
    const auto [spline, kind] = expression_.spline_of(expression_.program()[i]);
    const std::vector<double>&x = spline->x(), &y = spline->y();
    Levels levels;
    levels.single = {x.front(), x.back()};
    const auto slope = [&](std::size_t k) { return (y[k + 1] - y[k]) / (x[k + 1] - x[k]); };
    for (std::size_t k = 1; k + 1 < x.size() && kind == SplineKind::linear; ++k)
      if (std::abs(slope(k) - slope(k - 1)) > 1e-12 * (std::abs(slope(k)) + std::abs(slope(k - 1))))
        levels.single.push_back(x[k]);
    for (std::size_t k = 1; k + 1 < x.size() && kind == SplineKind::hold; ++k)
      if (y[k] != y[k - 1]) levels.single.push_back(x[k]);
    pass(i, parts_[i].arguments[0], std::move(levels));
  }

  // The times at which two parts are equal.
  void equal(std::size_t i, std::size_t a, std::size_t b) {
    const Part &x = parts_[a], &y = parts_[b];
    if (!x.of_time || !y.of_time) return;
    if (x.linear && y.linear) {
      if (x.slope != y.slope) add((y.constant - x.constant) / (x.slope - y.slope));
    } else if (y.linear && y.slope == 0.0) {
      pass(i, a, {{y.constant}});
    } else if (x.linear && x.slope == 0.0) {
      pass(i, b, {{x.constant}});
    } else {
      const Expression first = expression_.part(x.first, a + 1), second = expression_.part(y.first, b + 1);
      scan(i, [&](double t) { return first.evaluate(t, {}) - second.evaluate(t, {}); }, {{0.0}});
    }
  }

  // The times at which a part passes levels.
  void pass(std::size_t i, std::size_t a, Levels levels) {
    const Part& x = parts_[a];
    if (!x.of_time || (x.linear && x.slope == 0.0)) return;
    if (!x.linear) {
      const Expression inner = expression_.part(x.first, a + 1);
      return scan(
          i, [&](double t) { return inner.evaluate(t, {}); }, levels);
    }
    for (const double level : levels.single) add((level - x.constant) / x.slope);
    if (levels.period == 0.0) return;
    const auto [low, high] = std::minmax({x.constant + x.slope * begin_, x.constant + x.slope * end_});
    const double first = std::ceil((low - levels.begin) / levels.period - 1e-9);
    const double last = std::floor((high - levels.begin) / levels.period + 1e-9);
    if (!(last - first < static_cast<double>(kMostKinks))) return leave_out(i);
    for (double k = first; k <= last; ++k) add((levels.begin + k * levels.period - x.constant) / x.slope);
  }

  // Looks at x in many places, and at the kinks it is known to have itself, and halves in on what passes between.
  template <class X>
  void scan(std::size_t i, const X& x, Levels levels) {
    std::sort(levels.single.begin(), levels.single.end());
    known_ = times_;
    std::sort(known_.begin(), known_.end());
    std::vector<double> places = known_;
    for (int k = 0; k <= kKinkSamples; ++k) places.push_back(begin_ + (end_ - begin_) * k / kKinkSamples);
    std::sort(places.begin(), places.end());
    std::size_t found = 0;
    double a = places.front(), xa = x(a);
    for (const double b : places) {
      const double xb = x(b);
      if (std::isfinite(xa) && std::isfinite(xb)) {
        const auto [low, high] = std::minmax({xa, xb});
        auto level = std::lower_bound(levels.single.begin(), levels.single.end(), low);
        for (; level != levels.single.end() && *level <= high; ++level) found += halve(x, a, xa, b, xb, *level);
        if (levels.period > 0.0) {
          const double last = std::floor((high - levels.begin) / levels.period);
          double k = std::ceil((low - levels.begin) / levels.period);
          for (; k <= last && found <= kMostKinks; ++k)
            found += halve(x, a, xa, b, xb, levels.begin + k * levels.period);
        }
      }
      if (found > kMostKinks) return leave_out(i);
      a = b;
      xa = xb;
    }
  }

  template <class X>
  std::size_t halve(const X& x, double a, double xa, double b, double xb, double level) {
    const auto side = [&](double value) { return (value > level) - (value < level); };
    const int from = side(xa);
    if (from == side(xb)) return 0;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (a + b);
      if (middle <= a || middle >= b) break;
      (side(x(middle)) == from ? a : b) = middle;
    }
    // What comes flat to its kink, as a step does, is there in its digits a little before: one time, not two.
    const double t = from == 0 ? a : b, near = kNearKink * (end_ - begin_);
    const auto kink = std::lower_bound(known_.begin(), known_.end(), t - near);
    if (kink == known_.end() || *kink > t + near) add(t);
    return 1;
  }

  void add(double t) {
    const double rounding = kSameTime * std::max(std::abs(begin_), std::abs(end_));
    if (!std::isfinite(t) || t < begin_ - rounding || t > end_ + rounding) return;
    times_.push_back(std::clamp(t, begin_, end_));
  }

  void leave_out(std::size_t i) {
    const Instruction& step = expression_.program()[i];
    if (left_out_ != nullptr)
      left_out_->push_back(expression_.text().substr(static_cast<std::size_t>(step.begin),
                                                     static_cast<std::size_t>(step.end - step.begin)));
  }

  const Expression& expression_;
  double begin_, end_;
  std::vector<std::string>* left_out_;
  std::vector<Part> parts_;
  std::vector<double> times_, known_;  // found; before the last scan, rising
};

}  // namespace

std::vector<double> kink_times(const Expression& expression, double begin, double end,
                               std::vector<std::string>* left_out) {
  if (!(begin <= end) || !expression.uses_time()) return {};
  return KinkFinder(expression, begin, end, left_out).run();
}

std::vector<double> merged_times(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::vector<double> out;
  const double rounding = times.empty() ? 0.0 : kSameTime * std::max(std::abs(times.front()), std::abs(times.back()));
  for (const double t : times)
    if (out.empty() || t - out.back() > rounding) out.push_back(t);
  return out;
}

}  // namespace alembert
