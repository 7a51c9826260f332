// When a run's unfinished files are brought up to date on the disk.
#pragma once

#include <algorithm>
#include <chrono>

namespace alembert::results {

class WriteSchedule {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  explicit WriteSchedule(Time start)
      : start_(start), next_flush_(start + flush_interval), next_snapshot_(start + first_snapshot) {}

  bool flush_due(Time now) const { return now >= next_flush_; }
  void flushed(Time now) { next_flush_ = now + flush_interval; }

  bool snapshot_due(Time now) const { return now >= next_snapshot_; }
  // Young runs are stored more often: a run of any age loses at most half of itself, or the interval. Then the next
  // snapshot comes after 40 times what this one took. Snapshots grow with the run: if writing everything takes
  // the fraction c of it, they come when it has become 1 + 40 c times as long, and cost 1/40 + c of the time in all.
  void snapshot_written(Time started, Time ended) {
    const Clock::duration interval = std::clamp<Clock::duration>(ended - start_, first_snapshot, snapshot_interval);
    next_snapshot_ = ended + std::max<Clock::duration>(interval, 40 * (ended - started));
  }

 private:
  static constexpr std::chrono::seconds flush_interval{1};             // what a killed run may lose of the text files
  static constexpr std::chrono::milliseconds first_snapshot{500};      // the first of results.h5
  static constexpr std::chrono::milliseconds snapshot_interval{5000};  // what a killed run may lose of it at least

  Time start_;
  Time next_flush_;
  Time next_snapshot_;
};

}  // namespace alembert::results
