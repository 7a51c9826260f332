// Symbols of the joints: what is free to move can be seen from their shape.
import { type BufferGeometry, Color, Matrix4, Vector3 } from "three";
import type { Run } from "../data";
import type { Instances } from "./instances";
import type { MarkerPlaces } from "./marker_places";
import type { Scale } from "./scale";
import { matrix, type Shapes, span } from "./shapes";

const jointColor = new Color("#5b6470");
const rodColor = new Color("#767f8b");

export function drawJoints(run: Run, scale: Scale, shapes: Shapes, places: MarkerPlaces, into: Instances): void {
  const r = scale.symbol;
  run.joints.forEach((joint, index) => {
    const owner = { kind: "joint" as const, index };
    const [i, j] = joint.markers;
    const put = (
      key: string,
      geometry: () => BufferGeometry,
      m: number,
      size: [number, number, number],
      turn?: Matrix4,
      flat = false,
    ): void => {
      const marker = run.markers[m];
      if (!marker) return;
      const local = matrix(marker.at, marker.orientation);
      if (turn) local.multiply(turn);
      local.scale(new Vector3(...size));
      into.add(key, geometry, { owner, layer: "joints", color: jointColor, body: marker.body, local }, flat);
    };
    // at the second marker, along the axes of the first: where something slides along or in what the first marker gives
    const slide = (key: string, geometry: () => BufferGeometry, size: [number, number, number]): void => {
      const [p, s] = [new Vector3(), new Vector3(...size)];
      const place = (out: Matrix4): boolean => (places.frame(i, out).setPosition(places.position(j, p)).scale(s), true);
      into.add(key, geometry, { owner, layer: "joints", color: jointColor, body: 0, local: new Matrix4(), place });
    };
    const alongX = new Matrix4().makeRotationY(Math.PI / 2);
    const alongY = new Matrix4().makeRotationX(-Math.PI / 2);
    switch (joint.type) {
      case "revolute":
        return put("cylinder", shapes.cylinder, i, [r, r, 2.6 * r]);
      case "cylindrical":
        slide("cylinder", shapes.cylinder, [r, r, 2.4 * r]);
        return slide("cylinder", shapes.cylinder, [0.5 * r, 0.5 * r, 6 * r]);
      case "spherical":
        return put("ball", shapes.ball, i, [1.15 * r, 1.15 * r, 1.15 * r]);
      case "translational":
        return slide("box", shapes.box, [1.7 * r, 1.7 * r, 3.4 * r]);
      case "universal":
        put("cylinder", shapes.cylinder, i, [0.45 * r, 0.45 * r, 3.6 * r], alongX);
        return put("cylinder", shapes.cylinder, j, [0.45 * r, 0.45 * r, 3.6 * r], alongY);
      case "fixed":
        return put("box", shapes.box, i, [1.7 * r, 1.7 * r, 1.7 * r]);
      case "distance": {
        const [a, b] = [new Vector3(), new Vector3()];
        const rod = (out: Matrix4): boolean => span(places.position(i, a), places.position(j, b), 0.3 * r, out);
        return into.add("cylinder", shapes.cylinder, {
          owner,
          layer: "joints",
          color: rodColor,
          body: 0,
          local: new Matrix4(),
          place: rod,
        });
      }
      case "planar":
      case "inplane":
        slide("box", shapes.box, [5 * r, 5 * r, 0.2 * r]);
        return slide("ball", shapes.ball, [r, r, r]);
      case "inline":
        slide("cylinder", shapes.cylinder, [0.3 * r, 0.3 * r, 8 * r]);
        return slide("ball", shapes.ball, [r, r, r]);
      default:
        return put("octahedron", shapes.octahedron, i, [1.3 * r, 1.3 * r, 1.3 * r], undefined, true);
    }
  });
}
