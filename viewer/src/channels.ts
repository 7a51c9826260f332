// Every curve that can be plotted: outputs, energies, and the quantities of bodies, joints, forces, contacts, motions,
// constraints, variables, states and sensors. A channel is made when it is first asked for, since a large model has tens of thousands.
//
// Ids: "outputs/NAME", "energy/NAME", "variables/NAME", "stability/NAME", "stress/BODY: node 12",
//      "body/NAME/position/x", "joint/NAME/force/magnitude", "joint/NAME/angle", "variable/NAME/value".
import type { Columns, NamedKind, Table } from "./data";
import { f64, type Page } from "./decode";
import { frameAt } from "./player";

export type OwnerKind = "body" | "joint" | "force" | "contact" | NamedKind;

const kinds: OwnerKind[] = [
  "body",
  "joint",
  "force",
  "contact",
  "motion",
  "constraint",
  "variable",
  "state",
  "sensor",
  "input",
];

export interface Channel {
  id: string;
  label: string;
  unit: string;
  time: Float64Array;
  values: ArrayLike<number>;
}

// A quantity of one owner, such as the velocity of a body, with its components' channels.
export interface Quantity {
  name: string;
  unit: string;
  components: string[];
  ids: string[];
}

interface Source {
  kind: OwnerKind;
  name: string;
  unit: string;
  components: string[];
  magnitude: boolean; // x, y and z make a vector
  owners: number;
  values: ArrayLike<number>;
}

export class Channels {
  readonly columns: Record<Columns["group"], string[]> = { outputs: [], variables: [], energy: [], stability: [], stress: [] };
  private readonly made = new Map<string, Channel>();
  private readonly sources: Source[] = [];
  private readonly index = Object.fromEntries(kinds.map((kind) => [kind, new Map<string, number>()])) as Record<
    OwnerKind,
    Map<string, number>
  >;
  private readonly frameTime: Float64Array = new Float64Array(0);

  constructor(page: Page) {
    const run = page.data.run;
    if (!run) return;
    for (const c of run.columns) {
      const time = f64(page, c.time);
      const values = page.array(c.values);
      c.names.forEach((name, j) => {
        const column = new Float64Array(time.length);
        for (let i = 0; i < time.length; ++i) column[i] = values[i * c.names.length + j]!;
        const id = `${c.group}/${name}`;
        this.made.set(id, { id, label: name, unit: c.units[j] ?? "", time, values: column });
        this.columns[c.group].push(id);
      });
    }
    this.frameTime = f64(page, run.frames.time);
    run.bodies.slice(1).forEach((b, i) => this.index.body.set(b.name, i));
    run.joints.forEach((j, i) => this.index.joint.set(j.name, i));
    run.forces.forEach((f, i) => this.index.force.set(f.name, i));
    run.contacts?.names.forEach((name, i) => this.index.contact.set(name, i));
    for (const [kind, names] of Object.entries(run.names ?? {}) as [NamedKind, string[]][])
      names.forEach((name, i) => this.index[kind].set(name, i));
    const add = (t: Omit<Table, "values">, values: ArrayLike<number>): void => {
      const magnitude = t.components.join() === "x,y,z";
      const components = magnitude ? [...t.components, "magnitude"] : t.components;
      this.sources.push({
        kind: t.owner,
        name: t.name,
        unit: t.unit,
        components,
        magnitude,
        owners: this.index[t.owner].size,
        values,
      });
    };
    const length = run.units.length;
    add(
      { owner: "body", name: "position", unit: length, components: ["x", "y", "z"] },
      page.array(run.frames.position),
    );
    add(
      { owner: "body", name: "orientation", unit: "", components: ["w", "x", "y", "z"] },
      page.array(run.frames.quaternion),
    );
    for (const t of run.tables) add(t, page.array(t.values));
  }

  names(kind: OwnerKind): string[] {
    return [...this.index[kind].keys()];
  }

  // What is known of one body, joint or force.
  quantities(kind: OwnerKind, name: string): Quantity[] {
    const owner = this.index[kind].get(name);
    if (owner === undefined) return [];
    return this.sources
      .filter((s) => s.kind === kind && this.exists(s, owner))
      .map((s) => ({
        name: s.name,
        unit: s.unit,
        components: s.components,
        ids: s.components.map((c) => idOf(kind, name, s.name, c)),
      }));
  }

  get(id: string): Channel | undefined {
    const known = this.made.get(id);
    if (known) return known;
    const channel = this.make(id);
    if (channel) this.made.set(id, channel);
    return channel;
  }

  value(id: string, t: number): number {
    const channel = this.get(id);
    return channel ? valueAt(channel.time, channel.values, t) : NaN;
  }

  // Ids whose words contain all words of the text.
  search(text: string, limit: number): string[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (id: string): boolean => words.every((w) => id.toLowerCase().includes(w));
    const found: string[] = Object.values(this.columns).flat().filter(fits);
    for (const kind of kinds)
      for (const name of this.index[kind].keys())
        for (const q of this.quantities(kind, name)) {
          for (const id of q.ids) if (fits(id)) found.push(id);
          if (found.length >= limit) return found.slice(0, limit);
        }
    return found.slice(0, limit);
  }

  private exists(s: Source, owner: number): boolean {
    const width = s.magnitude ? 3 : s.components.length;
    const frames = this.frameTime.length;
    // a sensor may watch for a short time only
    const looked = s.kind === "sensor" ? this.frameTime.keys() : [0, frames - 1, frames >> 1];
    for (const k of looked)
      for (let c = 0; c < width; ++c) if (Number.isFinite(s.values[(k * s.owners + owner) * width + c])) return true;
    return false;
  }

  private make(id: string): Channel | undefined {
    const parts = id.split("/");
    const kind = parts[0] as OwnerKind;
    if (!(kind in this.index)) return undefined;
    for (const tail of [1, 2]) {
      const name = parts.slice(1, parts.length - tail).join("/");
      const owner = this.index[kind].get(name);
      if (owner === undefined) continue;
      const quantity = parts[parts.length - tail]!;
      const component = tail === 2 ? parts[parts.length - 1]! : "";
      const s = this.sources.find((x) => x.kind === kind && x.name === quantity && x.components.includes(component));
      if (!s) continue;
      const label = [name, quantity, component].filter(Boolean).join(" ");
      return { id, label, unit: s.unit, time: this.frameTime, values: this.column(s, owner, component) };
    }
    return undefined;
  }

  private column(s: Source, owner: number, component: string): Float64Array {
    const width = s.magnitude ? 3 : s.components.length;
    const c = s.components.indexOf(component);
    const column = new Float64Array(this.frameTime.length);
    for (let k = 0; k < column.length; ++k) {
      const at = (k * s.owners + owner) * width;
      column[k] =
        s.magnitude && c === 3 ? Math.hypot(s.values[at]!, s.values[at + 1]!, s.values[at + 2]!) : s.values[at + c]!;
    }
    return column;
  }
}

export function idOf(kind: OwnerKind, name: string, quantity: string, component: string): string {
  return `${kind}/${name}/${quantity}${component ? `/${component}` : ""}`;
}

// Between samples linear; outside of them the nearest.
export function valueAt(time: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  const n = time.length;
  if (n === 0) return NaN;
  const k = frameAt(time, t);
  if (k >= n - 1 || t <= time[k]!) return values[k]!;
  const s = (t - time[k]!) / (time[k + 1]! - time[k]!);
  return s === 0 ? values[k]! : values[k]! * (1 - s) + values[k + 1]! * s;
}
