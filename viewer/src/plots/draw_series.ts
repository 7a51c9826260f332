// Draws lines and symbols of a chart's series onto a canvas.
import type { Symbol } from "./chart_spec";

type Map1 = (v: number) => number;

// A polyline with gaps where a number is missing. Where many points share a pixel column only their extremes are drawn.
export function linePath(x: ArrayLike<number>, y: ArrayLike<number>, px: Map1, py: Map1): Path2D {
  const path = new Path2D();
  const n = Math.min(x.length, y.length);
  let pen = false;
  let column = NaN;
  let low = 0;
  let high = 0;
  let last = 0;
  let inColumn = 0;
  const flush = (): void => {
    if (inColumn > 2) {
      path.lineTo(column, low);
      path.lineTo(column, high);
      path.lineTo(column, last);
    }
    inColumn = 0;
  };
  for (let i = 0; i < n; ++i) {
    const a = px(x[i]!);
    const b = py(y[i]!);
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      flush();
      pen = false;
      continue;
    }
    const c = Math.round(a);
    if (pen && c === column) {
      low = Math.min(low, b);
      high = Math.max(high, b);
      last = b;
      ++inColumn;
      if (inColumn <= 2) path.lineTo(a, b);
      continue;
    }
    flush();
    if (pen) path.lineTo(a, b);
    else path.moveTo(a, b);
    pen = true;
    column = c;
    low = high = last = b;
    inColumn = 1;
  }
  flush();
  return path;
}

export function drawSymbol(c: CanvasRenderingContext2D, symbol: Symbol, x: number, y: number, r: number): void {
  c.beginPath();
  if (symbol === "circle") c.arc(x, y, r, 0, 2 * Math.PI);
  else if (symbol === "square") c.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
  else if (symbol === "triangle") {
    c.moveTo(x, y - 1.2 * r);
    c.lineTo(x + 1.1 * r, y + 0.8 * r);
    c.lineTo(x - 1.1 * r, y + 0.8 * r);
    c.closePath();
  } else if (symbol === "diamond") {
    c.moveTo(x, y - 1.3 * r);
    c.lineTo(x + 1.3 * r, y);
    c.lineTo(x, y + 1.3 * r);
    c.lineTo(x - 1.3 * r, y);
    c.closePath();
  } else {
    c.moveTo(x - r, y - r);
    c.lineTo(x + r, y + r);
    c.moveTo(x - r, y + r);
    c.lineTo(x + r, y - r);
    c.stroke();
    return;
  }
  c.fill();
}
