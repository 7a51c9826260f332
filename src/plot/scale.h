// From numbers on an axis to places on the picture.
#pragma once

#include "plot/chart.h"

namespace alembert::plot {

// Can the axis show it?
bool shows(bool logarithmic, double value);

// The smallest and largest value that an axis has to show, collected.
class Range {
 public:
  explicit Range(bool logarithmic) : logarithmic_(logarithmic) {}
  void include(double value);

  struct Ends {
    double low, high;
  };
  // With a margin on both sides, a fraction of the range (of its logarithm). Never empty: a single value gets room
  // around it, and without any value the axis goes from 0 to 1 or from 1 to 10.
  Ends ends(double margin) const;

 private:
  bool logarithmic_;
  double low_ = 0.0, high_ = 0.0;
  bool empty_ = true;
};

class Scale {
 public:
  // `low` is drawn at `from`, `high` at `to`.
  Scale(bool logarithmic, Range::Ends ends, double from, double to);
  // Of a value that the axis `shows`.
  double place(double value) const;

 private:
  bool logarithmic_;
  double low_, span_, from_, to_;
};

}  // namespace alembert::plot
