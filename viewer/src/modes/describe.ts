// A mode in words and numbers.
import type { Mode } from "../data";
import { duration, number } from "../ui/format";

const steady = 1e-9; // growth below this share of the eigenvalue is rounding

const onlyShown = "The picture swings only to show its shape.";

const fades = ([re, im]: [number, number]): boolean => Math.abs(re) > steady * Math.hypot(re, im);

export function eigenvalueText([re, im]: [number, number]): string {
  if (im === 0) return number(re, 4);
  return `${fades([re, im]) ? `${number(re, 4)} ` : ""}± ${number(im, 4)} i`;
}

export function dampingText(mode: Mode): string {
  return fades(mode.eigenvalue) ? number(mode.damping_ratio, 4) : "0";
}

// Whether it swings, decays or grows, and how fast.
export function behaviour(mode: Mode): string {
  const [re, im] = mode.eigenvalue;
  if (re === 0 && im === 0)
    return `A free motion: no force holds it, and it neither oscillates nor decays. ${onlyShown}`;
  const change = re < 0 ? "decays" : "grows";
  const time = `${re < 0 ? "to half" : "to twice"} its size in ${duration(Math.LN2 / Math.abs(re))}`;
  if (im === 0) return `It ${change} without oscillating, ${time}. ${onlyShown}`;
  const damped = fades(mode.eigenvalue) ? ` (damped; ${number(mode.frequency)} Hz undamped)` : "";
  const swings = `It oscillates with ${number(mode.damped_frequency)} Hz${damped}, once in ${duration((2 * Math.PI) / im)}`;
  return fades(mode.eigenvalue) ? `${swings}, and ${change} ${time}.` : `${swings}, and neither decays nor grows.`;
}

// The first that oscillates, else the first.
export function firstToShow(list: Mode[]): number {
  const swinging = list.findIndex((m) => m.eigenvalue[1] !== 0 && m.shape !== null);
  return Math.max(0, swinging);
}
