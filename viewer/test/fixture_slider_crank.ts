// A slider-crank whose crank turns at a changing rate; its motion is known in closed form.
import type { PageData, Run } from "../src/data";
import { Arrays } from "./encode";
import { aboutZ, body, emptyRun, ground, marker, noTurn, type StepRecord, steps } from "./fixture_run";

export const L1 = 0.3;
export const L2 = 0.6;
export const crankAngle = (t: number): number => 4 * t + 0.8 * Math.sin(2 * t);

// Where the slider is.
export function sliderX(t: number): number {
  const a = crankAngle(t);
  return L1 * Math.cos(a) + Math.sqrt(L2 * L2 - (L1 * Math.sin(a)) ** 2);
}

export const modelText = `# Rigid slider-crank with a spring and damper on the slider
alembert: 1
title: Rigid slider-crank with a spring
parameters: {L1: 0.3, L2: 0.6, m1: 3, m2: 0.9, k: 100, c: 5}
gravity: [0, -9.81, 0]
bodies:
  crank:
    type: planar
    mass: m1
    geometry: [{box: [L1, 0.03, 0.02], color: steelblue}]
joints:
  crankshaft: {type: revolute, between: [ground.pivot, crank.pin]}
  "wrist": {type: revolute, between: [crank.tip, rod.head]}
simulation: {end: 2, method: hht, tolerance: 1e-6}
`;

