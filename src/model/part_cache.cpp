#include "model/part_cache.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "flexible/inp_lines.h"
#include "flexible/part_file.h"

namespace alembert {
namespace {

constexpr double kLong = 0.5;  // seconds: what is reduced faster is reduced again

// FNV-1a, 64 bits.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    value_ = (value_ ^ 0xffU) * 0x100000001b3ULL;  // where it ends
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

constexpr int deepest_include = 20;

// The content of a file, and of those that an input file of Abaqus or CalculiX includes.
void add_file(const std::filesystem::path& path, int depth, Fingerprint& out) {
  std::error_code none;
  if (depth > deepest_include || !std::filesystem::is_regular_file(path, none)) return;
  std::ifstream stream(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  out.add(text);
  if (path.extension() != ".inp" && depth == 0) return;
  for (const std::string& file : flexible::included_files(text)) add_file(path.parent_path() / file, depth + 1, out);
}

void add_node(const Node& node, const std::filesystem::path& folder, Fingerprint& out) {
  out.add(std::to_string(static_cast<int>(node.kind)));
  out.add(node.text);
  for (std::size_t k = 0; k < node.items.size(); ++k) {
    if (k < node.keys.size()) out.add(node.keys[k].text);
    add_node(node.items[k], folder, out);
  }
  std::error_code none;
  if (!node.is(Node::Kind::scalar) || node.text.empty() || node.text.size() > 1000 ||
      !std::filesystem::is_regular_file(folder / node.text, none))
    return;
  add_file(folder / node.text, 0, out);
}

}  // namespace

CachedPart cached_part(const std::filesystem::path& folder, const std::string& name, const Context& context,
                       const Node& described, const std::function<flexible::Part()>& reduce) {
  Fingerprint fingerprint;
  fingerprint.add(ALEMBERT_VERSION);
  for (const auto& [parameter, value] : context.values()) fingerprint.add(fmt::format("{} {}", parameter, value));
  for (const Quantity quantity : {Quantity::length, Quantity::mass, Quantity::force})
    fingerprint.add(fmt::format("{}", context.factor(quantity)));
  add_node(described, folder, fingerprint);
  const std::filesystem::path file = folder / fmt::format(".{}-{:016x}.flex.h5", name, fingerprint.value());
  std::error_code none;
  if (std::filesystem::is_regular_file(file, none)) {
    try {
      return {flexible::read_part_file(file), file};
    } catch (const Error&) {  // broken: it is made again
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  flexible::Part out = reduce();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (taken.count() > kLong) {
    try {
      flexible::write_part_file(out, file);
      return {std::move(out), file};
    } catch (const Error&) {  // a folder that cannot be written to: it is reduced anew the next time
    }
  }
  return {std::move(out), {}};
}

}  // namespace alembert
