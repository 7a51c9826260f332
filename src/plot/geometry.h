// Places on the picture, in pixels from its upper left corner.
#pragma once

namespace alembert::plot {

struct Point {
  double x = 0.0, y = 0.0;
};

struct Rectangle {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

}  // namespace alembert::plot
