// The tab "Motion": the 3D view with its tools on the left, the selection and the plots on the right.
import type { Channels } from "../channels";
import type { Run } from "../data";
import type { Page } from "../decode";
import type { Player } from "../player";
import type { PlotBoard } from "../plots/plot_board";
import type { View } from "../scene/camera";
import type { Layer, Owner } from "../scene/instances";
import { type LabelKind, Labels } from "../scene/labels";
import { Viewport } from "../scene/viewport";
import { button, el, toggle } from "../ui/dom";
import { number, withUnit } from "../ui/format";
import type { Notes } from "../ui/notes";
import { FlexiblePanel } from "./flexible_panel";
import type { Selection } from "./selection";
import { SelectionPanel } from "./selection_panel";

export interface MotionTab {
  panel: HTMLElement;
  plotPlace: HTMLElement; // the plots are here while the tab is shown
  top: HTMLElement; // above the selection: what an analysis found
  viewport: Viewport | null;
  flexible: FlexiblePanel | null; // bodies that deform
  fit(): void;
  view(view: View): void;
}

export function motionTab(
  run: Run,
  page: Page,
  channels: Channels,
  player: Player,
  board: PlotBoard,
  selection: Selection,
  notes: Notes,
): MotionTab {
  const tip = el("div", { class: "tip", hidden: true });
  const hover = (owner: Owner | null, x: number, y: number): void => {
    tip.hidden = owner === null;
    if (!owner) return;
    tip.textContent = selection.name(owner);
    tip.style.transform = `translate(${x + 14}px, ${y + 12}px)`;
  };
  let layers: (() => void) | undefined;
  let viewport: Viewport | null = null;
  try {
    if (!hasWebGL()) throw new Error("WebGL is not available");
    viewport = new Viewport(run, page, player, {
      picked: (owner) => selection.set(owner),
      hovered: hover,
      noted: (text, key) => notes.add(text, key),
      layersChanged: () => layers?.(),
    });
  } catch (error) {
    notes.add(
      "This browser cannot draw in 3D (WebGL is not available), so there is no animation. Everything else works.",
    );
    console.info("No 3D view:", error);
  }
  const view = (name: View): void => {
    viewport?.camera.view(name);
  };
  const fit = (): void => viewport?.camera.fit();
  let picture: HTMLElement;
  if (viewport) {
    const shown = viewport;
    selection.listen((owner) => shown.select(owner));
    const bar = tools(shown, run, view, fit, new Labels(run, shown), notes);
    layers = bar.refresh;
    shown.element.appendChild(
      el("div", { class: "grid-size" }, `grid ${withUnit(number(shown.floor.spacing), run.units.length)}`),
    );
    picture = el("div", { class: "picture card" }, bar.element, shown.element);
  } else
    picture = el(
      "div",
      { class: "picture card missing" },
      el(
        "p",
        {},
        "This browser cannot draw in 3D (WebGL is not available). The plots and all other parts of the report work.",
      ),
    );
  const side = new SelectionPanel(run, channels, player, board, selection, viewport);
  const plotPlace = el("div", { class: "plot-place" });
  const top = el("div", { class: "found" });
  // A mode has an amplitude of its own, and any: neither scale nor stress mean anything.
  const flexible =
    viewport && viewport.model.flexible.bodies.length && !run.modes
      ? new FlexiblePanel(run, channels, player, board, viewport)
      : null;
  if (flexible) top.appendChild(flexible.element);
  const beside = el("div", { class: "beside" }, top, side.element, plotPlace);
  const panel = el("div", { class: "motion" }, picture, beside, tip);
  return { panel, plotPlace, top, viewport, flexible, fit, view };
}

function tools(
  viewport: Viewport,
  run: Run,
  view: (v: View) => void,
  fit: () => void,
  labels: Labels,
  notes: Notes,
): { element: HTMLElement; refresh(): void } {
  const views: [View, string, string][] = [
    ["front", "Front", "1"],
    ["top", "Top", "2"],
    ["side", "Side", "3"],
    ["iso", "Corner", "4"],
  ];
  const toggles: [Layer, HTMLButtonElement][] = [];
  const layer = (name: Layer, label: string, title: string): HTMLButtonElement | null => {
    if (viewport.model.instances.count(name) === 0) return null;
    const node = toggle(label, viewport.model.instances.isShown(name), (on) => viewport.show(name, on), {
      title,
      class: "small",
    });
    toggles.push([name, node]);
    return node;
  };
  const element = el(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "3D view" },
    button("Fit", fit, { title: "Fit the model into the view (f)", class: "small" }),
    ...views.map(([v, label, key]) =>
      button(label, () => view(v), { title: `View: ${label.toLowerCase()} (${key})`, class: "small" }),
    ),
    el("span", { class: "gap" }),
    run.joints.length ? layer("joints", "Joints", "Show the symbols of the joints") : null,
    layer("forces", "Forces", "Show springs and the arrows of applied forces"),
    layer("contacts", "Contacts", "Show where bodies touch, and the forces there"),
    layer("reactions", "Reactions", "Show the joints' reaction forces as arrows"),
    ...looks(viewport, run, labels, notes),
  );
  const refresh = (): void =>
    toggles.forEach(([name, node]) =>
      node.setAttribute("aria-pressed", String(viewport.model.instances.isShown(name))),
    );
  return { element, refresh };
}

// How things look: names, arrows, shapes that can be seen through.
function looks(viewport: Viewport, run: Run, labels: Labels, notes: Notes): (HTMLElement | null)[] {
  const name = (kind: LabelKind, label: string, title: string): HTMLElement =>
    toggle(
      label,
      false,
      (on) => {
        const left = labels.show(kind, on);
        if (left > 0) notes.add(`Of the names in the picture ${left} are left out, as they could not be read.`, kind);
      },
      { title, class: "small" },
    );
  const slider = (label: string, title: string, from: number, to: number, at: number, set: (x: number) => void) => {
    const input = el("input", { type: "range", min: from, max: to, step: "any", value: at, "aria-label": title });
    input.addEventListener("input", () => {
      set(Number(input.value));
      viewport.redraw();
    });
    input.addEventListener("dblclick", () => {
      input.value = String(at);
      input.dispatchEvent(new window.Event("input"));
    });
    return el("label", { class: "look", title: `${title}; double click: as it was` }, label, input);
  };
  const { instances } = viewport.model;
  const arrows = (["forces", "reactions", "contacts"] as const).some((l) => instances.count(l) > 0);
  return [
    el("span", { class: "gap" }),
    name("body", "Body names", "Show the names of the bodies"),
    run.joints.length ? name("joint", "Joint names", "Show the names of the joints") : null,
    arrows
      ? slider("Arrows", "Size of the arrows", -1, 1, 0, (x) => (viewport.model.arrows.size = 10 ** x))
      : null,
    slider("Opacity", "Opacity of the shapes", 0.1, 1, 1, (x) => viewport.model.setOpacity(x)),
  ];
}

// Asks quietly, as three.js complains in the console.
function hasWebGL(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
