// Arrows: applied forces and torques at their markers, and the joints' reactions. The largest of the run has a good
// length, all others are in proportion; `ArrowStyle` makes all of them larger or smaller.
import { Color, Matrix4, Vector3 } from "three";
import type { Run, Table } from "../data";
import type { Page } from "../decode";
import type { Instances, Layer, Owner } from "./instances";
import type { MarkerPlaces } from "./marker_places";
import type { Poses } from "./poses";
import type { Scale } from "./scale";
import { type Shapes, span } from "./shapes";

const forceColor = new Color("#c8442b");
const torqueColor = new Color("#8d4fa8");
const reactionColor = new Color("#b5473a");

export interface ArrowStyle {
  size: number; // 1: as they come
}

export interface FrameNow {
  k: number;
  s: number;
}

export function drawArrows(
  run: Run,
  page: Page,
  poses: Poses,
  scale: Scale,
  shapes: Shapes,
  places: MarkerPlaces,
  now: FrameNow,
  style: ArrowStyle,
  into: Instances,
): void {
  const springs = new Set(["spring_damper", "torsion_spring_damper"]);
  const applied = (i: number): boolean => !springs.has(run.forces[i]!.type);
  const draw = (
    owner: "force" | "joint",
    quantity: string,
    layer: Layer,
    c: Color,
    twoHeads: boolean,
    wanted: (i: number) => boolean,
  ): void => {
    const table = run.tables.find((t) => t.owner === owner && t.name === quantity && t.components.length === 3);
    if (!table) return;
    const elements = owner === "force" ? run.forces : run.joints;
    const values = page.array(table.values);
    const longest = largest(values, elements.length, wanted);
    if (!(longest > 0)) return;
    const factor = (0.22 * scale.size) / longest;
    elements.forEach((element, index) => {
      if (!wanted(index)) return;
      const vector = reader(table, values, elements.length, poses.frames, index, now);
      arrow(
        { kind: owner, index },
        layer,
        c,
        twoHeads,
        (out) => places.position(element.markers[0], out),
        vector,
        factor,
        style,
        scale,
        shapes,
        into,
      );
    });
  };
  draw("force", "force", "forces", forceColor, false, applied);
  draw(
    "force",
    "torque",
    "forces",
    torqueColor,
    true,
    (i) => run.forces[i]!.type === "torque" || run.forces[i]!.type === "general_force",
  );
  draw("joint", "force", "reactions", reactionColor, false, () => true);
}

// From a place along a vector.
export function arrow(
  owner: Owner,
  layer: Layer,
  c: Color,
  twoHeads: boolean,
  place: (out: Vector3) => Vector3,
  vector: (out: Vector3) => Vector3,
  factor: number,
  style: ArrowStyle,
  scale: Scale,
  shapes: Shapes,
  into: Instances,
): void {
  const [from, to, v] = [new Vector3(), new Vector3(), new Vector3()];
  const thickness = (): number => Math.sqrt(style.size); // of longer arrows a little more
  const radius = (): number => 0.0035 * scale.size * thickness();
  const head = (): number => 0.022 * scale.size * thickness();
  const item = { owner, layer, color: c, body: 0, local: new Matrix4() };
  // the shaft ends where the head begins; short arrows have small heads
  const ends = (back: number): boolean => {
    vector(v).multiplyScalar(factor * style.size);
    const length = v.length();
    if (!(length > 0.004 * scale.size)) return false;
    const tip = Math.min(head(), 0.5 * length);
    place(from);
    to.copy(from).addScaledVector(v, 1 - (back * tip) / length);
    return true;
  };
  const headAt =
    (back: number) =>
    (out: Matrix4): boolean => {
      if (!ends(back)) return false;
      const end = to.clone();
      if (!ends(back + 1)) return false;
      return span(to, end, 2.6 * radius(), out);
    };
  into.add("cylinder", shapes.cylinder, { ...item, place: (out) => ends(1) && span(from, to, radius(), out) });
  into.add("cone", shapes.cone, { ...item, place: headAt(0) });
  if (twoHeads) into.add("cone", shapes.cone, { ...item, place: headAt(0.8) });
}

function reader(table: Table, values: ArrayLike<number>, owners: number, frames: number, index: number, now: FrameNow) {
  const width = table.components.length;
  return (out: Vector3): Vector3 => {
    const a = (now.k * owners + index) * width;
    const b = now.k + 1 < frames ? a + owners * width : a;
    const mix = (c: number): number => values[a + c]! * (1 - now.s) + values[b + c]! * now.s;
    out.set(mix(0), mix(1), mix(2));
    return Number.isFinite(out.x + out.y + out.z) ? out : out.set(0, 0, 0);
  };
}

export function largest(values: ArrayLike<number>, owners: number, wanted: (i: number) => boolean): number {
  let most = 0;
  for (let i = 0; i < values.length / 3; ++i) {
    if (!wanted(i % owners)) continue;
    const size = Math.hypot(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!);
    if (Number.isFinite(size) && size > most) most = size;
  }
  return most;
}
