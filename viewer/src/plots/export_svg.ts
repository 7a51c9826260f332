// A chart as an SVG file: light background, title, axes, series, legend.
import { labelled } from "../ui/format";
import { seriesColor } from "../theme";
import { type ChartSeries, type ChartSpec, dashOf, extent, padded, type Range, type Symbol } from "./chart_spec";
import { ticks } from "./ticks";

const width = 900;
const ink = "#222222";

export function chartSvg(spec: ChartSpec, zoom: Range | null = null): string {
  const legend = layoutLegend(spec.series);
  const top = 46;
  const left = 86;
  const right = width - (spec.y.length > 1 ? 86 : 24);
  const bottom = top + 330;
  const height = bottom + 58 + legend.rows * 22;
  const onlyLines = spec.series.every((s) => s.style === "line");
  const wholeX = extent(spec.series, "x", spec.x.log);
  const xRange = zoom ?? (onlyLines && wholeX[0] < wholeX[1] ? wholeX : padded(wholeX, spec.x.log, 0.03));
  const px = scale(xRange, spec.x.log, left, right);
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="${ink}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${left}" y="28" font-size="17" font-weight="600">${escape(spec.title)}</text>`,
    `<clipPath id="area"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>`,
  ];
  for (const t of ticks(xRange, spec.x.log, 9)) {
    const x = f(px(t.value));
    parts.push(`<path d="M${x} ${top}V${bottom}" stroke="#e2e2e2"/>`);
    parts.push(`<text x="${x}" y="${bottom + 18}" text-anchor="middle">${escape(t.label)}</text>`);
  }
  parts.push(
    `<text x="${(left + right) / 2}" y="${bottom + 40}" text-anchor="middle">${escape(labelled(spec.x.label, spec.x.unit))}</text>`,
  );
  const lines: string[] = [];
  spec.y.forEach((axis, i) => {
    const own = spec.series.filter((s) => s.axis === i);
    const [low, high] = extent(own, "y", axis.log, xRange);
    const lines0 = i === 0 ? spec.marks.filter((m) => m.along === "y").map((m) => m.value) : [];
    const range = padded([Math.min(low, ...lines0), Math.max(high, ...lines0)], axis.log);
    const py = scale(range, axis.log, bottom, top);
    for (const t of ticks(range, axis.log, 7)) {
      const y = f(py(t.value));
      if (i === 0) parts.push(`<path d="M${left} ${y}H${right}" stroke="#e2e2e2"/>`);
      parts.push(
        `<text x="${i === 0 ? left - 8 : right + 8}" y="${y + 4.5}" text-anchor="${i === 0 ? "end" : "start"}">${escape(t.label)}</text>`,
      );
    }
    const [tx, ty] = [i === 0 ? 20 : width - 14, (top + bottom) / 2];
    parts.push(
      `<text transform="translate(${tx} ${ty}) rotate(-90)" text-anchor="middle">${escape(labelled(axis.label, axis.unit))}</text>`,
    );
    for (const s of own) lines.push(seriesSvg(s, px, py, axis.log, xRange));
    for (const m of spec.marks) if (m.along === "y" && i === 0) lines.push(mark(`M${left} ${f(py(m.value))}H${right}`));
  });
  for (const m of spec.marks) {
    if (m.along !== "x") continue;
    lines.push(mark(`M${f(px(m.value))} ${top}V${bottom}`, m.faint));
    lines.push(
      `<text x="${f(px(m.value)) - 5}" y="${top + 14}" text-anchor="end" fill="${markColor(m.faint)}">${escape(m.label)}</text>`,
    );
  }
  parts.push(`<g clip-path="url(#area)">${lines.join("\n")}</g>`);
  parts.push(
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="#888888"/>`,
  );
  legend.entries.forEach(({ s, x, row }) => {
    const y = bottom + 64 + row * 22;
    const c = colorOf(s);
    if (s.style !== "points")
      parts.push(`<path d="M${left + x} ${y - 4}h22" stroke="${c}" stroke-width="2.5"${dash(s)}/>`);
    if (s.style !== "line") parts.push(symbol(s.symbol ?? "circle", left + x + 11, y - 4, 4, c));
    parts.push(`<text x="${left + x + 30}" y="${y}">${escape(labelled(s.name, s.unit))}</text>`);
  });
  parts.push("</svg>");
  return parts.join("\n");
}

