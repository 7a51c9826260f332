// Where markers are now, from the matrices of the drawn bodies.
import { Matrix4, type Object3D, Vector3 } from "three";
import type { Run } from "../data";
import { matrix } from "./shapes";

export class MarkerPlaces {
  private readonly locals: Matrix4[];
  private readonly points: Vector3[];

  constructor(
    private readonly run: Run,
    private readonly bodies: Object3D[],
  ) {
    this.locals = run.markers.map((m) => matrix(m.at, m.orientation));
    this.points = run.markers.map((m) => new Vector3(...m.at));
  }

  position(marker: number, out: Vector3): Vector3 {
    const m = this.run.markers[marker];
    if (!m) return out.set(0, 0, 0);
    return out.copy(this.points[marker]!).applyMatrix4(this.bodies[m.body]!.matrixWorld);
  }

  frame(marker: number, out: Matrix4): Matrix4 {
    const m = this.run.markers[marker];
    if (!m) return out.identity();
    return out.multiplyMatrices(this.bodies[m.body]!.matrixWorld, this.locals[marker]!);
  }
}
