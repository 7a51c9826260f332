#include "base/suggest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

namespace alembert {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Number of insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t longest_worth_comparing = 100;
  if (name.empty() || name.size() > longest_worth_comparing) return std::nullopt;
  const std::string wanted = lower_case(name);
  const std::size_t allowed = std::max<std::size_t>(1, (name.size() + 1) / 3);
  std::optional<std::string> best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), name.size());
    const std::size_t shorter = std::min(candidate.size(), name.size());
    if (longer - shorter >= best_distance) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    // A name with every letter replaced is not near, however short it is.
    if (distance >= best_distance || distance >= longer) continue;
    best_distance = distance;
    best = candidate;
  }
  if (best) return best;
  // `body` for `bodies`, `tol` for `tolerance`: the only one that begins like it.
  constexpr std::size_t fewest_letters = 3;
  const std::string stem = wanted.ends_with('y') ? wanted.substr(0, wanted.size() - 1) : wanted;
  for (const std::string& candidate : candidates) {
    if (stem.size() < fewest_letters || !lower_case(candidate).starts_with(stem)) continue;
    if (best) return std::nullopt;
    best = candidate;
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::optional<std::string> nearest = nearest_name(name, candidates);
  return nearest ? ", did you mean `" + *nearest + "`?" : "";
}

}  // namespace alembert
