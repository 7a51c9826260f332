// How a flexible body is deformed at a moment: displacements of its drawn nodes and their von Mises stress.
//
//   u = sum_k a_k shape_k            von Mises = |sum_k a_k row_k|, five numbers a point
import type { Flexible } from "../data";
import type { Page } from "../decode";

export class Deformation {
  readonly nodes: number;
  readonly at: ArrayLike<number>; // [n, 3]
  readonly displacement: Float32Array; // [n, 3], now
  readonly stress: Float32Array | null; // [n], now; NaN where none is known
  private readonly count: number; // of shapes
  private readonly amplitudes: ArrayLike<number>;
  private readonly shapes: ArrayLike<number>;
  private readonly rows: ArrayLike<number> = [];
  private readonly pointNode: ArrayLike<number> = [];
  private readonly five: Float32Array;
  private readonly now: Float64Array;

  constructor(
    readonly flexible: Flexible,
    page: Page,
  ) {
    this.at = page.array(flexible.at);
    this.nodes = flexible.at.shape[0] ?? 0;
    this.count = flexible.shape_factors.length;
    this.amplitudes = page.array(flexible.amplitudes);
    this.shapes = page.array(flexible.shapes);
    this.displacement = new Float32Array(3 * this.nodes);
    this.now = new Float64Array(this.count);
    const { stress } = flexible;
    this.stress = stress ? new Float32Array(this.nodes) : null;
    this.five = new Float32Array(stress ? 5 * stress.node.shape[0]! : 0);
    if (stress) {
      this.rows = page.array(stress.rows);
      this.pointNode = page.array(stress.node);
    }
  }

  // The amplitudes of frame k, or on the way s to the next.
  setFrame(k: number, s: number): void {
    const { count: r, amplitudes: a } = this;
    for (let i = 0; i < r; ++i) {
      const from = a[k * r + i] ?? 0;
      this.now[i] = s > 0 ? from * (1 - s) + (a[(k + 1) * r + i] ?? from) * s : from;
    }
  }

  // Adds what a mode of a page of modes does: the real row times c, the imaginary one times -s. Frames come first.
  addMode(frames: number, mode: number, c: number, s: number): void {
    const { count: r, amplitudes: a } = this;
    const row = (frames + 2 * mode) * r;
    for (let i = 0; i < r; ++i) this.now[i]! += c * (a[row + i] ?? 0) - s * (a[row + r + i] ?? 0);
  }

  compute(withStress: boolean): void {
    sum(this.now, this.flexible.shape_factors, this.shapes, this.displacement);
    if (!withStress || !this.stress || !this.flexible.stress) return;
    sum(this.now, this.flexible.stress.factors, this.rows, this.five);
    const { five, stress, pointNode } = this;
    stress.fill(NaN);
    for (let p = 0; p < pointNode.length; ++p) {
      const i = 5 * p;
      const value = Math.hypot(five[i]!, five[i + 1]!, five[i + 2]!, five[i + 3]!, five[i + 4]!);
      const node = pointNode[p]!;
      if (!(stress[node]! >= value)) stress[node] = value;
    }
  }

  // How far the node that moves most has moved.
  largestDisplacement(): number {
    const u = this.displacement;
    let square = 0;
    for (let i = 0; i < u.length; i += 3) square = Math.max(square, u[i]! ** 2 + u[i + 1]! ** 2 + u[i + 2]! ** 2);
    return Math.sqrt(square);
  }

  // Of the drawn node that is at a place of the body frame; -1: none is as near as `reach`.
  nearest(place: readonly number[], reach: number): number {
    let best = -1;
    let least = reach * reach;
    for (let i = 0; i < this.nodes; ++i) {
      let d = 0;
      for (let c = 0; c < 3; ++c) d += (this.at[3 * i + c]! - place[c]!) ** 2;
      if (d <= least) [least, best] = [d, i];
    }
    return best;
  }
}

// out = sum_k amplitude_k factor_k shape_k
function sum(a: ArrayLike<number>, factors: number[], shapes: ArrayLike<number>, out: Float32Array): void {
  out.fill(0);
  const n = out.length;
  for (let k = 0; k < factors.length; ++k) {
    const f = a[k]! * factors[k]!;
    if (f === 0) continue;
    const start = k * n;
    for (let i = 0; i < n; ++i) out[i]! += f * shapes[start + i]!;
  }
}
