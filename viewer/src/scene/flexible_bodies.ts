// Flexible bodies as they deform: triangles of their surface, or tubes along their lines, coloured by what is asked for.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial, type Object3D, Sphere, Vector3 } from "three";
import type { Run } from "../data";
import type { Page } from "../decode";
import { bodyColor } from "./bodies";
import { shade } from "./color_map";
import { Deformation } from "./deformation";
import { type Owner, seeThrough } from "./instances";

export type Coloring = "stress" | "displacement" | "none";

// Shown of all flexible bodies alike.
export interface FlexibleStyle {
  scale: number; // of displacements
  coloring: Coloring;
  running: boolean; // the range is that of the moment, not of the whole run
}

const around = 10; // sides of a tube

export class FlexibleBodies {
  readonly style: FlexibleStyle = { scale: 1, coloring: "none", running: false };
  readonly bodies: { deformation: Deformation; mesh: Mesh; body: number }[] = [];
  range: [number, number] = [0, 1]; // of the colours, now
  modify: ((d: Deformation) => void) | null = null; // pages of modes let it swing

  constructor(run: Run, page: Page, objects: Object3D[], thinnest: number) {
    for (const f of run.flexible ?? []) {
      const deformation = new Deformation(f, page);
      const mesh = new Mesh(
        geometryOf(deformation, page, thinnest),
        new MeshLambertMaterial({ vertexColors: true, side: DoubleSide, flatShading: f.triangles.shape[0]! > 0 }),
      );
      mesh.frustumCulled = false;
      mesh.userData["owner"] = (): Owner => ({ kind: "body", index: f.body });
      mesh.userData["own"] = bodyColor(f.body, run.bodies.length);
      objects[f.body]!.add(mesh);
      this.bodies.push({ deformation, mesh, body: f.body });
    }
    // Modes have any amplitude.
    if (!run.modes && this.bodies.some((b) => b.deformation.stress)) this.style.coloring = "stress";
  }

  // Largest values over the whole run.
  get largest(): { stress: number; displacement: number } {
    const all = this.bodies.map((b) => b.deformation.flexible);
    return {
      stress: Math.max(0, ...all.map((f) => f.stress?.largest ?? 0)),
      displacement: Math.max(0, ...all.map((f) => f.largest_displacement)),
    };
  }

  setOpacity(opacity: number): void {
    for (const { mesh } of this.bodies) seeThrough(mesh.material as MeshLambertMaterial, opacity);
  }

  update(k: number, s: number): void {
    if (this.bodies.length === 0) return;
    for (const { deformation } of this.bodies) {
      deformation.setFrame(k, s);
      this.modify?.(deformation);
      deformation.compute(this.style.coloring === "stress");
    }
    this.range = [0, this.upper()];
    for (const b of this.bodies) this.draw(b.deformation, b.mesh);
  }

  // Where a drawn node is now, in its body's frame.
  place(body: number, node: number, out: Vector3): Vector3 {
    const d = this.bodies.find((b) => b.body === body)!.deformation;
    const { at, displacement: u } = d;
    const f = this.style.scale;
    const i = 3 * node;
    return out.set(at[i]! + f * u[i]!, at[i + 1]! + f * u[i + 1]!, at[i + 2]! + f * u[i + 2]!);
  }

  private upper(): number {
    const { coloring, running } = this.style;
    if (!running) return coloring === "stress" ? this.largest.stress : this.largest.displacement;
    let most = 0;
    for (const { deformation: d } of this.bodies) {
      if (coloring === "displacement") most = Math.max(most, d.largestDisplacement());
      else for (const value of d.stress ?? []) if (value > most) most = value;
    }
    return most;
  }

  private draw(d: Deformation, mesh: Mesh): void {
    const { geometry } = mesh;
    const position = geometry.getAttribute("position") as BufferAttribute;
    const colors = geometry.getAttribute("color") as BufferAttribute;
    const nodes = nodeColors(d, this.style.coloring, this.range[1], mesh);
    const { scale } = this.style;
    const tubes = geometry.userData["tubes"] as Tubes | undefined;
    const own = d.nodes; // triangles come first
    const p = position.array as Float32Array;
    for (let i = 0; i < 3 * own; ++i) p[i] = d.at[i]! + scale * d.displacement[i]!;
    (colors.array as Float32Array).set(nodes);
    if (tubes) putTubes(d, scale, tubes, nodes, geometry);
    position.needsUpdate = colors.needsUpdate = true;
    if (geometry.boundingSphere) geometry.boundingSphere.radius = geometry.userData["reach"] + scale * d.largestDisplacement();
  }
}

