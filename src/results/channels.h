// What is recorded at every output time, each array listed once. A channel is a number, vector or quaternion of each of
// its owners; recorder, results.h5, reading it back, tables, charts and pages are loops over `channels`.
//
// Another channel is a row of the table and the line of analysis/sampler.cpp that fills it. New rows go behind those
// of their group.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::results {

// What has channels. The names of the owners are data of the run; energies and times have one owner without a name.
enum class Group : unsigned char {
  bodies,
  joints,
  forces,
  motions,
  constraints,
  contacts,
  variables,
  states,
  inputs,
  sensors,
  modes,
  energy,
  outputs,
};

struct GroupInfo {
  const char* name;   // in results.h5: /bodies
  const char* owner;  // one of them, in words
  // Axes of its arrays in results.h5: times; times and owners; times, owners and width.
  int rank = 3;
  bool always = false;  // written, and to be found in every file, also where there are no owners
  bool drawn = false;   // by pages; of others pages list the names
};

inline constexpr std::size_t kGroups = 13;
inline constexpr std::array<GroupInfo, kGroups> groups = {{
    {.name = "bodies", .owner = "body", .always = true, .drawn = true},  // without ground
    {.name = "joints", .owner = "joint", .always = true, .drawn = true},
    {.name = "forces", .owner = "force", .always = true, .drawn = true},
    {.name = "motions", .owner = "motion"},
    {.name = "constraints", .owner = "constraint"},
    {.name = "contacts", .owner = "contact", .drawn = true},
    {.name = "variables", .owner = "variable"},
    {.name = "states", .owner = "state"},
    {.name = "inputs", .owner = "input"},
    {.name = "sensors", .owner = "sensor"},
    {.name = "modes", .owner = "mode", .drawn = true},  // of flexible bodies: BODY.NUMBER
    {.name = "energy", .owner = "", .rank = 1, .always = true, .drawn = true},
    {.name = "outputs", .owner = "output", .rank = 2, .always = true, .drawn = true},
}};
constexpr const GroupInfo& info(Group group) { return groups[static_cast<std::size_t>(group)]; }

// Places in a page's tables: the lower, the earlier; what does not fit on a page is left out from the end.
inline constexpr int kLast = 1000, kNoTable = -1;

struct Channel {
  Group group;
  const char* name;
  int width;                            // 1, 3: a vector in ground axes, 4: a quaternion, w first
  const char* unit;                     // SI, "1" where there is none
  int place = kLast;                    // in pages
  const char* words = "";               // in pages, in place of the name
  bool always = false;                  // in every file, also in those of older programs
  std::optional<Group> only_with = {};  // there where this group has owners
  bool summed = false;                  // over the steps of an integration
};

