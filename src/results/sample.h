// Everything at one output time, SI units: one row of numbers, channel behind channel.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "results/channels.h"

namespace alembert {

// Of more touches at one time, those with the largest forces are recorded.
inline constexpr std::size_t kMostContactPoints = 200;
inline constexpr std::size_t kContactPointWidth = 7;

class Sample {
 public:
  Sample() = default;
  explicit Sample(const results::GroupNames& names) {
    for (std::size_t c = 0; c < results::kChannels; ++c)
      ends_[c + 1] = ends_[c] + names.owners(results::channels[c]) * width(c);
    values_.assign(ends_.back(), kNone);
  }

  double time = 0.0;
  // Touches: position, force on the first shape's body, index of the contact; at most `kMostContactPoints`.
  std::vector<double> contact_points;

  // What is not filled in is not a number.
  void clear() { std::fill(values_.begin(), values_.end(), kNone); }
  // All owners of a channel.
  std::span<double> operator[](std::size_t channel) {
    return std::span(values_).subspan(ends_[channel], ends_[channel + 1] - ends_[channel]);
  }
  std::span<const double> operator[](std::size_t channel) const {
    return std::span(values_).subspan(ends_[channel], ends_[channel + 1] - ends_[channel]);
  }
  // One of them: a number, or whatever has as many as the channel is wide.
  void put(std::size_t channel, std::size_t owner, double value) { values_[ends_[channel] + owner] = value; }
  template <class Numbers>
  requires requires(const Numbers& v) { v[0]; }
  void put(std::size_t channel, std::size_t owner, const Numbers& v) {
    double* to = values_.data() + ends_[channel] + owner * width(channel);
    for (std::size_t k = 0; k < width(channel); ++k) to[k] = v[static_cast<int>(k)];
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::size_t width(std::size_t channel) {
    return static_cast<std::size_t>(results::channels[channel].width);
  }

  std::array<std::size_t, results::kChannels + 1> ends_{};
  std::vector<double> values_;
};

}  // namespace alembert
