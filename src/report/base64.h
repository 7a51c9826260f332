// Bytes as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace alembert::report {

constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

inline void append_base64(std::string& out, std::string_view data) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t start = out.size();
  out.resize(start + base64_size(data.size()), '=');
  char* to = out.data() + start;
  const auto byte = [&](std::size_t k) { return k < data.size() ? static_cast<unsigned char>(data[k]) : 0U; };
  for (std::size_t i = 0; i < data.size(); i += 3, to += 4) {
    const unsigned bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    to[0] = digits[bits >> 18];
    to[1] = digits[bits >> 12 & 63U];
    if (i + 1 < data.size()) to[2] = digits[bits >> 6 & 63U];
    if (i + 2 < data.size()) to[3] = digits[bits & 63U];
  }
}

}  // namespace alembert::report
