// Whoever looks is left to end in order; where nobody looks, and when asked twice, the program has to end at once.
#include "base/interruption.h"

#include <gtest/gtest.h>

namespace alembert {
namespace {

TEST(Interruption, IsLeftToALoopThatLooks) {
  Interruption interruption;
  const Interruption::Watch watch(&interruption);
  EXPECT_FALSE(watch.asked());
  EXPECT_TRUE(interruption.ask());
  EXPECT_TRUE(watch.asked());
  EXPECT_TRUE(interruption.asked());
}

TEST(Interruption, OfNobodyEndsTheProgram) {
  Interruption interruption;
  EXPECT_FALSE(interruption.ask());
  Interruption later;
  { const Interruption::Watch watch(&later); }
  EXPECT_FALSE(later.ask());
}

TEST(Interruption, AskedForTwiceEndsTheProgram) {
  Interruption interruption;
  const Interruption::Watch watch(&interruption);
  EXPECT_TRUE(interruption.ask());
  EXPECT_FALSE(interruption.ask());
}

TEST(Interruption, OfOneLoopInsideAnotherIsSeenByBoth) {
  Interruption interruption;
  const Interruption::Watch outer(&interruption);
  { const Interruption::Watch inner(&interruption); }
  EXPECT_TRUE(interruption.ask());
  EXPECT_TRUE(outer.asked());
}

TEST(Interruption, NeedNotBePossible) {
  const Interruption::Watch watch(nullptr);
  EXPECT_FALSE(watch.asked());
}

}  // namespace
}  // namespace alembert
