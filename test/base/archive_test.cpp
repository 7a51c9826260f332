// What is written into an archive is read back to the last bit, and damaged data is refused, not believed.
#include "base/archive.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "math/types.h"

namespace alembert {
namespace {

struct Clock {
  double time = 0.0;
  long ticks = 0;
  void exchange(Archive& archive) { archive(time, ticks); }
};

// One member of every kind that is exchanged somewhere.
struct Everything {
  bool flag = false;
  char letter = 'a';
  int number = 0;
  long large = 0;
  std::size_t count = 0;
  double value = 0.0;
  std::string text;
  std::vector<double> list;
  std::vector<std::string> texts;
  std::vector<std::pair<std::string, double>> named;
  std::array<double, 3> triple{};
  Vector vector;
  std::vector<Clock> clocks;
  std::unique_ptr<Clock> some, none;

  void exchange(Archive& archive) {
    archive(flag, letter, number, large, count, value, text, list, texts, named, triple, vector, clocks);
    const auto make = [] { return std::make_unique<Clock>(); };
    archive.optional(some, make);
    archive.optional(none, make);
  }
};

Everything sample() {
  Everything x;
  x.flag = true;
  x.letter = static_cast<char>(-61);  // of an UTF-8 text
  x.number = std::numeric_limits<int>::min();
  x.large = 9007199254740992;  // 2^53
  x.count = 7;
  x.value = 0.1;
  x.text = "crank \xc3\xa4";
  x.list = {1.0, -0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity()};
  x.texts = {"", "rod"};
  x.named = {{"L", 1.0 / 3.0}};
  x.triple = {3.0, 2.0, 1.0};
  x.vector = Eigen::Vector2d(4.0, 5.0);
  x.clocks = {{0.5, 1}, {1.5, 2}};
  x.some = std::make_unique<Clock>(Clock{2.5, 3});
  return x;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Archive, GivesBackWhatWasWrittenToTheLastBit) {
  Everything x = sample(), y;
  y.list.assign(100, 1.0);  // what was there before is replaced
  y.some = nullptr;
  y.none = std::make_unique<Clock>();
  Archive written;
  EXPECT_FALSE(written.reads());
  written(x);
  Archive read(written.data());
  EXPECT_TRUE(read.reads());
  read(y);
  EXPECT_TRUE(read.at_end());
  EXPECT_EQ(y.flag, x.flag);
  EXPECT_EQ(y.letter, x.letter);
  EXPECT_EQ(y.number, x.number);
  EXPECT_EQ(y.large, x.large);
  EXPECT_EQ(y.count, x.count);
  EXPECT_TRUE(same_bits(y.value, x.value));
  EXPECT_EQ(y.text, x.text);
  ASSERT_EQ(y.list.size(), x.list.size());
  for (std::size_t k = 0; k < x.list.size(); ++k) EXPECT_TRUE(same_bits(y.list[k], x.list[k])) << k;
  EXPECT_EQ(y.texts, x.texts);
  EXPECT_EQ(y.named, x.named);
  EXPECT_EQ(y.triple, x.triple);
  EXPECT_EQ(y.vector, x.vector);
  ASSERT_EQ(y.clocks.size(), 2u);
  EXPECT_EQ(y.clocks[1].time, 1.5);
  EXPECT_EQ(y.clocks[1].ticks, 2);
  ASSERT_NE(y.some, nullptr);
  EXPECT_EQ(y.some->ticks, 3);
  EXPECT_EQ(y.none, nullptr);
}

TEST(Archive, KeepsNanAsNan) {
  double x = std::numeric_limits<double>::quiet_NaN(), y = 0.0;
  Archive written;
  written(x);
  Archive read(written.data());
  read(y);
  EXPECT_TRUE(same_bits(x, y));
}

void expect_damaged(std::vector<double> data) {
  Everything y;
  Archive read(std::move(data));
  try {
    read(y);
    FAIL() << "damaged data was read";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::bad_usage);
    EXPECT_STREQ(e.what(), "the checkpoint is damaged");
  }
}

TEST(Archive, RefusesDataThatEndsTooEarly) {
  Everything x = sample();
  Archive written;
  written(x);
  for (std::size_t n = 0; n < written.data().size(); ++n) {
    SCOPED_TRACE(n);
    expect_damaged({written.data().begin(), written.data().begin() + static_cast<std::ptrdiff_t>(n)});
  }
}

// flag, letter, number, large, count, value and then the length of a text, in this order.
TEST(Archive, RefusesNumbersThatTheirTypeCannotHold) {
  Everything x = sample();
  Archive written;
  written(x);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const std::pair<std::size_t, std::vector<double>> bad[] = {
      {0, {2.0, -1.0, 0.5, nan}},               // bool
      {1, {128.0, -129.0, 65.5}},               // char
      {2, {2147483648.0, -2147483649.0, 1.5}},  // int
      {3, {1e17, -1e17, nan}},                  // long, where doubles are no longer exact
      {4, {-1.0, 1e300, infinity}},             // size_t
      {6, {-1.0, 1e15, 1e300, nan, 3.25}},      // length of a text
  };
  for (const auto& [at, values] : bad)
    for (const double value : values) {
      SCOPED_TRACE(std::to_string(at) + " = " + std::to_string(value));
      std::vector<double> data = written.data();
      data[at] = value;
      expect_damaged(data);
    }
}

TEST(Archive, TellsWhatIsLeftOver) {
  double x = 1.0;
  Archive read(std::vector<double>{1.0, 2.0});
  read(x);
  EXPECT_FALSE(read.at_end());
  read(x);
  EXPECT_TRUE(read.at_end());
  EXPECT_EQ(x, 2.0);
}

}  // namespace
}  // namespace alembert
