// Where markers are now, from the matrices of the drawn bodies.
import { Matrix4, type Object3D, Vector3 } from "three";
import type { Run } from "../data";
import type { FlexibleBodies } from "./flexible_bodies";
import { matrix } from "./shapes";

export class MarkerPlaces {
  private readonly locals: Matrix4[];
  private readonly points: Vector3[];
  private readonly nodes: number[]; // of flexible bodies: the drawn node a marker is at; -1: none

  private readonly moved = new Vector3();

  constructor(
    private readonly run: Run,
    private readonly bodies: Object3D[],
    private readonly flexible?: FlexibleBodies,
    reach = 0,
  ) {
    this.locals = run.markers.map((m) => matrix(m.at, m.orientation));
    this.points = run.markers.map((m) => new Vector3(...m.at));
    this.nodes = run.markers.map((m) => {
      const on = flexible?.bodies.find((b) => b.body === m.body);
      return on ? on.deformation.nearest(m.at, reach) : -1;
    });
  }

  position(marker: number, out: Vector3): Vector3 {
    const m = this.run.markers[marker];
    if (!m) return out.set(0, 0, 0);
    return this.local(marker, out).applyMatrix4(this.bodies[m.body]!.matrixWorld);
  }

  frame(marker: number, out: Matrix4): Matrix4 {
    const m = this.run.markers[marker];
    if (!m) return out.identity();
    const local = this.locals[marker]!;
    if (this.nodes[marker]! >= 0) local.setPosition(this.local(marker, this.moved));
    return out.multiplyMatrices(this.bodies[m.body]!.matrixWorld, local);
  }

  // In the frame of its body; a marker on a flexible one moves with the node it is at.
  private local(marker: number, out: Vector3): Vector3 {
    const node = this.nodes[marker]!;
    return node < 0 ? out.copy(this.points[marker]!) : this.flexible!.place(this.run.markers[marker]!.body, node, out);
  }
}
