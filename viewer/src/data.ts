// What the program puts into the page: the contract between src/report (C++) and the viewer.
//
// The page holds one element, <script id="alembert-data" type="text/plain">BASE64</script>. Its text is base64 of gzip of
//   u32 (little endian)  length of the header in bytes
//   the header           UTF-8 JSON: a PageData
//   zero bytes           up to the next multiple of 8, counted from the very start
//   the arrays           little endian, each starting at a multiple of 8
// Every number is in the units of the model and every `unit` is its name, ready to be shown; nothing is converted here.
// Numbers that do not exist are NaN in arrays and null in the header.

// An array of the binary part; `offset` in bytes from the start of the arrays. The last index of `shape` runs fastest.
export interface ArrayRef {
  dtype: "f64" | "f32" | "i32" | "i16" | "i8";
  shape: number[];
  offset: number;
}

export interface PageData {
  format: 1;
  program: string; // "alembert 0.1.0"
  title: string;
  run?: Run; // a run's report
  // A list of analyses, in their order; the one without a `run` is that of PageData.
  analyses?: { title: string; run?: Run }[];
  sections?: Section[]; // a document: `compare` and `reproduce`
}

// ---------------------------------------------------------------------------------------------------- a run
export interface Run {
  analysis: string; // "dynamics", "kinematics", "inverse_dynamics", "statics", "quasi_statics", "modes", "linearise"
  integrated: boolean; // made in steps, which `steps`, `facts` and `story` speak of; else they speak of the analysis
  status: "done" | "failed" | "interrupted" | "running";
  message: string; // why it failed, was interrupted or ended early; several lines; "" if it did not
  end_time: number; // reached
  planned_end: number;
  units: { length: string; mass: string; time: string; angle: string; force: string };
  gravity: Vec3;
  bodies: Body[]; // bodies[0] is ground and never moves
  markers: Marker[];
  joints: Joint[];
  forces: Force[];
  names?: Record<NamedKind, string[]>; // of what has curves and is not drawn
  contacts?: Contacts;
  events?: Event[]; // by time
  event_count?: number; // of all; the list may have fewer
  ranges?: OutputRange[]; // of the outputs, over all rows
  flexible?: Flexible[];
  frames: Frames;
  columns: Columns[]; // outputs and energies: one number a time
  tables: Table[]; // velocities, reactions, joint coordinates: per body, joint or force
  steps: Steps;
  story: string[]; // paragraphs: what limited the step, what could be changed; or what the analysis found
  warnings: string[];
  facts: Fact[]; // method, settings, counts, energy audit: name and value as text, in groups
  phases: { name: string; seconds: number }[]; // where the time of the integration went; empty: not measured
  model: { file: string; text: string; parameters: { name: string; value: number; changed: boolean }[] };
  freedom: { degrees: number | null; redundant: string[] }; // each redundant set in words
  notes: string[]; // what was left out of the page: thinning, meshes that could not be read
  modes?: Modes; // of small motions about the single frame
}

export type NamedKind = "motion" | "constraint" | "variable" | "state" | "sensor" | "input";

// Something that happened at a moment.
export interface Event {
  time: number;
  kind: "sensor" | "contact" | "corner" | "analysis";
  name: string; // of the sensor, the contact or the analysis; "" for corners of functions of time
  text: string; // what it did
}

// Least and largest value in the rows that were written.
export interface OutputRange {
  name: string;
  unit: string;
  least: number;
  least_at: number;
  largest: number;
  largest_at: number;
}

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w first

export interface Body {
  name: string;
  kind: "ground" | "rigid" | "point" | "planar" | "flexible";
  mass: number; // 0 for ground
  inertia: number[]; // 9 numbers, about the centre of mass in body axes; empty for ground and points
  com: Vec3; // in the body frame
  shapes: Shape[];
}

export interface Shape {
  shape:
    | "box"
    | "cylinder"
    | "sphere"
    | "cone"
    | "capsule"
    | "line"
    | "mesh"
    | "plane"
    | "torus"
    | "ellipsoid"
    | "hull"
    | "profile";
  // box: x y z; cylinder, cone, capsule: radius, length along z (capsule: of its straight part); sphere: radius;
  // torus: radius of the circle about z, of the tube; ellipsoid: half axes; plane, z outward: a width that is enough
  size: number[];
  points?: Vec3[]; // line
  vertices?: ArrayRef; // mesh, hull, profile: f32 [n, 3]
  triangles?: ArrayRef; // mesh, hull, profile: i32 [m, 3]
  inside?: boolean; // sphere, cylinder: a hollow
  at: Vec3;
  orientation: Quat;
  color: string; // CSS name or #rrggbb; "": the viewer chooses
}

export interface Marker {
  name: string; // "crank.tip"; "crank" for the body frame; "crank.com"
  body: number;
  at: Vec3; // in the body frame
  orientation: Quat;
  named: boolean; // written by the user, not made by a joint's at/axis or implied
}

export interface Joint {
  name: string;
  type: string; // "revolute", ...
  markers: [number, number];
  equations: number;
  unique: boolean; // false: its reaction is one of many
}

export interface Force {
  name: string;
  type: string; // spring_damper, torsion_spring_damper, force, torque, general_force, ...
  markers: [number, number]; // the second is -1 where there is none
  free_length: number | null; // spring_damper
}

// Where bodies touch, at the times of the frames: at most n points in each.
export interface Contacts {
  names: string[];
  position: ArrayRef; // f32 [T, n, 3]
  force: ArrayRef; // f32 [T, n, 3], on the first body
  contact: ArrayRef; // i32 [T, n], an index into names; -1: none
  impacts: { name: string; count: number; peak: number | null; impulse: number | null; list: Impact[] }[];
}

