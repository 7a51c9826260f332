// A chart over time with title, legend and export buttons: shares its zoom with the others, shows the animation's time.
import type { Player } from "../player";
import { valueAt } from "../channels";
import { el } from "../ui/dom";
import { steady, withUnit } from "../ui/format";
import { Chart } from "./chart";
import type { ChartSeries, ChartSpec } from "./chart_spec";
import { exportButtons } from "./export_menu";
import { swatch } from "./swatch";
import type { TimeLink } from "./time_link";

export interface TimeChartOptions {
  height?: number;
  removeSeries?(index: number): void;
  close?(): void;
  values?: boolean; // show values in the legend
}

export class TimeChart {
  readonly element: HTMLElement;
  readonly chart: Chart;
  private readonly title = el("h3");
  private readonly legend = el("ul", { class: "legend" });
  private cells: HTMLElement[] = [];
  private hover: number | null = null;
  private lastUpdate = 0;
  private readonly unlink: () => void;

  constructor(
    spec: ChartSpec,
    private readonly player: Player,
    link: TimeLink,
    private readonly options: TimeChartOptions = {},
  ) {
    this.chart = new Chart(
      spec,
      {
        zoomed: (range) => link.set(range),
        reset: () => link.set(null),
        clicked: (x) => {
          player.pause();
          player.setTime(x);
        },
        hovered: (x) => {
          this.hover = x;
          this.updateValues();
        },
      },
      options.height ?? 220,
    );
    this.chart.range = link.range;
    this.unlink = link.listen((range) => this.chart.setRange(range));
    const close = options.close
      ? el(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": "Remove this plot",
            title: "Remove this plot",
            onclick: options.close,
          },
          "×",
        )
      : null;
    this.element = el(
      "section",
      { class: "plot card" },
      el(
        "header",
        {},
        this.title,
        exportButtons(() => this.chart),
        close,
      ),
      this.legend,
      this.chart.element,
    );
    this.setSpec(spec);
  }

  setSpec(spec: ChartSpec): void {
    this.title.textContent = spec.title;
    this.element.setAttribute("aria-label", spec.title);
    this.legend.textContent = "";
    this.cells = spec.series.map((s, i) => this.legendEntry(s, i));
    this.chart.setSpec(spec);
    this.setTime(this.player.time, true);
  }

  setTime(t: number, now = false): void {
    this.chart.setTime(this.player.moves ? t : null);
    const wall = performance.now();
    if (!now && this.player.playing && wall - this.lastUpdate < 80) return; // text that flickers cannot be read
    this.lastUpdate = wall;
    if (this.hover === null) this.updateValues();
  }

  remove(): void {
    this.unlink();
    this.chart.remove();
    this.element.remove();
  }

  private legendEntry(s: ChartSeries, index: number): HTMLElement {
    const value = el("span", { class: "value" });
    const name = el("span", { class: "name", title: s.name }, s.name);
    const remove = this.options.removeSeries
      ? el(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": `Remove ${s.name}`,
            title: `Remove ${s.name}`,
            onclick: () => this.options.removeSeries!(index),
          },
          "×",
        )
      : null;
    this.legend.appendChild(el("li", {}, swatch(s), name, this.options.values === false ? null : value, remove));
    return value;
  }

  private updateValues(): void {
    if (this.options.values === false) return;
    const t = this.hover ?? this.player.time;
    this.chart.spec.series.forEach((s, i) => {
      const text = withUnit(steady(valueAt(s.x, s.y, t)), s.unit);
      const cell = this.cells[i];
      if (cell && cell.textContent !== text) cell.textContent = text;
    });
  }
}
