// Draws the bodies: their own shapes, or stand-ins; and ground's supports where joints hold it.
import {
  BufferGeometry,
  Color,
  Line,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  type Object3D,
  Quaternion,
  Vector3,
} from "three";
import type { Run, Vec3 } from "../data";
import type { Page } from "../decode";
import { niceStep } from "../plots/ticks";
import type { Instances, Item, Owner } from "./instances";
import type { Scale } from "./scale";
import { color, matrix, type Shapes, solid, span } from "./shapes";
import { distinct, standIn } from "./stand_ins";

const palette = ["#4a7fb0", "#d98e3f", "#4d9e86", "#b9739f", "#8c8f3f", "#6cabd6", "#a0674a", "#7a7f8a"].map(
  (c) => new Color(c),
);
const groundColor = new Color("#8b929c");
const white = new Color("#ffffff");

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
      else if (shape.shape === "plane") {
        const patch = drawnPart(matrix(shape.at, shape.orientation), scale, index === 0);
        add("square", shapes.square, patch.square, c.clone().lerp(white, 0.55));
        objects[index]!.add(planeGrid(patch, c, index));
      }
    });
    const deforms = run.flexible?.some((f) => f.body === index) ?? false;
    if (index > 0 && body.shapes.length === 0 && !deforms)
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

interface Patch {
  square: Matrix4; // places a unit square
  grid: Matrix4; // where its lines lie, a little above
  width: number;
  spacing: number;
}

// Of a plane a square is drawn, with grid lines: twice as wide as the model, on the ground below its middle.
function drawnPart(plane: Matrix4, scale: Scale, fixed: boolean): Patch {
  const middle = fixed ? scale.box.getCenter(new Vector3()).applyMatrix4(plane.clone().invert()) : new Vector3();
  const spacing = niceStep(scale.size / 14);
  const width = 2 * Math.ceil(scale.size / spacing) * spacing;
  const [x, y] = [Math.round(middle.x / spacing) * spacing, Math.round(middle.y / spacing) * spacing];
  const at = (z: number): Matrix4 => plane.clone().multiply(new Matrix4().makeTranslation(x, y, z));
  return { square: at(0).scale(new Vector3(width, width, 1)), grid: at(5e-4 * scale.size), width, spacing };
}

function planeGrid(patch: Patch, c: Color, body: number): LineSegments {
  const points: Vector3[] = [];
  const half = patch.width / 2;
  for (let i = 0; i <= Math.round(patch.width / patch.spacing); ++i) {
    const s = -half + i * patch.spacing;
    points.push(new Vector3(s, -half, 0), new Vector3(s, half, 0), new Vector3(-half, s, 0), new Vector3(half, s, 0));
  }
  const material = new LineBasicMaterial({ color: c, transparent: true, opacity: 0.35 });
  const lines = new LineSegments(new BufferGeometry().setFromPoints(points), material);
  lines.applyMatrix4(patch.grid);
  lines.frustumCulled = false;
  lines.userData["owner"] = (): Owner => ({ kind: "body", index: body });
  return lines;
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
