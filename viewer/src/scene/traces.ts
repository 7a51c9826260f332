// Paths of markers: the whole path faint, the part up to now strong.
import { Color, Group, Vector3 } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import type { Run } from "../data";
import { seriesColor } from "../theme";
import type { Poses } from "./poses";
import { matrix } from "./shapes";

interface Trace {
  marker: number;
  color: number;
  points: Float32Array;
  whole: Line2;
  past: Line2;
  last: Line2; // from the last frame to now
}

export class Traces {
  readonly group = new Group();
  private readonly traces: Trace[] = [];

  constructor(
    private readonly run: Run,
    private readonly poses: Poses,
  ) {}

  list(): { marker: number; name: string; color: number }[] {
    return this.traces.map((t) => ({ marker: t.marker, name: this.run.markers[t.marker]!.name, color: t.color }));
  }

  has(marker: number): boolean {
    return this.traces.some((t) => t.marker === marker);
  }

  add(marker: number): void {
    if (this.has(marker) || this.poses.frames < 2) return;
    let color = 0;
    while (this.traces.some((t) => t.color === color)) ++color;
    const points = path(this.run, this.poses, marker);
    const line = (array: Float32Array, width: number, opacity: number): Line2 => {
      const geometry = new LineGeometry();
      geometry.setPositions(array);
      const material = new LineMaterial({ color: new Color(seriesColor(color)), linewidth: width, transparent: opacity < 1, opacity });
      const made = new Line2(geometry, material);
      made.frustumCulled = false;
      made.raycast = (): void => undefined;
      this.group.add(made);
      return made;
    };
    this.traces.push({ marker, color, points, whole: line(points, 1.5, 0.3), past: line(points, 3, 1), last: line(points.slice(0, 6), 3, 1) });
  }

  remove(marker: number): void {
    const i = this.traces.findIndex((t) => t.marker === marker);
    if (i < 0) return;
    for (const line of [this.traces[i]!.whole, this.traces[i]!.past, this.traces[i]!.last]) {
      this.group.remove(line);
      line.geometry.dispose();
      line.material.dispose();
    }
    this.traces.splice(i, 1);
  }

  // `position` tells where a marker is drawn now.
  update(k: number, position: (marker: number, out: Vector3) => Vector3): void {
    const now = new Vector3();
    for (const t of this.traces) {
      t.past.geometry.instanceCount = k;
      t.past.visible = k > 0;
      position(t.marker, now);
      const from = t.points.subarray(3 * k, 3 * k + 3);
      t.last.geometry.setPositions([from[0]!, from[1]!, from[2]!, now.x, now.y, now.z]);
    }
  }

  recolor(): void {
    for (const t of this.traces) for (const line of [t.whole, t.past, t.last]) line.material.color.set(seriesColor(t.color));
  }
}

// The marker's positions at all frames.
export function path(run: Run, poses: Poses, marker: number): Float32Array {
  const { body, at } = run.markers[marker]!;
  const points = new Float32Array(3 * poses.frames);
  const pose = new Float64Array(7);
  const p = new Vector3();
  for (let k = 0; k < poses.frames; ++k) {
    p.set(...at);
    if (body > 0) {
      poses.write(body - 1, k, 0, pose);
      p.applyMatrix4(matrix([pose[0]!, pose[1]!, pose[2]!], [pose[3]!, pose[4]!, pose[5]!, pose[6]!]));
    }
    p.toArray(points, 3 * k);
  }
  return points;
}
