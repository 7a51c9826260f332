// A list of names, each with a bar and a text.
import { el } from "./dom";

// `part`: of the longest bar, 0 to 1.
export function barList(rows: { name: string; part: number; text: string }[]): HTMLElement {
  const list = el("ul", { class: "bars" });
  for (const row of rows) {
    const bar = el("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(row.part));
    list.appendChild(
      el(
        "li",
        {},
        el("span", { class: "bar-name", title: row.name }, row.name),
        el("span", { class: "bar-track" }, bar),
        el("span", { class: "bar-text" }, row.text),
      ),
    );
  }
  return list;
}
