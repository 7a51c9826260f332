// How large the model is: the box its bodies sweep in the whole run, and a good size for the symbols of its joints.
// What stands around them on the ground (a road) is left out where nothing travels: it would make the mechanism small.
import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import type { Run, Vec3 } from "../data";
import type { Page } from "../decode";
import type { Poses } from "./poses";
import { matrix } from "./shapes";
import { distance, distinct } from "./stand_ins";

export interface Scale {
  box: Box3; // swept by the bodies in the whole run
  size: number; // its diagonal, never 0
  symbol: number; // radius of a joint's symbol
  held: Vec3[][]; // per body: where joints and forces hold it
}

export function measure(run: Run, page: Page, poses: Poses): Scale {
  const held: Vec3[][] = run.bodies.map(() => []);
  for (const element of [...run.joints, ...run.forces])
    for (const m of element.markers) {
      const marker = run.markers[m];
      if (marker) held[marker.body]?.push(marker.at);
    }
  const local = run.bodies.map((body, i) => {
    const box = new Box3();
    if (i > 0) box.expandByPoint(new Vector3(...body.com));
    for (const p of held[i]!) box.expandByPoint(new Vector3(...p));
    if (i > 0 || poses.frames > 1 || run.bodies.length === 1)
      for (const shape of body.shapes) box.union(shapeBox(shape, page));
    return box;
  });
  for (const f of run.flexible ?? [])
    local[f.body]!.union(new Box3().setFromArray(Float32Array.from(page.array(f.at))));
  const box = new Box3();
  if (local[0] && !local[0].isEmpty()) box.union(local[0]);
  const pose = new Float64Array(7);
  const toWorld = new Matrix4();
  const frames = Math.max(1, Math.min(poses.frames, 60, Math.ceil(20000 / Math.max(1, poses.bodies))));
  for (let f = 0; f < frames; ++f) {
    const k = frames === 1 ? 0 : Math.round((f * (poses.frames - 1)) / (frames - 1));
    for (let i = 0; i < poses.bodies; ++i) {
      poses.write(i, k, 0, pose);
      toWorld.compose(
        new Vector3(pose[0], pose[1], pose[2]),
        new Quaternion(pose[4], pose[5], pose[6], pose[3]),
        new Vector3(1, 1, 1),
      );
      box.union(local[i + 1]!.clone().applyMatrix4(toWorld));
    }
  }
  if (box.isEmpty()) box.set(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
  let size = box.getSize(new Vector3()).length();
  if (!(size > 0)) {
    size = freeSize(run);
    box.expandByScalar(size / 2);
  }
  return { box, size, symbol: symbolSize(run, held, local, size), held };
}

// A body that stays where it is and has no geometry: the size its inertia suggests.
function freeSize(run: Run): number {
  const sizes = run.bodies.map((b) =>
    b.mass > 0 && b.inertia.length ? Math.sqrt((12 * Math.max(...b.inertia)) / b.mass) : 0,
  );
  return Math.max(...sizes) || 1;
}

// A fiftieth of the whole, but never large against the single bodies.
function symbolSize(run: Run, held: Vec3[][], local: Box3[], size: number): number {
  const sizes: number[] = [];
  for (let i = 1; i < run.bodies.length; ++i) {
    const points = distinct(held[i]!, 0);
    const spread = points.length > 1 ? distance(points[0]!, points[1]!) : local[i]!.getSize(new Vector3()).length();
    if (spread > 0) sizes.push(spread);
  }
  sizes.sort((a, b) => a - b);
  const typical = sizes[sizes.length >> 1];
  return Math.min(0.016 * size, typical ? 0.11 * typical : Infinity);
}

function shapeBox(shape: Run["bodies"][0]["shapes"][0], page: Page): Box3 {
  const [a = 0, b = 0, c = 0] = shape.size;
  const half = new Vector3();
  const box = new Box3();
  if (shape.shape === "box") half.set(a / 2, b / 2, c / 2);
  else if (shape.shape === "sphere") half.setScalar(a);
  else if (shape.shape === "torus") half.set(a + b, a + b, b);
  else if (shape.shape === "ellipsoid") half.set(a, b, c);
  else if (shape.shape === "capsule") half.set(a, a, b / 2 + a);
  else if (shape.shape === "cylinder" || shape.shape === "cone") half.set(a, a, b / 2);
  if (shape.shape === "line") for (const p of shape.points ?? []) box.expandByPoint(new Vector3(...p));
  else if (shape.shape === "plane") return box; // it has no end
  else if (shape.vertices) box.setFromArray(Float32Array.from(page.array(shape.vertices)));
  else box.set(half.clone().negate(), half);
  return box.applyMatrix4(matrix(shape.at, shape.orientation));
}
