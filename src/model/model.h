// The Model: what the user said, checked and in SI units (m kg s rad N), with names and typed ids, no pointers.
// It is immutable once read or built; system/ compiles it into equations.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "elements/joints/joint_kind.h"
#include "expression/expression.h"
#include "flexible/part.h"
#include "math/types.h"

namespace alembert {

// Factors from the model file's units to SI: value_SI = value_in_file * factor.
struct Units {
  double length = 1.0;
  double mass = 1.0;
  double time = 1.0;
  double angle = 1.0;
  double force = 1.0;
  // As written in the file, for echoing ("mm", "kg", "s", "deg", "N").
  std::string length_name = "m", mass_name = "kg", time_name = "s", angle_name = "rad", force_name = "N";
};

enum class BodyKind { ground, rigid, point, planar, flexible };

// A shape in the frame of its body. It is drawn; with a name it can touch others (Contact), with a density it has mass.
struct Geometry {
  enum class Shape { box, cylinder, sphere, cone, capsule, line, mesh, plane, torus, ellipsoid, hull, profile };
  Shape shape = Shape::box;
  // box: x y z; cylinder, cone, capsule: radius, length along z; sphere: radius; torus: radius of the circle about z,
  // radius of the tube; ellipsoid: half axes
  std::vector<double> size;
  std::vector<Vec3> points;             // line: its corners; hull: its points
  Vec3 normal = Vec3::UnitZ();          // plane: outward, of length 1, in the body frame
  std::string file;                     // mesh, hull: where the file is
  int curve = -1;                       // profile: of the model's curves
  std::optional<double> thickness;      // profile: along z
  bool inside = false;                  // sphere, cylinder: a hollow, what touches is inside
  std::optional<double> spacing;        // mesh: of its nodes
  int frame = 0;                        // what it is fixed to, as of markers
  Vec3 at = Vec3::Zero();               // centre of the shape, in that frame; plane: a point of it
  Quat orientation = Quat::Identity();  // plane: its z axis is the normal
  std::optional<double> rounding;       // of edges and corners
  std::string name;                     // empty: only drawn
  std::string color;                    // CSS colour name or #rrggbb; empty: chosen by the viewer
  SourcePosition where;
};

// A frame fixed to a body: all joints and forces act on markers.
struct Marker {
  std::string name;  // "crank.tip"; "crank" for the body frame itself; "crank.com"
  BodyId body;
  int frame = 0;  // of its body: 0 the body frame, k its k-th internal mass, or node or patch of a flexible one
  Vec3 at = Vec3::Zero();  // in that frame
  Quat orientation = Quat::Identity();
  bool made_by_shorthand = false;  // by a joint's at/axis, not written by the user
  SourcePosition where;
};

// A point mass that a rigid body carries on a spring and damper along an axis of its own: it is at `at` + s `axis`.
struct InternalMass {
  std::string name;
  double mass = 0.0;
  Vec3 at = Vec3::Zero();     // where its spring is free, in the body frame
  Vec3 axis = Vec3::UnitX();  // of length 1, in the body frame
  double stiffness = 0.0, damping = 0.0;
  double displacement = 0.0, rate = 0.0;  // s and s' at the start
  SourcePosition where;
};

// How the inertia of a flexible body follows its deformation (bodies/flexible_inertia.h); `rigid`: it does not deform.
enum class Coupling { rigid, constant, partial, full };

// What makes a body flexible.
struct Flexibility {
  std::shared_ptr<const flexible::Part> part;  // with the modes that are used
  std::string data;                            // as written: its file
  std::string file, hash;  // where the part is kept, and what that file held (base/files.h); empty: nowhere
  Coupling coupling = Coupling::full;
  std::vector<int> kept;                    // which modes of the file, from 1
  Vector damping;                           // d of the modes
  Vector displacement, rate;                // xi and xi' at the start
  std::vector<flexible::PartFrame> frames;  // those that have markers
};

struct Body {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0.0;
  Mat3 inertia = Mat3::Zero();   // about the centre of mass, body axes (planar: entry (2,2) alone)
  Vec3 position = Vec3::Zero();  // of the body frame's origin, global frame
  Quat orientation = Quat::Identity();
  Vec3 com = Vec3::Zero();                    // in the body frame
  Vec3 velocity = Vec3::Zero();               // of the centre of mass, global axes
  Vec3 angular_velocity = Vec3::Zero();       // global axes
  std::vector<InternalMass> internal_masses;  // rigid: not in `mass`, `inertia` and `com`
  std::optional<Flexibility> flexibility;
  std::vector<Geometry> geometry;
  bool port = false;      // stands for a body of the model around this one, and is held to ground without one
  MarkerId frame_marker;  // the body frame as a marker; always there
  MarkerId com_marker;    // the centre of mass, body axes; always there
  SourcePosition where;

