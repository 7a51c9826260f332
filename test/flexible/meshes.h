// Meshes for the tests: boxes; and where the files of other programs are, if they are.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "support/box_mesh.h"

namespace alembert::flexible {

// The files are not part of the project: tests that need them are skipped without them.
inline std::filesystem::path other_programs() {
  return std::filesystem::path(ALEMBERT_SOURCE_DIR) / ".." / "shared" / "problems" / "flexible";
}

#define ALEMBERT_NEED_OTHER_PROGRAMS()                       \
  if (!std::filesystem::exists(other_programs() / "abaqus")) \
  GTEST_SKIP() << "the files of other programs are not "     \
                  "there"

}  // namespace alembert::flexible
