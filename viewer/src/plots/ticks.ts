// Where the ticks of an axis are and how they are written; used in exported files.
import { number } from "../ui/format";
import type { Range } from "./chart_spec";

export interface Tick {
  value: number;
  label: string;
}

export function ticks(range: Range, log: boolean, most: number): Tick[] {
  return log ? logTicks(range, most) : linearTicks(range, most);
}

// The smallest of 1, 2, 5 times a power of ten that is not below x.
export function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  for (const digit of [1, 2, 5, 10]) if (digit * power >= x * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

function linearTicks([low, high]: Range, most: number): Tick[] {
  if (!(high > low)) return [];
  const step = niceStep((high - low) / most);
  const found: Tick[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) {
    const value = Math.abs(i * step) < 1e-9 * step ? 0 : Number((i * step).toPrecision(12));
    found.push({ value, label: tickLabel(value, step) });
  }
  return found;
}

// With as many digits as it takes to tell neighbouring ticks apart.
export function tickLabel(value: number, step: number): string {
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(value), step) / step)) + 1;
  return number(value, Math.min(15, Math.max(6, digits)));
}

function logTicks([low, high]: Range, most: number): Tick[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  if (last - first < 2) {
    // less than two powers of ten: label 1, 2 and 5
    const found: Tick[] = [];
    for (let e = first - 1; e <= last + 1; ++e)
      for (const digit of [1, 2, 5]) {
        const value = Number(`${digit}e${e}`);
        if (value >= low && value <= high) found.push({ value, label: logLabel(value) });
      }
    return found;
  }
  const every = Math.max(1, Math.ceil((last - first + 1) / most));
  const found: Tick[] = [];
  for (let e = first; e <= last; e += every) {
    const value = Number(`1e${e}`);
    found.push({ value, label: logLabel(value) });
  }
  return found;
}

export function logLabel(value: number): string {
  return value >= 0.001 && value < 20000 ? number(value, 3) : value.toExponential(0).replace("e+", "e");
}
