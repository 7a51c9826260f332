// The section `splines:`: points written out, read from a CSV file, refused with their place, written again.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/reader.h"

namespace alembert {
namespace {

Model with_splines(const std::string& splines, const std::string& rest = "") {
  return read_model_text("alembert: 1\nparameters: {top: 3}\nsplines:\n" + splines + "\n" + rest, "m.yaml");
}

// A model file and a CSV file beside it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("alembert_splines_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Model read(const std::string& csv, const std::string& columns) const {
    std::ofstream(path_ / "data.csv", std::ios::binary) << csv;
    std::ofstream(path_ / "m.yaml") << "alembert: 1\nsplines: {s: {file: data.csv" << columns << "}}\n";
    return read_model_file(path_ / "m.yaml");
  }

 private:
  std::filesystem::path path_;
};

TEST(Splines, PointsMayBeExpressionsOfParameters) {
  const Model model = with_splines("  s: {x: [0, 1, top], y: [top^2, 0, -1], extrapolate: constant}");
  const Spline& s = *model.splines.at("s");
  EXPECT_EQ(s.x(), (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(s.y(), (std::vector<double>{9, 0, -1}));
  EXPECT_EQ(s.extrapolation(), Extrapolation::constant);
}

TEST(Splines, AreUsedByOutputsAndByNumbers) {
  const Model model = with_splines("  s: {x: [0, 1, 2], y: [0, 1, 4]}",
                                   "outputs: {o: \"2*linear(s, time)\"}\ngravity: [\"linear(s, 2)\", 0, 0]");
  EXPECT_EQ(model.outputs[0].expression.evaluate(1.5, {}), 5.0);
  EXPECT_EQ(model.gravity.x(), 4.0);
}

TEST(Splines, AreReadFromCsvFiles) {
  const Folder folder;
  const std::vector<double> x{0, 1, 2.5}, y{5, -6, 7e3};
  struct Case {
    std::string csv, columns;
  };
  const std::vector<Case> cases{
      {"0,5\n1,-6\n2.5,7e3\n", ""},
      {"a,b\n0,5\n1,-6\n2.5,7e3", ", columns: [a, b]"},
      {"\xef\xbb\xbf\"b\";\"c d\";\"a\"\r\n5;x;0\r\n-6;x;1\r\n+7e3;;2.5\r\n", ", columns: [a, b]"},
      {"# comment\n\nt\ty\tz\n 0\t1\t5\n1\t1\t-6\n2.5\t1\t7000\n", ", columns: [1, 3]"},
      {"y,x\n5,0\n-6,1\n7000,2.5\n", ", columns: [2, y]"},
  };
  for (const Case& c : cases) {
    const Model model = folder.read(c.csv, c.columns);
    EXPECT_EQ(model.splines.at("s")->x(), x) << c.csv;
    EXPECT_EQ(model.splines.at("s")->y(), y) << c.csv;
  }
}

TEST(Splines, BadCsvFilesAreRefusedWithTheirPlace) {
  const Folder folder;
  struct Case {
    std::string csv, columns, place, message;
  };
  const std::vector<Case> cases{
      {"x,y\n0,1\n1,zwei\n", "", "data.csv:3:3", "expected a finite number, found `zwei`"},
      {"x,y\n0,1\n1\n", "", "data.csv:3", "no column 2 in this line"},
      {"x,y\n0,1\n1,nan\n", "", "data.csv:3:3", "finite"},
      {"speed,y\n0,1\n1,2\n", ", columns: [sped, y]", "data.csv:1", "did you mean `speed`?"},
      {"0,1\n1,2\n", ", columns: [x, y]", "data.csv:1", "no header"},
      {"0,1\n1,2\n", ", columns: [1, 3]", "data.csv:1", "numbered from 1 to 2"},
      {"0,1\n2,2\n1,3\n", "", "data.csv:3", "must increase, but 1 follows 2"},
      {"", "", "m.yaml:2:21", "no numbers"},
      {"x,y\n", "", "m.yaml:2:21", "no numbers"},
      {"0,1\n", "", "m.yaml:2:14", "2 points or more"},
  };
  for (const Case& c : cases) {
    try {
      folder.read(c.csv, c.columns);
      ADD_FAILURE() << c.csv;
    } catch (const ModelError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(c.place + ": "), std::string::npos) << what;
      EXPECT_NE(what.find(c.message), std::string::npos) << what;
    }
  }
}

TEST(Splines, BadOnesAreRefusedWithTheirPlace) {
  struct Case {
    std::string splines;
    std::string at;  // what stands at the place of the error, in line 4
    std::string message;
  };
  const std::vector<Case> cases{
      {"  s: {x: [0, 1, 1], y: [1, 2, 3]}", "1], y", "must increase"},
      {"  s: {x: [0, 1], y: [1, 2, 3]}", "{x", "2 x and 3 y"},
      {"  s: {x: [0], y: [1]}", "{x", "2 points or more"},
      {"  s: {x: [0, 1]}", "{x", "needs the key `y`"},
      {"  s: {extrapolate: linear}", "{ext", "needs `x` and `y`, or `file`"},
      {"  s: {x: [0, time], y: [1, 2]}", "time", "constant"},
      {"  s: {x: 3, y: [1, 2]}", "3", "list of numbers"},
      {"  s: {x: [0, 1], y: [1, 2], extrapolate: cubic}", "cubic", "constant"},
      {"  s: {x: [0, 1], y: [1, 2], columns: [1, 2]}", "[1, 2]}", "needs `file`"},
      {"  s: {x: [0, 1], y: [1, 2], file: a.csv}", "a.csv", "both `file` and points"},
      {"  s: {file: no_such_file.csv}", "no_such", "no_such_file.csv: there is no such file"},
      {"  s: {file: .}", ".", "folder"},
      {"  s: {x: [0, 1], y: [1, 2], z: 1}", "z", "unknown key `z`"},
      {"  s: [1, 2]", "[1", "expected"},
  };
  for (const Case& c : cases) {
    try {
      with_splines(c.splines);
      ADD_FAILURE() << c.splines;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(c.message), std::string::npos) << c.splines << "\n" << error.what();
      EXPECT_EQ(error.where().line, 4) << c.splines << "\n" << error.what();
      EXPECT_EQ(error.where().column, static_cast<int>(c.splines.find(c.at)) + 1) << c.splines << "\n" << error.what();
    }
  }
}

TEST(Splines, UnknownOnesAreRefusedWithTheNearestName) {
  try {
    with_splines("  torque: {x: [0, 1], y: [1, 2]}", "outputs: {o: \"linear(torqe, time)\"}");
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("m.yaml:5:22: unknown spline `torqe`, did you mean `torque`?"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace alembert