export function sliderCrank(frames = 201, end = 2): { data: PageData; arrays: Arrays; run: Run } {
  const a = new Arrays();
  const time = Array.from({ length: frames }, (_x, k) => (end * k) / Math.max(1, frames - 1));
  const pose = (t: number): number[][] => {
    const angle = crankAngle(t);
    const [tx, ty] = [L1 * Math.cos(angle), L1 * Math.sin(angle)];
    const rod = Math.atan2(-ty, sliderX(t) - tx);
    return [
      [tx / 2, ty / 2, 0, ...aboutZ(angle)],
      [(tx + sliderX(t)) / 2, ty / 2, 0, ...aboutZ(rod)],
    ];
  };
  const wrist = (t: number): number[] => [40 * Math.cos(crankAngle(t)), 25 * Math.sin(2 * crankAngle(t)) + 9, 0];
  const spring = (t: number): number[] => [100 * (L1 + L2 - sliderX(t)), 0, 0];
  const records: StepRecord[] = [];
  for (let t = 0, i = 0; t < end; ++i) {
    const h = 0.004 * (1.3 + Math.sin(5 * t));
    if (i % 17 === 5)
      records.push({ t, h: 1.8 * h, error: 2.3, outcome: 1, worst: i % 34 === 5 ? 0 : 1, iterations: 3 });
    if (i % 50 === 20) records.push({ t, h: 2.5 * h, outcome: 2, worst: 2, iterations: 5 });
    records.push({ t, h, error: 0.3 + 0.25 * Math.sin(8 * t), iterations: 2 + (i % 2) });
    t += h;
  }
  const kinetic = (t: number): number => 3 + 2 * Math.sin(4 * t);
  const run: Run = {
    ...emptyRun(a),
    end_time: end,
    planned_end: end,
    bodies: [
      ground(),
      body("crank", {
        kind: "planar",
        mass: 3,
        shapes: [{ shape: "box", size: [L1, 0.03, 0.02], at: [0, 0, 0], orientation: noTurn, color: "steelblue" }],
      }),
      body("rod", {
        kind: "planar",
        mass: 0.9,
        shapes: [
          { shape: "box", size: [L2, 0.02, 0.02], at: [0, 0, 0], orientation: noTurn, color: "darkorange" },
          { shape: "box", size: [0.08, 0.05, 0.05], at: [L2 / 2, 0, 0], orientation: noTurn, color: "gray" },
        ],
      }),
    ],
    markers: [
      marker("ground", 0, [0, 0, 0], false),
      marker("ground.pivot", 0, [0, 0, 0]),
      { ...marker("ground.rail", 0, [0, 0, 0]), orientation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0] },
      marker("crank", 1, [0, 0, 0], false),
      marker("crank.com", 1, [0, 0, 0], false),
      marker("crank.pin", 1, [-L1 / 2, 0, 0]),
      marker("crank.tip", 1, [L1 / 2, 0, 0]),
      marker("rod", 2, [0, 0, 0], false),
      marker("rod.com", 2, [0, 0, 0], false),
      marker("rod.head", 2, [-L2 / 2, 0, 0]),
      marker("rod.slider", 2, [L2 / 2, 0, 0]),
    ],
    joints: [
      { name: "crankshaft", type: "revolute", markers: [1, 5], equations: 2, unique: true },
      { name: "wrist", type: "revolute", markers: [6, 9], equations: 2, unique: true },
      { name: "slide", type: "inplane", markers: [2, 10], equations: 1, unique: false },
    ],
    forces: [
      { name: "spring", type: "spring_damper", markers: [1, 10], free_length: L1 + L2 },
      { name: "push", type: "force", markers: [10, -1], free_length: null },
    ],
    names: { motion: ["drive"], constraint: [], variable: ["gain"], state: [], sensor: ["limit", "late"], input: [] },
    events: [
      { time: 0.4, kind: "sensor", name: "limit", text: "deactivates push" },
      { time: 1.25, kind: "contact", name: "stop", text: "rod.head and ground.wall touch at 0.3 m/s, largest force 12 N" },
      { time: 1.5, kind: "corner", name: "", text: "the integration begins anew" },
    ],
    event_count: 3,
    ranges: [
      { name: "slider_x", unit: "m", least: 0.3, least_at: 0.68, largest: 0.9, largest_at: 0 },
      { name: "wrist_force", unit: "N", least: 2, least_at: 0.1, largest: 40, largest_at: 1.9 },
    ],
    frames: {
      time: a.add("f64", [frames], time),
      position: a.add(
        "f32",
        [frames, 2, 3],
        time.flatMap((t) => pose(t).flatMap((p) => p.slice(0, 3))),
      ),
      quaternion: a.add(
        "f32",
        [frames, 2, 4],
        time.flatMap((t) => pose(t).flatMap((p) => p.slice(3))),
      ),
      of: frames,
    },
    columns: [
      {
        group: "outputs",
        time: a.add("f64", [frames], time),
        names: ["crank_angle", "rod_angle", "slider_x", "wrist_force"],
        units: ["rad", "rad", "m", "N"],
        values: a.add(
          "f64",
          [frames, 4],
          time.flatMap((t) => [crankAngle(t), -0.5 * Math.sin(crankAngle(t)), sliderX(t), Math.hypot(...wrist(t))]),
        ),
        of: frames,
      },
      {
        group: "energy",
        time: a.add("f64", [frames], time),
        names: ["kinetic", "potential", "total", "dissipated", "numerical"],
        units: ["J", "J", "J", "J", "J"],
        values: a.add(
          "f64",
          [frames, 5],
          time.flatMap((t) => [kinetic(t), 8 - kinetic(t) - 0.5 * t, 8 - 0.5 * t, 0.5 * t, -1e-4 * t]),
        ),
        of: frames,
      },
    ],
    tables: [
      {
        owner: "body",
        name: "velocity",
        unit: "m/s",
        components: ["x", "y", "z"],
        values: a.add(
          "f32",
          [frames, 2, 3],
          time.flatMap((t) => [-Math.sin(4 * t), Math.cos(4 * t), 0, -2 * Math.sin(4 * t), 0.5 * Math.cos(4 * t), 0]),
        ),
      },
      {
        owner: "joint",
        name: "force",
        unit: "N",
        components: ["x", "y", "z"],
        values: a.add(
          "f32",
          [frames, 3, 3],
          time.flatMap((t) => [...wrist(t).map((v) => 1.2 * v), ...wrist(t), 0, 12 * Math.sin(4 * t), 0]),
        ),
      },
      {
        owner: "joint",
        name: "angle",
        unit: "rad",
        components: [""],
        values: a.add(
          "f32",
          [frames, 3],
          time.flatMap((t) => [crankAngle(t), -crankAngle(t), NaN]),
        ),
      },
      {
        owner: "force",
        name: "force",
        unit: "N",
        components: ["x", "y", "z"],
        values: a.add(
          "f32",
          [frames, 2, 3],
          time.flatMap((t) => [...spring(t), -20 * (1 + 0.5 * Math.sin(3 * t)), 0, 0]),
        ),
      },
      { owner: "motion", name: "torque", unit: "N*m", components: ["x", "y", "z"], values: a.add("f32", [frames, 1, 3], time.flatMap((t) => [0, 0, 3 * t])) },
      { owner: "variable", name: "value", unit: "", components: [""], values: a.add("f32", [frames, 1], time.map((t) => 2 * t)) },
      { owner: "sensor", name: "what it watches", unit: "", components: [""], values: a.add("f32", [frames, 2], time.flatMap((t) => [t - 0.4, t > 0.2 && t < 0.3 ? 1 : NaN])) },
    ],
    steps: steps(a, records, ["body crank: rotation z", "body rod: x", "joint wrist: point x"]),
    story: [
      "The step was limited by the error of the rotation of the crank in most steps, mainly when the crank passes its upper position.",
      "16 of 358 steps were rejected by the error test. A tolerance of 1e-5 would need about half as many steps.",
    ],
    facts: [
      { group: "Method", name: "method", value: "hht, alpha = -0.3" },
      { group: "Method", name: "tolerance", value: "1e-6" },
      { group: "Cost", name: "Newton iterations", value: "812" },
      { group: "Cost", name: "Jacobians", value: "61" },
      { group: "Energy", name: "added by the method", value: "-2.1e-4 J" },
      { group: "Constraints", name: "largest violation of positions", value: "4.2e-12 m" },
    ],
    phases: [
      { name: "residual", seconds: 0.0021 },
      { name: "Jacobian", seconds: 0.0034 },
      { name: "factorization", seconds: 0.0051 },
      { name: "solve", seconds: 0.0013 },
      { name: "output", seconds: 0.0007 },
    ],
    model: {
      file: "slider_crank.yaml",
      text: modelText,
      parameters: [
        { name: "L1", value: 0.3, changed: false },
        { name: "k", value: 150, changed: true },
      ],
    },
    freedom: { degrees: 1, redundant: [] },
  };
  return {
    data: { format: 1, program: "alembert 0.1.0", title: "Rigid slider-crank with a spring", run },
    arrays: a,
    run,
  };
}
