// Lines, markers and texts on an SVG or PNG picture. The only place that calls Cairo, together with cairo_canvas.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plot/chart.h"
#include "plot/geometry.h"

namespace alembert::plot {

struct Colour {
  double red = 0.0, green = 0.0, blue = 0.0, opacity = 1.0;
};

struct Stroke {
  Colour colour;
  double width = 1.0;
  std::span<const double> dash = {};  // lengths of strokes and gaps; empty: a solid line
};

struct Lettering {
  Colour colour;
  double size = 13.0;  // pixels
  bool bold = false;
};

enum class Place { left, centre, right };  // where the given point is: at the text's beginning, ...

enum class Marker { circle, square, triangle, diamond, wedge };

// Sizes in pixels of 1/96 inch; a PNG has dpi/96 times as many. Whatever Cairo refuses throws
// Error(ExitCode::internal_error).
class CairoCanvas {
 public:
  CairoCanvas(Format format, double width, double height, double dpi);
  ~CairoCanvas();

  void fill(const Rectangle& area, const Colour& colour);
  void frame(const Rectangle& area, const Stroke& stroke);
  // Points that are not finite break the line.
  void line(const std::vector<Point>& points, const Stroke& stroke);
  void marker(Marker kind, const Point& at, double radius, const Colour& stroke, const Colour& fill);
  // Texts are made printable (text.h); those of an SVG file lie above everything else. `at` is on the base line;
  // `upwards`: turned to be read from the right.
  void text(const std::string& text, const Point& at, Place place, const Lettering& lettering, bool upwards = false);
  double text_width(const std::string& text, const Lettering& lettering);
  // From here to `unclip` nothing is drawn outside the area.
  void clip(const Rectangle& area);
  void unclip();

  // The bytes of the file; nothing can be drawn afterwards.
  std::string finish();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace alembert::plot