  bool stands() const { return kind == BodyKind::ground; }
  bool turns() const { return kind == BodyKind::rigid || kind == BodyKind::planar || kind == BodyKind::flexible; }
  // Frames beside its own.
  std::size_t more_frames() const { return flexibility ? flexibility->frames.size() : internal_masses.size(); }
  bool moves_in_plane() const { return kind == BodyKind::planar; }
};

struct Joint {
  std::string name;
  JointKind kind;
  std::array<MarkerId, 2> markers;                     // first, second
  std::map<std::string, double, std::less<>> numbers;  // those of its own keys, SI units
  // gear: the joints of the two wheels; coupler: two or three joints.
  struct Part {
    JointId joint;
    bool rotation = true;  // its angle, not its displacement
    double factor = 1.0;   // gear: teeth, or any number in the ratio of these; coupler: of the coordinate, SI
  };
  std::vector<Part> parts;
  bool internal = false;     // gear: one wheel inside the other
  std::optional<Vec3> mesh;  // gear: the pitch point at the start, global frame; found from the ratio unless given
  std::array<int, 2> curves{-1, -1};  // point_on_curve: the first; curve_on_curve: both
  bool of_port = false;               // holds a port to ground
  bool active = true;                 // at the start; sensors switch it
  SourcePosition where;
};

// A curve for joints, through points in the frame of whatever marker carries it.
struct CurveDefinition {
  std::string name;
  std::vector<Vec3> points;
  bool closed = false;
  SourcePosition where;
};

// Force of a spring and damper along the line between two points; tension pulls them together:
// tension = stiffness (l - length) + damping ldot + preload.
struct SpringDamper {
  std::array<MarkerId, 2> markers;
  double stiffness = 0.0;
  double damping = 0.0;
  double length = 0.0;   // free length
  double preload = 0.0;  // tension at the free length
  // Beyond the straight line: curves through points, in SI units; none where null.
  std::shared_ptr<const Spline> tension;     // of the stretch
  std::shared_ptr<const Spline> resistance;  // of its rate
  enum class Side { both, pulls, pushes };
  Side side = Side::both;
  double shortest = 0.0, longest = 0.0;  // lengths at which stops act; none where 0
  double stop_stiffness = 0.0, stop_damping = 0.0;
  bool is_linear() const { return !tension && !resistance && side == Side::both && shortest == 0.0 && longest == 0.0; }
};

// Torque about the first marker's z axis, angle of the second marker relative to the first, counted over whole turns:
// torque on the second = -(stiffness (angle - free angle) + damping rate + preload).
struct TorsionSpringDamper {
  std::array<MarkerId, 2> markers;
  double stiffness = 0.0;
  double damping = 0.0;
  double angle = 0.0;  // free angle
  double preload = 0.0;
};

// Force and torque on a marker, components in the axes of `frame` (follows it); reaction on `reaction` if given.
struct AppliedForce {
  MarkerId on;
  Vec3 force = Vec3::Zero();  // constant components
  Vec3 torque = Vec3::Zero();
  // Components of force and torque that depend on time or motion; values in the model's units.
  std::array<std::optional<Expression>, 6> formulas;
  MarkerId frame;           // invalid: ground axes
  MarkerId reaction;        // invalid: none; acts at the point of `on`
  bool dissipates = false;  // friction: what it takes from the motion is dissipated
};

// Six springs and dampers between two markers (bushing, field, beam): displacement and rotation vector of the second
// relative to the first, in the frame halfway between them.
struct Field {
  std::array<MarkerId, 2> markers;
  Eigen::Matrix<double, 6, 6> stiffness = Eigen::Matrix<double, 6, 6>::Zero();
  Eigen::Matrix<double, 6, 6> damping = Eigen::Matrix<double, 6, 6>::Zero();
  Eigen::Matrix<double, 6, 1> preload = Eigen::Matrix<double, 6, 1>::Zero();
  Eigen::Matrix<double, 6, 1> free = Eigen::Matrix<double, 6, 1>::Zero();  // where only the preload acts
};

// A wheel on a road (elements/forces/tire.h).
struct Tire {
  std::array<MarkerId, 2> markers;  // road, wheel
  double radius = 0.0, stiffness = 0.0, damping = 0.0;
  std::shared_ptr<const Spline> load;  // of the deflection, in SI units; null: `stiffness`
  double slip_stiffness = 0.0, cornering_stiffness = 0.0, camber_stiffness = 0.0, friction = 1.0;
  double relaxation_along = 0.0, relaxation_across = 0.0, patch_damping_time = 0.0;
  double patch = 0.0, rolling_resistance = 0.0, low_speed = 0.1;
};

using ForceParameters = std::variant<SpringDamper, TorsionSpringDamper, AppliedForce, Field, Tire>;

struct Force {
  std::string name;
  std::string type;  // as written: spring_damper, bushing, general_force, ...; joint_friction is a general_force
  ForceParameters parameters;
  std::string load_case;  // load: which one of the part
  bool active = true;     // at the start; sensors switch it
  SourcePosition where;
};

// A shape of a body, by its place in Body::geometry.
struct ShapeRef {
  BodyId body;
  int geometry = 0;
};

// How hard shapes press on each other (elements/contact/law.h).
struct ContactLaw {
  enum class Kind { hunt_crossley, impact, expression };
  struct Material {
    bool rigid = false;
    double E = 0.0, nu = 0.0;
  };
  Kind kind = Kind::hunt_crossley;
  double stiffness = 0.0;  // N/m^exponent; of a mesh per area; 0: by materials
  double exponent = 1.5;
  double dissipation = 0.0;                          // hunt_crossley: chi, s/m
  double damping = 0.0, depth = 0.0;                 // impact
  std::optional<Expression> force;                   // of `penetration` and `penetration_rate`, in the model's units
  std::optional<std::array<Material, 2>> materials;  // stiffness and exponent follow from the shapes
  std::optional<double> layer;                       // materials on a mesh: thickness of its elastic layer
};

// How they resist sliding (elements/contact/friction.h).
struct ContactFriction {
  enum class Kind { none, bristle, velocity };
  Kind kind = Kind::none;
  double statics = 0.0, dynamics = 0.0;   // coefficients
  double stribeck_speed = 0.0;            // bristle: over which the static coefficient falls to the dynamic one
  std::optional<double> stiction_length;  // bristle; by the size of the shapes unless given
  double static_speed = 0.0, dynamic_speed = 0.0;  // velocity: of the double step
  double rolling = 0.0, spinning = 0.0;            // resistance: lengths, moment over normal force
};

struct Contact {
  std::string name;
  std::vector<std::array<ShapeRef, 2>> pairs;
  ContactLaw law;
  ContactFriction friction;
  bool active = true;  // at the start; sensors switch it
  SourcePosition where;
};

// Drives the second marker relative to the first: its displacement along an axis of the first, or its angle about it,
// follows a function, in the model's units.
struct Motion {
  enum class Level { position, velocity, acceleration };
  std::string name;
  std::array<MarkerId, 2> markers;
  bool rotation = false;
  int axis = 2;  // of the first marker
  Level level = Level::position;
  // acceleration: the state that holds the velocity, `state(NAME_rate)`; that state's derivative is the function.
  Expression function;
  bool active = true;
  SourcePosition where;
};

// The user's own equation, held at 0: of positions (holonomic) or of positions and velocities (nonholonomic).
struct UserConstraint {
  std::string name;
  bool velocity = false;
  Expression expression;
  bool active = true;
  SourcePosition where;
};

// An algebraic unknown, solved with the motion: its value is that of the expression, measures in the model's units.
struct Variable {
  std::string name;
  Expression expression;
  SourcePosition where;
};

// A differential unknown x: dx/dt, per unit of time of the model, is the value of the expression; or, where it is
// implicit, such that the expression, which names it rate(x), is 0.
struct StateVariable {
  std::string name;
  Expression derivative;
  bool implicit = false;
  double initial = 0.0;
  bool steady = false;      // the initial value is such that dx/dt = 0
  double scale = 1.0;       // errors are relative to the larger of this and |x|
  int rate_of_motion = -1;  // it starts as the velocity of this motion
  // Of a force that owns states: which force, and which of its states. Its kernel gives the derivative, per second.
  int owner = -1, component = 0;
  SourcePosition where;
};

// Watches a function of the motion and acts when it passes through 0.
struct Sensor {
  enum class Direction { rising, falling, both };
  std::string name;
  Expression event;
  Direction direction = Direction::both;
  bool stop = false;    // ends the run
  bool record = false;  // writes a row of results at this moment
  bool once = false;
  bool active = true;
  std::vector<std::pair<std::string, Expression>> set;    // parameters and their new values
  std::vector<std::pair<std::string, Expression>> reset;  // states and their new values
  std::vector<std::string> activate, deactivate;          // joints, motions, constraints, forces, contacts, sensors
  std::optional<AppliedForce> impulse;                    // time integrals of force and torque
  SourcePosition where;
};

// A number from outside: input(NAME) in expressions; in the file's own numbers, as parameters are.
struct Input {
  std::string name;
  InputSignal signal;
  bool given = false;  // by --input, or a program, in place of what the file says
  SourcePosition where;
};

struct Output {
  std::string name;
  Expression expression;  // measures inside give values in the model's units
  SourcePosition where;
};

struct MethodChoice {
  // The default and its tolerance (analysis/dynamics.h) are measured: docs/benchmarks.md, default settings.
  std::string name = "hht_si2";
  std::map<std::string, double> parameters{{"alpha", -0.05}};  // alpha, beta, ...; checked by the method itself
  SourcePosition where;
};

enum class AnalysisKind {
  dynamics,
  kinematics,
  statics,
  quasi_statics,
  modes,
  linearise,
  inverse_dynamics,
  step_limit
};

struct Simulation {
  AnalysisKind analysis = AnalysisKind::dynamics;
  // What modes and linear models are about.
  enum class About { initial, equilibrium, time };
  About about = About::initial;
  double about_time = 0.0;                          // About::time: a moment of a run
  std::optional<int> mode_count;                    // so many, from the lowest frequency on
  MarkerId frame;                                   // displacements are seen from its axes; invalid: ground
  std::optional<std::vector<std::string>> inputs;   // of a linear model: inputs and variables
  std::optional<std::vector<std::string>> outputs;  // likewise
  std::vector<std::string> actuators;               // inverse dynamics: the variables to be found
  double end = 1.0;
  MethodChoice method;
  std::optional<double> tolerance;  // variable step; neither given: variable step with the default tolerance
  std::optional<double> step;       // fixed step
  std::optional<double> output_step;
  bool modal_every_step = false;    // coordinates of flexible bodies are recorded after every step, too
  std::optional<int> step_history;  // so many attempted steps are recorded at most
  std::optional<double> initial_step, min_step, max_step;
  std::optional<double> contact_accuracy;         // of the energy of an impact, in a step
  std::vector<std::string> activate, deactivate;  // elements, as sensors name them, before it begins
  SourcePosition where;

