// The tab "Model": freedom, facts, bodies, joints, forces, parameters and the model file.
import type { Cell, Run } from "../data";
import { el } from "../ui/dom";
import { count, number, vector, withUnit } from "../ui/format";
import { table } from "../ui/table";
import { sourceView } from "./source_view";

export function modelTab(run: Run): HTMLElement {
  const panel = el("div", { class: "model" });
  panel.append(overview(run), facts(run));
  const { units } = run;
  const inertia = `inertia (${units.mass}·${units.length}²)`;
  const bodies: Cell[][] = run.bodies
    .slice(1)
    .map((b) => [b.name, b.kind, b.mass, vector(b.com), inertiaText(b.inertia)]);
  const marker = (i: number): string => run.markers[i]?.name ?? "–";
  const joints: Cell[][] = run.joints.map((j) => [
    j.name,
    j.type,
    marker(j.markers[0]),
    marker(j.markers[1]),
    j.equations,
    j.unique
      ? "unique"
      : {
          text: "⚠ one of many",
          good: null,
          hint: "The constraints are redundant: this reaction is the one of least size among many.",
        },
  ]);
  const forces: Cell[][] = run.forces.map((f) => [
    f.name,
    f.type,
    marker(f.markers[0]),
    f.markers[1] >= 0 ? marker(f.markers[1]) : "–",
    f.free_length === null ? "–" : number(f.free_length),
  ]);
  const parameters: Cell[][] = run.model.parameters.map((p) => [
    p.name,
    p.value,
    p.changed ? { text: "● changed for this run", good: null } : "",
  ]);
  section(panel, "Bodies", bodies, [
    "name",
    "kind",
    withUnit("mass", `(${units.mass})`),
    withUnit("centre of mass", `(${units.length})`),
    inertia,
  ]);
  section(panel, "Joints", joints, ["name", "type", "first marker", "second marker", "equations", "reaction"]);
  section(panel, "Forces", forces, [
    "name",
    "type",
    "first marker",
    "second marker",
    withUnit("free length", `(${units.length})`),
  ]);
  section(panel, "Parameters", parameters, ["name", "value", ""]);
  panel.appendChild(sourceView(run.model.file, run.model.text));
  return panel;
}

function overview(run: Run): HTMLElement {
  const node = el("section", { class: "card" }, el("h2", {}, "The model"));
  const parts = [
    count(run.bodies.length - 1, "body", "bodies"),
    count(run.joints.length, "joint"),
    count(run.forces.length, "force"),
  ];
  node.appendChild(el("p", {}, `${parts.join(", ")}.`));
  const { degrees, redundant } = run.freedom;
  if (degrees !== null) node.appendChild(el("p", {}, `${count(degrees, "degree")} of freedom.`));
  if (redundant.length) {
    node.appendChild(
      el("p", {}, "Redundant constraints: more equations than needed, so some reactions are not unique."),
    );
    node.appendChild(el("ul", {}, ...redundant.map((text) => el("li", {}, text))));
  }
  const g = Math.hypot(...run.gravity);
  node.appendChild(
    el("p", {}, g > 0 ? `Gravity ${vector(run.gravity)} ${run.units.length}/${run.units.time}².` : "No gravity."),
  );
  for (const text of run.warnings)
    node.appendChild(el("p", { class: "warning" }, el("span", { class: "mark", "aria-hidden": "true" }, "⚠ "), text));
  for (const text of run.notes) node.appendChild(el("p", { class: "hint" }, text));
  return node;
}

function facts(run: Run): HTMLElement {
  const groups = new Map<string, HTMLElement>();
  const node = el("div", { class: "cards" });
  for (const f of run.facts) {
    let list = groups.get(f.group);
    if (!list) {
      groups.set(f.group, (list = el("dl", { class: "facts" })));
      node.appendChild(el("section", { class: "card" }, el("h3", {}, f.group), list));
    }
    list.append(el("dt", {}, f.name), el("dd", {}, f.value));
  }
  return node;
}

function section(panel: HTMLElement, title: string, rows: Cell[][], columns: string[]): void {
  if (rows.length)
    panel.appendChild(
      el("section", { class: "card" }, el("h3", {}, `${title} (${rows.length})`), table(columns, rows, "")),
    );
}

// The three moments, and the products only where there are any.
export function inertiaText(inertia: number[]): string {
  if (inertia.length < 9) return inertia.length ? vector(inertia) : "–";
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = inertia as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const moments = vector([xx, yy, zz]);
  const off = Math.max(...[xy, xz, yx, yz, zx, zy].map(Math.abs));
  return off > 1e-12 * Math.max(xx, yy, zz) ? `${moments}, products xy xz yz ${vector([xy, xz, yz])}` : moments;
}
