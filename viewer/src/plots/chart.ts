// One chart on the screen. uPlot gives axes, scales, zoom and cursor; the series are drawn here, each with its own x.
import uPlot from "uplot";
import { cssColor, largeText, onThemeChange, seriesColor } from "../theme";
import { el } from "../ui/dom";
import { labelled } from "../ui/format";
import { type ChartSeries, type ChartSpec, dashOf, extent, padded, type Range } from "./chart_spec";
import { drawSymbol, linePath } from "./draw_series";
import { logLabel, tickLabel, ticks } from "./ticks";

export interface ChartEvents {
  zoomed?(range: Range): void; // the user chose a range of x
  reset?(): void; // double click
  clicked?(x: number): void;
  hovered?(x: number | null): void;
}

const all = new Set<Chart>();
let listening = false;

export class Chart {
  readonly element = el("div", { class: "chart" });
  range: Range | null = null; // zoomed to; null: everything
  private plot: uPlot | null = null;
  private readonly timeLine = el("div", { class: "time-line", hidden: true });
  private time: number | null = null;
  private readonly watcher: ResizeObserver;

  constructor(
    public spec: ChartSpec,
    private readonly events: ChartEvents = {},
    private readonly height = 220,
  ) {
    this.element.style.height = `${height}px`;
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.element);
    all.add(this);
    if (!listening) onThemeChange(() => all.forEach((c) => c.rebuild()));
    listening = true;
  }

  setSpec(spec: ChartSpec): void {
    this.spec = spec;
    this.rebuild();
  }

  setRange(range: Range | null): void {
    this.range = range;
    this.plot?.setData(this.dummyData(), true);
    this.placeTimeLine();
  }

  // The vertical line at the time of the animation.
  setTime(t: number | null): void {
    this.time = t;
    this.placeTimeLine();
  }

  remove(): void {
    all.delete(this);
    this.watcher.disconnect();
    this.plot?.destroy();
    this.element.remove();
  }

  color(s: ChartSeries): string {
    return typeof s.color === "number" ? seriesColor(s.color) : s.color.startsWith("--") ? cssColor(s.color) : s.color;
  }

  private xRange(): Range {
    if (this.range) return this.range;
    const [low, high] = extent(this.spec.series, "x", this.spec.x.log);
    if (!Number.isFinite(low) || low === high || this.spec.series.some((s) => s.style !== "line"))
      return padded([low, high], this.spec.x.log, 0.03);
    return [low, high];
  }

  private yRange(axis: 0 | 1): Range {
    const { log } = this.spec.y[axis]!;
    const own = this.spec.series.filter((s) => s.axis === axis);
    const [low, high] = extent(own, "y", log, this.xRange());
    const marks = axis === 0 ? this.spec.marks.filter((m) => m.along === "y").map((m) => m.value) : [];
    return padded([Math.min(low, ...marks), Math.max(high, ...marks)], log);
  }

  private dummyData(): uPlot.AlignedData {
    return [this.xRange(), ...this.spec.y.map(() => [null, null])];
  }

  private rebuild(): void {
    this.plot?.destroy();
    this.plot = null;
    this.resize();
  }

  private resize(): void {
    const width = Math.floor(this.element.clientWidth);
    if (width < 50) return;
    const height = Math.round(this.height * (largeText() ? 1.25 : 1));
    this.element.style.height = `${height}px`;
    if (this.plot) {
      if (this.plot.width !== width || this.plot.height !== height) this.plot.setSize({ width, height });
    } else this.build(width, height);
    this.placeTimeLine();
  }

  private build(width: number, height: number): void {
    const { spec } = this;
    const ink = cssColor("--ink-soft");
    const grid = { stroke: cssColor("--grid"), width: 1 };
    const size = largeText() ? 16 : 12;
    const font = `${size}px system-ui, sans-serif`;
    const scaleOf = (i: number): string => `y${i}`;
    // uPlot's own ticks of log axes fail below 1e-32, and violations of constraints may be that small
    const logTicks = (log: boolean): object =>
      log
        ? {
            splits: (_u: uPlot, _i: number, low: number, high: number): number[] =>
              ticks([low, high], true, 8).map((t) => t.value),
            filter: (_u: uPlot, splits: number[]): number[] => splits,
          }
        : {};
    const all = { filter: (_u: uPlot, splits: number[]): number[] => splits };
    const axis = (label: string, log: boolean): Partial<uPlot.Axis> => ({
      stroke: ink,
      font,
      labelFont: font,
      label,
      labelSize: size + 10,
      labelGap: 2,
      grid: { ...grid, ...(log ? all : {}) },
      ticks: { ...grid, size: 5, ...(log ? all : {}) },
      ...logTicks(log),
      values: (_u, splits) =>
        splits.map((v) =>
          v === null ? "" : log ? logLabel(v) : tickLabel(v, Math.abs((splits[1] ?? 1) - (splits[0] ?? 0)) || 1),
        ),
    });
    const scale = (log: boolean, range: () => Range): uPlot.Scale => ({
      time: false,
      auto: true,
      range: (): Range => range(),
      ...(log ? { distr: 3, log: 10 } : {}),
    });
    const yAxis = (i: 0 | 1): uPlot.Axis => ({
      ...axis(labelled(spec.y[i]!.label, spec.y[i]!.unit), spec.y[i]!.log),
      scale: scaleOf(i),
      side: i === 0 ? 3 : 1,
      size: (_u, values) => Math.max(44, 16 + size * 0.6 * Math.max(0, ...(values ?? []).map((v) => v?.length ?? 0))),
      ...(i === 0 ? {} : { grid: { show: false } }),
    });
    const options: uPlot.Options = {
      width,
      height,
      legend: { show: false },
      padding: [10, spec.y.length > 1 ? 4 : 14, 0, 4],
      scales: {
        x: scale(spec.x.log, () => this.xRange()),
        ...Object.fromEntries(spec.y.map((y, i) => [scaleOf(i), scale(y.log, () => this.yRange(i as 0 | 1))])),
      },
      axes: [
        { ...axis(labelled(spec.x.label, spec.x.unit), spec.x.log), size: size + 16 },
        ...spec.y.map((_y, i) => yAxis(i as 0 | 1)),
      ],
      series: [{}, ...spec.y.map((_y, i) => ({ scale: scaleOf(i), show: true, points: { show: false } }))],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => (): null => (this.events.reset ? this.events.reset() : this.setRange(null), null) },
      },
      hooks: {
        draw: [(u): void => this.drawSeries(u)],
        setSelect: [(u): void => this.selected(u)],
        setCursor: [
          (u): void => this.events.hovered?.((u.cursor.left ?? -1) < 0 ? null : u.posToVal(u.cursor.left!, "x")),
        ],
      },
    };
    this.plot = new uPlot(options, this.dummyData(), this.element);
    this.plot.over.appendChild(this.timeLine);
    this.bindClick(this.plot);
  }

  private selected(u: uPlot): void {
    if (u.select.width < 5) return;
    const range: Range = [u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x")];
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (this.events.zoomed) this.events.zoomed(range);
    else this.setRange(range);
  }

  private bindClick(u: uPlot): void {
    let down = -1;
    u.over.addEventListener("mousedown", (e) => (down = e.clientX));
    u.over.addEventListener("mouseup", (e) => {
      if (e.button !== 0 || Math.abs(e.clientX - down) > 4) return;
      this.events.clicked?.(u.posToVal(e.clientX - u.over.getBoundingClientRect().left, "x"));
    });
  }

  private placeTimeLine(): void {
    const u = this.plot;
    if (!u) return;
    const at = this.time === null ? -1 : u.valToPos(this.time, "x");
    const visible = this.time !== null && at >= -0.5 && at <= u.over.clientWidth + 0.5;
    this.timeLine.hidden = !visible;
    if (visible) this.timeLine.style.transform = `translateX(${at}px)`;
  }

  private drawSeries(u: uPlot): void {
    const c = u.ctx;
    const ratio = uPlot.pxRatio;
    const px = (v: number): number => u.valToPos(v, "x", true);
    c.save();
    c.beginPath();
    c.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    c.clip();
    for (const s of this.spec.series) {
      const { log } = this.spec.y[s.axis]!;
      const py = (v: number): number => (log && v <= 0 ? NaN : u.valToPos(v, `y${s.axis}`, true));
      c.strokeStyle = c.fillStyle = this.color(s);
      const crowded = s.x.length > 1000; // thin lines and small points
      c.lineWidth = (largeText() ? 2.6 : crowded ? 1.3 : 1.8) * ratio;
      c.lineJoin = "round";
      if (s.style !== "points") {
        c.setLineDash(dashOf(s.color).map((d) => d * ratio));
        c.stroke(linePath(s.x, s.y, px, py));
        c.setLineDash([]);
      }
      if (s.style !== "line" || s.x.length === 1) {
        const n = Math.min(s.x.length, s.y.length);
        for (let i = 0; i < n; ++i) {
          const [a, b] = [px(s.x[i]!), py(s.y[i]!)];
          if (Number.isFinite(a) && Number.isFinite(b))
            drawSymbol(c, s.symbol ?? "circle", a, b, (crowded ? 2 : 3.4) * ratio);
        }
      }
    }
    this.drawMarks(u, ratio);
    c.restore();
    this.placeTimeLine();
  }

  private drawMarks(u: uPlot, ratio: number): void {
    const c = u.ctx;
    c.font = `${(largeText() ? 15 : 11) * ratio}px system-ui, sans-serif`;
    c.setLineDash([5 * ratio, 4 * ratio]);
    for (const m of this.spec.marks) {
      const at = u.valToPos(m.value, m.along === "x" ? "x" : "y0", true);
      c.strokeStyle = c.fillStyle = cssColor(m.faint ? "--ink-soft" : "--bad");
      c.lineWidth = (m.faint ? 0.75 : 1.5) * ratio;
      c.beginPath();
      if (m.along === "x") {
        c.moveTo(at, u.bbox.top);
        c.lineTo(at, u.bbox.top + u.bbox.height);
        const right = at > u.bbox.left + u.bbox.width / 2;
        c.textAlign = right ? "right" : "left";
        c.fillText(m.label, at + (right ? -5 : 5) * ratio, u.bbox.top + 14 * ratio);
      } else {
        c.moveTo(u.bbox.left, at);
        c.lineTo(u.bbox.left + u.bbox.width, at);
        c.textAlign = "right";
        c.fillText(m.label, u.bbox.left + u.bbox.width - 6 * ratio, at - 5 * ratio);
      }
      c.stroke();
    }
    c.setLineDash([]);
  }
}
