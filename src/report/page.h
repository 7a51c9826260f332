// One self-contained HTML page: the viewer's template with the data put in. The layout of the data is the contract of
// viewer/src/data.ts: base64 of gzip of (length of the header, header in JSON, arrays).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::report {

using Json = nlohmann::ordered_json;

// The binary part of a page. Each `add` returns what the header says of the array.
class Arrays {
 public:
  using Shape = std::vector<std::size_t>;
  Json f64(std::span<const double> values, const Shape& shape) { return add("f64", values, shape); }
  Json f32(std::span<const float> values, const Shape& shape) { return add("f32", values, shape); }
  Json i32(std::span<const std::int32_t> values, const Shape& shape) { return add("i32", values, shape); }
  Json i16(std::span<const std::int16_t> values, const Shape& shape) { return add("i16", values, shape); }
  Json i8(std::span<const std::int8_t> values, const Shape& shape) { return add("i8", values, shape); }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class Number>
  Json add(const char* dtype, std::span<const Number> values, const Shape& shape) {
    bytes_.resize((bytes_.size() + 7) / 8 * 8, '\0');
    Json out = {{"dtype", dtype}, {"shape", shape}, {"offset", bytes_.size()}};
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return out;
  }
  std::string bytes_;
};

// `header` without `format`, `program` and `title`, which are added here.
std::string page_text(const std::string& title, Json header, const Arrays& arrays);
// Writes the page whole or not at all; throws Error(ExitCode::bad_usage) naming the file.
void write_page(const std::filesystem::path& file, const std::string& title, Json header, const Arrays& arrays);

// The built viewer, compiled in from viewer/ (cmake/viewer.cmake).
std::string_view viewer_template();

}  // namespace alembert::report
