// Flexible bodies beside the 3D view: how their deformation is shown, a legend, and the hot spots with their histories.
import { Vector3 } from "three";
import type { Channels } from "../channels";
import type { HotSpot, Run } from "../data";
import type { Player } from "../player";
import type { PlotBoard } from "../plots/plot_board";
import { gradient } from "../scene/color_map";
import type { Coloring } from "../scene/flexible_bodies";
import type { Viewport } from "../scene/viewport";
import { button, el, toggle } from "../ui/dom";
import { count, number, withUnit } from "../ui/format";

const seen = 0.05; // of the model's size: what the largest displacement becomes with the suggested scale
const labelled = 10; // hot spots of a body that get a number in the picture

interface Spot {
  body: number;
  spot: HotSpot;
  name: string;
}

export class FlexiblePanel {
  readonly element = el("section", { class: "flexible card", "aria-label": "Flexible bodies" });
  readonly legend = el("div", { class: "contour", role: "img" });
  private readonly bar = el("div", { class: "contour-bar", style: `background: ${gradient}` });
  private readonly ends = [el("span"), el("span"), el("span")] as const; // least, what it is, most
  private readonly slider = el("input", { type: "range", min: 0, step: 0.001, "aria-label": "Deformation scale" });
  private readonly scaleText = el("output", { class: "hint" });
  private readonly labels = el("div", { class: "spot-labels" });
  private readonly spots: Spot[];
  private readonly marks: HTMLElement[] = [];
  private readonly suggested: number;
  private readonly most: number; // of the slider, as a power of ten

  constructor(
    private readonly run: Run,
    private readonly channels: Channels,
    private readonly player: Player,
    private readonly board: PlotBoard,
    private readonly viewport: Viewport,
  ) {
    const { flexible, scale } = viewport.model;
    const { displacement, stress } = flexible.largest;
    this.suggested = displacement > 0 ? nice((seen * scale.size) / displacement) : 1;
    this.most = Math.max(1, Math.ceil(Math.log10(Math.max(1, this.suggested)) + 0.5));
    this.slider.max = String(this.most);
    this.spots = (run.flexible ?? []).flatMap((f) =>
      (f.stress?.spots ?? []).filter((s) => s.von_mises > 0).map((spot) => ({ body: f.body, spot, name: run.bodies[f.body]!.name })),
    );
    this.slider.addEventListener("input", () => this.setScale(10 ** Number(this.slider.value), false));
    this.legend.append(this.bar, el("div", { class: "contour-ends" }, ...this.ends));
    this.element.append(el("h2", {}, "Flexible bodies"), this.controls(stress > 0), this.about());
    if (this.spots.length) this.element.append(this.table());
    viewport.element.append(this.legend, this.labels);
    this.addMarks();
    viewport.onDraw(() => this.follow());
    this.setScale(1);
  }

  get scale(): number {
    return this.viewport.model.flexible.style.scale;
  }

  setScale(scale: number, move = true): void {
    this.viewport.model.flexible.style.scale = scale;
    if (move) this.slider.value = String(Math.log10(Math.max(1, scale)));
    this.scaleText.textContent = scale === 1 ? "true size" : `deformation × ${number(scale, 3)}`;
    this.viewport.redraw();
  }

  setColoring(coloring: Coloring): void {
    this.viewport.model.flexible.style.coloring = coloring;
    this.viewport.redraw();
  }

  // The history of a hot spot as a plot, at the time of its peak.
  show(i: number): void {
    const { spot } = this.spots[i]!;
    this.player.pause();
    this.player.setTime(spot.time);
    if (this.channels.get(spot.channel) && !this.board.contains(spot.channel)) this.board.add([spot.channel], true);
  }

  private controls(stressed: boolean): HTMLElement {
    const { style } = this.viewport.model.flexible;
    const choice = el(
      "select",
      { "aria-label": "Colour", onchange: () => this.setColoring(choice.value as Coloring) },
      stressed ? el("option", { value: "stress" }, "von Mises stress") : null,
      el("option", { value: "displacement" }, "displacement"),
      el("option", { value: "none" }, "no contour"),
    );
    choice.value = style.coloring;
    const running = toggle(
      "Range of the moment",
      false,
      (on) => {
        style.running = on;
        this.viewport.redraw();
      },
      { class: "small", title: "Colours span what there is at this moment, not in the whole run" },
    );
    return el(
      "div",
      {},
      el("div", { class: "flexible-row" }, choice, running),
      el(
        "div",
        { class: "flexible-row" },
        this.slider,
        button("True", () => this.setScale(1), { class: "small", title: "Deformation as it is" }),
        this.suggested > 1
          ? button(`× ${number(this.suggested, 3)}`, () => this.setScale(this.suggested), {
              class: "small",
              title: "Large enough to be seen",
            })
          : null,
        this.scaleText,
      ),
    );
  }

