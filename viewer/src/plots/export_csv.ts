// The data of a chart as comma-separated values (RFC 4180): full precision, units in the header. Series that share their x
// share a column; others bring their own.
import { labelled } from "../ui/format";
import type { ChartSeries, ChartSpec } from "./chart_spec";

export function chartCsv(spec: ChartSpec): string {
  const groups: ChartSeries[][] = [];
  for (const s of spec.series) {
    const group = groups.find((g) => g[0]!.x === s.x);
    if (group) group.push(s);
    else groups.push([s]);
  }
  const xName = labelled(spec.x.label, spec.x.unit);
  const header: string[] = [];
  const columns: ArrayLike<number>[] = [];
  for (const group of groups) {
    header.push(groups.length > 1 ? `${xName} of ${group[0]!.name}` : xName);
    columns.push(group[0]!.x);
    for (const s of group) {
      header.push(labelled(s.name, s.unit));
      columns.push(s.y);
    }
  }
  const lines = [header.map(quote).join(",")];
  const rows = Math.max(0, ...columns.map((c) => c.length));
  for (let i = 0; i < rows; ++i) lines.push(columns.map((c) => (i < c.length ? cell(c[i]!) : "")).join(","));
  return `${lines.join("\n")}\n`;
}

// The shortest digits that read back to the same number; nothing where there is none.
function cell(v: number): string {
  return Number.isFinite(v) ? String(v) : "";
}

export function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
