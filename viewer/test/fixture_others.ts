// A failing run, runs with nothing or one frame, hostile names, bodies without geometry, a document.
import type { PageData, Section } from "../src/data";
import { Arrays } from "./encode";
import { aboutZ, body, emptyRun, ground, marker, noTurn, steps } from "./fixture_run";
import { sliderCrank } from "./fixture_slider_crank";

type Fixture = { data: PageData; arrays: Arrays };
const page = (title: string, run: PageData["run"], arrays: Arrays): Fixture => ({
  data: { format: 1, program: "alembert 0.1.0", title, run },
  arrays,
});

export function failing(): Fixture {
  const { data, arrays, run } = sliderCrank(81, 0.8);
  run.status = "failed";
  run.planned_end = 2;
  run.message =
    "The step size fell below the smallest allowed, 1e-12 s.\nAt time 0.8 s Newton's method did not converge for joint wrist: point x.\nTry: a larger tolerance, or check whether the crank and the rod are in line there.";
  run.story = [
    "Most steps near the end were rejected because Newton's method did not converge; joint wrist: point x was the worst equation.",
    "The crank and the rod come in line at 0.8 s, where the constraints are dependent.",
  ];
  run.warnings = ["3 redundant constraints: reactions of slide are one choice of many."];
  const records = Array.from({ length: 120 }, (_x, i) => ({
    t: 0.8 * (1 - 0.95 ** i),
    h: 0.04 * 0.95 ** i,
    error: 0.4,
  }));
  const rejected = Array.from({ length: 60 }, (_x, i) => ({
    t: 0.799,
    h: 1e-3 * 0.7 ** i,
    outcome: i % 3 === 0 ? 4 : 2,
    worst: 2,
    iterations: 5,
  }));
  run.steps = steps(arrays, [...records, ...rejected], run.steps.names, 5000);
  data.title = "Slider-crank that gets stuck";
  return { data, arrays };
}

export function empty(): Fixture {
  const a = new Arrays();
  return page("Nothing at all", emptyRun(a), a);
}

export function oneFrame(): Fixture {
  const { data, arrays, run } = sliderCrank(1, 0);
  run.status = "interrupted";
  run.message = "Interrupted by the user.";
  run.planned_end = 2;
  data.title = "One frame";
  return { data, arrays };
}

export function hostile(): Fixture {
  const { data, arrays, run } = sliderCrank(21, 2);
  const evil = `<img src=x onerror="window.hacked=1"></script><script>window.hacked=2</script>`;
  data.title = `Hostile ${evil}`;
  for (const list of [run.bodies.slice(1), run.markers, run.joints, run.forces])
    list.forEach((x, i) => (x.name = `${evil}${i}`));
  run.columns[0]!.names = run.columns[0]!.names.map((n) => `${n}${evil}`);
  run.columns[0]!.units = run.columns[0]!.units.map((n) => `${n}${evil}`);
  run.story = [evil];
  run.warnings = [evil];
  run.message = evil;
  run.model.text = `# ${evil}\nkey: "${evil}"\n`;
  run.facts.push({ group: evil, name: evil, value: evil });
  return { data, arrays };
}

// Bodies without geometry, one of each joint, z up, torsion spring, torque.
export function standIns(): Fixture {
  const a = new Arrays();
  const n = 60;
  const time = Array.from({ length: n }, (_x, k) => 0.05 * k);
  const types = [
    "revolute",
    "spherical",
    "translational",
    "cylindrical",
    "universal",
    "fixed",
    "distance",
    "planar",
    "parallel_axes",
  ];
  const names = [...types.map((t) => `arm_${t}`), "free", "ball"];
  const at = (i: number): number[] => [0.5 * (i % 4), 0.5 * Math.floor(i / 4), 0];
  const run = {
    ...emptyRun(a),
    end_time: 2.95,
    planned_end: 2.95,
    gravity: [0, 0, -9.81] as [number, number, number],
    bodies: [
      ground(),
      ...types.map((t) => body(`arm_${t}`, { com: [0.15, 0, 0] })),
      body("free", { inertia: [0.002, 0, 0, 0, 0.008, 0, 0, 0, 0.0075] }),
      body("ball", { kind: "point", inertia: [] }),
    ],
    markers: [
      ...types.map((_t, i) => marker(`ground.p${i}`, 0, at(i) as [number, number, number])),
      ...types.map((t, i) => marker(`arm_${t}.base`, i + 1, t === "distance" ? [0.1, 0, 0] : [0, 0, 0])),
      ...types.map((t, i) => marker(`arm_${t}.tip`, i + 1, [0.3, 0, 0])),
      marker("ball", 11, [0, 0, 0], false),
    ],
    joints: types.map((type, i) => ({
      name: `j_${type}`,
      type,
      markers: [i, types.length + i] as [number, number],
      equations: 3,
      unique: i !== 3,
    })),
    forces: [
      { name: "coil", type: "spring_damper", markers: [18, 19] as [number, number], free_length: 0.4 },
      { name: "twist", type: "torsion_spring_damper", markers: [9, 0] as [number, number], free_length: null },
      { name: "turn", type: "torque", markers: [20, -1] as [number, number], free_length: null },
    ],
    frames: {
      time: a.add("f64", [n], time),
      position: a.add(
        "f32",
        [n, names.length, 3],
        time.flatMap((t) => names.flatMap((_x, i) => (i < 9 ? at(i) : [0.5 * (i - 8), 1.3, 0.2 * Math.sin(t)]))),
      ),
      quaternion: a.add(
        "f32",
        [n, names.length, 4],
        time.flatMap((t) => names.flatMap((_x, i) => aboutZ(0.5 * Math.sin(2 * t + i)))),
      ),
      of: 6000,
    },
    tables: [
      {
        owner: "force" as const,
        name: "torque",
        unit: "N*m",
        components: ["x", "y", "z"],
        values: a.add(
          "f32",
          [n, 3, 3],
          time.flatMap((t) => [0, 0, 0, 0, 0, 1, 0, 0, Math.cos(t)]),
        ),
      },
    ],
    freedom: {
      degrees: 14,
      redundant: ["joint j_cylindrical and joint j_fixed both hold the rotation about x of arm_fixed"],
    },
    notes: ["60 of 6000 frames are in this page."],
  };
  run.bodies[11]!.shapes = [];
  run.bodies[10]!.shapes = [
    { shape: "capsule", size: [0.03, 0.1], at: [0, 0, 0], orientation: noTurn, color: "teal" },
    { shape: "cone", size: [0.04, 0.1], at: [0.1, 0, 0], orientation: noTurn, color: "#aa3377" },
    {
      shape: "line",
      size: [],
      points: [
        [0, 0, 0],
        [0.1, 0.1, 0],
        [0.2, 0, 0.1],
      ],
      at: [0, 0, 0],
      orientation: noTurn,
      color: "no such colour",
    },
    {
      shape: "mesh",
      size: [],
      vertices: a.add("f32", [4, 3], [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1]),
      triangles: a.add("i32", [4, 3], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]),
      at: [0, 0.1, 0],
      orientation: noTurn,
      color: "",
    },
  ];
  return page("Joints and bodies without geometry", run, a);
}

