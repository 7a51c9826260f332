// Bars along the bodies of models that are so fine that their bodies would vanish between the pixels, like a long chain.
// They are always a few pixels thick, and take the place of the bodies while the camera is far away.
import { Matrix4, type Object3D, Vector3 } from "three";
import type { Run, Vec3 } from "../data";
import { bodyColor } from "./bodies";
import type { Instances } from "./instances";
import type { Scale } from "./scale";
import { color, type Shapes, span } from "./shapes";
import { bones, distinct } from "./stand_ins";

const fine = 0.004; // symbols smaller than this part of the model
const thickness = 2.6; // pixels

// `view.pixel` is the size of a pixel in the model. Returns whether the model needs a skeleton.
export function drawSkeleton(
  run: Run,
  scale: Scale,
  shapes: Shapes,
  objects: Object3D[],
  view: { pixel: number },
  into: Instances,
): boolean {
  if (scale.symbol > fine * scale.size) return false;
  const [a, b] = [new Vector3(), new Vector3()];
  run.bodies.forEach((body, index) => {
    if (index === 0) return;
    const own = color(body.shapes[0]?.color ?? "", bodyColor(index, run.bodies.length));
    for (const [from, to] of bones(distinct(scale.held[index]!, 0), body.com, scale.symbol)) {
      const [p, q] = [new Vector3(...(from as Vec3)), new Vector3(...(to as Vec3))];
      const place = (out: Matrix4): boolean => {
        const { matrixWorld } = objects[index]!;
        return span(
          a.copy(p).applyMatrix4(matrixWorld),
          b.copy(q).applyMatrix4(matrixWorld),
          thickness * view.pixel,
          out,
        );
      };
      into.add("box", shapes.box, {
        owner: { kind: "body", index },
        layer: "far",
        color: own,
        body: index,
        local: new Matrix4(),
        place,
      });
    }
  });
  return into.count("far") > 0;
}
