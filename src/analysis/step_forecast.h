// A run that would take days is told of while it begins: n steps from t0 to t make n (end - t0) / (t - t0) in all.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

namespace alembert {

class StepForecast {
 public:
  StepForecast(double begin, double end) : begin_(begin), end_(end) {}

  // After another step, which was h; the warning, once, where there will be too many.
  std::optional<std::string> look(double t, double h) {
    if (++steps_ < next_ || told_) return std::nullopt;
    next_ = 2 * steps_;
    const double all = static_cast<double>(steps_) * (end_ - begin_) / (t - begin_);
    if (!(all > many_)) return std::nullopt;
    told_ = true;
    return fmt::format(
        "at t = {:.4g} s the steps are so short, {:.2g} s, that the run to {:g} s takes about {:.1g} of them; is "
        "something far stiffer, lighter or faster than meant? Ctrl-C keeps what there is",
        t, h, end_, all);
  }

 private:
  static constexpr double many_ = 2e7;
  double begin_, end_;
  long steps_ = 0, next_ = 20'000;
  bool told_ = false;
};

}  // namespace alembert
