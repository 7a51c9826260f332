// The modes beside the 3D view: a table to choose from, the amplitude, and where the energy of the chosen one is.
import { Quaternion, Vector3 } from "three";
import type { Mode, Modes, Run, Share, Vec3 } from "../data";
import type { Page } from "../decode";
import type { Player } from "../player";
import { displace, extentOf, goodAmplitude, type Extent, type ModeShape, period } from "../scene/mode_shape";
import type { Viewport } from "../scene/viewport";
import { barList } from "../ui/bars";
import { el } from "../ui/dom";
import { number, percent, withUnit } from "../ui/format";
import { behaviour, dampingText, eigenvalueText, firstToShow } from "./describe";

const largest = 3; // times the good amplitude
const noGrowth = 1e-8; // of the fastest mode: growth that is rounding

export class ModesPanel {
  readonly element = el("div", { class: "modes" });
  chosen = -1;
  private readonly rows: HTMLElement[];
  private readonly wrap = el("div", { class: "table-wrap", tabindex: 0, role: "region", "aria-label": "Modes" });
  private readonly about = el("section", { class: "card mode", "aria-live": "polite" });
  private readonly slider = el("input", {
    type: "range",
    min: 0,
    max: largest,
    step: 0.01,
    value: 1,
    "aria-label": "Amplitude",
  });
  private readonly size = el("output", { class: "hint" });
  private shape: ModeShape | null = null;
  private extent: Extent = { move: 0, turn: 0 };
  private good = 0;

  constructor(
    private readonly run: Run,
    private readonly modes: Modes,
    private readonly page: Page,
    private readonly player: Player,
    private readonly viewport: Viewport | null,
  ) {
    this.rows = modes.list.map((mode, i) => this.row(mode, i));
    this.fillTable();
    this.element.append(
      el("section", { class: "card mode-list" }, el("h2", {}, `Modes about ${modes.about}`), this.wrap),
      this.about,
    );
    this.slider.addEventListener("input", () => this.resize());
    if (viewport)
      viewport.model.flexible.modify = (d) => {
        if (!this.shape) return;
        const phase = (2 * Math.PI * this.player.time) / period;
        d.addMode(frames(run), this.chosen, this.amplitude * Math.cos(phase), this.amplitude * Math.sin(phase));
      };
    if (viewport)
      viewport.model.displacement = (i, t, pose) => {
        if (this.shape) displace(this.shape, this.amplitude, (2 * Math.PI * t) / period, i, pose);
      };
    if (modes.list.length) this.choose(firstToShow(modes.list));
  }

  get amplitude(): number {
    return Number(this.slider.value) * this.good;
  }

  choose(i: number): void {
    const mode = this.modes.list[i]!;
    this.chosen = i;
    this.rows.forEach((row, k) => row.setAttribute("aria-selected", String(k === i)));
    const read = (ref: Mode["shape"]): ArrayLike<number> | null => (ref ? this.page.array(ref) : null);
    const real = read(mode.shape);
    this.shape = real ? { real, imaginary: read(mode.imaginary) } : null;
    this.extent = this.shape && this.viewport ? extentOf(this.shape, points(this.viewport)) : { move: 0, turn: 0 };
    if (this.viewport) this.extent.move = Math.max(this.extent.move, this.bending(i, this.viewport));
    this.good = this.viewport ? goodAmplitude(this.extent, this.viewport.model.scale.size) : 0;
    this.about.replaceChildren(...this.description(mode, i));
    this.resize();
    requestAnimationFrame(() => this.reveal(this.rows[i]!));
  }

  // Largest displacement within flexible bodies at amplitude 1, as they are drawn.
  private bending(i: number, viewport: Viewport): number {
    const { bodies, style } = viewport.model.flexible;
    let most = 0;
    for (const { deformation: d } of bodies)
      for (const [c, s] of [
        [1, 0],
        [0, 1],
      ] as const) {
        d.setFrame(0, 0);
        d.compute(false);
        const rest = d.displacement.slice();
        d.addMode(frames(this.run), i, c, s);
        d.compute(false);
        for (let n = 0; n < rest.length; n += 3)
          most = Math.max(
            most,
            style.scale * Math.hypot(...[0, 1, 2].map((k) => d.displacement[n + k]! - rest[n + k]!)),
          );
      }
    return most;
  }

