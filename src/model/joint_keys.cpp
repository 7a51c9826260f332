// Keys of joints, as the joints themselves say (elements/joints/joint_kind.h).
#include <fmt/format.h>

#include <list>
#include <string>

#include "elements/joints/all_joints.h"
#include "model/key_tables.h"

namespace alembert::keys {
namespace {

constexpr Key between_key{"between", marker_pair, optional, "Two markers; the joint acts along or about their z axes."};
constexpr Key bodies_key{"bodies", body_pair, optional, "Two bodies; `at` and the axis make the markers."};
constexpr Key at_key{"at", vector, optional, "Where the joint is, global frame; with `bodies`."};
constexpr Key axis_key{"axis", vector, optional, "Its axis, global frame; with `bodies`."};
constexpr Key axes_key{"axes", vector_pair, optional, "The axis on each body, global frame; with `bodies`."};

// The tables, and what they refer to.
struct JointTables {
  std::vector<KeyTable> tables;
  std::list<std::vector<Key>> rows;
  std::list<std::string> words;

  void add(const JointFacts& joint) {
    std::vector<Key>& keys = rows.emplace_back();
    keys.push_back({"type", choice, required, "Kind of joint.", joint.name});
    const bool shorthand = joint.shorthand != Shorthand::none;
    if (shorthand) {
      const bool one = joint.shorthand == Shorthand::axis || joint.shorthand == Shorthand::any_axis;
      keys.insert(keys.end(), {between_key, bodies_key, at_key, one ? axis_key : axes_key});
    }
    keys.insert(keys.end(), joint.keys.begin(), joint.keys.end());
    keys.push_back(active_key);
    const std::string_view what =
        joint.what.empty() ? words.emplace_back(fmt::format("a {} joint", joint.name)) : joint.what;
    tables.push_back({joint.name, what, keys, shorthand ? "between|bodies" : joint.one_of});
  }
};

}  // namespace

std::span<const KeyTable> joint_tables() {
  static const JointTables all = [] {
    JointTables out;
    for_each_joint([&]<class J>(J) { out.add(joint_facts<J>); });
    return out;
  }();
  return all.tables;
}

}  // namespace alembert::keys
