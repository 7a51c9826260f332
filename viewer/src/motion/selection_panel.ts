// The panel beside the 3D view: what is selected, its properties, its values now, each with a button to plot it; traces.
import type { Channels, Quantity } from "../channels";
import type { Run } from "../data";
import type { Player } from "../player";
import type { PlotBoard } from "../plots/plot_board";
import { swatch } from "../plots/swatch";
import type { Owner } from "../scene/instances";
import type { Viewport } from "../scene/viewport";
import { append, el } from "../ui/dom";
import { number, rotation, steady, vector, withUnit } from "../ui/format";
import type { Selection } from "./selection";

interface Live {
  quantity: Quantity;
  cells: HTMLElement[];
}

export class SelectionPanel {
  readonly element: HTMLElement;
  private readonly chooser: HTMLSelectElement;
  private readonly content = el("div", { class: "selection-content" });
  private readonly traceList = el("ul", { class: "traces" });
  private live: Live[] = [];
  private readonly curves: boolean; // more than one frame: there is something to plot and to trace
  private last = 0;

  constructor(
    private readonly run: Run,
    private readonly channels: Channels,
    private readonly player: Player,
    private readonly board: PlotBoard,
    private readonly selection: Selection,
    private readonly viewport: Viewport | null,
  ) {
    this.curves = run.frames.of > 1;
    this.chooser = this.makeChooser();
    this.element = el(
      "section",
      { class: "selection card", "aria-label": "Selection" },
      this.chooser,
      this.content,
      this.traceList,
    );
    selection.listen((owner) => this.show(owner));
    player.listenSide(() => this.update(false));
    player.listenState(() => this.update(true));
    this.show(null);
  }

  private makeChooser(): HTMLSelectElement {
    const select = el(
      "select",
      { "aria-label": "Select a body, joint, force or contact" },
      el("option", { value: "" }, "Select a body, joint, force or contact ..."),
    );
    const group = (title: string, kind: Owner["kind"], items: { name: string }[], from = 0): void => {
      if (items.length <= from) return;
      const node = el("optgroup", { label: title });
      items.forEach((item, i) => i >= from && node.appendChild(el("option", { value: `${kind} ${i}` }, item.name)));
      select.appendChild(node);
    };
    group("Bodies", "body", this.run.bodies, 1);
    group("Joints", "joint", this.run.joints);
    group("Forces", "force", this.run.forces);
    group(
      "Contacts",
      "contact",
      (this.run.contacts?.names ?? []).map((name) => ({ name })),
    );
    select.addEventListener("change", () => {
      const [kind, index] = select.value.split(" ");
      this.selection.set(kind ? { kind: kind as Owner["kind"], index: Number(index) } : null);
    });
    return select;
  }

  private show(owner: Owner | null): void {
    this.chooser.value = owner && !(owner.kind === "body" && owner.index === 0) ? `${owner.kind} ${owner.index}` : "";
    this.live = [];
    this.content.textContent = "";
    if (!owner) {
      this.content.appendChild(
        el("p", { class: "hint" }, "Click a body, joint, force or contact in the picture to see its values."),
      );
      return;
    }
    const name = this.selection.name(owner);
    append(this.content, [
      el("h3", { class: "selected-name" }, name, el("span", { class: "kind" }, this.kindOf(owner))),
      this.facts(owner),
      this.traceButton(owner),
    ]);
    const values = el("table", { class: "live" });
    for (const q of this.channels.quantities(owner.kind, name)) values.appendChild(this.row(q));
    this.content.appendChild(values);
    this.update(true);
  }

  private kindOf(owner: Owner): string {
    if (owner.kind === "body") return owner.index === 0 ? "ground" : `${this.run.bodies[owner.index]!.kind} body`;
    if (owner.kind === "joint") return `${this.run.joints[owner.index]!.type.replaceAll("_", " ")} joint`;
    if (owner.kind === "contact") return "contact";
    return this.run.forces[owner.index]!.type.replaceAll("_", " ");
  }

