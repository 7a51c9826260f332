// Contacts: pairs of shapes that press on each other and rub where they touch (elements/contact/).
//
// Candidates are the pairs that may touch before the next search: all, or where there are many those whose bounding
// spheres are within `skin` of each other at the positions of the last search. A search is due when a shape has moved
// by a quarter of the skin since; no step is longer than another quarter takes. In every evaluation candidates are
// placed anew. Touches are functions of the position alone: those of the last two positions are kept, since a step
// comes back to its ends with other velocities, and to ask what was stored, dissipated and touched there.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "elements/contact/touch_force.h"
#include "system/contacts.h"
#include "system/formulas.h"
#include "system/parts/part.h"

namespace alembert {

// What a contact, or one shape in it, does at a point.
struct ContactState {
  double normal = 0.0;    // sum of the touches' normal forces
  double friction = 0.0;  // sum of the sizes of their friction forces
  double depth = 0.0;     // largest
  double slip = 0.0;      // speed, where the depth is largest
  int touching = 0;
  std::array<ForceTorque, 2> on;  // the first and the second shapes' bodies, at the frames of the shapes
};

// A touch as it is drawn.
struct ContactPoint {
  int contact = 0, pair = 0;
  Vec3 at, force;  // on the first shape's body
  double depth = 0.0;
};

// A pair that touches: the sum of its normal forces, and the touch that is deepest.
struct TouchingPair {
  int contact = 0, pair = 0;
  double normal = 0.0, depth = 0.0, closing = 0.0;
  Vec3 at, n;  // n towards the first shape
};

class ContactsPart {
 public:
  explicit ContactsPart(const Placement& placement);

  bool empty() const { return contacts_.empty(); }
  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);
  void add_wrenches(const Evaluation& here, Wrenches& out) const;
  void add_matrix(const MatrixAssembly& assembly);
  void add_energies(const Evaluation& here, Energies& out) const;
  // What damping and friction exert; what acts is the opposite of f.
  void add_working(const Evaluation& here, bool damping, bool friction, Wrenches& out) const;

  // What each contact adds to f, dotted with a tangent direction.
  void work(const Vector& direction, double* out) const;

  int memory() const { return contacts_.memory(); }
  // The placement is that of the state.
  void recall(const double* memory);
  void remember(const dae::State& state, double* out);

  // Before a step, at the state of this memory: the same pairs are near each other; others, and the part is to be bound
  // again; bodies that the matrix has no places for.
  enum class Search { same, other_pairs, other_places };
  Search search(const double* memory);
  double longest_step() const;
  // Of a step from the state that was last seen to the point of the last add_wrenches.
  dae::Problem::ImpactError impact_error(double h, double accuracy) const;
  // Of a state that the placement is at, for impact_error; done by `remember`, too.
  void see(double t);
  bool seen(double t) const { return accepted_.t == t; }
  bool touches() const { return !trial_.pairs.empty(); }
  // Something that touched when the matrix was made does not at the point of the last add_wrenches.
  bool released() const;
  // Before the matrix is made: it needs the places that it had.
  void exchange(Archive& archive);

  // contacts_measures.cpp
  ContactState state_of(int contact, int shape) const;  // shape -1: all
  double gap_of(int contact, int shape) const;          // the smallest, negative where they touch
  // A measure of a contact, SI; and `factor` times its derivatives, added to those of a formula by frames.
  double measured(const MeasureRef& m) const;
  void add_gradient(const Formula& f, const MeasureRef& m, double factor, double* out) const;
  void points(std::vector<ContactPoint>& out) const;
  void touching_pairs(std::vector<TouchingPair>& out) const;  // rising
  // At which the bodies of a pair approach each other at a point, along n of a TouchingPair.
  double closing_speed(int pair, const Vec3& at, const Vec3& n) const;
  std::string explain_not_finite() const;

 private:
  struct Remembered {
    int pair = 0, feature = 0;
    double place = 0.0;
    Vec3 bristle = Vec3::Zero();
  };
  // What a pair does at a point, for the test of impacts.
  struct PairEnergy {
    int pair = 0;
    double energy = 0.0, elastic = 0.0, force = 0.0, power = 0.0, closing = 0.0, depth = 0.0;
    double speed() const { return elastic > 0.0 ? power / elastic : closing; }
    void add(const contact::TouchForce& touch);
  };
  // Of a bounding sphere along x.
  struct Interval {
    double low, high;
    int shape;
  };
  struct Seen {
    double t = std::numeric_limits<double>::quiet_NaN();
    std::vector<PairEnergy> pairs;
  };

