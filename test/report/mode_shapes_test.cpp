#include "report/mode_shapes.h"

#include <gtest/gtest.h>

#include <cstring>

namespace alembert::report {
namespace {

const Json kUnits = Json::parse(R"({
  "length": {"factor": 0.001, "name": "mm"}, "mass": {"factor": 1, "name": "kg"}, "time": {"factor": 1, "name": "s"},
  "angle": {"factor": 0.0174532925, "name": "deg"}, "force": {"factor": 1, "name": "N"}})");

nlohmann::json mode() {
  return {{"eigenvalue", {-1.0, 2.0}},
          {"frequency", 0.36},
          {"damping_ratio", 0.45},
          {"carried_by", "moves b"},
          {"shape", {{"a", {1, 2, 3, 4, 5, 6}}, {"b", {0, 0, 0, 0, 0, 1}}}},
          {"energy",
           {{"kinetic", {{"a", 0.2}, {"b", -0.8}}},
            {"potential", {{"s", 1.0}}},
            {"dissipated", nlohmann::json::object()}}}};
}

std::vector<float> numbers(const Arrays& arrays, const Json& array) {
  std::vector<float> out(array.at("shape")[0].get<std::size_t>() * array.at("shape")[1].get<std::size_t>());
  std::memcpy(out.data(), arrays.bytes().data() + array.at("offset").get<std::size_t>(), out.size() * sizeof(float));
  return out;
}

TEST(ModeShapes, DisplacementsAreInTheModelsUnitAndRotationsInRadians) {
  Arrays arrays;
  std::vector<std::string> notes;
  nlohmann::json complex = mode();
  complex["shape_imaginary"] = {{"a", {0, 0, 0, 0, 0, 0}}, {"b", {7, 0, 0, 0, 0, 0}}};
  const Json out = modes_of({{"about", "the equilibrium"}, {"modes", nlohmann::json::array({mode(), complex})}},
                            {"b", "a"}, ModelUnits(kUnits), 1000, arrays, notes);
  EXPECT_EQ(out.at("about"), "the equilibrium");
  const Json& first = out.at("list")[0];
  EXPECT_EQ(numbers(arrays, first.at("shape")), (std::vector<float>{0, 0, 0, 0, 0, 1, 1000, 2000, 3000, 4, 5, 6}));
  EXPECT_TRUE(first.at("imaginary").is_null());
  EXPECT_EQ(numbers(arrays, out.at("list")[1].at("imaginary"))[0], 7000.0F);
  EXPECT_EQ(first.at("kinetic")[0].at("name"), "b");  // the largest first
  EXPECT_TRUE(first.at("dissipated").empty());
  EXPECT_TRUE(notes.empty());
}

TEST(ModeShapes, LargeOnesAreLeftOutWithANote) {
  Arrays arrays;
  std::vector<std::string> notes;
  const std::size_t one = 2 * 6 * sizeof(float);
  const Json out = modes_of({{"about", "x"}, {"modes", nlohmann::json::array({mode(), mode(), mode()})}}, {"a", "b"},
                            ModelUnits(kUnits), 2 * one, arrays, notes);
  EXPECT_FALSE(out.at("list")[1].at("shape").is_null());
  EXPECT_TRUE(out.at("list")[2].at("shape").is_null());
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("2 of 3 modes"), std::string::npos);
}

TEST(ModeShapes, ManySharesAreSummedUp) {
  nlohmann::json many = mode();
  for (int k = 0; k < 20; ++k) many["energy"]["kinetic"]["body" + std::to_string(k)] = 0.01;
  Arrays arrays;
  std::vector<std::string> notes;
  const Json out = modes_of({{"about", "x"}, {"modes", nlohmann::json::array({many})}}, {"a", "b"}, ModelUnits(kUnits),
                            1000, arrays, notes);
  const Json& kinetic = out.at("list")[0].at("kinetic");
  EXPECT_EQ(kinetic.back().at("name"), "14 others");
  EXPECT_NEAR(kinetic.back().at("share").get<double>(), 0.14, 1e-12);
}

}  // namespace
}  // namespace alembert::report
