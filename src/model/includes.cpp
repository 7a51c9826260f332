#include "model/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "base/error.h"
#include "model/file_head.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest_files = 20;

[[noreturn]] void fail(const Node& node, const std::string& message) {
  throw ModelError({node.file ? *node.file : "", node.line, node.column}, message);
}

void stamp(Node& node, const std::shared_ptr<const std::string>& file) {
  node.file = file;
  for (Node& key : node.keys) key.file = file;
  for (Node& item : node.items) stamp(item, file);
}

void remove(Node& map, std::string_view key) {
  for (std::size_t k = 0; k < map.keys.size(); ++k)
    if (map.keys[k].text == key) {
      map.keys.erase(map.keys.begin() + static_cast<std::ptrdiff_t>(k));
      map.items.erase(map.items.begin() + static_cast<std::ptrdiff_t>(k));
      return;
    }
}

void append(Node& map, Node key, Node value) {
  map.keys.push_back(std::move(key));
  map.items.push_back(std::move(value));
}

// Calls `use` with each assembly of a tree, those below `repeat:` and in other assemblies included.
void for_each_assembly(Node& root, const std::function<void(Node&)>& use) {
  if (Node* assemblies = root.find("assemblies"); assemblies != nullptr && assemblies->is(Node::Kind::map))
    for (Node& entry : assemblies->items)
      if (entry.is(Node::Kind::map)) use(entry);
  if (Node* repeats = root.find("repeat"); repeats != nullptr && repeats->is(Node::Kind::list))
    for (Node& item : repeats->items)
      if (item.is(Node::Kind::map)) for_each_assembly(item, use);
}

class FileReader {
 public:
  explicit FileReader(const std::string& file) : open_{identity_of(file)} {}

  Node read(const Node& named, const std::string& from) {
    if (!named.is(Node::Kind::scalar) || named.text.empty())
      fail(named, "expected the name of a model file, found " + describe(named));
    if (named.text.find('{') != std::string::npos)
      fail(named, fmt::format("`{}`: the file of a sub-model cannot depend on an index", named.text));
    const fs::path path = fs::path(from).parent_path() / named.text;
    const std::string identity = identity_of(path);
    for (std::size_t k = 0; k < open_.size(); ++k)
      if (open_[k] == identity) fail(named, fmt::format("{} includes itself", path.string()));
    if (open_.size() >= deepest_files)
      fail(named, fmt::format("files include each other more than {} deep", deepest_files));
    std::string text;
    try {
      text = read_whole_file(path);
    } catch (const ModelError& error) {
      fail(named, error.what());
    }
    Node root = parse_yaml(text, path.string());
    if (!root.is(Node::Kind::map))
      throw ModelError({path.string(), root.line, root.column}, "expected the keys of a model");
    stamp(root, std::make_shared<const std::string>(path.string()));
    open_.push_back(identity);
    complete(root, path.string());
    open_.pop_back();
    return root;
  }

  void complete(Node& root, const std::string& file) {
    if (!root.is(Node::Kind::map)) return;
    include(root, file);
    for_each_assembly(root, [&](Node& entry) {
      if (Node* model = entry.find("model")) {
        complete(*model, file);
        return;
      }
      const Node* named = entry.find("file");
      if (named == nullptr) return;  // the reader says so
      Node key = *named, tree = read(*named, named->file ? *named->file : file);
      key.text = "model";
      append(entry, std::move(key), std::move(tree));
    });
  }

 private:
  static std::string identity_of(const fs::path& path) {
    std::error_code ignored;
    return fs::weakly_canonical(path, ignored).string();
  }

  void include(Node& root, const std::string& file) {
    const Node* found = root.find("include");
    if (found == nullptr) return;
    const Node list = *found;
    remove(root, "include");
    if (!list.is(Node::Kind::list)) fail(list, "expected a list of model files, [axle.yaml, motor.yaml] say");
    for (const Node& named : list.items) {
      const std::string identity = identity_of(fs::path(file).parent_path() / named.text);
      const bool open = std::find(open_.begin(), open_.end(), identity) != open_.end();
      if (!open && !included_.insert(identity).second) continue;  // once is enough
      merge(root, read(named, file), named);
    }
  }

