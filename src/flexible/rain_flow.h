// Rain-flow counting, ASTM E1049-85 section 5.4.4: how often a history swings by which range, for estimates of fatigue.
//
// Of the reversals read so far let X be the last range and Y the one before it. While X >= Y: if Y contains the first
// reversal S, it is half a cycle, its first point is dropped and S moves on; otherwise it is a whole cycle and both its
// points are dropped. What is left at the end are half cycles.
#pragma once

#include <span>
#include <vector>

namespace alembert::flexible {

struct Cycle {
  double range = 0.0, mean = 0.0;
  double count = 0.0;  // 0.5 or 1
};

// Values at which the history turns round, with its first and last one. Values equal to their predecessor are no turns.
std::vector<double> reversals_of(std::span<const double> history);
// In the order in which they are counted.
std::vector<Cycle> rain_flow(std::span<const double> history);
// Cycles of the same range and mean, or of the same of so many classes of equal width up to the largest range: one
// each, by range, then mean. Of a class the range is its upper end, which is on the safe side, and the mean that of its
// cycles.
std::vector<Cycle> summed(std::vector<Cycle> cycles);
std::vector<Cycle> in_classes(const std::vector<Cycle>& cycles, int classes);

}  // namespace alembert::flexible
