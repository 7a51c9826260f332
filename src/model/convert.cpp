#include "model/convert.h"

#include <fmt/format.h>

#include <functional>
#include <set>
#include <system_error>
#include <tuple>

#include "base/error.h"
#include "model/description.h"
#include "model/includes.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

// Names of files in the tree, which were relative to the file they stand in, made relative to another folder.
void move_files(Node& root, const Description& said, const std::vector<NamedFile>& named, const fs::path& folder) {
  // What a program has built has no columns; what is repeated in a file has other texts in other repetitions.
  std::set<std::tuple<std::string, int, int, std::string>> places;
  for (const NamedFile& n : named)
    places.emplace(n.where.file, n.where.line, n.where.column, n.where.column > 0 ? "" : n.written);
  const std::function<void(Node&)> visit = [&](Node& node) {
    const std::string& file = node.file ? *node.file : said.file;
    if (node.is(Node::Kind::scalar) && !fs::path(node.text).is_absolute() &&
        places.count({file, node.line, node.column, node.column > 0 ? "" : node.text}) > 0) {
      std::error_code problem;
      const fs::path from = fs::absolute(fs::path(file).parent_path() / "x", problem).parent_path();
      const fs::path moved = fs::relative(from, folder, problem);
      node.text = ((problem || moved.empty() ? from : moved) / node.text).lexically_normal().string();
    }
    for (Node& item : node.items) visit(item);
  };
  visit(root);
}

fs::path folder_of(const fs::path& file) {
  std::error_code ignored;
  return fs::absolute(file.empty() ? "model.yaml" : file, ignored).parent_path();
}

}  // namespace

std::string converted_text(const Model& model, const fs::path& target) {
  if (!model.description) throw UsageError("a model that was put together number by number cannot be written");
  Node root = naming_files(model.description->root);
  if (Node* parameters = root.find("parameters"))
    for (const std::string& name : model.parameters_set)
      if (Node* value = parameters->find(name)) value->text = fmt::format("{}", model.parameters.at(name));
  move_files(root, *model.description, model.named_files, folder_of(target));
  return yaml_text(root);
}

std::string text_in_one(const Model& model) {
  Node root = without_files(model.description->root);
  move_files(root, *model.description, model.named_files, folder_of(model.file));
  return yaml_text(root);
}

}  // namespace alembert
