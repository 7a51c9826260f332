// What is under the pointer. A click may miss by a few pixels: thin things are hard to hit.
import { type Intersection, type Object3D, type PerspectiveCamera, Raycaster, Vector2 } from "three";
import type { Owner } from "./instances";

const reach = 5; // pixels

export class Picking {
  private readonly ray = new Raycaster();

  constructor(
    private readonly canvas: HTMLElement,
    private readonly camera: PerspectiveCamera,
    private readonly root: Object3D,
    lineWidth: number,
  ) {
    this.ray.params.Line.threshold = lineWidth;
  }

  at(x: number, y: number): Owner | null {
    const r = this.canvas.getBoundingClientRect();
    this.ray.setFromCamera(
      new Vector2(((x - r.left) / r.width) * 2 - 1, 1 - ((y - r.top) / r.height) * 2),
      this.camera,
    );
    for (const hit of this.ray.intersectObject(this.root, true)) {
      if (!hit.object.visible) continue;
      const owner = hit.object.userData["owner"] as ((hit: Intersection) => Owner | undefined) | undefined;
      const found = owner?.(hit);
      if (found) return found;
    }
    return null;
  }

  near(x: number, y: number): Owner | null {
    const exact = this.at(x, y);
    if (exact) return exact;
    for (let i = 0; i < 8; ++i) {
      const angle = (i * Math.PI) / 4;
      const found = this.at(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      if (found) return found;
    }
    return null;
  }
}
