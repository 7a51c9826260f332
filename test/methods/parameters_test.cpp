// Every parameter of every method is refused outside the range its description names, and taken inside it.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <regex>

#include "base/error.h"
#include "expression/expression.h"
#include "methods/method.h"

namespace alembert {
namespace {

std::string refusal(const std::string& method, const std::map<std::string, double>& parameters) {
  try {
    make_method(method, parameters);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

struct Range {
  double low = 0.0, high = 0.0;
  bool low_is_inside = true;
  std::optional<double> hole;
};

// "[-1/3, 0]", "(0, 1]", "[-1, 2], not 1/2"
Range range_of(std::string_view text) {
  const std::string given(text);
  std::smatch m;
  EXPECT_TRUE(std::regex_match(given, m, std::regex(R"(([\[(])([^,]+), ([^,\]]+)\](?:, not (.+))?)"))) << given;
  const auto number = [](const std::string& x) { return parse_expression(x, {}, {}).evaluate(0.0, {}); };
  Range out{number(m[2]), number(m[3]), m[1] == "[", {}};
  if (m[4].matched) out.hole = number(m[4]);
  return out;
}

TEST(Parameters, AreRefusedOutsideTheRangeTheDescriptionNames) {
  for (const MethodDescription& method : stepper_methods())
    for (const ParameterDescription& p : method.parameters) {
      const std::string name(method.name), parameter(p.name);
      SCOPED_TRACE(name + " " + parameter);
      const Range range = range_of(p.range);
      std::vector<double> bad{range.low - 1e-6, range.high + 1e-6, std::nan(""), INFINITY, -INFINITY};
      if (!range.low_is_inside) bad.push_back(range.low);
      if (range.hole) bad.push_back(*range.hole);
      for (const double value : bad) {
        const std::string message = refusal(name, {{parameter, value}});
        for (const std::string& word : {"method " + name, parameter + " = ", std::string(p.range)})
          EXPECT_NE(message.find(word), std::string::npos) << value << ": " << message;
      }
      std::vector<double> good{range.high, 0.5 * (range.low + range.high) + 0.01, p.default_value};
      if (range.low_is_inside) good.push_back(range.low);
      for (const double value : good) EXPECT_EQ(refusal(name, {{parameter, value}}), "") << value;
    }
}

TEST(Parameters, ThatAMethodDoesNotHaveAreRefusedWithThoseItHas) {
  for (const MethodDescription& method : stepper_methods()) {
    const std::string name(method.name), message = refusal(name, {{"zeta", 0.1}});
    EXPECT_NE(message.find("method " + name + " has no parameter `zeta`; it has: "), std::string::npos) << message;
    for (const ParameterDescription& p : method.parameters)
      EXPECT_NE(message.find(p.name), std::string::npos) << message;
    if (method.parameters.empty()) {
      EXPECT_TRUE(message.ends_with("none")) << message;
    }
  }
}

TEST(Parameters, HaveTheDefaultsTheDescriptionNames) {
  for (const MethodDescription& method : stepper_methods()) {
    const std::map<std::string, double> used = make_method(std::string(method.name), {})->parameters();
    for (const ParameterDescription& p : method.parameters) {
      const auto found = used.find(std::string(p.name));
      // tangent names alpha only where it is not 0.
      EXPECT_EQ(found == used.end() ? 0.0 : found->second, p.default_value) << method.name << " " << p.name;
    }
  }
}

TEST(Parameters, OfHhtInTheTangentSpaceExcludeThoseOfNewmark) {
  EXPECT_NE(refusal("tangent", {{"alpha", -0.1}, {"beta", 0.25}}).find("not both"), std::string::npos);
  EXPECT_NE(refusal("tangent", {{"alpha", -0.1}, {"gamma", 0.5}}).find("not both"), std::string::npos);
}

TEST(Methods, OfAnUnknownNameAreNone) { EXPECT_EQ(make_method("euler", {}), nullptr); }

}  // namespace
}  // namespace alembert
