// Positions and orientations of the bodies at any time: between two frames positions move straight (lerp) and
// orientations turn evenly (slerp).
import { frameAt } from "../player";

export class Poses {
  readonly frames: number;

  constructor(
    readonly time: Float64Array,
    readonly position: ArrayLike<number>, // [T, n, 3]
    readonly quaternion: ArrayLike<number>, // [T, n, 4], w first
    readonly bodies: number, // n, without ground
  ) {
    this.frames = time.length;
  }

  // Frame k and the way s in [0, 1) to the next.
  locate(t: number): { k: number; s: number } {
    const k = frameAt(this.time, t);
    if (k >= this.frames - 1 || t <= (this.time[k] ?? 0)) return { k, s: 0 };
    return { k, s: (t - this.time[k]!) / (this.time[k + 1]! - this.time[k]!) };
  }

  // Writes the pose of body i (0 is the first after ground): x y z, then w x y z.
  write(i: number, k: number, s: number, out: Float64Array): void {
    if (this.frames === 0) {
      out.set([0, 0, 0, 1, 0, 0, 0]);
      return;
    }
    const { position: p, quaternion: q, bodies: n } = this;
    const a = (k * n + i) * 3;
    const b = (k * n + i) * 4;
    if (s === 0) {
      for (let c = 0; c < 3; ++c) out[c] = p[a + c]!;
      for (let c = 0; c < 4; ++c) out[3 + c] = q[b + c]!;
    } else {
      const a1 = a + 3 * n;
      const b1 = b + 4 * n;
      for (let c = 0; c < 3; ++c) out[c] = p[a + c]! * (1 - s) + p[a1 + c]! * s;
      slerp(q, b, b1, s, out);
    }
    if (!Number.isFinite(out[0]! + out[1]! + out[2]! + out[3]!)) out.set([0, 0, 0, 1, 0, 0, 0]);
  }
}

// From q at a to q at b, the shorter way round; into out[3..6].
export function slerp(q: ArrayLike<number>, a: number, b: number, s: number, out: Float64Array): void {
  let cosine = 0;
  for (let c = 0; c < 4; ++c) cosine += q[a + c]! * q[b + c]!;
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  let u = 1 - s;
  let v = s;
  if (cosine < 0.9995) {
    const angle = Math.acos(cosine);
    u = Math.sin(u * angle) / Math.sin(angle);
    v = Math.sin(v * angle) / Math.sin(angle);
  }
  let norm = 0;
  for (let c = 0; c < 4; ++c) {
    const value = u * q[a + c]! + sign * v * q[b + c]!;
    out[3 + c] = value;
    norm += value * value;
  }
  norm = Math.sqrt(norm) || 1;
  for (let c = 3; c < 7; ++c) out[c] = out[c]! / norm;
}