inline constexpr auto channels = std::to_array<Channel>({
    // Of the body frames' origins.
    {Group::bodies, "position", 3, "m", kNoTable, "", true},
    {Group::bodies, "quaternion", 4, "1", kNoTable, "", true},
    {Group::bodies, "velocity", 3, "m/s", 17, "", true},
    {Group::bodies, "angular_velocity", 3, "rad/s", 18, "", true},
    {Group::bodies, "acceleration", 3, "m/s^2", 23, "", true},
    {Group::bodies, "angular_acceleration", 3, "rad/s^2", 24, "", true},
    // On the first marker's body, at that marker.
    {Group::joints, "force", 3, "N", 1, "", true},
    {Group::joints, "torque", 3, "N*m", 19, "", true},
    // Of joints that have such a coordinate; NaN for the others.
    {Group::joints, "angle", 1, "rad", 15, "", true},
    {Group::joints, "angle_rate", 1, "rad/s", 21, "", true},
    {Group::joints, "displacement", 1, "m", 16, "", true},
    {Group::joints, "displacement_rate", 1, "m/s", 22, "", true},
    {Group::forces, "force", 3, "N", 2, "", true},
    {Group::forces, "torque", 3, "N*m", 20, "", true},
    {Group::forces, "power", 1, "W"},  // by which it drives the mechanism; negative: it takes energy from it
    {Group::motions, "force", 3, "N", 11},
    {Group::motions, "torque", 3, "N*m", 12},
    {Group::constraints, "force", 3, "N", 13},
    {Group::constraints, "torque", 3, "N*m", 14},
    // On the first shape's body, at the shape.
    {Group::contacts, "force", 3, "N", 4},
    {Group::contacts, "torque", 3, "N*m", kNoTable},
    {Group::contacts, "normal_force", 1, "N", 3},
    {Group::contacts, "penetration", 1, "m", 5},
    {Group::contacts, "touching", 1, "1", 6},
    {Group::contacts, "power", 1, "W"},
    {Group::variables, "value", 1, "1", 7},  // as the user thinks of them
    {Group::states, "value", 1, "1", 8},
    {Group::inputs, "value", 1, "1", 8},
    {Group::sensors, "value", 1, "1", 9, "what it watches"},  // NaN while not watched
    {Group::sensors, "count", 1, "1", 10, "times acted"},
    {Group::modes, "value", 1, "m", kNoTable},
    {Group::energy, "kinetic", 1, "J", kLast, "", true},
    {Group::energy, "potential", 1, "J", kLast, "", true},
    {Group::energy, "total", 1, "J", kLast, "", true},
    // Since the start: by applied forces; in dampers; by the method itself, which closes the balance.
    {.group = Group::energy, .name = "work_in", .width = 1, .unit = "J", .summed = true},
    {.group = Group::energy, .name = "dissipated", .width = 1, .unit = "J", .summed = true},
    {.group = Group::energy,
     .name = "numerical",
     .width = 1,
     .unit = "J",
     .words = "added by the method",
     .summed = true},
    // Shares that are told apart: of what is stored, then of what was dissipated since the start.
    {Group::energy, "contact_stored", 1, "J", kLast, "stored in contacts", false, Group::contacts},
    {Group::energy, "flexible_strain", 1, "J", kLast, "strain energy", false, Group::modes},
    {Group::energy, "contact_damping", 1, "J", kLast, "contact damping", false, Group::contacts, true},
    {Group::energy, "contact_friction", 1, "J", kLast, "contact friction", false, Group::contacts, true},
    {Group::energy, "flexible_damping", 1, "J", kLast, "damping of modes", false, Group::modes, true},
    {Group::outputs, "values", 1, "model units", kNoTable, "", true},
});
inline constexpr std::size_t kChannels = channels.size();

// The place of a channel in the table; names that are not there do not compile.
consteval std::size_t channel(Group group, std::string_view name) {
  for (std::size_t k = 0; k < kChannels; ++k)
    if (channels[k].group == group && channels[k].name == name) return k;
  throw "there is no such channel";
}
// The same of names that are not known before; nothing where there is none.
constexpr std::optional<std::size_t> find_channel(std::string_view group, std::string_view name) {
  for (std::size_t k = 0; k < kChannels; ++k)
    if (info(channels[k].group).name == group && channels[k].name == name) return k;
  return std::nullopt;
}

// The shares of the energies: these channels, one behind the other. In summary.json CONTACT_STORED is contact: stored.
inline constexpr std::size_t kFirstShare = channel(Group::energy, "contact_stored");
inline constexpr std::size_t kShares = channel(Group::energy, "flexible_damping") + 1 - kFirstShare;

// "/bodies/position"
inline std::string path_of(const Channel& c) { return std::string("/") + info(c.group).name + "/" + c.name; }
// "angular velocity"
std::string words_of(const Channel& channel);

// The names of all owners, by group.
class GroupNames {
 public:
  std::vector<std::string>& operator[](Group group) { return lists_[static_cast<std::size_t>(group)]; }
  const std::vector<std::string>& operator[](Group group) const { return lists_[static_cast<std::size_t>(group)]; }
  // How many owners a channel has.
  std::size_t owners(const Channel& c) const {
    if (c.only_with && (*this)[*c.only_with].empty()) return 0;
    return info(c.group).rank == 1 ? 1 : (*this)[c.group].size();
  }
  // It is recorded.
  bool has(const Channel& c) const { return owners(c) > 0 || (info(c.group).always && !c.only_with); }

 private:
  std::array<std::vector<std::string>, kGroups> lists_;
};

}  // namespace alembert::results
