#include "results/seal.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "base/error.h"
#include "base/files.h"
#include "support/temporary_folder.h"

namespace alembert::results {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes some_bytes() {
  Bytes out(3000);
  std::mt19937 random(1);
  for (unsigned char& byte : out) byte = static_cast<unsigned char>(random());
  return out;
}

TEST(Seal, IsTheChecksumThatOtherProgramsCompute) { EXPECT_EQ(checksum("123456789"), "cbf43926"); }

TEST(Seal, IsTakenAwayAgain) {
  Bytes bytes = some_bytes();
  seal(bytes);
  EXPECT_EQ(bytes.size(), some_bytes().size() + 24);
  EXPECT_TRUE(unseal(bytes, "x"));
  EXPECT_EQ(bytes, some_bytes());
  EXPECT_FALSE(unseal(bytes, "x"));
}

TEST(Seal, NoFlippedBitIsReadAsSomethingElse) {
  Bytes sealed = some_bytes();
  seal(sealed);
  for (std::size_t k = 0; k < 8 * sealed.size(); ++k) {
    Bytes bytes = sealed;
    bytes[k / 8] = static_cast<unsigned char>(bytes[k / 8] ^ (1U << k % 8));
    try {
      EXPECT_FALSE(unseal(bytes, "x")) << k;  // the mark itself was hit: a file without a seal
      EXPECT_GE(k / 8, some_bytes().size());
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::bad_usage);
    }
  }
}

TEST(Seal, OfJsonTellsEveryChangeOfItsValues) {
  const test::TemporaryFolder folder;
  const std::string text = sealed_text({{"steps", 12}, {"names", {"a", "b"}}, {"end", 0.5}}, 2);
  const nlohmann::json whole = {{"steps", 12}, {"names", {"a", "b"}}, {"end", 0.5}};
  std::string problem;
  for (std::size_t k = 0; k <= 8 * text.size(); ++k) {
    std::string damaged = text;
    if (k < 8 * text.size()) damaged[k / 8] = static_cast<char>(damaged[k / 8] ^ (1 << k % 8));
    files::write_bytes(folder / "x.json", damaged);
    std::optional<nlohmann::json> read = read_sealed_json(folder / "x.json", problem);
    if (!read) continue;
    for (const auto& [key, value] : whole.items()) EXPECT_EQ(read->at(key), value) << damaged;
  }
  files::write_bytes(folder / "x.json", text);
  EXPECT_EQ(read_sealed_json(folder / "x.json", problem), whole);
}

}  // namespace
}  // namespace alembert::results
