// Lines along the bodies of models that are so fine that their bodies would vanish between the pixels, like a long chain.
import { Color, type InterleavedBufferAttribute, type Object3D, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Run, Vec3 } from "../data";
import { bodyColor } from "./bodies";
import type { Scale } from "./scale";
import { color } from "./shapes";
import { bones, distinct } from "./stand_ins";

const fine = 0.004; // symbols smaller than this part of the model

export class Skeleton {
  readonly lines: LineSegments2 | null;
  private readonly segments: { body: number; from: Vector3; to: Vector3 }[] = [];

  constructor(run: Run, scale: Scale) {
    this.lines = null;
    if (scale.symbol > fine * scale.size) return;
    const colors: number[] = [];
    run.bodies.forEach((body, i) => {
      if (i === 0) return;
      const own = color(body.shapes[0]?.color ?? "", bodyColor(i, run.bodies.length)) ?? new Color();
      for (const [a, b] of bones(distinct(scale.held[i]!, 0), body.com, scale.symbol) as [Vec3, Vec3][]) {
        this.segments.push({ body: i, from: new Vector3(...a), to: new Vector3(...b) });
        colors.push(...own.toArray(), ...own.toArray());
      }
    });
    if (this.segments.length === 0) return;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(new Float32Array(6 * this.segments.length));
    geometry.setColors(colors);
    this.lines = new LineSegments2(geometry, new LineMaterial({ linewidth: 2.5, vertexColors: true }));
    this.lines.frustumCulled = false;
    this.lines.raycast = (): void => undefined;
  }

  update(bodies: Object3D[]): void {
    if (!this.lines) return;
    const attribute = this.lines.geometry.attributes["instanceStart"] as InterleavedBufferAttribute;
    const out = attribute.data.array as Float32Array;
    const p = new Vector3();
    this.segments.forEach((s, i) => {
      const { matrixWorld } = bodies[s.body]!;
      p.copy(s.from).applyMatrix4(matrixWorld).toArray(out, 6 * i);
      p.copy(s.to).applyMatrix4(matrixWorld).toArray(out, 6 * i + 3);
    });
    attribute.data.needsUpdate = true;
  }

  // The body nearest to a ray, within a distance; lines are too thin to be hit.
  nearest(bodies: Object3D[], distance: (p: Vector3) => number, most: number): number | null {
    let best = most;
    let found: number | null = null;
    const p = new Vector3();
    for (const s of this.segments) {
      const d = distance(p.addVectors(s.from, s.to).multiplyScalar(0.5).applyMatrix4(bodies[s.body]!.matrixWorld));
      if (d < best) [best, found] = [d, s.body];
    }
    return found;
  }
}
