// The model in three.js: one object per body that carries its place, and everything drawn on it.
import { Group, Object3D, Vector3 } from "three";
import type { Run } from "../data";
import { f64, type Page } from "../decode";
import { type ArrowStyle, drawArrows, type FrameNow } from "./arrows";
import { drawBodies } from "./bodies";
import { drawContacts } from "./contacts";
import { FlexibleBodies } from "./flexible_bodies";
import { Instances } from "./instances";
import { drawJoints } from "./joints";
import { MarkerPlaces } from "./marker_places";
import { Poses } from "./poses";
import { measure, type Scale } from "./scale";
import { Shapes } from "./shapes";
import { drawSkeleton } from "./skeleton";
import { drawSprings } from "./springs";
import { Traces } from "./traces";

// Moves body i (0 is the first after ground), whose pose is x y z, then w x y z, at time t.
export type Displacement = (i: number, t: number, pose: Float64Array) => void;

export class ModelView {
  displacement: Displacement | null = null; // from the frames
  readonly arrows: ArrowStyle = { size: 1 };
  readonly root = new Group();
  readonly bodies: Object3D[];
  readonly instances = new Instances();
  readonly poses: Poses;
  readonly scale: Scale;
  readonly places: MarkerPlaces;
  readonly traces: Traces;
  readonly flexible: FlexibleBodies;
  private readonly view = { pixel: 1 };
  private readonly fine: boolean; // has bars for bodies too thin to be seen
  private readonly now: FrameNow = { k: 0, s: 0 };
  private readonly pose = new Float64Array(7);

  constructor(
    readonly run: Run,
    page: Page,
    up: Vector3,
  ) {
    const { frames } = run;
    this.poses = new Poses(
      f64(page, frames.time),
      page.array(frames.position),
      page.array(frames.quaternion),
      run.bodies.length - 1,
    );
    this.scale = measure(run, page, this.poses);
    this.bodies = run.bodies.map((b) => {
      const object = new Object3D();
      object.name = b.name;
      this.root.add(object);
      return object;
    });
    this.flexible = new FlexibleBodies(run, page, this.bodies, 0.003 * this.scale.size);
    this.places = new MarkerPlaces(run, this.bodies, this.flexible, 1e-4 * this.scale.size);
    this.traces = new Traces(run, this.poses);
    this.root.add(this.traces.group);
    this.placeBodies(this.poses.time[0] ?? 0);
    const shapes = new Shapes(run.bodies.length + run.joints.length);
    drawBodies(run, page, this.scale, shapes, this.bodies, this.instances, up);
    drawJoints(run, this.scale, shapes, this.places, this.instances);
    drawSprings(run, this.scale, this.places, this.instances);
    drawArrows(run, page, this.poses, this.scale, shapes, this.places, this.now, this.arrows, this.instances);
    drawContacts(run, page, this.scale, shapes, this.now, this.arrows, this.instances);
    this.fine = drawSkeleton(run, this.scale, shapes, this.bodies, this.view, this.instances);
    this.instances.build(this.root);
  }

  update(t: number): void {
    this.placeBodies(t);
    this.instances.update(this.bodies);
    this.traces.update(this.now.k, (marker, out) => this.places.position(marker, out));
  }

  // Of the shapes of bodies, from 0 to 1.
  setOpacity(opacity: number): void {
    this.instances.setOpacity(opacity);
    this.flexible.setOpacity(opacity);
  }

  // How large a pixel is in the model. A long chain seen from afar gets thick bars instead of solids thinner than a pixel.
  setPixel(size: number): void {
    if (!this.fine || size === this.view.pixel) return;
    this.view.pixel = size;
    const far = this.scale.symbol < 1.5 * size;
    this.instances.show("far", far);
    this.instances.show("bodies", !far);
    this.instances.update(this.bodies);
  }

  private placeBodies(t: number): void {
    const { pose } = this;
    const { k, s } = this.poses.locate(t);
    this.now.k = k;
    this.now.s = s;
    this.flexible.update(k, s);
    for (let i = 1; i < this.bodies.length; ++i) {
      this.poses.write(i - 1, k, s, pose);
      this.displacement?.(i - 1, t, pose);
      const object = this.bodies[i]!;
      object.position.set(pose[0]!, pose[1]!, pose[2]!);
      object.quaternion.set(pose[4]!, pose[5]!, pose[6]!, pose[3]!);
      object.updateMatrixWorld(true);
    }
  }
}
