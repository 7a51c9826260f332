// Many copies of a geometry in one mesh, each with its place and colour. With a graphics processor it places the copies
// (instancing); in software an instance costs as much as a mesh, so there the copies become one large geometry.
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  InstancedMesh,
  type Intersection,
  type Material,
  type Matrix4,
  Mesh,
} from "three";

export interface Copies {
  readonly mesh: Mesh;
  place(i: number, matrix: Matrix4): void;
  color(i: number, color: Color): void;
  placed(): void; // all places are set
  colored(): void;
  hit(found: Intersection): number; // which copy a ray found
}

export class InstancedCopies implements Copies {
  readonly mesh: InstancedMesh;

  constructor(geometry: BufferGeometry, material: Material, count: number) {
    this.mesh = new InstancedMesh(geometry, material, count);
  }
  place(i: number, matrix: Matrix4): void {
    matrix.toArray(this.mesh.instanceMatrix.array as Float32Array, 16 * i);
  }
  color(i: number, color: Color): void {
    this.mesh.setColorAt(i, color);
  }
  placed(): void {
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null; // for picking: is computed when needed
  }
  colored(): void {
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
  hit(found: Intersection): number {
    return found.instanceId ?? -1;
  }
}

export class MergedCopies implements Copies {
  readonly mesh: Mesh;
  private readonly from: Float32Array; // positions of one copy
  private readonly fromNormals: Float32Array;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colors: BufferAttribute;
  private readonly vertices: number;
  private readonly faces: number;

  constructor(one: BufferGeometry, material: Material, count: number) {
    const n = (this.vertices = one.attributes["position"]!.count);
    this.from = one.attributes["position"]!.array as Float32Array;
    this.fromNormals = one.attributes["normal"]!.array as Float32Array;
    const index = one.index ? Array.from(one.index.array) : Array.from({ length: n }, (_x, i) => i);
    this.faces = index.length / 3;
    const attribute = (): BufferAttribute => new BufferAttribute(new Float32Array(3 * n * count), 3);
    [this.positions, this.normals, this.colors] = [attribute(), attribute(), attribute()];
    const all = new Uint32Array(index.length * count);
    for (let i = 0; i < count; ++i)
      for (let k = 0; k < index.length; ++k) all[i * index.length + k] = index[k]! + i * n;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    geometry.setAttribute("color", this.colors);
    geometry.setIndex(new BufferAttribute(all, 1));
    this.mesh = new Mesh(geometry, material);
  }
  place(i: number, matrix: Matrix4): void {
    const e = matrix.elements;
    const { from, fromNormals, vertices } = this;
    const p = this.positions.array as Float32Array;
    const q = this.normals.array as Float32Array;
    // normals are turned by the matrix whose columns are divided by the squares of their lengths
    const inverse = (a: number): number => 1 / (e[a]! ** 2 + e[a + 1]! ** 2 + e[a + 2]! ** 2 || 1);
    const [ix, iy, iz] = [inverse(0), inverse(4), inverse(8)];
    for (let k = 0, at = 3 * vertices * i; k < 3 * vertices; k += 3, at += 3) {
      const [x, y, z] = [from[k]!, from[k + 1]!, from[k + 2]!];
      p[at] = e[0]! * x + e[4]! * y + e[8]! * z + e[12]!;
      p[at + 1] = e[1]! * x + e[5]! * y + e[9]! * z + e[13]!;
      p[at + 2] = e[2]! * x + e[6]! * y + e[10]! * z + e[14]!;
      const [u, v, w] = [fromNormals[k]! * ix, fromNormals[k + 1]! * iy, fromNormals[k + 2]! * iz];
      const [a, b, c] = [
        e[0]! * u + e[4]! * v + e[8]! * w,
        e[1]! * u + e[5]! * v + e[9]! * w,
        e[2]! * u + e[6]! * v + e[10]! * w,
      ];
      const length = Math.sqrt(a * a + b * b + c * c) || 1;
      q[at] = a / length;
      q[at + 1] = b / length;
      q[at + 2] = c / length;
    }
  }
  color(i: number, color: Color): void {
    for (let k = 0; k < this.vertices; ++k)
      color.toArray(this.colors.array as Float32Array, 3 * (i * this.vertices + k));
  }
  placed(): void {
    this.positions.needsUpdate = this.normals.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }
  colored(): void {
    this.colors.needsUpdate = true;
  }
  hit(found: Intersection): number {
    return Math.floor((found.faceIndex ?? -1) / this.faces);
  }
}