function seriesSvg(s: ChartSeries, px: Scale, py: Scale, log: boolean, [from, to]: Range): string {
  const n = Math.min(s.x.length, s.y.length);
  const c = colorOf(s);
  const inside = (i: number): boolean => i >= 0 && i < n && s.x[i]! >= from && s.x[i]! <= to;
  let path = "";
  let marks = "";
  let pen = false;
  for (let i = 0; i < n; ++i) {
    const [a, b] = [px(s.x[i]!), log && s.y[i]! <= 0 ? NaN : py(s.y[i]!)];
    const finite = Number.isFinite(a) && Number.isFinite(b);
    if (!finite || !(inside(i) || inside(i - 1) || inside(i + 1))) {
      pen = false;
      continue;
    }
    path += `${pen ? "L" : "M"}${f(a)} ${f(b)}`;
    pen = true;
    if (s.style !== "line") marks += symbol(s.symbol ?? "circle", a, b, 3.5, c);
  }
  const line =
    s.style === "points"
      ? ""
      : `<path d="${path}" fill="none" stroke="${c}" stroke-width="2" stroke-linejoin="round"${dash(s)}/>`;
  return line + marks;
}

function symbol(kind: Symbol, x: number, y: number, r: number, c: string): string {
  const at = `${f(x)} ${f(y)}`;
  if (kind === "circle") return `<circle cx="${f(x)}" cy="${f(y)}" r="${r}" fill="${c}"/>`;
  if (kind === "square")
    return `<rect x="${f(x - r)}" y="${f(y - r)}" width="${2 * r}" height="${2 * r}" fill="${c}"/>`;
  if (kind === "cross")
    return `<path d="M${at}m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}" stroke="${c}" stroke-width="2"/>`;
  if (kind === "triangle") return `<path d="M${at}m0 ${-1.2 * r}l${1.1 * r} ${2 * r}h${-2.2 * r}z" fill="${c}"/>`;
  return `<path d="M${at}m0 ${-1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z" fill="${c}"/>`;
}

type Scale = (v: number) => number;

function scale([low, high]: Range, log: boolean, from: number, to: number): Scale {
  const g = log ? Math.log10 : (v: number): number => v;
  const [a, b] = [g(low), g(high)];
  return (v) => from + ((g(v) - a) / (b - a)) * (to - from);
}

function layoutLegend(series: ChartSeries[]): { entries: { s: ChartSeries; x: number; row: number }[]; rows: number } {
  let x = 0;
  let row = 0;
  const entries = series.map((s) => {
    const size = 54 + 7.2 * labelled(s.name, s.unit).length;
    if (x > 0 && x + size > width - 110) {
      x = 0;
      ++row;
    }
    const entry = { s, x, row };
    x += size;
    return entry;
  });
  return { entries, rows: series.length ? row + 1 : 0 };
}

const colorOf = (s: ChartSeries): string =>
  typeof s.color === "number" ? seriesColor(s.color, "light") : s.color.startsWith("--") ? "#b3261e" : s.color;
const dash = (s: ChartSeries): string =>
  dashOf(s.color).length ? ` stroke-dasharray="${dashOf(s.color).join(" ")}"` : "";
const markColor = (faint = false): string => (faint ? "#5b6570" : "#b3261e");
const mark = (path: string, faint = false): string =>
  `<path d="${path}" stroke="${markColor(faint)}" stroke-width="${faint ? 0.75 : 1.5}" stroke-dasharray="5 4" fill="none"/>`;
const f = (v: number): number => Math.round(v * 100) / 100;

export function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
