// The 3D picture: renderer, light, drawing only when something changed, picking with the pointer, less detail when slow.
import {
  AmbientLight,
  Color,
  DirectionalLight,
  type LineBasicMaterial,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Run } from "../data";
import type { Page } from "../decode";
import type { Player } from "../player";
import { cssColor, onThemeChange } from "../theme";
import { el } from "../ui/dom";
import { Camera, upOf } from "./camera";
import { type Floor, makeFloor } from "./floor";
import { FrameRate } from "./frame_rate";
import type { Layer, Owner } from "./instances";
import { ModelView } from "./model_view";
import { Picking } from "./picking";
import { drawsInSoftware } from "./software";
import { Triad } from "./triad";

const manySymbols = 400; // more symbols of joints than this are hidden at first

export interface ViewportEvents {
  picked(owner: Owner | null): void;
  hovered(owner: Owner | null, x: number, y: number): void;
  noted(text: string, replaces?: string): void; // replaces the last note with the same key
  layersChanged(): void;
}

export class Viewport {
  readonly element = el("div", { class: "viewport" });
  readonly model: ModelView;
  readonly camera: Camera;
  readonly floor: Floor;
  readonly rate = new FrameRate(() => this.degrade());
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly light = new DirectionalLight("#ffffff", 2.1);
  private readonly triad = new Triad();
  private readonly picking: Picking;
  private ratio = Math.min(window.devicePixelRatio || 1, 2);
  private dirty = true;
  private moved = true; // the time has changed since the last picture
  private degraded = 0;
  private wasPlaying = false;
  private saves = false; // draws with less quality while things move
  private still = false; // the last picture was a good one
  private lastDrawn = 0;
  private readonly drawn: (() => void)[] = [];
  private readonly left: string[] = []; // what was given up for speed

  constructor(
    run: Run,
    page: Page,
    private readonly player: Player,
    private readonly events: ViewportEvents,
  ) {
    // without a graphics processor smooth edges cost half of the speed
    const software = drawsInSoftware();
    const canvas = el("canvas");
    const context = canvas.getContext("webgl2", {
      alpha: false,
      antialias: !software,
      powerPreference: "high-performance",
    });
    if (!context) throw new Error("no WebGL");
    this.renderer = new WebGLRenderer({ canvas, context });
    if (software) {
      this.ratio = Math.min(this.ratio, 1);
      player.sideInterval = 120;
      this.saves = true;
    }
    const up = upOf(run.gravity);
    this.model = new ModelView(run, page, up);
    const { box, size } = this.model.scale;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3D view of the mechanism. Drag to turn, scroll to zoom, right drag to move.");
    this.camera = new Camera(canvas, up, box, size);
    this.floor = makeFloor(box, size, up);
    this.picking = new Picking(canvas, this.camera.camera, this.model.root, 0.005 * size);
    this.scene.add(this.model.root, this.floor.lines, new AmbientLight("#ffffff", 1.35), this.light, this.light.target);
    this.element.append(canvas, this.triad.element);
    this.camera.controls.addEventListener("change", () => (this.dirty = true));
    player.listen(() => (this.moved = this.dirty = true));
    player.listenState(() => {
      if (player.playing && !this.wasPlaying) this.rate.restart();
      this.wasPlaying = player.playing;
    });
    onThemeChange(() => this.applyTheme());
    this.applyTheme();
    if (this.model.instances.count("joints") > manySymbols) {
      this.model.instances.show("joints", false);
      events.noted(
        `Joint symbols are hidden, as there are ${run.joints.length}. “Joints” above the picture shows them.`,
      );
    }
    let first = true;
    new ResizeObserver(() => {
      this.resize();
      if (first && this.element.clientWidth > 0) {
        first = false;
        this.camera.start();
      }
    }).observe(this.element);
    this.bindPointer(canvas);
    this.update();
    const loop = (wall: number): void => {
      requestAnimationFrame(loop);
      this.draw(wall);
    };
    requestAnimationFrame(loop);
  }

  show(layer: Layer, on: boolean): void {
    this.model.instances.show(layer, on);
    this.redraw();
  }

  select(owner: Owner | null): void {
    this.model.instances.highlight(owner);
    this.redraw();
  }

