// Names of bodies and joints in the picture, each where its thing is now.
import { Vector3 } from "three";
import type { Run } from "../data";
import { el } from "../ui/dom";
import type { Viewport } from "./viewport";

export type LabelKind = "body" | "joint";

const most = 150; // of a kind; more could not be read

interface Label {
  node: HTMLElement;
  place(out: Vector3): Vector3;
}

export class Labels {
  readonly element = el("div", { class: "labels", "aria-hidden": "true" });
  private readonly shown: Record<LabelKind, Label[]> = { body: [], joint: [] };

  constructor(
    private readonly run: Run,
    private readonly viewport: Viewport,
  ) {
    viewport.element.appendChild(this.element);
    viewport.onDraw(() => this.follow());
  }

  // Says how many were left out.
  show(kind: LabelKind, on: boolean): number {
    for (const { node } of this.shown[kind]) node.remove();
    this.shown[kind] = [];
    const all = on ? this.of(kind) : [];
    for (const [name, place] of all.slice(0, most)) {
      const node = el("span", { class: `label ${kind}` }, name);
      this.element.appendChild(node);
      this.shown[kind].push({ node, place });
    }
    this.viewport.redraw();
    return Math.max(0, all.length - most);
  }

  private of(kind: LabelKind): [string, Label["place"]][] {
    const { model } = this.viewport;
    if (kind === "joint") return this.run.joints.map((j) => [j.name, (out) => model.places.position(j.markers[0], out)]);
    return this.run.bodies
      .slice(1)
      .map((b, i) => [b.name, (out) => out.set(...b.com).applyMatrix4(model.bodies[i + 1]!.matrixWorld)]);
  }

  private follow(): void {
    if (this.element.childElementCount === 0) return;
    const frame = this.viewport.element.getBoundingClientRect();
    const place = new Vector3();
    for (const { node, place: at } of [...this.shown.body, ...this.shown.joint]) {
      const [x, y] = this.viewport.camera.screen(at(place));
      node.hidden = !(x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
      node.style.transform = `translate(${x - frame.left}px, ${y - frame.top}px)`;
    }
  }
}