  using Touches = std::span<const contact::Touch>;
  // Touches at a position: those of a pair are next to each other.
  struct Position {
    struct Pair {
      int pair = 0;
      std::size_t candidate = 0, first = 0, count = 0;
    };
    Vector q;
    long search = -1;  // that chose the candidates
    bool derivatives = false;
    std::vector<Pair> pairs;
    std::vector<contact::Touch> touches;
  };

  static contact::Pose pose_of(const MarkerState<double>& m) { return {m.p, m.R}; }
  // Where the placement is.
  const Position& here(bool derivatives) const;
  void find_all(bool derivatives, Position& out) const;
  // Calls f(pair, its index among the candidates, touches) for each candidate that touches.
  template <class F>
  void each_touching(bool derivatives, F&& f) const {
    const Position& position = here(derivatives);
    for (const Position::Pair& p : position.pairs)
      f(p.pair, p.candidate, Touches(position.touches).subspan(p.first, p.count));
  }
  template <class F>
  void each_force(F&& f) const;
  // Of a contact, or one shape in it: calls f(pair's index, touch, its force).
  template <class F>
  void each_force_of(int contact, int shape, bool derivatives, F&& f) const;
  // The touch with the smallest gap; returns its pair, or -1.
  int nearest(int contact, int shape, contact::Touch& out) const;
  void add_force_gradient(const Formula& f, const MeasureRef& m, double factor, double* out) const;
  void add_row(const Formula& f, const ContactPair& pair, double factor, const contact::Row12& by_pose,
               const contact::Row12& by_twist, double* out) const;
  // Touches of a pair, into found_.
  void find(const ContactPair& pair, double reach, bool derivatives) const;
  contact::Sides sides(const ContactPair& pair, const contact::Touch& touch) const;
  // A shape's, with the origin of its body's frame for its own: now, and at the last accepted state.
  MarkerState<double> at_frame(int shape) const;
  contact::Pose frame_before(int shape) const;
  Vec3 bristle(int pair, const contact::Touch& touch) const;
  void force(int index, const contact::Touch& touch, contact::TouchForce& out) const;
  void place_bounds() const;
  // Between bounding spheres.
  double bound_gap(const ContactPair& pair) const;
  bool near(const ContactPair& pair) const { return bound_gap(pair) < 0.0; }
  // contacts_search.cpp
  void prepare_search();
  void find_candidates();
  std::vector<std::pair<FrameId, FrameId>> frames_of_candidates() const;
  bool couple_candidates();

  const System& system_;
  const Placement& placement_;
  const Contacts& contacts_;
  double skin_ = 0.0;
  std::vector<int> candidates_;                             // pairs, rising
  std::vector<std::vector<std::pair<int, int>>> partners_;  // of each shape: others, and the pair, rising; for searches
  std::vector<Vec3> reference_;                             // centres at the last search
  std::vector<std::pair<FrameId, FrameId>> coupled_;        // frames that the matrix has places for, rising
  std::vector<BlockSlots> slots_;                           // four a candidate
  std::vector<int> many_;
  std::vector<Interval> along_, open_;  // scratch of searches
  std::vector<int> unbounded_;

  std::vector<contact::Pose> before_;  // of shapes, at the last accepted state
  std::vector<Remembered> remembered_;
  Seen accepted_;
  mutable Seen trial_;
  std::vector<int> linearised_;  // pairs that touched when the matrix was made
  long searches_ = 0;
  mutable std::array<Position, 2> positions_;
  mutable std::size_t latest_ = 0;     // of these
  mutable std::vector<Vec3> centres_;  // scratch
  mutable std::vector<contact::Touch> found_;
  std::vector<Remembered> unsorted_;
  mutable contact::PairScratch scratch_;
};

static_assert(ForcePart<ContactsPart> && EnergyPart<ContactsPart> && RememberingPart<ContactsPart>);

}  // namespace alembert
