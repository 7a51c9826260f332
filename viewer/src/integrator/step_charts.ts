// Charts of the steps: size, error, Newton iterations, violation of the constraints.
import type { Run } from "../data";
import type { ChartMark, ChartSeries, ChartSpec, Symbol } from "../plots/chart_spec";
import { pick, type StepData } from "./step_data";

const shapes: Symbol[] = ["cross", "triangle", "square", "diamond", "circle"];
const colors: (number | string)[] = ["--bad", 3, 4, 1, 6];

export function stepCharts(run: Run, d: StepData, marks: ChartMark[]): ChartSpec[] {
  const x = { label: "time", unit: run.units.time, log: false };
  const charts: ChartSpec[] = [
    {
      title: "Step size",
      x,
      y: [{ label: "step", unit: run.units.time, log: true }],
      series: byOutcome(d, d.h, run.units.time),
      marks,
    },
  ];
  if (!d.steps.fixed && hasNumbers(d.error))
    charts.push({
      title: "Error over tolerance",
      x,
      y: [{ label: "error / tolerance", unit: "", log: true }],
      series: byOutcome(d, d.error, ""),
      marks: [...marks, { value: 1, label: "allowed", along: "y" }],
    });
  charts.push({
    title: "Newton iterations",
    x,
    y: [{ label: "iterations", unit: "", log: false }],
    series: byOutcome(d, d.iterations, "", "points"),
    marks,
  });
  const levels = ["position", "velocity", "acceleration"].map((name, c): ChartSeries => {
    const p = pick(d, d.violation, (i) => d.outcome[i] === 0, 3, c);
    return { name, unit: "", axis: 0, style: "line", color: c, ...p };
  });
  const measured = levels.filter((s) => s.y.length > 0 && hasNumbers(s.y));
  if (measured.length)
    charts.push({
      title: "Violation of the constraints",
      x,
      y: [{ label: "largest residual", unit: "", log: true }],
      series: measured,
      marks,
    });
  return charts;
}

// Accepted steps as a line, rejected ones as marks, a colour and shape for each reason.
function byOutcome(
  d: StepData,
  values: ArrayLike<number>,
  unit: string,
  accepted: "line" | "points" = "line",
): ChartSeries[] {
  const few = d.n < 120;
  const style = accepted === "points" ? "points" : few ? "both" : "line";
  const series: ChartSeries[] = [
    { name: "accepted", unit, axis: 0, style, color: 0, ...pick(d, values, (i) => d.outcome[i] === 0) },
  ];
  d.steps.outcomes.forEach((name, o) => {
    if (o === 0) return;
    const points = pick(d, values, (i) => d.outcome[i] === o);
    if (points.x.length === 0 || !hasNumbers(points.y)) return;
    series.push({
      name: `rejected: ${name.replaceAll("_", " ")}`,
      unit,
      axis: 0,
      style: "points",
      color: colors[(o - 1) % 5]!,
      symbol: shapes[(o - 1) % 5]!,
      ...points,
    });
  });
  return series;
}

function hasNumbers(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; ++i) if (Number.isFinite(values[i])) return true;
  return false;
}
