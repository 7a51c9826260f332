#include "linear/reduced_pattern.h"

#include <algorithm>

#include "linear/index.h"

namespace alembert::linear {

namespace {

// Blocks that were held stay so while all have at most this much more than what is filled: what touched will touch
// again, and choosing anew costs some refactorisations.
constexpr double kAllowed = 1.5;

// Calls f(block's index, slot) for each entry of optional blocks.
template <class F>
void each_entry(const Pattern& pattern, const std::vector<int>& first_slots, F&& f) {
  const int* slot = first_slots.data();
  for (std::size_t k = 0; k < pattern.optional().size(); ++k) {
    const Block& b = pattern.optional()[k];
    for (int c = 0; c < b.columns; ++c, ++slot)
      for (int r = 0; r < b.rows; ++r) f(k, at(*slot + r));
  }
}

}  // namespace

bool ReducedPattern::update(const PatternPtr& pattern, const double* values) {
  const bool other = pattern != pattern_;
  if (other) take(pattern);
  const bool holds_all = !other || find_slots();
  const bool more = find_filled(values);
  if (holds_all && !more) return false;
  choose();
  return true;
}

void ReducedPattern::take(const PatternPtr& pattern) {
  pattern_ = pattern;
  first_slots_.clear();
  for (const Block& b : pattern->optional())
    for (int c = b.column; c < b.column + b.columns; ++c) first_slots_.push_back(pattern->slot(b.row, c));
  in_block_.assign(at(pattern->nonzeros()), 0);
  each_entry(*pattern, first_slots_, [&](std::size_t, std::size_t slot) { in_block_[slot] = 1; });
  held_.assign(pattern->optional().size(), 0);
  filled_ = held_;
}

// Where the entries that are held are in the pattern, and which of its blocks they hold. False: something outside of
// blocks is not held.
bool ReducedPattern::find_slots() {
  if (starts_.size() != pattern_->column_starts().size()) return false;
  const std::vector<int>& rows = pattern_->rows();
  if (pattern_->optional().empty() && (rows_ != rows || starts_ != pattern_->column_starts())) return false;
  std::vector<char> held(rows.size(), 0);
  slots_.assign(rows_.size(), -1);
  for (std::size_t c = 0; c + 1 < starts_.size(); ++c) {
    int k = pattern_->column_starts()[c];
    const int end = pattern_->column_starts()[c + 1];
    for (int mine = starts_[c]; mine < starts_[c + 1]; ++mine) {
      while (k < end && rows[at(k)] < rows_[at(mine)]) ++k;
      if (k == end || rows[at(k)] != rows_[at(mine)]) continue;
      slots_[at(mine)] = k;
      held[at(k)] = 1;
    }
  }
  std::fill(held_.begin(), held_.end(), 1);
  each_entry(*pattern_, first_slots_, [&](std::size_t k, std::size_t slot) { held_[k] = held_[k] && held[slot]; });
  for (std::size_t k = 0; k < held.size(); ++k)
    if (!held[k] && !in_block_[k]) return false;
  return true;
}

// Is something in a block that is not held?
bool ReducedPattern::find_filled(const double* values) {
  std::fill(filled_.begin(), filled_.end(), 0);
  each_entry(*pattern_, first_slots_,
             [&](std::size_t k, std::size_t slot) { filled_[k] = filled_[k] || values[slot] != 0.0; });
  for (std::size_t k = 0; k < held_.size(); ++k)
    if (filled_[k] && !held_[k]) return true;
  return false;
}

void ReducedPattern::choose() {
  double filled = 0.0, both = 0.0;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const double entries = static_cast<double>(pattern_->optional()[k].rows) * pattern_->optional()[k].columns;
    if (filled_[k]) filled += entries;
    if (filled_[k] || held_[k]) both += entries;
  }
  for (std::size_t k = 0; k < held_.size(); ++k) held_[k] = filled_[k] || (held_[k] && both <= kAllowed * filled);
  std::vector<char> left_out = in_block_;
  each_entry(*pattern_, first_slots_, [&](std::size_t k, std::size_t slot) {
    if (held_[k]) left_out[slot] = 0;
  });
  starts_.assign(1, 0);
  rows_.clear();
  slots_.clear();
  for (int c = 0; c < pattern_->size(); ++c) {
    for (int k = pattern_->column_starts()[at(c)]; k < pattern_->column_starts()[at(c + 1)]; ++k)
      if (!left_out[at(k)]) {
        rows_.push_back(pattern_->rows()[at(k)]);
        slots_.push_back(k);
      }
    starts_.push_back(static_cast<int>(rows_.size()));
  }
}

void ReducedPattern::gather(const double* from, std::vector<double>& to) const {
  to.resize(rows_.size());
  if (rows_.size() == pattern_->rows().size() && pattern_->optional().empty())
    std::copy_n(from, to.size(), to.begin());
  else
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = slots_[k] < 0 ? 0.0 : from[slots_[k]];
}

bool ReducedPattern::exchange(Archive& archive, const PatternPtr& pattern) {
  std::vector<int> starts = starts_, rows = rows_;
  archive(starts, rows);
  if (!archive.reads()) return true;
  bool fits = starts.size() == at(pattern->size()) + 1 && starts.front() == 0 && at(starts.back()) == rows.size() &&
              std::is_sorted(starts.begin(), starts.end());
  for (const int r : rows) fits = fits && r >= 0 && r < pattern->size();
  if (!fits) return false;
  starts_ = std::move(starts);
  rows_ = std::move(rows);
  take(pattern);
  return find_slots();
}

}  // namespace alembert::linear
