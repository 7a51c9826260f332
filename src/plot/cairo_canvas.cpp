#include "plot/cairo_canvas.h"

#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "plot/text.h"

namespace alembert::plot {
namespace {

constexpr double css_dpi = 96.0;

[[noreturn]] void refuse(cairo_status_t status) {
  throw Error(ExitCode::internal_error, fmt::format("Cairo failed: {}", cairo_status_to_string(status)));
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

// Eighths of a pixel: finer than the eye, and fewer digits in an SVG file.
double rounded(double place) { return std::round(8.0 * place) / 8.0; }

// Cairo would draw letters as curves, which nobody can search or copy and which make files ten times as large. The
// first fonts are as wide as the one that measured, the others narrower.
std::string svg_text(const std::string& text, const Point& at, Place place, const Lettering& lettering, bool upwards) {
  const char* anchor = place == Place::left ? "start" : place == Place::centre ? "middle" : "end";
  const auto byte = [](double share) { return static_cast<int>(std::lround(255.0 * share)); };
  const Colour& colour = lettering.colour;
  return fmt::format(
      "<text transform=\"translate({:.1f} {:.1f}){}\" font-size=\"{}\"{} fill=\"#{:02x}{:02x}{:02x}\" "
      "text-anchor=\"{}\">{}</text>\n",
      at.x, at.y, upwards ? " rotate(-90)" : "", lettering.size, lettering.bold ? " font-weight=\"bold\"" : "",
      byte(colour.red), byte(colour.green), byte(colour.blue), anchor, xml_escaped(text));
}
constexpr const char* svg_fonts = "<g font-family=\"DejaVu Sans,Verdana,Helvetica,Arial,sans-serif\">\n";

}  // namespace

struct CairoCanvas::Implementation {
  Format format = Format::svg;
  std::string bytes;
  std::string texts;  // of an SVG file
  cairo_surface_t* surface = nullptr;
  cairo_t* context = nullptr;

  ~Implementation() {
    if (context) cairo_destroy(context);
    if (surface) cairo_surface_destroy(surface);
  }
  void set(const Colour& colour) const {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.opacity);
  }
  void set(const Stroke& stroke) const {
    set(stroke.colour);
    cairo_set_line_width(context, stroke.width);
    cairo_set_dash(context, stroke.dash.data(), static_cast<int>(stroke.dash.size()), 0.0);
  }
  void set(const Lettering& lettering) const {
    set(lettering.colour);
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context, lettering.size);
  }
  void polygon(std::span<const Point> corners) const {
    for (const Point& corner : corners) cairo_line_to(context, corner.x, corner.y);
    cairo_close_path(context);
  }
};

CairoCanvas::CairoCanvas(Format format, double width, double height, double dpi)
    : implementation_(std::make_unique<Implementation>()) {
  Implementation& all = *implementation_;
  all.format = format;
  if (format == Format::svg) {
    all.surface = cairo_svg_surface_create_for_stream(append, &all.bytes, width, height);
    if (cairo_surface_status(all.surface) == CAIRO_STATUS_SUCCESS)
      cairo_svg_surface_set_document_unit(all.surface, CAIRO_SVG_UNIT_PX);
  } else {
    const double scale = dpi / css_dpi;
    all.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * scale)),
                                             static_cast<int>(std::lround(height * scale)));
    cairo_surface_set_device_scale(all.surface, scale, scale);
  }
  all.context = cairo_create(all.surface);
  if (const cairo_status_t status = cairo_status(all.context); status != CAIRO_STATUS_SUCCESS) refuse(status);
  cairo_set_line_join(all.context, CAIRO_LINE_JOIN_ROUND);
  // The widths of letters must not depend on the resolution, or layouts would.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(all.context, options);
  cairo_font_options_destroy(options);
}

CairoCanvas::~CairoCanvas() = default;

void CairoCanvas::fill(const Rectangle& area, const Colour& colour) {
  implementation_->set(colour);
  cairo_rectangle(implementation_->context, area.x, area.y, area.width, area.height);
  cairo_fill(implementation_->context);
}

void CairoCanvas::frame(const Rectangle& area, const Stroke& stroke) {
  implementation_->set(stroke);
  cairo_rectangle(implementation_->context, area.x, area.y, area.width, area.height);
  cairo_stroke(implementation_->context);
}

