// A pendulum of two bars and its modes; the second has a complex shape, the third decays without oscillating. And a
// single state without modes.
import type { PageData, Run } from "../src/data";
import { Arrays } from "./encode";
import { body, emptyRun, ground, marker, noTurn } from "./fixture_run";

type Fixture = { data: PageData; arrays: Arrays };

// Two bars of length 1 that hang below each other, each with its origin at its upper end.
function hanging(a: Arrays): Run {
  const bar = { shape: "box" as const, size: [0.05, 1, 0.05], at: [0, -0.5, 0] as [number, number, number] };
  const look = { com: bar.at, shapes: [{ ...bar, orientation: noTurn, color: "" }] };
  return {
    ...emptyRun(a),
    integrated: false,
    bodies: [ground(), body("upper", look), body("lower", look)],
    markers: [
      marker("ground.pin", 0, [0, 0, 0]),
      marker("upper.top", 1, [0, 0, 0]),
      marker("upper.tip", 1, [0, -1, 0]),
      marker("lower.top", 2, [0, 0, 0]),
      marker("lower.tip", 2, [0, -1, 0]),
    ],
    joints: [
      { name: "pin", type: "revolute", markers: [0, 1], equations: 5, unique: true },
      { name: "knee", type: "revolute", markers: [2, 3], equations: 5, unique: true },
    ],
    frames: {
      time: a.add("f64", [1], [0]),
      position: a.add("f32", [1, 2, 3], [0, 0, 0, 0, -1, 0]),
      quaternion: a.add("f32", [1, 2, 4], [...noTurn, ...noTurn]),
      of: 1,
    },
    columns: [
      {
        group: "outputs",
        time: a.add("f64", [1], [0]),
        names: ["height"],
        units: ["m"],
        values: a.add("f64", [1, 1], [-2]),
        of: 1,
      },
    ],
    facts: [{ group: "Analysis", name: "analysis", value: "modes" }],
  };
}

const page = (title: string, run: Run, arrays: Arrays): Fixture => ({
  data: { format: 1, program: "alembert 0.1.0", title, run },
  arrays,
});

export function modes(): Fixture {
  const a = new Arrays();
  // Angles of the two bars as a shape: the lower bar's origin is the upper one's end.
  const shape = (upper: number, lower: number) =>
    a.add("f32", [2, 6], [0, 0, 0, 0, 0, upper, upper, 0, 0, 0, 0, lower]);
  const mode = (re: number, im: number) => ({
    eigenvalue: [re, im] as [number, number],
    frequency: Math.hypot(re, im) / (2 * Math.PI),
    damped_frequency: im / (2 * Math.PI),
    damping_ratio: -re / Math.hypot(re, im),
    carried_by: "moves lower 80 %, upper 20 %; held by gravity 100 %",
    kinetic: [
      { name: "lower", share: 0.8 },
      { name: "upper", share: 0.2 },
    ],
    potential: [{ name: "gravity", share: -1 }],
    dissipated: re ? [{ name: "damper", share: 1 }] : [],
  });
  const run: Run = {
    ...hanging(a),
    analysis: "modes",
    story: ["3 modes about the equilibrium, of which 2 oscillate. No mode grows."],
    modes: {
      about: "the equilibrium",
      list: [
        { ...mode(-0.4, 0), shape: shape(0.5, 1), imaginary: null },
        { ...mode(0, 2.7), shape: shape(0.7, 1), imaginary: null },
        { ...mode(-0.1, 7.5), shape: shape(1, 0), imaginary: shape(0, 1) },
        { ...mode(-0.1, 70), shape: null, imaginary: null },
      ],
    },
  };
  return page("Two hanging bars", run, a);
}

export function equilibrium(): Fixture {
  const a = new Arrays();
  const story = ["An equilibrium was found in 5 steps. It is stable."];
  return page("Two bars at rest", { ...hanging(a), analysis: "statics", story }, a);
}
