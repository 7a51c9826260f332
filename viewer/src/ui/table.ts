// Tables whose rows are sorted by a click on a column's head. Good and bad cells have a colour and a symbol.
import type { Cell } from "../data";
import { el } from "./dom";
import { number } from "./format";

export function table(columns: string[], rows: Cell[][], caption = ""): HTMLElement {
  const body = el("tbody");
  const order = rows.map((_r, i) => i);
  let sorted = -1;
  let up = true;
  const numeric = columns.map(
    (_c, c) =>
      rows.length > 0 &&
      rows.every((r) => r[c] === undefined || keyOf(r[c]!) === "" || typeof keyOf(r[c]!) === "number"),
  );
  const fill = (): void =>
    body.replaceChildren(
      ...order.map((i) => el("tr", {}, ...columns.map((_c, c) => cellElement(rows[i]![c] ?? "", numeric[c]!)))),
    );
  const heads = columns.map((name, c) => {
    const head = el("th", { scope: "col", class: numeric[c] ? "number" : "" });
    const sort = el("button", { type: "button", class: "sort" }, name);
    sort.addEventListener("click", () => {
      up = sorted === c ? !up : true;
      sorted = c;
      order.sort((i, j) => (up ? 1 : -1) * compare(keyOf(rows[i]![c] ?? ""), keyOf(rows[j]![c] ?? "")) || i - j);
      heads.forEach((h, k) =>
        k === c ? h.setAttribute("aria-sort", up ? "ascending" : "descending") : h.removeAttribute("aria-sort"),
      );
      fill();
    });
    head.appendChild(sort);
    return head;
  });
  fill();
  return el(
    "div",
    { class: "table-wrap", tabindex: 0, role: "region", "aria-label": caption || "Table" },
    el("table", {}, caption ? el("caption", {}, caption) : null, el("thead", {}, el("tr", {}, ...heads)), body),
  );
}

function cellElement(cell: Cell, isNumber: boolean): HTMLElement {
  if (typeof cell === "number") return el("td", { class: "number", title: String(cell) }, number(cell));
  if (cell === null) return el("td", { class: "number" }, "–");
  if (typeof cell === "string") return el("td", { class: isNumber ? "number" : "" }, cell);
  const mark = cell.good === null ? "" : cell.good ? "good" : "bad";
  return el(
    "td",
    { class: `${mark} ${isNumber ? "number" : ""}`, title: cell.hint },
    mark ? el("span", { class: "mark", role: "img", "aria-label": mark }, cell.good ? "✓" : "✗") : null,
    cell.text,
  );
}

// What a cell is sorted by: a number where the text begins with one.
export function keyOf(cell: Cell): string | number {
  if (typeof cell === "number") return cell;
  const text = (cell !== null && typeof cell === "object" ? cell.text : (cell ?? "")).trim();
  if (text === "" || text === "–" || text === "-") return "";
  const match = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(?=$|\s|%)/i.exec(text);
  return match ? Number(match[0]) : text;
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return a.localeCompare(b, "en", { numeric: true });
}
