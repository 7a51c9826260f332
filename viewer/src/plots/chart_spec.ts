// What a chart shows, independent of how it is drawn: on the screen (chart.ts) or in a file (export_*.ts).

export interface ChartAxis {
  label: string;
  unit: string;
  log: boolean;
}

export type Symbol = "circle" | "cross" | "square" | "triangle" | "diamond";

export interface ChartSeries {
  name: string;
  unit: string;
  axis: 0 | 1; // which y axis
  style: "line" | "points" | "both";
  color: number | string; // index into the palette, or a CSS colour
  symbol?: Symbol;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

export interface ChartMark {
  value: number;
  label: string;
  along: "x" | "y"; // "x": a vertical line at x = value
  faint?: boolean; // one of many
}

export interface ChartSpec {
  title: string;
  x: ChartAxis;
  y: ChartAxis[]; // one or two
  series: ChartSeries[];
  marks: ChartMark[];
}

export type Range = [number, number];

export const symbols: Symbol[] = ["circle", "square", "triangle", "diamond", "cross"];

// The dash patterns that tell lines apart once the colours repeat.
export function dashOf(color: number | string): number[] {
  const dashes = [[], [7, 4], [2, 3]];
  return typeof color === "number" ? dashes[Math.floor(color / 7) % dashes.length]! : [];
}

// The range of all x, or of the y of an axis where x is within `within`. [NaN, NaN]: there is nothing to show.
export function extent(series: ChartSeries[], of: "x" | "y", log: boolean, within?: Range): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const s of series) {
    const n = Math.min(s.x.length, s.y.length);
    for (let i = 0; i < n; ++i) {
      const x = s.x[i]!;
      const y = s.y[i]!;
      const v = of === "x" ? x : y;
      if (!Number.isFinite(x) || !Number.isFinite(v) || (log && v <= 0)) continue;
      if (within && (x < within[0] || x > within[1])) {
        // the line enters or leaves the window here: its neighbour inside counts already
        continue;
      }
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  return low <= high ? [low, high] : [NaN, NaN];
}

// A range with some room around it.
export function padded([low, high]: Range, log: boolean, part = 0.06): Range {
  if (!Number.isFinite(low)) return log ? [0.1, 10] : [0, 1];
  if (log) {
    low = Math.max(low, 1e-20 * high); // what is smaller is rounding, and would flatten all else
    const room = Math.max(part * Math.log10(high / low), 0.15);
    return [low / 10 ** room, high * 10 ** room];
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  let room = part * (high - low);
  if (high - low <= 1e-12 * size) room = size > 0 ? 0.1 * size : 1; // a constant: do not magnify rounding errors
  return [low - room, high + room];
}
