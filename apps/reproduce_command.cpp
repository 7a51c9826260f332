#include "reproduce_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "studies/report.h"

namespace alembert::commands {

namespace {

struct Request {
  std::string paper, folder;
  bool quiet = false;
};

// The experiment at work, on a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet) : active_(!quiet && ::isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text) const { print("\r" + text + "\x1b[K"); }
  void clear() const { print("\r\x1b[K"); }

 private:
  void print(const std::string& text) const {
    if (!active_) return;
    fmt::print(stderr, "{}", text);
    std::fflush(stderr);
  }
  bool active_;
};

void print_items(const studies::Paper& paper, const studies::Findings& findings, std::size_t from) {
  for (std::size_t k = from; k < findings.items.size(); ++k) {
    const studies::Item& i = findings.items[k];
    fmt::print("{} {:<14} {:<15} {}\n", paper.number, i.where, studies::name_of(i.status), i.claim);
    if (!i.published.empty()) fmt::print("{:>35}published: {}\n", "", i.published);
    if (!i.ours.empty()) fmt::print("{:>35}here: {}\n", "", i.ours);
    if (!i.reason.empty()) fmt::print("{:>35}({})\n", "", i.reason);
  }
  std::fflush(stdout);
}

// Runs all experiments of a paper; false: interrupted.
bool run_paper(studies::PaperFindings& out, bool quiet) {
  const studies::Paper& paper = *out.paper;
  const ProgressLine progress(quiet);
  for (std::size_t k = 0; k < paper.experiments.size(); ++k) {
    const studies::Experiment& experiment = paper.experiments[k];
    progress.show(fmt::format("{} {}/{}: {}", paper.number, k + 1, paper.experiments.size(), experiment.title));
    const std::size_t before = out.findings.items.size();
    try {
      out.findings.go_on();
      experiment.run(out.findings);
    } catch (const studies::Interrupted&) {
      return false;
    }
    progress.clear();
    if (!quiet) print_items(paper, out.findings, before);
  }
  return true;
}

int reproduce(const Request& request, Interruption& interruption) {
  const Interruption::Watch watch(&interruption);
  std::vector<const studies::Paper*> papers;
  if (request.paper.empty())
    for (const studies::Paper& paper : studies::all_papers()) papers.push_back(&paper);
  else
    papers.push_back(&studies::find_paper(request.paper));
  const std::filesystem::path parent = "reproduce.out";
  const bool all = request.paper.empty();
  const std::filesystem::path folder = !request.folder.empty() ? std::filesystem::path(request.folder)
                                       : all                   ? parent
                                                               : parent / papers[0]->number;
  std::list<studies::PaperFindings> found;
  std::vector<studies::Reported> reported;
  std::vector<const studies::PaperFindings*> counted;
  bool complete = true;
  for (const studies::Paper* paper : papers) {
    if (!complete) break;
    const std::filesystem::path own = all ? folder / paper->number : folder;
    std::error_code error;
    std::filesystem::create_directories(own, error);
    if (error) throw UsageError(fmt::format("cannot make the folder {}: {}", own.string(), error.message()));
    // Those of an older run must not stand beside what this one finds.
    for (const char* old : {"reproduce.json", "reproduce.md", "reproduce.html"})
      std::filesystem::remove(own / old, error);
    studies::PaperFindings& findings = found.emplace_back();
    findings.paper = paper;
    findings.findings.interruption = &interruption;
    complete = run_paper(findings, request.quiet);
    studies::write_files(own, findings.findings);
    studies::write_summary(own, {{&findings, ""}});
    reported.push_back({&findings, std::string(paper->number) + "/"});
    counted.push_back(&findings);
  }
  if (all) studies::write_summary(folder, reported);
  if (!complete) {
    fmt::print(stderr, "alembert: interrupted; what was found until then is in {}\n", folder.string());
    return static_cast<int>(ExitCode::interrupted);
  }
  if (!request.quiet)
    fmt::print("{}; tables and figures in {}\n", studies::count_text(counted), (folder / "reproduce.md").string());
  return 0;
}

}  // namespace

void add_reproduce(CLI::App& app, std::function<int()>& chosen, Interruption& interruption) {
  const auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand("reproduce", "run the experiments of published papers and compare");
  std::vector<std::string> names;
  for (const studies::Paper& paper : studies::all_papers())
    names.push_back(fmt::format("{} or {}", paper.number, paper.name));
  command->add_option("PAPER", request->paper, fmt::format("{} (default: all)", fmt::join(names, ", ")))->type_name("");
  command->add_option("-o", request->folder, "folder (default: reproduce.out/PAPER, or reproduce.out for all)")
      ->type_name("DIR");
  command->add_flag("--quiet", request->quiet, "print nothing but errors");
  command->callback([request, &chosen, &interruption] {
    chosen = [request, &interruption] { return reproduce(*request, interruption); };
  });
}

}  // namespace alembert::commands
