// Springs: a coil stretched between two markers, and a spiral for torsion.
import { type BufferGeometry, Color, Matrix4, Vector3 } from "three";
import type { Run } from "../data";
import { helix, spiral } from "./coils";
import type { Instances } from "./instances";
import type { MarkerPlaces } from "./marker_places";
import type { Scale } from "./scale";
import { span } from "./shapes";

const springColor = new Color("#2f8f6b");

export function drawSprings(run: Run, scale: Scale, places: MarkerPlaces, into: Instances): void {
  const detailed = run.forces.length < 60;
  const [a, b] = [new Vector3(), new Vector3()];
  run.forces.forEach((force, index) => {
    const owner = { kind: "force" as const, index };
    const [i, j] = force.markers;
    const add = (key: string, geometry: () => BufferGeometry, place: (out: Matrix4) => boolean): void =>
      into.add(key, geometry, { owner, layer: "forces", color: springColor, body: 0, local: new Matrix4(), place });
    if (force.type === "spring_damper" && j >= 0) {
      const radius = 1.25 * scale.symbol;
      const start = places.position(i, a).distanceTo(places.position(j, b));
      const usual = Math.max(force.free_length ?? 0, start, 4 * radius);
      const slenderness = Math.min(60, Math.round((2 * usual) / radius) / 2);
      add(
        `helix ${slenderness}`,
        () => helix(slenderness, detailed),
        (out) => span(places.position(i, a), places.position(j, b), radius, out),
      );
    } else if (force.type === "torsion_spring_damper") {
      const radius = 3 * scale.symbol;
      add("spiral", spiral, (out) => {
        places.frame(i, out).scale(new Vector3(radius, radius, radius));
        return true;
      });
    }
  });
}
