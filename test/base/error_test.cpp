// Errors carry their exit code, and those of model files begin with where.
#include "base/error.h"

#include <gtest/gtest.h>

namespace alembert {
namespace {

TEST(SourcePosition, LeavesOutWhatIsUnknown) {
  EXPECT_EQ((SourcePosition{"m.yaml", 3, 9}).text(), "m.yaml:3:9");
  EXPECT_EQ((SourcePosition{"m.yaml", 3, 0}).text(), "m.yaml:3");
  EXPECT_EQ((SourcePosition{"m.yaml", 0, 0}).text(), "m.yaml");
  EXPECT_EQ((SourcePosition{"", 3, 9}).text(), "line 3:9");
  EXPECT_EQ(SourcePosition{}.text(), "");
}

TEST(Errors, OfModelsBeginWithWhereTheyAre) {
  const ModelError e({"m.yaml", 3, 9}, "mass is negative");
  EXPECT_STREQ(e.what(), "m.yaml:3:9: mass is negative");
  EXPECT_EQ(e.where().line, 3);
  EXPECT_STREQ(ModelError({}, "mass is negative").what(), "mass is negative");
}

TEST(Errors, HaveTheExitCodeOfTheirKind) {
  EXPECT_EQ(UsageError("x").code(), ExitCode::bad_usage);
  EXPECT_EQ(ModelError({}, "x").code(), ExitCode::bad_model);
  EXPECT_EQ(AssemblyError("x").code(), ExitCode::cannot_assemble);
  EXPECT_EQ(IntegrationError("x").code(), ExitCode::integration_failed);
}

}  // namespace
}  // namespace alembert