void CairoCanvas::line(const std::vector<Point>& points, const Stroke& stroke) {
  cairo_t* context = implementation_->context;
  implementation_->set(stroke);
  bool drawing = false;
  for (const Point& point : points) {
    const bool there = std::isfinite(point.x) && std::isfinite(point.y);
    if (there && drawing)
      cairo_line_to(context, rounded(point.x), rounded(point.y));
    else if (there)
      cairo_move_to(context, rounded(point.x), rounded(point.y));
    drawing = there;
  }
  cairo_stroke(context);
}

void CairoCanvas::marker(Marker kind, const Point& at, double radius, const Colour& stroke, const Colour& fill) {
  cairo_t* context = implementation_->context;
  const double x = rounded(at.x), y = rounded(at.y), r = radius;
  switch (kind) {
    case Marker::circle:
      cairo_new_sub_path(context);
      cairo_arc(context, x, y, r, 0.0, 2.0 * std::numbers::pi);
      break;
    case Marker::square:
      implementation_->polygon(std::vector<Point>{{x - 0.9 * r, y - 0.9 * r},
                                                  {x + 0.9 * r, y - 0.9 * r},
                                                  {x + 0.9 * r, y + 0.9 * r},
                                                  {x - 0.9 * r, y + 0.9 * r}});
      break;
    case Marker::triangle:
      implementation_->polygon(
          std::vector<Point>{{x, y - 1.2 * r}, {x + 1.1 * r, y + 0.8 * r}, {x - 1.1 * r, y + 0.8 * r}});
      break;
    case Marker::diamond:
      implementation_->polygon(
          std::vector<Point>{{x, y - 1.3 * r}, {x + 1.3 * r, y}, {x, y + 1.3 * r}, {x - 1.3 * r, y}});
      break;
    case Marker::wedge:
      implementation_->polygon(
          std::vector<Point>{{x, y + 1.2 * r}, {x + 1.1 * r, y - 0.8 * r}, {x - 1.1 * r, y - 0.8 * r}});
      break;
  }
  implementation_->set(fill);
  cairo_fill_preserve(context);
  implementation_->set(Stroke{stroke, 1.3});
  cairo_stroke(context);
}

void CairoCanvas::text(const std::string& text, const Point& at, Place place, const Lettering& lettering,
                       bool upwards) {
  const std::string shown = printable(text);
  if (shown.empty()) return;
  if (implementation_->format == Format::svg) {
    implementation_->texts += svg_text(shown, at, place, lettering, upwards);
    return;
  }
  cairo_t* context = implementation_->context;
  const double share = place == Place::left ? 0.0 : place == Place::centre ? 0.5 : 1.0;
  const double back = share * text_width(shown, lettering);
  cairo_save(context);
  cairo_translate(context, at.x, at.y);
  if (upwards) cairo_rotate(context, -0.5 * std::numbers::pi);
  cairo_move_to(context, -back, 0.0);
  implementation_->set(lettering);
  cairo_show_text(context, shown.c_str());
  cairo_restore(context);
  cairo_new_path(context);
}

double CairoCanvas::text_width(const std::string& text, const Lettering& lettering) {
  implementation_->set(lettering);
  cairo_text_extents_t extents;
  cairo_text_extents(implementation_->context, printable(text).c_str(), &extents);
  return extents.x_advance;
}

void CairoCanvas::clip(const Rectangle& area) {
  cairo_save(implementation_->context);
  cairo_rectangle(implementation_->context, area.x, area.y, area.width, area.height);
  cairo_clip(implementation_->context);
}

void CairoCanvas::unclip() { cairo_restore(implementation_->context); }

std::string CairoCanvas::finish() {
  Implementation& all = *implementation_;
  if (const cairo_status_t status = cairo_status(all.context); status != CAIRO_STATUS_SUCCESS) refuse(status);
  if (all.format == Format::png) {
    const cairo_status_t status = cairo_surface_write_to_png_stream(all.surface, append, &all.bytes);
    if (status != CAIRO_STATUS_SUCCESS) refuse(status);
  }
  cairo_surface_finish(all.surface);
  if (const cairo_status_t status = cairo_surface_status(all.surface); status != CAIRO_STATUS_SUCCESS) refuse(status);
  if (all.format == Format::svg) all.bytes.insert(all.bytes.rfind("</svg>"), svg_fonts + all.texts + "</g>\n");
  return std::move(all.bytes);
}

}  // namespace alembert::plot

#ifdef __SANITIZE_ADDRESS__
// Cairo keeps fonts for the next text. Fontconfig refers to them by offsets, in which the leak sanitizer sees no
// pointers.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
#endif
