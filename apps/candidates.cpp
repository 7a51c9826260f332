#include "candidates.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "analysis/integrators.h"
#include "analysis/result_charts.h"
#include "analysis/stress.h"
#include "completion.h"
#include "model/node.h"
#include "new_command.h"
#include "results/columns.h"
#include "results/results_reader.h"
#include "studies/papers.h"

namespace alembert::commands {

namespace {

using Words = std::vector<Candidate>;

// What a model file calls its entries is there without reading what they mean.
const Node* child(const Node& node, std::string_view key) {
  if (!node.is(Node::Kind::map)) return nullptr;
  for (std::size_t k = 0; k < node.keys.size(); ++k)
    if (node.keys[k].text == key) return &node.items[k];
  return nullptr;
}

std::vector<std::string> keys_of(const Node* node) {
  std::vector<std::string> out;
  if (node != nullptr && node->is(Node::Kind::map))
    for (const Node& key : node->keys) out.push_back(key.text);
  return out;
}

Node model_of(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  std::ifstream file(arguments.front());
  return parse_yaml({std::istreambuf_iterator<char>(file), {}}, arguments.front());
}

Words section(const std::vector<std::string>& arguments, const char* name) {
  Words out;
  const Node model = model_of(arguments);
  for (const std::string& key : keys_of(child(model, name))) out.push_back({key, ""});
  return out;
}

Words parameters(const std::vector<std::string>& arguments) {
  Words out;
  const Node model = model_of(arguments);
  const Node* found = child(model, "parameters");
  if (found == nullptr || !found->is(Node::Kind::map)) return out;
  for (std::size_t k = 0; k < found->keys.size(); ++k) out.push_back({found->keys[k].text + "=", found->items[k].text});
  return out;
}

Words markers(const std::vector<std::string>& arguments) {
  Words out;
  const Node model = model_of(arguments);
  const Node* bodies = child(model, "bodies");
  for (const std::string& body : keys_of(bodies))
    for (const std::string& marker : keys_of(child(*child(*bodies, body), "markers")))
      out.push_back({body + "." + marker, ""});
  return out;
}

// NAME, and after the colon its parameters.
Words methods(const std::string& begun) {
  Words out;
  const std::size_t colon = begun.find(':');
  for (const MethodDescription& method : all_methods()) {
    if (colon == std::string::npos) {
      out.push_back({std::string(method.name), std::string(method.summary)});
      continue;
    }
    if (begun.substr(0, colon) != method.name) continue;
    const std::string before = begun.substr(0, begun.find_last_of(":,") + 1);
    for (const ParameterDescription& p : method.parameters)
      out.push_back({before + std::string(p.name) + "=", std::string(p.meaning)});
  }
  return out;
}

// Of a list the last entry is completed. A comma within the parameters of a method is taken for one between methods.
Words list(const std::string& begun, const std::function<Words(const std::string&)>& entries) {
  const std::size_t comma = begun.rfind(',');
  const std::string before = comma == std::string::npos ? "" : begun.substr(0, comma + 1);
  Words out = entries(begun.substr(before.size()));
  for (Candidate& c : out) c.text = before + c.text;
  return out;
}

Words columns(const std::vector<std::string>& arguments) {
  Words out;
  if (arguments.empty()) return out;
  const results::RunData run = results::read_results(arguments.front());
  for (const results::Column& column : results::columns_of(run)) out.push_back({column.name, column.unit});
  return out;
}

Words flexible_bodies(const std::vector<std::string>& arguments) {
  Words out;
  if (arguments.empty()) return out;
  for (const FlexibleRecord& f : results::read_results(arguments.front()).layout.flexible) out.push_back({f.body, ""});
  return out;
}

Words papers() {
  Words out;
  for (const studies::Paper& paper : studies::all_papers())
    out.push_back({std::string(paper.number), std::string(paper.name)});
  return out;
}

template <class List>
Words words_of(const List& list) {
  Words out;
  for (const auto& word : list) out.push_back({std::string(word), ""});
  return out;
}

Words kinds() {
  Words out;
  for (const Starter& starter : starters()) out.push_back({std::string(starter.kind), ""});
  return out;
}

Words shells() {
  Words out;
  for (const CompletionScript& script : completion_scripts()) out.push_back({std::string(script.shell), ""});
  return out;
}

// Words for an option or a value of this name; none: they are not known.
std::optional<Words> words_for(const std::string& name, const std::string& begun,
                               const std::vector<std::string>& arguments) {
  using Source = std::function<Words()>;
  const auto in_list = [&](const char* of) {
    return [&begun, &arguments, of] { return list(begun, [&](const std::string&) { return section(arguments, of); }); };
  };
  const std::map<std::string, Source> sources{
      {"--inputs", in_list("variables")},
      {"--actuators", in_list("variables")},
      {"--outputs", in_list("outputs")},
      {"--about",
       [] {
         return Words{{"initial", ""}, {"equilibrium", ""}};
       }},
      {"--body", [&] { return flexible_bodies(arguments); }},
      {"--rain_flow", [] { return words_of(StressOfBody::kColumns); }},
      {"--x", [&] { return columns(arguments); }},
      {"--kind", kinds},
      {"MARKER", [&] { return markers(arguments); }},
      {"NAME", [&] { return columns(arguments); }},  // of what a results folder holds
      {"METHOD", [&] { return methods(begun); }},
      {"METHOD,...", [&] { return list(begun, methods); }},
      {"NAME=VALUE", [&] { return parameters(arguments); }},
      {"PAPER", papers},
      {"SHELL", shells},
  };
  const auto found = sources.find(name);
  if (found == sources.end()) return std::nullopt;
  return found->second();
}

Candidates::Files files_for(const std::string& name) {
  if (name == "MODEL" || name == "PART") return Candidates::Files::yaml;
  if (name == "DIR") return Candidates::Files::folders;
  if (name == "FILE") return Candidates::Files::any;
  return Candidates::Files::none;
}

}  // namespace

Candidates candidates_of(const OptionEntry& option, const std::string& begun,
                         const std::vector<std::string>& arguments) {
  Candidates out;
  const std::string& value = option.argument ? option.names.front() : option.value;
  out.files = files_for(value);
  try {
    std::optional<Words> words = words_for(option.names.front(), begun, arguments);
    if (!words) words = words_for(value, begun, arguments);
    if (words) out.words = std::move(*words);
  } catch (const std::exception&) {
    out.words.clear();  // a model that is being written, a folder that is no result
  }
  return out;
}

}  // namespace alembert::commands