  private facts(owner: Owner): HTMLElement {
    const list = el("dl", { class: "facts" });
    const add = (name: string, value: string): void => list.append(el("dt", {}, name), el("dd", {}, value));
    const marker = (i: number): string => this.run.markers[i]?.name ?? "";
    if (owner.kind === "body") {
      const body = this.run.bodies[owner.index]!;
      if (owner.index > 0) add("mass", withUnit(number(body.mass), this.run.units.mass));
      if (body.com.some((v) => v !== 0)) add("centre of mass", withUnit(vector(body.com), this.run.units.length));
    } else if (owner.kind === "joint") {
      const joint = this.run.joints[owner.index]!;
      add("between", `${marker(joint.markers[0])} and ${marker(joint.markers[1])}`);
      add("equations", String(joint.equations));
      if (!joint.unique) add("reaction", "not unique: one of many");
    } else if (owner.kind === "contact") {
      const impacts = this.run.contacts?.impacts.find((c) => c.name === this.selection.name(owner));
      if (impacts) add("impacts", String(impacts.count));
    } else {
      const force = this.run.forces[owner.index]!;
      add(
        force.markers[1] >= 0 ? "between" : "on",
        [marker(force.markers[0]), marker(force.markers[1])].filter(Boolean).join(" and "),
      );
      if (force.free_length !== null) add("free length", withUnit(number(force.free_length), this.run.units.length));
    }
    return list;
  }

  private row(quantity: Quantity): HTMLElement {
    const cells =
      quantity.name === "orientation" ? [el("span", { class: "wide" })] : quantity.ids.map(() => el("span"));
    this.live.push({ quantity, cells });
    const shown = quantity.components;
    const values = el(
      "div",
      { class: "components" },
      ...cells.map((cell, i) =>
        el(
          "div",
          {},
          cells.length > 1 ? el("span", { class: "component" }, shown[i] === "magnitude" ? "|·|" : shown[i]) : null,
          cell,
        ),
      ),
    );
    const plot = el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-label": `Plot ${quantity.name}`,
        title: `Plot ${quantity.name}`,
        onclick: () => this.board.add(plotted(quantity), true),
      },
      "plot",
    );
    const unit = quantity.name === "orientation" ? "" : quantity.unit;
    return el(
      "tr",
      {},
      el(
        "th",
        { scope: "row" },
        quantity.name.replaceAll("_", " "),
        el("span", { class: "unit" }, unit === "1" ? "" : unit),
      ),
      el("td", {}, values),
      this.curves ? el("td", {}, plot) : null,
    );
  }

  // A trace of a marker of the selected thing.
  private traceButton(owner: Owner): HTMLElement | null {
    const { viewport, run } = this;
    if (!viewport || !this.curves || owner.kind === "contact") return null;
    let choices: number[];
    if (owner.kind === "body") {
      if (owner.index === 0) return null;
      const own = run.markers.map((_m, i) => i).filter((i) => run.markers[i]!.body === owner.index);
      const com = own.filter((i) => run.markers[i]!.name.endsWith(".com"));
      choices = [
        ...own.filter((i) => run.markers[i]!.named),
        ...com,
        ...own.filter((i) => !com.includes(i) && !run.markers[i]!.named),
      ];
    } else
      choices = (owner.kind === "joint" ? run.joints : run.forces)[owner.index]!.markers.filter(
        (m) => m >= 0 && run.markers[m]!.body > 0,
      );
    if (choices.length === 0) return null;
    const select = el(
      "select",
      { "aria-label": "Point to trace" },
      ...choices.slice(0, 40).map((i) => el("option", { value: i }, run.markers[i]!.name)),
    );
    const add = el(
      "button",
      { type: "button", class: "small", onclick: () => this.trace(Number(select.value)) },
      "trace",
    );
    return el("div", { class: "trace-choice" }, el("span", {}, "Path of"), select, add);
  }

  trace(marker: number): void {
    this.viewport?.model.traces.add(marker);
    this.viewport?.redraw();
    this.listTraces();
  }

  private listTraces(): void {
    const { viewport } = this;
    if (!viewport) return;
    this.traceList.replaceChildren(
      ...viewport.model.traces.list().map((t) => {
        const remove = (): void => {
          viewport.model.traces.remove(t.marker);
          viewport.redraw();
          this.listTraces();
        };
        return el(
          "li",
          {},
          swatch({ style: "line", color: t.color }),
          `Path of ${t.name}`,
          el(
            "button",
            { type: "button", class: "quiet", "aria-label": `Remove the path of ${t.name}`, onclick: remove },
            "×",
          ),
        );
      }),
    );
  }

  private update(now: boolean): void {
    if (!this.live.length) return;
    const wall = performance.now();
    if (!now && this.player.playing && wall - this.last < 100) return;
    this.last = wall;
    for (const { quantity, cells } of this.live) {
      const values = quantity.ids.map((id) => this.channels.value(id, this.player.time));
      if (quantity.name === "orientation") cells[0]!.textContent = rotation(values);
      else values.forEach((v, i) => (cells[i]!.textContent = steady(v)));
    }
  }
}

// The components, without the magnitude.
function plotted(quantity: Quantity): string[] {
  return quantity.ids.filter((_id, i) => quantity.components[i] !== "magnitude");
}
