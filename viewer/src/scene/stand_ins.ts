// How a body without geometry is drawn: bars between the points where joints and forces hold it, a ball at its centre of
// mass. A body held nowhere becomes the box with its moments of inertia, which shows how it turns; a point becomes a ball.
import type { Body, Vec3 } from "../data";

export type StandIn =
  | { kind: "bar"; from: Vec3; to: Vec3; radius: number }
  | { kind: "ball"; at: Vec3; radius: number }
  | { kind: "box"; at: Vec3; size: Vec3 };

// `points`: where joints and forces hold the body, in its frame; `unit`: the size of a joint symbol.
export function standIn(body: Body, points: Vec3[], unit: number): StandIn[] {
  const held = distinct(points, unit * 1e-3);
  const ball: StandIn = { kind: "ball", at: body.com, radius: 0.55 * unit };
  if (body.kind === "ground") return [];
  if (body.kind === "point") return [{ kind: "ball", at: body.com, radius: 1.2 * unit }];
  const bars = bones(held, body.com, unit).map(([from, to]): StandIn => ({
    kind: "bar",
    from,
    to,
    radius: 0.4 * unit,
  }));
  if (bars.length > 0) return [...bars, ball];
  const box = inertiaBox(body, unit);
  return box ? [box] : [{ ...ball, radius: 1.2 * unit }];
}

// Pairs of points to connect.
export function bones(held: Vec3[], com: Vec3, unit: number): [Vec3, Vec3][] {
  const [a, b, c] = held;
  if (!a) return [];
  if (!b) return distance(a, com) > 1e-3 * unit ? [[a, com]] : [];
  if (!c) {
    if (offLine(com, a, b) < 0.25 * unit) {
      const along = [a, b, com].sort((p, q) => project(p, a, b) - project(q, a, b));
      return [[along[0]!, along[2]!]];
    }
    return [
      [a, b],
      [a, com],
      [b, com],
    ];
  }
  if (held.length === 3)
    return [
      [a, b],
      [b, c],
      [c, a],
    ];
  return held.filter((p) => distance(p, com) > 1e-3 * unit).map((p) => [com, p]);
}

// A homogeneous box has I_x = m (y^2 + z^2) / 12, and so on.
export function inertiaBox(body: Body, unit: number): StandIn | null {
  if (body.inertia.length < 9 || !(body.mass > 0)) return null;
  const [x, y, z] = [body.inertia[0]!, body.inertia[4]!, body.inertia[8]!];
  const size = [y + z - x, z + x - y, x + y - z].map((s) => Math.sqrt(Math.max(0, (6 * s) / body.mass))) as Vec3;
  const largest = Math.max(...size);
  if (!(largest > 0.02 * unit) || largest > 400 * unit) return null;
  return { kind: "box", at: body.com, size: size.map((s) => Math.max(s, 0.04 * largest)) as Vec3 };
}

export function distinct(points: Vec3[], tolerance: number): Vec3[] {
  const kept: Vec3[] = [];
  for (const p of points) if (!kept.some((q) => distance(p, q) <= tolerance)) kept.push(p);
  return kept;
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function project(p: Vec3, a: Vec3, b: Vec3): number {
  let dot = 0;
  for (let c = 0; c < 3; ++c) dot += (p[c]! - a[c]!) * (b[c]! - a[c]!);
  return dot / distance(a, b) ** 2;
}

function offLine(p: Vec3, a: Vec3, b: Vec3): number {
  const s = project(p, a, b);
  return distance(p, [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])]);
}
