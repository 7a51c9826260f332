// The geometries: unit box, cylinder, ball, ... scaled where they are used, and the shapes that a model's bodies bring.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  OctahedronGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import type { Quat, Shape, Vec3 } from "../data";
import type { Page } from "../decode";

// Detail is lowered where there are many copies.
export class Shapes {
  private readonly around: number;

  constructor(copies: number) {
    this.around = copies > 600 ? 6 : copies > 300 ? 8 : copies > 60 ? 16 : 48;
  }

  readonly box = (): BufferGeometry => new BoxGeometry(1, 1, 1);
  // along z, radius 1, length 1, centred
  readonly cylinder = (): BufferGeometry => new CylinderGeometry(1, 1, 1, this.around).rotateX(Math.PI / 2);
  readonly ball = (): BufferGeometry => new SphereGeometry(1, this.around, Math.max(6, this.around / 2));
  // the tip at +z, centred
  readonly cone = (): BufferGeometry => new ConeGeometry(1, 1, this.around).rotateX(Math.PI / 2);
  readonly octahedron = (): BufferGeometry => new OctahedronGeometry(1);
  // a four-sided pyramid whose tip is the origin, standing below it in -z
  readonly pyramid = (): BufferGeometry => new ConeGeometry(1, 1, 4).rotateX(Math.PI / 2).translate(0, 0, -0.5);
  capsule(radius: number, length: number): () => BufferGeometry {
    return () => new CapsuleGeometry(radius, length, 8, this.around).rotateX(Math.PI / 2);
  }
  // about z
  torus(radius: number, tube: number): () => BufferGeometry {
    return () => new TorusGeometry(radius, tube, Math.max(6, this.around / 2), this.around);
  }
  // a square with its outer side at +z
  readonly square = (): BufferGeometry => new PlaneGeometry(1, 1);
}

export interface Drawn {
  key: string;
  geometry: () => BufferGeometry;
  local: Matrix4;
  flat: boolean;
}

// A shape of the model file as geometry and place in its body; null for lines and planes, which are no solids.
export function solid(shape: Shape, shapes: Shapes, page: Page, id: string): Drawn | null {
  const at = matrix(shape.at, shape.orientation);
  const [a = 1, b = 1, c = 1] = shape.size;
  const scaled = (x: number, y: number, z: number): Matrix4 => at.clone().scale(new Vector3(x, y, z));
  switch (shape.shape) {
    case "box":
      return { key: "box", geometry: shapes.box, local: scaled(a, b, c), flat: false };
    case "cylinder":
      return { key: "cylinder", geometry: shapes.cylinder, local: scaled(a, a, b), flat: false };
    case "cone":
      return { key: "cone", geometry: shapes.cone, local: scaled(a, a, b), flat: false };
    case "sphere":
      return { key: "ball", geometry: shapes.ball, local: scaled(a, a, a), flat: false };
    case "capsule":
      return { key: `capsule ${a} ${b}`, geometry: shapes.capsule(a, b), local: at, flat: false };
    case "torus":
      return { key: `torus ${a} ${b}`, geometry: shapes.torus(a, b), local: at, flat: false };
    case "ellipsoid":
      return { key: "ball", geometry: shapes.ball, local: scaled(a, b, c), flat: false };
    case "mesh":
    case "hull":
    case "profile":
      if (!shape.vertices || !shape.triangles) return null;
      return { key: `mesh ${id}`, geometry: () => meshGeometry(shape, page), local: at, flat: true };
    case "line":
    case "plane":
      return null;
  }
}

function meshGeometry(shape: Shape, page: Page): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(page.array(shape.vertices!)), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(page.array(shape.triangles!)), 1));
  geometry.computeVertexNormals();
  return geometry;
}

export function matrix(at: Vec3, orientation: Quat): Matrix4 {
  const [w, x, y, z] = orientation;
  return new Matrix4().compose(new Vector3(...at), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
}

const zAxis = new Vector3(0, 0, 1);
const turn = new Quaternion();
const direction = new Vector3();
const middle = new Vector3();
const size = new Vector3();

// Places something of length 1 along z, centred, so that it reaches from a to b. False: they coincide.
export function span(a: Vector3, b: Vector3, radius: number, out: Matrix4): boolean {
  direction.subVectors(b, a);
  const length = direction.length();
  if (!(length > 0)) return false;
  turn.setFromUnitVectors(zAxis, direction.divideScalar(length));
  out.compose(middle.addVectors(a, b).multiplyScalar(0.5), turn, size.set(radius, radius, length));
  return true;
}

// A CSS colour, or the other one where the text is none.
export function color(text: string, otherwise: Color): Color {
  const name = text.trim().toLowerCase();
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(name) || name in Color.NAMES) return new Color(name);
  return otherwise.clone();
}
