// The table of pairs in docs/contact/README.md says what the program does.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "elements/contact/pair.h"

namespace alembert::contact {
namespace {

constexpr ShapeKind kKinds[] = {ShapeKind::sphere,  ShapeKind::plane,   ShapeKind::box,  ShapeKind::cylinder,
                                ShapeKind::capsule, ShapeKind::torus,   ShapeKind::cone, ShapeKind::ellipsoid,
                                ShapeKind::hull,    ShapeKind::profile, ShapeKind::mesh};

// One line for each kind: what it meets by the same features stands together.
std::string table() {
  std::string out = "| shape | meets, by |\n|---|---|\n";
  for (const ShapeKind a : kKinds) {
    std::vector<std::pair<std::string, std::string>> groups;  // features, shapes
    for (const ShapeKind b : kKinds) {
      const std::string by = pair_problem(a, b).empty() ? pair_kernels(a, b) : "not";
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == by; });
      if (group == groups.end()) group = groups.insert(groups.end(), {by, ""});
      group->second += (group->second.empty() ? "" : ", ") + std::string(shape_kind_name(b));
    }
    out += "| " + std::string(shape_kind_name(a)) + " | ";
    for (std::size_t k = 0; k < groups.size(); ++k)
      out += (k == 0 ? "" : "; ") + groups[k].second + ": " + groups[k].first;
    out += " |\n";
  }
  return out;
}

TEST(ContactPages, ListEveryPair) {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/docs/contact/README.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(table()), std::string::npos) << "it should hold\n" << table();
}

}  // namespace
}  // namespace alembert::contact
