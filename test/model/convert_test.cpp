#include "model/convert.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/description.h"
#include "model/reader.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

std::string file_text(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

// Everything but where it was written.
void expect_same_tree(const Node& a, const Node& b, const std::string& path) {
  ASSERT_EQ(a.kind, b.kind) << path;
  EXPECT_EQ(a.is(Node::Kind::scalar) ? a.text : "", b.is(Node::Kind::scalar) ? b.text : "") << path;
  ASSERT_EQ(a.items.size(), b.items.size()) << path;
  ASSERT_EQ(a.keys.size(), b.keys.size()) << path;
  for (std::size_t k = 0; k < a.items.size(); ++k) {
    const std::string key = k < a.keys.size() ? a.keys[k].text : std::to_string(k);
    EXPECT_EQ(key, k < b.keys.size() ? b.keys[k].text : std::to_string(k)) << path;
    expect_same_tree(a.items[k], b.items[k], path + "." + key);
  }
}

void expect_round_trip(const std::string& text, const std::string& name) {
  const Node before = parse_yaml(text, name);
  const std::string written = yaml_text(before);
  SCOPED_TRACE(written.substr(0, 4000));
  expect_same_tree(before, parse_yaml(written, "again.yaml"), name);
  std::istringstream lines(written);
  for (std::string line; std::getline(lines, line);) EXPECT_EQ(line.find_last_not_of(' ') + 1, line.size()) << line;
}

TEST(YamlText, OfEveryShippedModelReadsBackToTheSameTree) {
  int count = 0;
  for (const char* folder : {"models", "apps/starters"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ALEMBERT_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".yaml") {
        expect_round_trip(file_text(entry.path()), entry.path().string());
        ++count;
      }
  EXPECT_GT(count, 50);
}

TEST(YamlText, QuotesWhatWouldMeanSomethingElse) {
  expect_round_trip(R"yaml(a: "null"
b: ""
c: "- x"
d: [-1, "-", "- 1", "a, b", "x: y", "{i}", "#1", " a ", "tab\there", "line\nbreak", "quote \" and \\"]
e: {"key: with": "&a", "*": "!t", "link{i}": "dx(a, b)", "%": "@", "`": "|", "<<": "=", "?": "? a"}
f: null
g: {}
h: []
i: [[1, 2], {a: [1]}, null]
j: 'it''s'
k: "---"
l: "..."
m: a#b
n: "a #b"
o: ~
"p q": grün
)yaml",
                    "m.yaml");
}

TEST(YamlText, LongListsAndGroupsTakeSeveralLines) {
  std::string text = "a:\n  points: [";
  for (int k = 0; k < 200; ++k) text += (k > 0 ? ", " : "") + std::to_string(1.0 / (k + 1));
  text += "]\n  rows:\n";
  for (int k = 0; k < 50; ++k) text += "    - [1, 2, 3]\n    - {name: long_name_of_something, value: 1234567890}\n";
  expect_round_trip(text, "m.yaml");
  std::istringstream lines(yaml_text(parse_yaml(text, "m.yaml")));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Convert, KeepsParametersAndWhatWasSet) {
  const Model model = read_model_text(
      "alembert: 1\nparameters: {a: 2, b: 3*a}\nbodies: {p: {type: point, mass: a + b}}\n"
      "sensors: {s: {event: time - 1, set: {a: 5}}}\n",
      "m.yaml", {{{"a", 0.1}}});
  const std::string text = converted_text(model, "n.yaml");
  EXPECT_NE(text.find("{a: 0.1, b: 3*a}"), std::string::npos) << text;
  EXPECT_NE(text.find("mass: a + b"), std::string::npos) << text;
  const Model again = read_model_text(text, "n.yaml");
  EXPECT_EQ(again.bodies[1].mass, model.bodies[1].mass);
  EXPECT_EQ(again.sensors[0].set[0].first, "a");
}

TEST(Convert, NamesFilesFromItsOwnFolder) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path() / "data");
  fs::create_directories(folder.path() / "other" / "deep");
  std::ofstream(folder.path() / "data" / "curve.csv") << "x,y\n0,0\n1,1\n2,3\n";
  std::ofstream(folder.path() / "m.yaml")
      << "alembert: 1\nsplines: {s: {file: data/curve.csv}}\nbodies: {p: {type: point, "
         "mass: 1}}\noutputs: {o: \"linear(s, time)\"}\n";
  const Model model = read_model_file(folder.path() / "m.yaml");
  ASSERT_EQ(model.named_files.size(), 1u);
  const fs::path target = folder.path() / "other" / "deep" / "n.yaml";
  const std::string text = converted_text(model, target);
  EXPECT_NE(text.find("file: ../../data/curve.csv"), std::string::npos) << text;
  std::ofstream(target) << text;
  EXPECT_EQ(read_model_file(target).splines.at("s")->y(), model.splines.at("s")->y());
}

TEST(WithParameters, GivesTheModelThatReadingWithThemGives) {
  const std::string text =
      "alembert: 1\nparameters: {n: 2, L: 1}\ngravity: [0, -9.81, 0]\n"
      "repeat: [{index: i, from: 1, to: n, bodies: {\"b{i}\": {mass: L*i, inertia: [L, L, L], position: [L*i, 0, "
      "0]}}}]\n"
      "outputs: {x: L*dx(b1)}\nsimulation: {end: 3*L}\n";
  const Model model = read_model_text(text, "m.yaml", {{{"L", 4.0}}});
  const Model other = with_parameters(model, {{"n", 3.0}});
  const Model read = read_model_text(text, "m.yaml", {{{"L", 4.0}, {"n", 3.0}}});
  ASSERT_EQ(other.bodies.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(other.bodies[k].mass, read.bodies[k].mass);
    EXPECT_EQ(other.bodies[k].position, read.bodies[k].position);
  }
  EXPECT_EQ(other.simulation.end, 12.0);
  EXPECT_EQ(other.parameters, read.parameters);
  EXPECT_EQ(other.outputs[0].expression.evaluate(0.0, std::vector<double>{2.0}), 8.0);
  EXPECT_THROW(with_parameters(model, {{"LL", 3.0}}), UsageError);
  EXPECT_EQ(model.bodies.size(), 3u);
}

}  // namespace
}  // namespace alembert
