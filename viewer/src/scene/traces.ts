// Paths of markers: the whole path faint, the part up to now strong.
import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, Vector3 } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import type { Run } from "../data";
import { seriesColor } from "../theme";
import type { Poses } from "./poses";
import { matrix } from "./shapes";
import { drawsInSoftware } from "./software";

interface Trace {
  marker: number;
  color: number;
  points: Float32Array;
  whole: Path;
  past: Path;
  last: Path; // from the last frame to now
}

// A line of some width; a plain one where wide ones would be too slow.
class Path {
  readonly line: Line2 | Line;

  constructor(points: Float32Array, color: string, width: number, opacity: number) {
    const look = { color: new Color(color), transparent: opacity < 1, opacity };
    if (drawsInSoftware()) this.line = new Line(new BufferGeometry(), new LineBasicMaterial(look));
    else this.line = new Line2(new LineGeometry(), new LineMaterial({ ...look, linewidth: width }));
    this.line.frustumCulled = false;
    this.line.raycast = (): void => undefined;
    this.set(points);
  }
  set(points: Float32Array): void {
    if (this.line instanceof Line2) this.line.geometry.setPositions(points);
    else this.line.geometry.setAttribute("position", new BufferAttribute(points, 3));
  }
  // Shows the first so many segments.
  cut(segments: number): void {
    if (this.line instanceof Line2) this.line.geometry.instanceCount = segments;
    else this.line.geometry.setDrawRange(0, segments + 1);
    this.line.visible = segments > 0;
  }
  recolor(color: string): void {
    (this.line.material as LineBasicMaterial | LineMaterial).color.set(color);
  }
  remove(): void {
    this.line.removeFromParent();
    this.line.geometry.dispose();
    (this.line.material as LineBasicMaterial | LineMaterial).dispose();
  }
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
    const line = (array: Float32Array, width: number, opacity: number): Path => {
      const made = new Path(array, seriesColor(color), width, opacity);
      this.group.add(made.line);
      return made;
    };
    this.traces.push({
      marker,
      color,
      points,
      whole: line(points, 1.5, 0.3),
      past: line(points, 3, 1),
      last: line(points.slice(0, 6), 3, 1),
    });
  }

  remove(marker: number): void {
    const i = this.traces.findIndex((t) => t.marker === marker);
    if (i < 0) return;
    for (const path of [this.traces[i]!.whole, this.traces[i]!.past, this.traces[i]!.last]) path.remove();
    this.traces.splice(i, 1);
  }

  // `position` tells where a marker is drawn now.
  update(k: number, position: (marker: number, out: Vector3) => Vector3): void {
    const now = new Vector3();
    for (const t of this.traces) {
      t.past.cut(k);
      position(t.marker, now);
      const from = t.points.subarray(3 * k, 3 * k + 3);
      t.last.set(Float32Array.of(from[0]!, from[1]!, from[2]!, now.x, now.y, now.z));
    }
  }

  recolor(): void {
    for (const t of this.traces) for (const path of [t.whole, t.past, t.last]) path.recolor(seriesColor(t.color));
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
