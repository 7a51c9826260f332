// A made-up run with two flexible bodies: a cantilever of tubes that swings in its first two modes, and a plate of
// triangles that turns and bulges.
import type { Flexible, PageData } from "../src/data";
import { Arrays } from "./encode";
import { body, emptyRun, ground, marker, noTurn } from "./fixture_run";

const frames = 61;
const nodes = 21; // along the beam, of length 1
export const tip = 0.02; // largest displacement of the beam's tip by its first shape

// Shapes as whole numbers: x^2 and x^3 along y, of 32767 at the tip.
function beam(a: Arrays): Flexible {
  const x = Array.from({ length: nodes }, (_v, i) => i / (nodes - 1));
  const amplitudes: number[] = [];
  for (let k = 0; k < frames; ++k)
    amplitudes.push(tip * Math.cos((2 * Math.PI * k) / 30), 0.1 * tip * Math.sin((2 * Math.PI * k) / 12));
  const along = (power: number): number[] => x.flatMap((s) => [0, Math.round(32767 * s ** power), 0]);
  // Stress 2 at the root for an amplitude of 1, falling to 0 at the tip; one number of five.
  const bending = (power: number): number[] => x.flatMap((s) => [Math.round(32767 * (1 - s) ** power), 0, 0, 0, 0]);
  return {
    body: 1,
    file: "beam.flex.h5",
    modes: 12,
    at: a.add("f32", [nodes, 3], x.flatMap((s) => [s, 0, 0])),
    triangles: a.add("i32", [0, 3], []),
    lines: a.add("i32", [nodes - 1, 2], x.slice(1).flatMap((_s, i) => [i, i + 1])),
    radii: a.add("f32", [nodes - 1], x.slice(1).map(() => 0.02)),
    amplitudes: a.add("f32", [frames, 2], amplitudes),
    shapes: a.add("i16", [2, nodes, 3], [...along(2), ...along(3)]),
    shape_factors: [1 / 32767, 1 / 32767],
    largest_displacement: tip,
    error: 4e-4,
    stress: {
      unit: "MPa",
      node: a.add("i32", [nodes], x.map((_s, i) => i)),
      rows: a.add("i16", [2, nodes, 5], [...bending(1), ...bending(2)]),
      factors: [5000 / 32767, 5000 / 32767],
      largest: 5000 * tip,
      every_step: false,
      spots: [
        { node: 1, place: "tube 1, top", vertex: 0, at: [0, 0, 0], von_mises: 5000 * tip, time: 0, channel: "stress/beam: node 1" },
        { node: 5, place: "tube 5, top", vertex: 4, at: [0.2, 0, 0], von_mises: 4000 * tip, time: 0, channel: "stress/beam: node 5" },
      ],
    },
  };
}

function plate(a: Arrays): Flexible {
  const n = 7;
  const at: number[] = [];
  const bulge: number[] = [];
  for (let i = 0; i < n; ++i)
    for (let j = 0; j < n; ++j) {
      at.push((0.3 * i) / (n - 1) - 0.15, (0.3 * j) / (n - 1) - 0.15, 0);
      bulge.push(0, 0, Math.round(32767 * Math.sin((Math.PI * i) / (n - 1)) * Math.sin((Math.PI * j) / (n - 1))));
    }
  const triangles: number[] = [];
  for (let i = 0; i + 1 < n; ++i)
    for (let j = 0; j + 1 < n; ++j) {
      const k = i * n + j;
      triangles.push(k, k + 1, k + n, k + 1, k + n + 1, k + n);
    }
  return {
    body: 2,
    file: "plate.flex.h5",
    modes: 3,
    at: a.add("f32", [n * n, 3], at),
    triangles: a.add("i32", [triangles.length / 3, 3], triangles),
    lines: a.add("i32", [0, 2], []),
    radii: a.add("f32", [0], []),
    amplitudes: a.add("f32", [frames, 1], Array.from({ length: frames }, (_v, k) => 0.01 * Math.sin(k / 5))),
    shapes: a.add("i16", [1, n * n, 3], bulge),
    shape_factors: [1 / 32767],
    largest_displacement: 0.01,
    error: 1e-5,
    stress: null,
  };
}

export function flexible(): { data: PageData; arrays: Arrays } {
  const a = new Arrays();
  const time = Array.from({ length: frames }, (_v, k) => 0.05 * k);
  const history = time.flatMap((_t, k) => {
    const s = Math.abs(tip * Math.cos((2 * Math.PI * k) / 30));
    return [5000 * s, 4000 * s];
  });
  const run = {
    ...emptyRun(a),
    end_time: 3,
    planned_end: 3,
    bodies: [ground(), body("beam", { kind: "flexible" as const, com: [0.5, 0, 0] }), body("plate", { kind: "flexible" as const })],
    markers: [marker("root", 0, [0, 0, 0]), marker("beam.root", 1, [0, 0, 0]), marker("beam.tip", 1, [1, 0, 0])],
    joints: [{ name: "clamp", type: "fixed", markers: [0, 1] as [number, number], equations: 6, unique: true }],
    frames: {
      time: a.add("f64", [frames], time),
      position: a.add("f32", [frames, 2, 3], time.flatMap(() => [0, 0, 0, 0.5, 0.4, 0])),
      quaternion: a.add("f32", [frames, 2, 4], time.flatMap(() => [...noTurn, ...noTurn])),
      of: frames,
    },
    columns: [
      {
        group: "stress" as const,
        time: a.add("f64", [frames], time),
        names: ["beam: node 1", "beam: node 5"],
        units: ["MPa", "MPa"],
        values: a.add("f64", [frames, 2], history),
        of: frames,
      },
    ],
    notes: ["The surface of body plate is drawn with 49 of its 4,900 nodes."],
  };
  run.flexible = [beam(a), plate(a)];
  return { data: { format: 1, program: "alembert test", title: "Flexible beam and plate", run }, arrays: a };
}
