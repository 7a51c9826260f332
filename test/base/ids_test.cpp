// An id is an index into one kind of list, and of no other.
#include "base/ids.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace alembert {
namespace {

static_assert(!std::is_convertible_v<std::size_t, BodyId>, "a number is no id by accident");
static_assert(!std::is_convertible_v<BodyId, std::size_t>, "nor an id a number");
static_assert(!std::is_constructible_v<MarkerId, BodyId>, "a body is no marker");
static_assert(!std::is_assignable_v<JointId&, ForceId>, "a force is no joint");

TEST(Id, IsNotValidUntilItIsGiven) {
  EXPECT_FALSE(BodyId().valid());
  EXPECT_TRUE(BodyId(0).valid());
  EXPECT_EQ(BodyId(3).index(), 3u);
}

TEST(Id, ComparesAsItsIndex) {
  EXPECT_EQ(MarkerId(2), MarkerId(2));
  EXPECT_NE(MarkerId(2), MarkerId(3));
  EXPECT_LT(MarkerId(2), MarkerId(3));
  EXPECT_LT(MarkerId(), MarkerId(0));
}

}  // namespace
}  // namespace alembert
