// Draws the bodies: their own shapes, or stand-ins; and ground's supports where joints hold it.
import { BufferGeometry, Color, Line, LineBasicMaterial, Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { Run, Vec3 } from "../data";
import type { Page } from "../decode";
import type { Instances, Item, Owner } from "./instances";
import type { Scale } from "./scale";
import { color, matrix, type Shapes, solid, span } from "./shapes";
import { distinct, standIn } from "./stand_ins";

const palette = ["#4a7fb0", "#d98e3f", "#4d9e86", "#b9739f", "#8c8f3f", "#6cabd6", "#a0674a", "#7a7f8a"].map(
  (c) => new Color(c),
);
const groundColor = new Color("#8b929c");

export function bodyColor(index: number, count: number): Color {
  if (index === 0) return groundColor;
  const used = count > 40 ? 2 : palette.length; // a long chain in two tones
  return palette[(index - 1) % used]!;
}

export function drawBodies(
  run: Run,
  page: Page,
  scale: Scale,
  shapes: Shapes,
  objects: Object3D[],
  into: Instances,
  up: Vector3,
): void {
  run.bodies.forEach((body, index) => {
    const own = bodyColor(index, run.bodies.length);
    const add = (key: string, geometry: () => BufferGeometry, local: Matrix4, c: Color, flat = false): void =>
      into.add(key, geometry, item(index, local, c), flat);
    body.shapes.forEach((shape, s) => {
      const c = color(shape.color, own);
      const drawn = solid(shape, shapes, page, `${index} ${s}`);
      if (drawn) add(drawn.key, drawn.geometry, drawn.local, c, drawn.flat);
      else if (shape.shape === "line" && shape.points)
        objects[index]!.add(polyline(shape.points, matrix(shape.at, shape.orientation), c, index));
    });
    if (index > 0 && body.shapes.length === 0)
      for (const part of standIn(body, scale.held[index]!, scale.symbol)) {
        const local = new Matrix4();
        if (part.kind === "bar") {
          if (span(new Vector3(...part.from), new Vector3(...part.to), part.radius, local))
            add("cylinder", shapes.cylinder, local, own);
        } else if (part.kind === "ball") {
          add(
            "ball",
            shapes.ball,
            local.makeScale(part.radius, part.radius, part.radius).setPosition(...part.at),
            own.clone().multiplyScalar(0.8),
          );
        } else add("box", shapes.box, local.makeScale(...part.size).setPosition(...part.at), own);
      }
  });
  drawSupports(scale, shapes, into, up);
}

// Small pyramids below the points where joints and springs hold ground.
function drawSupports(scale: Scale, shapes: Shapes, into: Instances, up: Vector3): void {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  const size = 2.2 * scale.symbol;
  for (const p of distinct(scale.held[0] ?? [], 0.1 * scale.symbol)) {
    const local = new Matrix4().compose(new Vector3(...p), turn, new Vector3(size, size, 1.4 * size));
    into.add("pyramid", shapes.pyramid, { ...item(0, local, groundColor), layer: "ground" }, true);
  }
}

function item(body: number, local: Matrix4, c: Color): Item {
  return { owner: { kind: "body", index: body }, layer: "bodies", color: c, body, local };
}

function polyline(points: Vec3[], local: Matrix4, c: Color, body: number): Line {
  const geometry = new BufferGeometry().setFromPoints(points.map((p) => new Vector3(...p)));
  const line = new Line(geometry, new LineBasicMaterial({ color: c }));
  line.applyMatrix4(local);
  line.frustumCulled = false;
  line.userData["owner"] = (): Owner => ({ kind: "body", index: body });
  return line;
}