  // What the including file says itself stays; names that both define are refused, but parameters.
  static void merge(Node& root, Node more, const Node& named) {
    static constexpr std::array settings{"alembert", "title", "gravity", "simulation"};
    for (std::size_t k = 0; k < more.items.size(); ++k) {
      Node& key = more.keys[k];
      Node& value = more.items[k];
      Node* own = root.find(key.text);
      if (own == nullptr || own->is(Node::Kind::nothing)) {
        if (own != nullptr) remove(root, key.text);
        append(root, std::move(key), std::move(value));
      } else if (key.text == "units") {
        if (!same(*own, value))
          fail(key, fmt::format("this file, included in line {}, has other units than the one that includes it",
                                named.line));
      } else if (std::find(settings.begin(), settings.end(), key.text) != settings.end()) {
        continue;
      } else if (own->is(Node::Kind::list) && value.is(Node::Kind::list)) {
        for (Node& item : value.items) own->items.push_back(std::move(item));
      } else if (own->is(Node::Kind::map) && value.is(Node::Kind::map)) {
        merge_section(key.text, *own, std::move(value));
      } else if (!value.is(Node::Kind::nothing)) {
        fail(value, fmt::format("`{}` does not fit that of the file that includes this one", key.text));
      }
    }
  }

  static void merge_section(const std::string& section, Node& own, Node more) {
    for (std::size_t k = 0; k < more.items.size(); ++k) {
      Node& key = more.keys[k];
      const auto first =
          std::find_if(own.keys.begin(), own.keys.end(), [&](const Node& n) { return n.text == key.text; });
      if (first == own.keys.end()) {
        append(own, std::move(key), std::move(more.items[k]));
      } else if (section == "parameters") {
        continue;  // the including file's
      } else if (section == "bodies" && key.text == "ground") {
        Node& ground = own.items[static_cast<std::size_t>(first - own.keys.begin())];
        if (ground.is(Node::Kind::map) && more.items[k].is(Node::Kind::map))
          merge(ground, std::move(more.items[k]), key);
      } else {
        fail(
            key,
            fmt::format(
                "`{}` stands in `{}` already, in {}", key.text, section,
                SourcePosition{first->file ? *first->file : "the file that includes this one", first->line, 0}.text()));
      }
    }
  }

  static bool same(const Node& a, const Node& b) {
    if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size()) return false;
    for (std::size_t k = 0; k < a.items.size(); ++k) {
      if (k >= a.keys.size()) {
        if (!same(a.items[k], b.items[k])) return false;
        continue;
      }
      const Node* other = b.find(a.keys[k].text);
      if (other == nullptr || !same(a.items[k], *other)) return false;
    }
    return true;
  }

  std::vector<std::string> open_;
  std::set<std::string> included_;
};

}  // namespace

Node with_files(Node root, const std::string& file) {
  if (!root.is(Node::Kind::map)) return root;
  bool any = root.find("include") != nullptr;
  for_each_assembly(root, [&](Node&) { any = true; });
  if (!any) return root;
  stamp(root, std::make_shared<const std::string>(file));
  FileReader(file).complete(root, file);
  return root;
}

bool has_other_files(const Node& root) {
  if (root.file && !root.keys.empty())
    for (std::size_t k = 0; k < root.items.size(); ++k)
      if (root.items[k].file && *root.items[k].file != *root.file) return true;
  return std::any_of(root.items.begin(), root.items.end(), has_other_files);
}

Node naming_files(Node root) {
  for_each_assembly(root, [](Node& entry) {
    if (entry.find("file") != nullptr) remove(entry, "model");
  });
  return root;
}

Node without_files(Node root) {
  for_each_assembly(root, [](Node& entry) {
    Node* model = entry.find("model");
    if (model == nullptr) return;
    *model = without_files(std::move(*model));
    remove(entry, "file");
  });
  return root;
}

}  // namespace alembert
