// The sample of a series' line and symbol in a legend.
import { svg } from "../ui/dom";
import { type ChartSeries, dashOf, type Symbol } from "./chart_spec";

const outlines: Record<Symbol, string> = {
  circle: "M8 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  square: "M8.5 2.5h7v7h-7z",
  triangle: "M12 1.2l4.6 8.2h-9.2z",
  diamond: "M12 0.8l5.2 5.2l-5.2 5.2l-5.2 -5.2z",
  cross: "M8.5 2.5l7 7m0 -7l-7 7",
};

// A variable of the style sheet, so that it follows the theme.
export function cssOf(color: number | string): string {
  if (typeof color === "number") return `var(--series-${color % 7})`;
  return color.startsWith("--") ? `var(${color})` : color;
}

export function swatch(s: Pick<ChartSeries, "style" | "color" | "symbol">): SVGElement {
  const node = svg("svg", { class: "swatch", viewBox: "0 0 24 12", width: 24, height: 12, "aria-hidden": "true" });
  node.style.color = cssOf(s.color);
  if (s.style !== "points")
    node.appendChild(
      svg("path", {
        d: "M1 6h22",
        stroke: "currentColor",
        "stroke-width": 2.5,
        "stroke-dasharray": dashOf(s.color).join(" "),
      }),
    );
  if (s.style !== "line")
    node.appendChild(
      svg("path", {
        d: outlines[s.symbol ?? "circle"],
        fill: s.symbol === "cross" ? "none" : "currentColor",
        stroke: "currentColor",
        "stroke-width": s.symbol === "cross" ? 2 : 0,
      }),
    );
  return node;
}
