// The axes x, y and z in the corner of the 3D view.
import { svg } from "../ui/dom";

const colors: Record<string, string> = { x: "#c8442b", y: "#2f8f4e", z: "#2f6fc0" };

export class Triad {
  readonly element = svg("svg", {
    class: "triad",
    viewBox: "-40 -40 80 80",
    width: 80,
    height: 80,
    "aria-hidden": "true",
  });
  private readonly parts = new Map<string, { line: SVGElement; text: SVGElement }>();

  constructor() {
    for (const name of ["x", "y", "z"]) {
      const line = svg("line", { x1: 0, y1: 0, stroke: colors[name], "stroke-width": 2.5, "stroke-linecap": "round" });
      const text = svg("text", { "text-anchor": "middle", "dominant-baseline": "central", class: "triad-label" }, name);
      this.parts.set(name, { line, text });
      this.element.append(line, text);
    }
  }

  update(axes: { name: string; x: number; y: number; depth: number }[]): void {
    for (const a of [...axes].sort((p, q) => p.depth - q.depth)) {
      const { line, text } = this.parts.get(a.name)!;
      line.setAttribute("x2", String(24 * a.x));
      line.setAttribute("y2", String(-24 * a.y));
      const length = Math.hypot(a.x, a.y);
      text.setAttribute("x", String(a.x * 24 + (length > 0.1 ? (9 * a.x) / length : 7)));
      text.setAttribute("y", String(-a.y * 24 - (length > 0.1 ? (9 * a.y) / length : 7)));
      this.element.append(line, text);
    }
  }
}