  // Its rows are times up to `end`; else it is about a single moment.
  bool over_time() const {
    return analysis != AnalysisKind::statics && analysis != AnalysisKind::modes && analysis != AnalysisKind::linearise;
  }
};

// A file that the model names, beside its own, and where it does.
struct NamedFile {
  SourcePosition where;
  std::string written;  // as it stands there
  std::string path;
};

struct Description;

struct Model {
  std::string file;  // empty when built in code
  std::string text;  // of the file, for the results
  // What the numbers below were made from; null: this Model was put together number by number (model/description.h).
  std::shared_ptr<const Description> description;
  std::vector<NamedFile> named_files;
  std::string title;
  Units units;
  std::map<std::string, double> parameters;  // as the file names them, in the file's own numbers
  std::set<std::string> parameters_set;      // of these, given by --set
  SplineMap splines;                         // in the file's own numbers, as parameters are
  Functions functions;                       // the program's own, which its expressions may call
  std::vector<Input> inputs;
  Vec3 gravity = Vec3::Zero();
  std::vector<Body> bodies;  // bodies[0] is ground
  std::vector<Marker> markers;
  std::vector<CurveDefinition> curves;
  std::vector<Joint> joints;
  std::vector<Motion> motions;
  std::vector<UserConstraint> constraints;
  std::vector<Force> forces;
  std::vector<Contact> contacts;
  std::vector<Variable> variables;
  std::vector<StateVariable> states;
  std::vector<Sensor> sensors;
  std::vector<Output> outputs;
  std::vector<std::string> notes;  // of the reader: what it has changed in the numbers of the file
  // Of a list of analyses the last dynamics, or the last of all where there is none.
  Simulation simulation;
  std::vector<Simulation> analyses;  // a list, each from the state before; empty: `simulation` alone

  const Body& body(BodyId id) const { return bodies[id.index()]; }
  const Marker& marker(MarkerId id) const { return markers[id.index()]; }
  // Where a marker is at the start, in the body frame; and a place of one of its frames.
  Vec3 at_start(const Marker& marker) const { return at_start(body(marker.body), marker.frame, marker.at); }
  static Vec3 at_start(const Body& body, int frame, const Vec3& at) {
    if (frame == 0) return at;
    const std::size_t k = static_cast<std::size_t>(frame) - 1;
    if (body.flexibility) return body.com + body.flexibility->frames[k].at + at;
    const InternalMass& m = body.internal_masses[k];
    return m.at + m.displacement * m.axis + at;
  }
};

}  // namespace alembert