  // Scrolls the table, and nothing around it, until the row is seen below the head.
  private reveal(row: HTMLElement): void {
    const [at, box] = [row.getBoundingClientRect(), this.wrap.getBoundingClientRect()];
    const top = box.top + (this.wrap.querySelector("thead")?.offsetHeight ?? 0);
    if (at.top < top) this.wrap.scrollTop += at.top - top;
    else if (at.bottom > box.bottom) this.wrap.scrollTop += at.bottom - box.bottom;
  }

  private fillTable(): void {
    const heads: [string, string][] = [
      ["", ""],
      ["undamped (Hz)", "Its frequency as if it were not damped: the size of the eigenvalue over 2 pi"],
      ["damped (Hz)", "The frequency it oscillates with: the imaginary part of the eigenvalue over 2 pi; 0: it does not"],
      ["damping ratio", "Of critical damping; negative: the mode grows"],
      ["eigenvalue (1/s)", "The motion is proportional to exp(eigenvalue * time)"],
      ["what moves, what holds it", "Shares of the kinetic and of the potential energy"],
    ];
    const head = el("tr", {}, ...heads.map(([text, title]) => el("th", { scope: "col", title }, text)));
    this.wrap.appendChild(el("table", {}, el("thead", {}, head), el("tbody", {}, ...this.rows)));
  }

  private row(mode: Mode, i: number): HTMLElement {
    const pick = (): void => {
      this.choose(i);
      this.player.play();
    };
    const grows = mode.eigenvalue[0] > noGrowth * Math.max(...this.modes.list.map((m) => Math.hypot(...m.eigenvalue)));
    return el(
      "tr",
      { onclick: pick },
      el("td", {}, el("button", { type: "button", class: "small", "aria-label": `Show mode ${i + 1}` }, i + 1)),
      el("td", { class: "number", title: mode.frequency }, number(mode.frequency)),
      el("td", { class: "number", title: mode.damped_frequency }, number(mode.damped_frequency)),
      el("td", { class: `number ${grows ? "bad" : ""}`, title: mode.damping_ratio }, dampingText(mode)),
      el("td", { class: "number", title: mode.eigenvalue.join(", ") }, eigenvalueText(mode.eigenvalue)),
      el("td", {}, mode.carried_by),
    );
  }

  private description(mode: Mode, i: number): HTMLElement[] {
    const moves = this.good > 0;
    const still = mode.shape ? "No body moves in this mode." : "The shape of this mode was left out of the page.";
    const parts: HTMLElement[] = [el("h2", {}, `Mode ${i + 1}`), el("p", {}, behaviour(mode))];
    if (moves) parts.push(el("label", { class: "amplitude" }, "Amplitude", this.slider, this.size));
    else if (this.viewport) parts.push(el("p", { class: "hint" }, still));
    const energies = el("div", { class: "energies" });
    for (const [title, shares] of [
      ["Kinetic energy", mode.kinetic],
      ["Potential energy", mode.potential],
      ["Dissipated", mode.dissipated],
    ] as const)
      if (shares.length) energies.appendChild(energy(title, shares));
    parts.push(energies);
    return parts;
  }

  private resize(): void {
    const { run, extent, amplitude } = this;
    const degrees = (amplitude * extent.turn * 180) / Math.PI;
    const way = withUnit(number(amplitude * extent.move, 3), run.units.length);
    this.size.textContent = `moves by up to ${way}, turns by up to ${number(degrees, 3)}°`;
    this.viewport?.redraw();
  }
}

// Rows of amplitudes before those of the modes.
function frames(run: Run): number {
  return run.frames.time.shape[0] ?? 0;
}

function energy(title: string, shares: readonly Share[]): HTMLElement {
  const most = Math.max(...shares.map((s) => Math.abs(s.share)));
  return el(
    "section",
    {},
    el("h3", {}, title),
    barList(
      shares.map((s) => ({ name: s.name, part: Math.abs(s.share) / (most || 1), text: percent(s.share) })),
    ),
  );
}

// Of each body its centre of mass and where it is held, from its origin in ground axes.
function points(viewport: Viewport): Vec3[][] {
  const { model } = viewport;
  const pose = new Float64Array(7);
  return model.run.bodies.slice(1).map((body, i) => {
    model.poses.write(i, 0, 0, pose);
    const turn = new Quaternion(pose[4], pose[5], pose[6], pose[3]);
    return [body.com, ...model.scale.held[i + 1]!].map((p) => new Vector3(...p).applyQuaternion(turn).toArray());
  });
}

// The times of one swing, for the player.
export function swing(frames = 60): Float64Array {
  return Float64Array.from({ length: frames + 1 }, (_x, k) => (period * k) / frames);
}
