#include "results/progress.h"

#include <gtest/gtest.h>

#include <limits>

namespace alembert {
namespace {

TEST(Progress, LineSaysHowFarAndHowLongStill) {
  EXPECT_EQ(progress_line({.time = 0.5, .end = 2.0, .h = 1.25e-3, .rejected_steps = 7, .elapsed_seconds = 30.0}, 200),
            " 25 %  time 0.5 of 2 s  step 1.25e-03 s  7 rejected  1 min 30 s left");
}

TEST(Progress, NeverSaysDoneTooEarly) {
  const std::string line = progress_line({.time = 0.9999, .end = 1.0, .h = 1e-4, .elapsed_seconds = 10.0}, 200);
  EXPECT_EQ(line.substr(0, 5), " 99 %");
}

TEST(Progress, KnowsNothingAtTheStart) {
  EXPECT_NE(progress_line({.end = 1.0}, 200).find("? left"), std::string::npos);
}

TEST(Progress, LineFitsTheTerminal) { EXPECT_EQ(progress_line({.time = 0.5, .end = 2.0}, 20).size(), 20U); }

TEST(Progress, DurationsReadAsPeopleSayThem) {
  EXPECT_EQ(duration_text(0.2), "0 s");
  EXPECT_EQ(duration_text(59.7), "1 min 00 s");
  EXPECT_EQ(duration_text(200.0), "3 min 20 s");
  EXPECT_EQ(duration_text(7500.0), "2 h 05 min");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "?");
}

TEST(Progress, StaysQuietWhenAsked) {
  testing::internal::CaptureStderr();
  {
    Progress progress(1.0, true);
    progress.update(0.5, 0.1, 0);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace alembert
