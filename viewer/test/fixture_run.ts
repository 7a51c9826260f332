// Parts shared by the made-up runs: a run with nothing in it, bodies, markers, step records.
import type { Body, Marker, Quat, Run, Steps, Vec3 } from "../src/data";
import { Arrays } from "./encode";

export const noTurn: Quat = [1, 0, 0, 0];

export function body(name: string, more: Partial<Body> = {}): Body {
  return {
    name,
    kind: "rigid",
    mass: 1,
    inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01],
    com: [0, 0, 0],
    shapes: [],
    ...more,
  };
}

export function marker(name: string, of: number, at: Vec3, named = true): Marker {
  return { name, body: of, at, orientation: noTurn, named };
}

export const ground = (): Body => body("ground", { kind: "ground", mass: 0, inertia: [] });

export function aboutZ(angle: number): Quat {
  return [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
}

export interface StepRecord {
  t: number;
  h: number;
  error?: number;
  iterations?: number;
  outcome?: number;
  worst?: number;
}

export function steps(a: Arrays, records: StepRecord[], names: string[], of = records.length): Steps {
  const n = records.length;
  return {
    of,
    fixed: false,
    tolerance: 1e-5,
    time: a.add(
      "f64",
      [n],
      records.map((r) => r.t),
    ),
    h: a.add(
      "f64",
      [n],
      records.map((r) => r.h),
    ),
    error: a.add(
      "f32",
      [n],
      records.map((r) => r.error ?? NaN),
    ),
    iterations: a.add(
      "i32",
      [n],
      records.map((r) => r.iterations ?? 2),
    ),
    outcome: a.add(
      "i8",
      [n],
      records.map((r) => r.outcome ?? 0),
    ),
    outcomes: ["accepted", "error_test", "newton_diverged", "newton_iterations", "singular", "not_finite", "passed_through"],
    worst: a.add(
      "i32",
      [n],
      records.map((r) => r.worst ?? -1),
    ),
    names,
    new_jacobian: a.add(
      "i8",
      [n],
      records.map((_r, i) => (i % 7 === 0 ? 1 : 0)),
    ),
    violation: a.add(
      "f32",
      [n, 3],
      records.flatMap((r, i) =>
        r.outcome
          ? [NaN, NaN, NaN]
          : [
              i % 40 === 7 ? 3e-44 : 1e-12 * (1 + (i % 5)),
              3e-7 * (1.5 + Math.sin(i / 9)),
              2e-3 * (1.2 + Math.cos(i / 14)),
            ],
      ),
    ),
  };
}

// A run that has everything and nothing: no bodies but ground, no frames, no steps.
export function emptyRun(a: Arrays): Run {
  return {
    analysis: "dynamics",
    integrated: true,
    status: "done",
    message: "",
    end_time: 0,
    planned_end: 0,
    units: { length: "m", mass: "kg", time: "s", angle: "rad", force: "N" },
    gravity: [0, -9.81, 0],
    bodies: [ground()],
    markers: [],
    joints: [],
    forces: [],
    frames: {
      time: a.add("f64", [0], []),
      position: a.add("f32", [0, 0, 3], []),
      quaternion: a.add("f32", [0, 0, 4], []),
      of: 0,
    },
    columns: [],
    tables: [],
    steps: steps(a, [], []),
    story: [],
    warnings: [],
    facts: [],
    phases: [],
    model: { file: "empty.yaml", text: "alembert: 1\n", parameters: [] },
    freedom: { degrees: null, redundant: [] },
    notes: [],
  };
}
