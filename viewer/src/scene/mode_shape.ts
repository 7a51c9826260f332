// The shape of a mode: how far each body moves and turns at a phase of the swing, and how much of it suits the eye.
//
//   displacement and rotation vector = amplitude * Re((re + i im) exp(i phase)) = amplitude * (re cos - im sin)
// in ground axes, so that the rotation is put in front of the body's own.
import type { Vec3 } from "../data";

export const period = 1.5; // seconds on the screen, whatever the mode's own
const moved = 0.1; // of the mechanism's size: what the largest displacement becomes
const turned = 0.5; // rad: what the largest rotation may become

export interface ModeShape {
  real: ArrayLike<number>; // [bodies without ground, 6]
  imaginary: ArrayLike<number> | null;
}

// Largest displacement of any of the bodies' points and largest rotation, at amplitude 1.
export interface Extent {
  move: number;
  turn: number;
}

const six = new Float64Array(6);

// Changes the pose of body i (0 is the first after ground): x y z, then w x y z.
export function displace(
  shape: ModeShape,
  amplitude: number,
  phase: number,
  i: number,
  pose: Float64Array | number[],
): void {
  const [c, s] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
  for (let k = 0; k < 6; ++k) six[k] = c * shape.real[6 * i + k]! - s * (shape.imaginary?.[6 * i + k] ?? 0);
  for (let k = 0; k < 3; ++k) pose[k] = pose[k]! + six[k]!;
  const angle = Math.hypot(six[3]!, six[4]!, six[5]!);
  if (!(angle > 0)) return;
  const f = Math.sin(angle / 2) / angle;
  const [aw, ax, ay, az] = [Math.cos(angle / 2), f * six[3]!, f * six[4]!, f * six[5]!];
  const [bw, bx, by, bz] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  pose[3] = aw * bw - ax * bx - ay * by - az * bz;
  pose[4] = aw * bx + ax * bw + ay * bz - az * by;
  pose[5] = aw * by - ax * bz + ay * bw + az * bx;
  pose[6] = aw * bz + ax * by - ay * bx + az * bw;
}

// `points`: of each body, from the origin of its frame in ground axes.
export function extentOf(shape: ModeShape, points: Vec3[][]): Extent {
  const extent = { move: 0, turn: 0 };
  points.forEach((list, i) => {
    const parts = [shape.real, shape.imaginary].filter((p) => p !== null);
    const size = (of: (part: ArrayLike<number>) => number): number => Math.hypot(...parts.map(of));
    extent.turn = Math.max(
      extent.turn,
      size((p) => Math.hypot(p[6 * i + 3]!, p[6 * i + 4]!, p[6 * i + 5]!)),
    );
    for (const at of list)
      extent.move = Math.max(
        extent.move,
        size((p) => Math.hypot(...velocityLike(p, 6 * i, at))),
      );
  });
  return extent;
}

// u + theta x r
function velocityLike(part: ArrayLike<number>, o: number, [x, y, z]: Vec3): Vec3 {
  const [tx, ty, tz] = [part[o + 3]!, part[o + 4]!, part[o + 5]!];
  return [part[o]! + ty * z - tz * y, part[o + 1]! + tz * x - tx * z, part[o + 2]! + tx * y - ty * x];
}

// Moves the mechanism by a tenth of its size, but turns nothing by more than half a radian.
export function goodAmplitude(extent: Extent, size: number): number {
  const amplitude = Math.min(
    extent.move > 0 ? (moved * size) / extent.move : Infinity,
    extent.turn > 0 ? turned / extent.turn : Infinity,
  );
  return Number.isFinite(amplitude) ? amplitude : 0;
}