  private about(): HTMLElement {
    const { flexible } = this.viewport.model;
    const parts = (this.run.flexible ?? []).map((f) => {
      const size = withUnit(number(f.largest_displacement, 3), this.run.units.length);
      const shown = `${count(f.modes, "mode")} in ${count(f.shape_factors.length, "shape")}, within ${number(f.error, 2)} of the largest`;
      return `${this.run.bodies[f.body]!.name}: displaced by up to ${size} (${shown})`;
    });
    const tubes = flexible.bodies.some((b) => b.deformation.flexible.lines.shape[0]! > 0 && b.deformation.stress);
    if (tubes) parts.push("tubes show the largest stress of each section");
    return el("p", { class: "hint" }, `${parts.join("; ")}.`);
  }

  private table(): HTMLElement {
    const unit = this.run.flexible!.find((f) => f.stress)!.stress!.unit;
    const several = new Set(this.spots.map((s) => s.body)).size > 1;
    const heads = ["", several ? "body, node" : "node", "place", `von Mises (${unit})`, `time (${this.run.units.time})`];
    const rows = this.spots.map(({ spot, name }, i) =>
      el(
        "tr",
        { onclick: () => this.show(i), title: "Show its history, at its peak" },
        el("td", {}, el("button", { type: "button", class: "small", "aria-label": `Hot spot ${i + 1}` }, this.number(i))),
        el("td", {}, several ? `${name}, ${spot.node}` : String(spot.node)),
        el("td", {}, spot.place),
        el("td", { class: "number" }, number(spot.von_mises)),
        el("td", { class: "number" }, number(spot.time)),
      ),
    );
    const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
    const every = this.run.flexible!.every((f) => f.stress?.every_step ?? true);
    return el(
      "div",
      {},
      el("h3", {}, "Hot spots"),
      el("div", { class: "table-wrap" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))),
      every
        ? null
        : el("p", { class: "hint" }, "Looked for at the output times; peaks between them need `modal: every_step`."),
    );
  }

  // Counted from 1 in each body.
  private number(i: number): number {
    const { body } = this.spots[i]!;
    return 1 + this.spots.slice(0, i).filter((s) => s.body === body).length;
  }

  private addMarks(): void {
    this.spots.forEach((_s, i) => {
      const mark = button(String(this.number(i)), () => this.show(i), {
        class: "spot",
        title: `Hot spot ${this.number(i)}`,
      });
      mark.hidden = this.number(i) > labelled;
      this.marks.push(mark);
      this.labels.appendChild(mark);
    });
  }

  // Puts the legend's numbers and the labels where they belong now.
  private follow(): void {
    const { model, camera } = this.viewport;
    const { style, range } = model.flexible;
    const stress = style.coloring === "stress";
    this.legend.hidden = style.coloring === "none";
    const unit = stress ? (this.run.flexible!.find((f) => f.stress)?.stress?.unit ?? "") : this.run.units.length;
    const what = stress ? "von Mises" : "displacement";
    const texts = [number(range[0], 3), `${what} (${unit})`, number(range[1], 3)];
    texts.forEach((text, i) => (this.ends[i]!.textContent = text));
    this.legend.setAttribute("aria-label", `${what} from ${texts[0]} to ${texts[2]} ${unit}`);
    const place = new Vector3();
    const frame = this.viewport.element.getBoundingClientRect();
    this.marks.forEach((mark, i) => {
      const { body, spot } = this.spots[i]!;
      if (!stress || spot.vertex < 0 || this.number(i) > labelled) {
        mark.hidden = true;
        return;
      }
      model.flexible.place(body, spot.vertex, place).applyMatrix4(model.bodies[body]!.matrixWorld);
      const [x, y] = camera.screen(place);
      mark.hidden = !(x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
      mark.style.transform = `translate(${x - frame.left}px, ${y - frame.top}px)`;
    });
  }
}

// 1, 2 or 5 times a power of ten, not above x.
export function nice(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return Math.max(1, (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power);
}
