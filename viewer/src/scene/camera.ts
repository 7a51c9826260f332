// The camera: which way is up, standard views, fitting the model into the picture.
import { type Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Vec3 } from "../data";

export type View = "front" | "top" | "side" | "iso";

export class Camera {
  readonly camera = new PerspectiveCamera(28, 1, 0.01, 100);
  readonly controls: OrbitControls;
  private readonly right: Vector3;
  private readonly front: Vector3;

  constructor(
    private readonly canvas: HTMLElement,
    readonly up: Vector3,
    private readonly box: Box3,
    private readonly size: number,
  ) {
    this.right = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    this.right.addScaledVector(up, -this.right.dot(up)).normalize();
    this.front = new Vector3().crossVectors(this.right, up);
    this.camera.up.copy(up);
    this.camera.near = size / 500;
    this.camera.far = size * 60;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = size / 50;
    this.controls.maxDistance = size * 20;
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  view(view: View): void {
    const { right, front, up } = this;
    const from = {
      front: front.clone(),
      side: right.clone(),
      top: up.clone().addScaledVector(front, 1e-4),
      iso: front.clone().addScaledVector(right, 0.8).addScaledVector(up, 0.62),
    }[view];
    this.lookFrom(from);
  }

  // Mechanisms that move in a plane are seen from in front of it, a little from the side; others, and those along a
  // line, from the corner.
  start(): void {
    const s = this.box.getSize(new Vector3());
    const flat = (v: Vector3): boolean =>
      Math.abs(s.x * v.x) + Math.abs(s.y * v.y) + Math.abs(s.z * v.z) < 0.12 * this.size;
    const { right, front, up } = this;
    if ([right, front, up].filter(flat).length !== 1) this.view("iso");
    else if (flat(front)) this.lookFrom(front.clone().addScaledVector(right, 0.28).addScaledVector(up, 0.2));
    else if (flat(right)) this.lookFrom(right.clone().addScaledVector(front, 0.28).addScaledVector(up, 0.2));
    else this.lookFrom(up.clone().addScaledVector(front, 0.6).addScaledVector(right, 0.2));
  }

  fit(): void {
    this.lookFrom(this.camera.position.clone().sub(this.controls.target));
  }

  private lookFrom(direction: Vector3): void {
    const { camera, controls, box } = this;
    const back = direction.normalize();
    const x = new Vector3().crossVectors(this.up, back).normalize();
    const y = new Vector3().crossVectors(back, x);
    const center = box.getCenter(new Vector3());
    const tanY = Math.tan((camera.fov * Math.PI) / 360) * 0.86; // room at the edges
    const tanX = tanY * camera.aspect;
    let distance = this.size / 20;
    for (const c of corners(box)) {
      c.sub(center);
      const near = c.dot(back);
      distance = Math.max(distance, Math.abs(c.dot(x)) / tanX + near, Math.abs(c.dot(y)) / tanY + near);
    }
    controls.target.copy(center);
    camera.position.copy(center).addScaledVector(back, distance);
    controls.update();
  }

  // The directions of x, y and z on the screen, for the axes in the corner.
  axes(): { name: string; x: number; y: number; depth: number }[] {
    return (["x", "y", "z"] as const).map((name) => {
      const v = new Vector3();
      v[name] = 1;
      v.applyQuaternion(this.camera.quaternion.clone().invert());
      return { name, x: v.x, y: v.y, depth: v.z };
    });
  }

  screen(p: Vector3): [number, number] {
    const q = p.clone().project(this.camera);
    const r = this.canvas.getBoundingClientRect();
    return [r.left + ((q.x + 1) / 2) * r.width, r.top + ((1 - q.y) / 2) * r.height];
  }
}

// Opposite of gravity; y where there is none.
export function upOf(gravity: Vec3): Vector3 {
  const g = new Vector3(...gravity);
  return g.length() > 0 ? g.normalize().negate() : new Vector3(0, 1, 0);
}

function corners(box: Box3): Vector3[] {
  const found: Vector3[] = [];
  for (const x of [box.min.x, box.max.x])
    for (const y of [box.min.y, box.max.y]) for (const z of [box.min.z, box.max.z]) found.push(new Vector3(x, y, z));
  return found;
}
