#include "studies/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "plot/chart.h"
#include "results/csv_writer.h"
#include "results/part_file.h"
#include "studies/figure_charts.h"
#include "studies/page.h"

namespace alembert::studies {

namespace {

using Json = nlohmann::ordered_json;

void write(const std::filesystem::path& path, const std::string& text) {
  results::PartFile file(path);
  file.buffer().append(text);
  file.commit();
}

std::string table_csv(const Table& table) {
  std::string out;
  const auto line = [&](const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k) out += (k > 0 ? "," : "") + results::csv_field(fields[k]);
    out += '\n';
  };
  line(table.columns);
  for (const auto& row : table.rows) line(row);
  return out;
}

// Curves need not share their places on the x axis: one row a point.
std::string figure_csv(const Figure& figure) {
  std::string out = fmt::format("series,{},{}\n", results::csv_field(figure.x), results::csv_field(figure.y));
  for (const Series& s : figure.series) {
    const Series points = thinned(s);
    for (std::size_t k = 0; k < points.x.size(); ++k)
      out += fmt::format("{},{},{}\n", results::csv_field(s.name), points.x[k], points.y[k]);
  }
  return out;
}

Json paper_json(const PaperFindings& of, const std::string& files) {
  Json items = Json::array();
  for (const Item& item : of.findings.items) {
    Json entry{{"paper", of.paper->number},   {"where", item.where}, {"claim", item.claim},
               {"published", item.published}, {"ours", item.ours},   {"status", name_of(item.status)},
               {"reason", item.reason}};
    Json names = Json::array();
    for (const Table& t : of.findings.tables)
      if (t.where == item.where) names.push_back(files + t.file + ".csv");
    for (const Figure& f : of.findings.figures)
      if (f.where == item.where) names.insert(names.end(), {files + f.file + ".csv", files + f.file + ".svg"});
    entry["files"] = names;
    items.push_back(entry);
  }
  return items;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string markdown_row(const std::vector<std::string>& fields) {
  std::string out = "|";
  for (const std::string& f : fields) out += " " + cell(f) + " |";
  return out + "\n";
}

std::string markdown_table(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::string out = markdown_row(columns);
  out += markdown_row(std::vector<std::string>(columns.size(), "---"));
  for (const auto& row : rows) out += markdown_row(row);
  return out + "\n";
}

std::string paper_markdown(const PaperFindings& of, const std::string& files) {
  std::string out = fmt::format("## {} ({})\n\n{}\n\n{}\n\n", of.paper->number, of.paper->name, of.paper->citation,
                                count_text({&of}));
  std::vector<std::vector<std::string>> rows;
  for (const Item& i : of.findings.items) {
    const std::string result =
        i.reason.empty() ? name_of(i.status) : fmt::format("{}: {}", name_of(i.status), i.reason);
    rows.push_back({i.where, i.claim, i.published, i.ours, result});
  }
  out += markdown_table({"where", "claim", "published", "here", "result"}, rows);
  for (const Table& t : of.findings.tables)
    out += fmt::format("### {}: {}\n\n{}", t.where, t.title, markdown_table(t.columns, t.rows));
  for (const Figure& f : of.findings.figures)
    out += fmt::format("### {}: {}\n\n![{}]({}{}.svg) [data]({}{}.csv)\n\n", f.where, f.title, f.title, files, f.file,
                       files, f.file);
  return out;
}

}  // namespace

void write_files(const std::filesystem::path& folder, const Findings& findings) {
  for (const Table& t : findings.tables) write(folder / (t.file + ".csv"), table_csv(t));
  for (const Figure& f : findings.figures) {
    write(folder / (f.file + ".csv"), figure_csv(f));
    plot::write_chart(folder / (f.file + ".svg"), charts_of(f));
  }
}

void write_summary(const std::filesystem::path& folder, const std::vector<Reported>& papers) {
  Json items = Json::array();
  std::string markdown = "# Published experiments, reproduced\n\n";
  for (const Reported& r : papers) {
    for (Json& item : paper_json(*r.of, r.files)) items.push_back(std::move(item));
    markdown += paper_markdown(*r.of, r.files);
  }
  write(folder / "reproduce.json", Json{{"version", ALEMBERT_VERSION}, {"items", items}}.dump(2) + "\n");
  write(folder / "reproduce.md", markdown);
  std::vector<const PaperFindings*> found;
  for (const Reported& r : papers) found.push_back(r.of);
  if (report::has_pages())
    report::write_document_page(folder / "reproduce.html", "Published experiments, reproduced", page_of(found));
}

std::string count_text(const std::vector<const PaperFindings*>& papers) {
  std::string out;
  for (const Status status : {Status::reproduced, Status::not_reproduced, Status::measured, Status::not_attempted}) {
    int count = 0;
    for (const PaperFindings* p : papers)
      for (const Item& i : p->findings.items) count += i.status == status;
    if (count > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, name_of(status));
  }
  return out;
}

}  // namespace alembert::studies
