// What a study finds: claims of a paper with what came out here, and the tables and figures behind them.
#pragma once

#include <string>
#include <vector>

#include "base/interruption.h"

namespace alembert::studies {

enum class Status {
  reproduced,
  not_reproduced,
  measured,       // a running time: it depends on the machine, so it is shown and not judged
  not_attempted,  // something is missing, here or in the paper
};
const char* name_of(Status status);

struct Item {
  std::string where;      // "Table 1", "Figure 3"
  std::string claim;      // what it shows or is said to show
  std::string published;  // the paper's number or word
  std::string ours;
  Status status = Status::reproduced;
  std::string reason;  // why it does not reproduce; else what one should know, or nothing
};

struct Table {
  std::string where, file, title;  // file: without its ending
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Series {
  std::string name;
  std::vector<double> x, y;

  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

struct Figure {
  enum class Kind {
    curves,  // lines in one picture
    panels,  // a picture of its own, with its own scale, for each line
    loglog,  // errors over the step size
    points,  // one quantity against another
  };
  std::string where, file, title, x, y;
  Kind kind = Kind::curves;
  std::vector<Series> series;
};

// Thrown by `Findings::go_on` when the user asked to stop.
struct Interrupted {};

struct Findings {
  std::vector<Item> items;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  Interruption* interruption = nullptr;

  // Long loops call it in every turn.
  void go_on() const {
    if (interruption && interruption->asked()) throw Interrupted{};
  }
  void claim(std::string where, std::string what, std::string published, std::string ours, bool holds,
             std::string reason = "") {
    items.push_back({std::move(where), std::move(what), std::move(published), std::move(ours),
                     holds ? Status::reproduced : Status::not_reproduced, std::move(reason)});
  }
};

// At most `most` points: of each stretch the lowest and the highest, so that no peak is lost.
Series thinned(const Series& series, std::size_t most = 2000);

}  // namespace alembert::studies