  // Called after every picture.
  onDraw(f: () => void): void {
    this.drawn.push(f);
  }

  redraw(): void {
    this.moved = this.dirty = true;
  }

  // Brings everything to the player's time, also if no picture is drawn.
  update(): void {
    this.model.update(this.player.time);
    this.moved = false;
  }

  screenOf(body: number): [number, number] {
    this.update();
    const com = this.model.run.bodies[body]!.com;
    const p = new Vector3(...com).applyMatrix4(this.model.bodies[body]!.matrixWorld);
    this.camera.camera.updateMatrixWorld();
    return this.camera.screen(p);
  }

  private draw(wall: number): void {
    if (this.element.clientWidth === 0) return;
    if (!this.dirty) return this.drawStill(wall);
    this.dirty = false;
    this.lastDrawn = wall;
    if (this.still) this.renderer.setPixelRatio(this.ratio);
    this.still = false;
    const distance = this.camera.camera.position.distanceTo(this.camera.controls.target);
    const pixel = (2 * distance * Math.tan((this.camera.camera.fov * Math.PI) / 360)) / this.element.clientHeight;
    this.model.setPixel(pixel);
    if (this.moved) this.update();
    const { camera } = this.camera;
    // the light stands beside the viewer
    this.light.position.copy(camera.position).addScaledVector(this.camera.up, 0.5 * this.model.scale.size);
    this.light.target.position.copy(this.camera.controls.target);
    this.renderer.render(this.scene, camera);
    this.triad.update(this.camera.axes());
    for (const f of this.drawn) f();
    if (this.player.playing) this.rate.count(wall);
  }

  // Once nothing moves any more there is time for a picture with smooth edges, where speed had priority before.
  private drawStill(wall: number): void {
    if (this.still || !this.saves || this.player.playing || wall - this.lastDrawn < 300) return;
    this.still = true;
    this.renderer.setPixelRatio(2);
    this.renderer.render(this.scene, this.camera.camera);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.still = false;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    this.camera.resize(width, height);
    this.dirty = true;
  }

  private applyTheme(): void {
    this.scene.background = new Color(cssColor("--view"));
    (this.floor.lines.material as LineBasicMaterial).color.set(cssColor("--view-grid"));
    this.model.traces.recolor();
    this.dirty = true;
  }

  // Too few pictures a second: first fewer pixels, then no symbols of joints if they are many, then fewer pixels still.
  private degrade(): void {
    this.player.sideInterval = Math.max(this.player.sideInterval, 120);
    this.saves = true;
    const steps: (() => string | null)[] = [
      () => (this.ratio > 1 ? ((this.ratio = 1), "a lower resolution") : null),
      () => {
        if (!this.model.instances.isShown("joints") || this.model.instances.count("joints") < 50) return null;
        this.model.instances.show("joints", false);
        this.events.layersChanged();
        return "no joint symbols";
      },
      () => ((this.ratio = 0.75), "fewer pixels"),
      () => ((this.ratio = 0.5), "a coarse picture"),
    ];
    while (this.degraded < steps.length) {
      const what = steps[this.degraded++]!();
      if (what === null) continue;
      this.left.push(what);
      this.events.noted(`This computer draws slowly, so the 3D view uses ${this.left.join(", ")}.`, "slow");
      this.resize();
      return;
    }
  }

  private bindPointer(canvas: HTMLCanvasElement): void {
    let down = new Vector2();
    let waiting = false;
    canvas.addEventListener("pointerdown", (e) => {
      down = new Vector2(e.clientX, e.clientY);
      this.events.hovered(null, 0, 0);
    });
    canvas.addEventListener("pointerup", (e) => {
      if (e.button === 0 && down.distanceTo(new Vector2(e.clientX, e.clientY)) < 5)
        this.events.picked(this.picking.near(e.clientX, e.clientY));
    });
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons || waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        this.events.hovered(this.picking.at(e.clientX, e.clientY), e.clientX, e.clientY);
      }, 60);
    });
    canvas.addEventListener("pointerleave", () => this.events.hovered(null, 0, 0));
    canvas.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      this.events.noted(
        "The browser took the 3D view away (its graphics were reset). Reload the page to see it again.",
      );
    });
  }
}