export function document(): Fixture {
  const a = new Arrays();
  const arr = (v: number[]) => a.add("f64", [v.length], v);
  const methods = ["hht", "nstiff", "tangent", "gear", "rattle", "generalized_alpha"];
  const h = [0.02, 0.01, 0.005, 0.0025, 0.00125];
  const sections: Section[] = [
    {
      heading: "Methods compared on the slider-crank",
      level: 1,
      blocks: [
        {
          kind: "text",
          text: "Six methods with five step sizes each, against a converged reference. The error is the largest over the run.",
        },
        { kind: "verdict", good: true, text: "Take tangent: for an error of 1e-6 it needs the least computing time." },
        { kind: "verdict", good: false, text: "gear did not converge with a step of 0.02 s." },
        { kind: "verdict", good: null, text: "The reference itself is known to about 1e-11." },
      ],
    },
    {
      heading: "Error over step size",
      level: 2,
      blocks: [
        {
          kind: "chart",
          chart: {
            title: "Error of positions",
            x: { label: "step", unit: "s", log: true },
            y: { label: "error", unit: "m", log: true },
            series: methods.map((m, i) => ({
              name: m,
              style: "both" as const,
              x: arr(h),
              y: arr(h.map((s) => (0.3 + i) * s ** (2 + (i % 3) * 0.7))),
            })),
            note: "Second order is a slope of 2. Lower is better.",
          },
        },
      ],
    },
    {
      heading: "Work and precision",
      level: 2,
      blocks: [
        {
          kind: "chart",
          chart: {
            title: "Error over computing time",
            x: { label: "computing time", unit: "s", log: true },
            y: { label: "error", unit: "m", log: true },
            series: methods.map((m, i) => ({
              name: m,
              style: "both" as const,
              x: arr(h.map((s, k) => ((1 + 0.2 * i) * 1e-4) / s + (k === 2 ? 0.02 : 0))),
              y: arr(h.map((s) => (0.3 + i) * s ** 2.2)),
            })),
            note: "",
          },
        },
        {
          kind: "table",
          caption: "All runs",
          columns: ["method", "step (s)", "error (m)", "time", "order"],
          rows: methods.flatMap((m, i) =>
            h.map((s) => [
              m,
              s,
              (0.3 + i) * s ** 2,
              `${(1e-4 / s).toFixed(4)} s`,
              { text: (2 - 0.1 * i).toFixed(2), good: i < 4, hint: "expected 2" },
            ]),
          ),
        },
      ],
    },
    {
      heading: "Motion",
      level: 3,
      blocks: [
        {
          kind: "chart",
          chart: {
            title: "Angle of the crank",
            x: { label: "time", unit: "s", log: false },
            y: { label: "angle", unit: "rad", log: false },
            series: [
              {
                name: "reference",
                style: "line",
                x: arr(Array.from({ length: 300 }, (_x, i) => i / 100)),
                y: arr(Array.from({ length: 300 }, (_x, i) => Math.sin(i / 30))),
              },
              { name: "published", style: "points", x: arr([0, 0.5, 1, 1.5, 2]), y: arr([0, 0.99, -0.2, -0.97, 0.35]) },
            ],
            note: "Points: read from the paper.",
          },
        },
      ],
    },
  ];
  return {
    data: { format: 1, program: "alembert 0.1.0", title: "Comparison of integration methods", sections },
    arrays: a,
  };
}
