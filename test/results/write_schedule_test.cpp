#include "results/write_schedule.h"

#include <gtest/gtest.h>

namespace alembert::results {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(WriteSchedule, FlushesOnceASecond) {
  const WriteSchedule::Time start;
  WriteSchedule schedule(start);
  EXPECT_FALSE(schedule.flush_due(start + milliseconds(999)));
  EXPECT_TRUE(schedule.flush_due(start + seconds(1)));
  schedule.flushed(start + seconds(3));
  EXPECT_FALSE(schedule.flush_due(start + milliseconds(3999)));
  EXPECT_TRUE(schedule.flush_due(start + seconds(4)));
}

TEST(WriteSchedule, AYoungRunIsStoredWheneverItHasTwiceItsAge) {
  const WriteSchedule::Time start;
  WriteSchedule schedule(start);
  for (const int due : {500, 1000, 2000, 4000, 8000, 13000, 18000}) {
    EXPECT_FALSE(schedule.snapshot_due(start + milliseconds(due - 1))) << due;
    EXPECT_TRUE(schedule.snapshot_due(start + milliseconds(due))) << due;
    schedule.snapshot_written(start + milliseconds(due), start + milliseconds(due));
  }
}

TEST(WriteSchedule, SnapshotsTakeLessThanATwentiethOfALongRun) {
  const WriteSchedule::Time start;
  WriteSchedule schedule(start);
  // Writing all of the run so far takes a fiftieth of the time that it took.
  WriteSchedule::Time now = start;
  WriteSchedule::Clock::duration writing{0};
  while (now < start + seconds(36000)) {
    now += milliseconds(10);
    if (!schedule.snapshot_due(now)) continue;
    const WriteSchedule::Clock::duration cost = (now - start) / 50;
    schedule.snapshot_written(now, now + cost);
    now += cost;
    writing += cost;
  }
  EXPECT_GT(writing.count(), 0);
  EXPECT_LT(writing, (now - start) / 20);
}

}  // namespace
}  // namespace alembert::results
