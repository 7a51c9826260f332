// The record of the attempted steps, sorted for display.
import type { Steps } from "../data";
import { f64, type Page } from "../decode";

export interface StepData {
  steps: Steps;
  n: number;
  time: Float64Array;
  h: Float64Array;
  error: ArrayLike<number>;
  iterations: ArrayLike<number>;
  outcome: ArrayLike<number>;
  worst: ArrayLike<number>;
  violation: ArrayLike<number>;
}

export function readSteps(steps: Steps, page: Page): StepData {
  const time = f64(page, steps.time);
  return {
    steps,
    n: time.length,
    time,
    h: f64(page, steps.h),
    error: page.array(steps.error),
    iterations: page.array(steps.iterations),
    outcome: page.array(steps.outcome),
    worst: page.array(steps.worst),
    violation: page.array(steps.violation),
  };
}

// Points (time, values) of the steps with an outcome.
export function pick(
  d: StepData,
  values: ArrayLike<number>,
  wanted: (i: number) => boolean,
  width = 1,
  column = 0,
): { x: Float64Array; y: Float64Array } {
  const x: number[] = [];
  const y: number[] = [];
  for (let i = 0; i < d.n; ++i) {
    if (!wanted(i)) continue;
    x.push(d.time[i]!);
    y.push(values[i * width + column]!);
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}

export function reason(d: StepData, i: number): string {
  return (d.steps.outcomes[d.outcome[i]!] ?? "unknown").replaceAll("_", " ");
}

export function blamed(d: StepData, i: number): string {
  return d.steps.names[d.worst[i]!] ?? "";
}

export function rejections(d: StepData): number[] {
  const found: number[] = [];
  for (let i = 0; i < d.n; ++i) if (d.outcome[i] !== 0) found.push(i);
  return found;
}

// How often each text occurs, most frequent first.
export function tally(texts: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const t of texts) counts.set(t, (counts.get(t) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
