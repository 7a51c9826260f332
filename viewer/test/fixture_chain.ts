// A chain of many bars that swings: how fast can the page draw?
import type { PageData } from "../src/data";
import { Arrays } from "./encode";
import { aboutZ, body, emptyRun, ground, marker, noTurn, steps } from "./fixture_run";

export function chain(links: number, frames: number): { data: PageData; arrays: Arrays } {
  const a = new Arrays();
  const L = 0.1;
  const time = Array.from({ length: frames }, (_x, k) => (2 * k) / (frames - 1));
  const position: number[] = [];
  const quaternion: number[] = [];
  for (const t of time) {
    let [x, y] = [0, 0];
    for (let i = 0; i < links; ++i) {
      const s = i / links;
      const angle = (-Math.PI / 2) * (0.9 * Math.sin(1.2 * t)) * (1 - 0.4 * s) + 0.6 * Math.sin(9 * s - 6 * t);
      position.push(x + (L / 2) * Math.cos(angle), y + (L / 2) * Math.sin(angle), 0);
      quaternion.push(...aboutZ(angle));
      x += L * Math.cos(angle);
      y += L * Math.sin(angle);
    }
  }
  const names = Array.from({ length: links }, (_x, i) => `bar${i + 1}`);
  const run = {
    ...emptyRun(a),
    end_time: 2,
    planned_end: 2,
    bodies: [
      ground(),
      ...names.map((n) =>
        body(n, {
          mass: 0.1,
          shapes: [
            {
              shape: "box" as const,
              size: [L, 0.01, 0.01],
              at: [0, 0, 0] as [number, number, number],
              orientation: noTurn,
              color: "",
            },
          ],
        }),
      ),
    ],
    markers: [
      marker("ground", 0, [0, 0, 0], false),
      ...names.flatMap((n, i) => [
        marker(`${n}.left`, i + 1, [-L / 2, 0, 0]),
        marker(`${n}.right`, i + 1, [L / 2, 0, 0]),
      ]),
    ],
    joints: names.map((_n, i) => ({
      name: i === 0 ? "pin" : `joint${i + 1}`,
      type: "spherical",
      markers: [i === 0 ? 0 : 2 * i, 2 * i + 1] as [number, number],
      equations: 3,
      unique: true,
    })),
    frames: {
      time: a.add("f64", [frames], time),
      position: a.add("f32", [frames, links, 3], position),
      quaternion: a.add("f32", [frames, links, 4], quaternion),
      of: frames,
    },
    tables: [
      {
        owner: "joint" as const,
        name: "force",
        unit: "N",
        components: ["x", "y", "z"],
        values: a.add(
          "f32",
          [frames, links, 3],
          time.flatMap((t) => names.flatMap((_n, i) => [Math.cos(t + i / 90), (links - i) / links + Math.sin(t), 0])),
        ),
      },
    ],
    columns: [
      {
        group: "outputs" as const,
        time: a.add("f64", [frames], time),
        names: ["tip_x", "tip_y"],
        units: ["m", "m"],
        values: a.add(
          "f64",
          [frames, 2],
          time.flatMap((_t, k) => [position[(k * links + links - 1) * 3]!, position[(k * links + links - 1) * 3 + 1]!]),
        ),
        of: frames,
      },
    ],
    steps: steps(
      a,
      Array.from({ length: 400 }, (_x, i) => ({ t: i / 200, h: 0.005, error: 0.5 })),
      [],
    ),
    freedom: { degrees: 3 * links, redundant: [] },
    model: {
      file: "chain.yaml",
      text: "alembert: 1\ntitle: Hanging chain\n",
      parameters: [{ name: "N", value: links, changed: true }],
    },
  };
  return { data: { format: 1, program: "alembert 0.1.0", title: `Chain of ${links} bars`, run }, arrays: a };
}