interface Tubes {
  lines: ArrayLike<number>;
  radii: ArrayLike<number>;
  first: number; // vertex
}

// Vertices: the nodes, then two rings for each tube.
function geometryOf(d: Deformation, page: Page, thinnest: number): BufferGeometry {
  const f = d.flexible;
  const lines = page.array(f.lines);
  const tubes = lines.length / 2;
  const vertices = d.nodes + 2 * around * tubes;
  const index: number[] = Array.from(page.array(f.triangles));
  for (let t = 0; t < tubes; ++t) {
    const a = d.nodes + 2 * around * t;
    for (let i = 0; i < around; ++i) {
      const j = (i + 1) % around;
      index.push(a + i, a + j, a + around + i, a + j, a + around + j, a + around + i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(index);
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * vertices), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * vertices).fill(0.6), 3));
  if (tubes > 0) {
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(3 * vertices), 3));
    const radii = Float32Array.from(page.array(f.radii), (r) => Math.max(r, thinnest));
    geometry.userData["tubes"] = { lines, radii, first: d.nodes } satisfies Tubes;
  }
  const middle = new Vector3();
  const point = new Vector3();
  for (let i = 0; i < d.nodes; ++i) middle.add(point.fromArray(d.at as number[], 3 * i));
  middle.divideScalar(Math.max(1, d.nodes));
  let reach = 0;
  for (let i = 0; i < d.nodes; ++i) reach = Math.max(reach, middle.distanceTo(point.fromArray(d.at as number[], 3 * i)));
  for (const r of page.array(f.radii)) reach = Math.max(reach, r);
  geometry.userData["reach"] = 1.1 * reach;
  geometry.boundingSphere = new Sphere(middle, 1.1 * reach);
  return geometry;
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); // three.js wants these

// Red, green and blue of each drawn node.
function nodeColors(d: Deformation, coloring: Coloring, most: number, mesh: Mesh): Float32Array {
  const out = new Float32Array(3 * d.nodes);
  const own = mesh.userData["own"] as { r: number; g: number; b: number };
  const u = d.displacement;
  for (let i = 0; i < d.nodes; ++i) {
    if (coloring === "none" || (coloring === "stress" && !d.stress)) {
      out.set([own.r, own.g, own.b], 3 * i);
      continue;
    }
    const value = coloring === "stress" ? d.stress![i]! : Math.hypot(u[3 * i]!, u[3 * i + 1]!, u[3 * i + 2]!);
    shade(most > 0 ? value / most : 0, out, 3 * i);
    for (let c = 3 * i; c < 3 * i + 3; ++c) out[c] = linear(out[c]!);
  }
  return out;
}

const [from, to, along, across, second, normal] = Array.from({ length: 6 }, () => new Vector3()) as [
  Vector3,
  Vector3,
  Vector3,
  Vector3,
  Vector3,
  Vector3,
];

function putTubes(d: Deformation, scale: number, tubes: Tubes, colors: Float32Array, geometry: BufferGeometry): void {
  const p = geometry.getAttribute("position").array as Float32Array;
  const n = geometry.getAttribute("normal").array as Float32Array;
  const c = geometry.getAttribute("color").array as Float32Array;
  const place = (node: number, out: Vector3): Vector3 => {
    const i = 3 * node;
    const u = d.displacement;
    return out.set(d.at[i]! + scale * u[i]!, d.at[i + 1]! + scale * u[i + 1]!, d.at[i + 2]! + scale * u[i + 2]!);
  };
  for (let t = 0; t < tubes.radii.length; ++t) {
    const ends = [tubes.lines[2 * t]!, tubes.lines[2 * t + 1]!];
    place(ends[0]!, from);
    place(ends[1]!, to);
    along.subVectors(to, from).normalize();
    across.set(0, 0, 1);
    if (Math.abs(along.z) > 0.9) across.set(1, 0, 0);
    across.cross(along).normalize();
    second.crossVectors(along, across);
    for (let i = 0; i < around; ++i) {
      const angle = (2 * Math.PI * i) / around;
      normal.copy(across).multiplyScalar(Math.cos(angle)).addScaledVector(second, Math.sin(angle));
      for (let end = 0; end < 2; ++end) {
        const at = 3 * (tubes.first + 2 * around * t + around * end + i);
        const middle = end === 0 ? from : to;
        const node = 3 * ends[end]!;
        for (let k = 0; k < 3; ++k) {
          const x = normal.getComponent(k);
          n[at + k] = x;
          p[at + k] = middle.getComponent(k) + tubes.radii[t]! * x;
          c[at + k] = colors[node + k]!;
        }
      }
    }
  }
  geometry.getAttribute("normal").needsUpdate = true;
}
