// The user's plots: which channels each shows, adding and removing them.
import type { Channel, Channels } from "../channels";
import type { Player } from "../player";
import { el } from "../ui/dom";
import type { ChartMark, ChartSpec } from "./chart_spec";
import { TimeChart } from "./time_chart";
import type { TimeLink } from "./time_link";

interface Plot {
  title: string; // "" : made from the channels
  channels: Channel[];
  view: TimeChart;
}

export class PlotBoard {
  readonly element = el("div", { class: "plots" });
  private readonly plots: Plot[] = [];
  private target: Plot | null = null; // new channels go here
  private readonly empty = el(
    "p",
    { class: "hint" },
    "No plots yet. Choose a channel in the list, or select a body in the 3D view and press “plot”.",
  );
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly channels: Channels,
    private readonly player: Player,
    private readonly link: TimeLink,
    private readonly timeUnit: string,
    private readonly marks: ChartMark[],
  ) {
    this.element.appendChild(this.empty);
    player.listenSide((t) => this.plots.forEach((p) => p.view.setTime(t)));
    player.listenState(() => this.plots.forEach((p) => p.view.setTime(player.time, true)));
  }

  listen(f: () => void): void {
    this.listeners.push(f);
  }

  // Adds channels to the plot chosen, or to a new one where they do not fit: a plot has at most two units.
  add(ids: string[], toNew = false): void {
    for (const id of ids) {
      const channel = this.channels.get(id);
      if (!channel) continue;
      const plot = this.target;
      if (plot?.channels.includes(channel)) continue;
      if (plot && !toNew && fits(plot.channels, channel)) {
        plot.channels.push(channel);
        plot.title = "";
        this.refresh(plot);
      } else this.create([channel]);
      toNew = false;
    }
    this.changed();
    this.target?.view.element.scrollIntoView({ block: "nearest" });
  }

  // A plot of its own, with a title.
  addPlot(title: string, ids: string[]): void {
    const found = ids.map((id) => this.channels.get(id)).filter((c): c is Channel => c !== undefined);
    if (found.length) this.create(found, title);
    this.target = null;
    this.markTarget();
    this.changed();
  }

  // The next channel starts a new plot.
  startNew(): void {
    this.target = null;
    this.markTarget();
  }

  contains(id: string): boolean {
    return this.plots.some((p) => p.channels.some((c) => c.id === id));
  }

  describe(): { title: string; channels: string[]; units: string[] }[] {
    return this.plots.map((p) => ({
      title: p.view.chart.spec.title,
      channels: p.channels.map((c) => c.id),
      units: unitsOf(p.channels),
    }));
  }

  private create(channels: Channel[], title = ""): void {
    const plot: Plot = { title, channels, view: null as unknown as TimeChart };
    plot.view = new TimeChart(this.spec(plot), this.player, this.link, {
      removeSeries: (i) => {
        plot.channels.splice(i, 1);
        if (plot.channels.length) this.refresh(plot);
        else this.remove(plot);
        this.changed();
      },
      close: () => {
        this.remove(plot);
        this.changed();
      },
    });
    plot.view.element.addEventListener("pointerdown", () => {
      this.target = plot;
      this.markTarget();
    });
    this.plots.push(plot);
    this.element.appendChild(plot.view.element);
    this.target = plot;
    this.markTarget();
  }

  private remove(plot: Plot): void {
    plot.view.remove();
    this.plots.splice(this.plots.indexOf(plot), 1);
    if (this.target === plot) this.target = null;
  }

  private refresh(plot: Plot): void {
    plot.view.setSpec(this.spec(plot));
  }

  private markTarget(): void {
    for (const p of this.plots) p.view.element.classList.toggle("target", p === this.target);
  }

  private changed(): void {
    this.empty.hidden = this.plots.length > 0;
    for (const f of this.listeners) f();
  }

  private spec(plot: Plot): ChartSpec {
    const units = unitsOf(plot.channels);
    return {
      title: plot.title || titleOf(plot.channels),
      x: { label: "time", unit: this.timeUnit, log: false },
      y: units.map((unit) => ({ label: axisLabel(plot.channels.filter((c) => c.unit === unit)), unit, log: false })),
      series: plot.channels.map((c, i) => ({
        name: c.label,
        unit: c.unit,
        axis: units.indexOf(c.unit) as 0 | 1,
        style: "line",
        color: i,
        x: c.time,
        y: c.values,
      })),
      marks: this.marks,
    };
  }
}

export function unitsOf(channels: { unit: string }[]): string[] {
  return [...new Set(channels.map((c) => c.unit))];
}

export function fits(channels: { unit: string }[], next: { unit: string }): boolean {
  return unitsOf([...channels, next]).length <= 2 && channels.length < 14;
}

function titleOf(channels: Channel[]): string {
  const names = channels.map((c) => c.label);
  return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

function axisLabel(channels: Channel[]): string {
  if (channels.length === 1) return channels[0]!.label;
  // "energy", or the quantity if all are of one kind: body/NAME/velocity/x
  const kinds = new Set(
    channels.map((c) =>
      c.id.startsWith("energy/") ? "energy" : c.id.startsWith("outputs/") ? "" : (c.id.split("/").at(-2) ?? ""),
    ),
  );
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind.replaceAll("_", " ") : channels[0]!.unit ? "" : "value";
}

// Actuators that were found, outputs by unit (at most so many plots), stability, energies.
export function defaultPlots(channels: Channels, most = 3): { title: string; ids: string[] }[] {
  const byUnit = new Map<string, string[]>();
  for (const id of channels.columns.outputs) {
    const unit = channels.get(id)!.unit;
    const known = byUnit.get(unit);
    if (!known) byUnit.set(unit, [id]);
    else if (known.length < 6) known.push(id);
  }
  const plots = [...byUnit.values()]
    .slice(0, most)
    .map((ids) => ({ title: titleOf(ids.map((id) => channels.get(id)!)), ids }));
  const { variables, stability, stress } = channels.columns;
  if (stress.length) plots.push({ title: "Von Mises stress at hot spots", ids: stress.slice(0, 5) });
  if (variables.length) plots.unshift({ title: "Actuators", ids: variables.slice(0, 6) });
  if (stability.length) plots.push({ title: "Stable while positive", ids: stability });
  if (channels.columns.energy.length) plots.push({ title: "Energy", ids: channels.columns.energy });
  return plots;
}
