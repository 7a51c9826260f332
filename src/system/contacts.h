// Contacts of a system: shapes that can touch, pairs of them, and the laws of these.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "elements/contact/friction.h"
#include "elements/contact/law.h"
#include "elements/contact/pair.h"

namespace alembert {

struct ContactShape {
  std::string name;  // "ball.skin"
  MarkerId marker;   // the frame of the shape
  FrameId frame;
  double mass = 0.0;  // of its body; infinite: ground
  std::shared_ptr<const contact::PreparedShape> prepared;
};

struct ContactPair {
  int contact = 0;
  int a = 0, b = 0;  // shapes
  int plan = 0, law = 0, friction = 0;
};

struct ContactEntry {
  std::string name;
  bool active = true;
  int first = 0, last = 0;  // its pairs
};

struct Contacts {
  std::vector<ContactShape> shapes;
  std::vector<ContactPair> pairs;      // by contact, in the order of the model
  std::vector<ContactEntry> contacts;  // of the model
  std::vector<contact::PairPlan> plans;
  std::vector<contact::Law> laws;
  std::vector<contact::Friction> frictions;
  // Up to so many pairs are all looked at in every evaluation and have their places in the matrix; of more, those that
  // are near.
  static constexpr std::size_t kAllPairs = 100;
  bool searches() const { return pairs.size() > kAllPairs; }
  int touches = 0;  // most that can be remembered

  bool empty() const { return pairs.empty(); }
  // Of a state's memory: a count, where shapes were when pairs were last searched, and touches with their bristles.
  static constexpr int kTouchMemory = 6;  // pair, feature, place along it, bristle
  int memory() const {
    if (empty()) return 0;
    return 1 + (searches() ? 3 * static_cast<int>(shapes.size()) : 0) + kTouchMemory * touches;
  }
};

}  // namespace alembert