// A time in which two shapes touched.
export interface Impact {
  between: string[]; // names of the shapes
  begin: number | null;
  duration: number | null;
  peak: number | null;
  penetration: number | null;
  impulse: number | null;
  approach: number | null; // speeds
  separation: number | null;
  touching: boolean; // still, at the end
}

// A body that deforms: displacements of its drawn nodes are u = sum_k a_k factor_k shape_k, in the body frame.
export interface Flexible {
  body: number; // index into bodies
  file: string; // its part
  modes: number; // of the model; the page has fewer shapes
  at: ArrayRef; // f32 [n, 3]: drawn nodes, undeformed, in the body frame
  triangles: ArrayRef; // i32 [m, 3], of drawn nodes
  lines: ArrayRef; // i32 [s, 2], of drawn nodes: tubes
  radii: ArrayRef; // f32 [s]
  // f32 [T, r] at the times of the frames; on pages of modes two more rows for each mode: real and imaginary.
  amplitudes: ArrayRef;
  shapes: ArrayRef; // i16 [r, n, 3]
  shape_factors: number[]; // r
  largest_displacement: number; // of any drawn node at any frame
  error: number; // largest, of displacements and stress, against the largest of these
  stress: FlexibleStress | null; // null: not known
}

// Von Mises stress of a point is the length of the five numbers sum_k a_k factor_k rows_k.
export interface FlexibleStress {
  unit: string;
  node: ArrayRef; // i32 [p]: the drawn node each point belongs to; a node shows the largest of its points
  rows: ArrayRef; // i16 [r, p, 5]
  factors: number[]; // r
  largest: number; // of all points of the part at all times looked at
  every_step: boolean; // which are all steps, not the output times alone
  spots: HotSpot[]; // the largest first
}

export interface HotSpot {
  node: number; // its number in the part
  place: string; // "tube 3, top"; may be empty
  vertex: number; // drawn node; -1: none
  at: Vec3; // undeformed, in the body frame
  von_mises: number;
  time: number;
  channel: string; // its history, "stress/NAME"; may be missing
}

// Poses of all bodies but ground.
export interface Frames {
  time: ArrayRef; // f64 [T]
  position: ArrayRef; // f32 [T, bodies - 1, 3]; of the body frames' origins
  quaternion: ArrayRef; // f32 [T, bodies - 1, 4]
  of: number; // how many frames the results hold; more than T: thinned
}

export interface Columns {
  group: "outputs" | "energy" | "variables" | "stability" | "stress";
  time: ArrayRef; // f64 [n]
  names: string[];
  units: string[]; // "" where unknown
  values: ArrayRef; // f64 [n, names.length]
  of: number; // rows in the results
}

export interface Table {
  owner: "body" | "joint" | "force" | "contact" | NamedKind;
  name: string; // "velocity", "force", "angle"
  unit: string;
  components: string[]; // ["x", "y", "z"], or [""] for a single number
  values: ArrayRef; // f32 [T, owners, components.length] at the times of the frames; NaN: this owner has none.
  // owners: bodies without ground, joints, forces, contacts, or the names of that kind
}

// Every attempted step (or, thinned, some of them).
export interface Steps {
  of: number; // steps that were attempted
  fixed: boolean; // fixed step: no error test, error is NaN
  tolerance: number | null;
  time: ArrayRef; // f64 [n], at the start of the step
  h: ArrayRef; // f64 [n]
  error: ArrayRef; // f32 [n]: error over tolerance; NaN: not tested
  iterations: ArrayRef; // i32 [n]
  outcome: ArrayRef; // i8 [n], an index into outcomes
  outcomes: string[]; // outcomes[0] = "accepted"
  worst: ArrayRef; // i32 [n], an index into names; -1: none
  names: string[]; // of the unknowns, "body crank: x"
  new_jacobian: ArrayRef; // i8 [n]
  violation: ArrayRef; // f32 [n, 3]: position, velocity, acceleration; NaN: not measured (rejected)
}

export interface Modes {
  about: string; // "the equilibrium"
  list: Mode[];
}

// A motion about the single frame: what moves is Re(shape * exp(s t)).
export interface Mode {
  eigenvalue: [number, number]; // s, real and imaginary part, always in 1/s
  frequency: number; // undamped: |s| / (2 pi), always in Hz
  damped_frequency: number; // with which it oscillates: Im s / (2 pi), in Hz; 0: it does not
  damping_ratio: number;
  carried_by: string;
  kinetic: Share[]; // by body; the largest first
  potential: Share[]; // by force
  dissipated: Share[];
  // f32 [bodies - 1, 6]: displacement of the body frame's origin and rotation vector (rad), in ground axes.
  shape: ArrayRef | null; // null: left out
  imaginary: ArrayRef | null; // null: zero
}

export interface Share {
  name: string;
  share: number; // of the whole; may be negative
}

export interface Fact {
  group: string; // "Method", "Cost", "Energy", "Constraints"; "Analysis"
  name: string;
  value: string;
}

// ---------------------------------------------------------------------------------------------------- a document
export interface Section {
  heading: string;
  level: number; // 1, 2, 3
  blocks: Block[];
}

export type Block =
  | { kind: "text"; text: string } // a paragraph
  | { kind: "verdict"; good: boolean | null; text: string } // null: neither
  | { kind: "table"; caption: string; columns: string[]; rows: Cell[][] }
  | { kind: "chart"; chart: Chart };

export type Cell = string | number | { text: string; good: boolean | null; hint?: string };

export interface Chart {
  title: string;
  x: Axis;
  y: Axis;
  series: { name: string; style: "line" | "points" | "both"; x: ArrayRef; y: ArrayRef }[]; // f64 [n]
  note: string;
}

export interface Axis {
  label: string;
  unit: string;
  log: boolean;
}
