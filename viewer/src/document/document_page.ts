// A document of sections: headings with a table of contents, text, verdicts, tables and charts.
import type { Block, Section } from "../data";
import type { Page } from "../decode";
import { Chart } from "../plots/chart";
import { type ChartSpec, symbols } from "../plots/chart_spec";
import { exportButtons } from "../plots/export_menu";
import { swatch } from "../plots/swatch";
import { el } from "../ui/dom";
import { table } from "../ui/table";

export function documentPage(sections: Section[], page: Page): HTMLElement {
  const list = el("ol");
  const body = el("article", { class: "document" });
  sections.forEach((section, i) => {
    const level = Math.min(3, Math.max(1, section.level));
    const heading = el(`h${level + 1}` as "h2", { id: `section-${i}`, tabindex: -1 }, section.heading);
    body.appendChild(el("section", { class: `level-${level}` }, heading, ...section.blocks.map((b) => block(b, page))));
    const link = el("a", { href: `#section-${i}` }, section.heading);
    const verdicts = section.blocks.filter((b) => b.kind === "verdict");
    const worst = verdicts.some((b) => b.good === false) ? false : verdicts.some((b) => b.good === true) ? true : null;
    list.appendChild(
      el(
        "li",
        { class: `level-${level}` },
        link,
        worst === null
          ? null
          : el(
              "span",
              { class: worst ? "good" : "bad", role: "img", "aria-label": worst ? "good" : "not good" },
              worst ? " ✓" : " ✗",
            ),
      ),
    );
  });
  const contents =
    sections.length > 2
      ? el("nav", { class: "contents", "aria-label": "Contents" }, el("h2", {}, "Contents"), list)
      : null;
  return el("main", { class: contents ? "document-page with-contents" : "document-page" }, contents, body);
}

function block(b: Block, page: Page): HTMLElement {
  switch (b.kind) {
    case "text":
      return el("p", { class: "text" }, b.text);
    case "verdict": {
      const kind = b.good === null ? "neutral" : b.good ? "good" : "bad";
      return el(
        "p",
        { class: `verdict ${kind}` },
        el(
          "span",
          { class: "mark", role: "img", "aria-label": { good: "good", bad: "not good", neutral: "note" }[kind] },
          { good: "✓", bad: "✗", neutral: "•" }[kind],
        ),
        el("span", {}, b.text),
      );
    }
    case "table":
      return table(b.columns, b.rows, b.caption);
    case "chart":
      return chart(b.chart, page);
  }
}

function chart(c: Extract<Block, { kind: "chart" }>["chart"], page: Page): HTMLElement {
  const spec: ChartSpec = {
    title: c.title,
    x: c.x,
    y: [c.y],
    series: c.series.map((s, i) => ({
      name: s.name,
      unit: "",
      axis: 0,
      style: s.style,
      color: i,
      symbol: symbols[i % symbols.length]!,
      x: page.array(s.x),
      y: page.array(s.y),
    })),
    marks: [],
  };
  const view = new Chart(spec, {}, 340);
  const legend = el("ul", { class: "legend" });
  for (const s of spec.series) legend.appendChild(el("li", {}, swatch(s), el("span", { class: "name" }, s.name)));
  return el(
    "figure",
    { class: "plot card", "aria-label": c.title },
    el(
      "header",
      {},
      el("h3", {}, c.title),
      exportButtons(() => view),
    ),
    legend,
    view.element,
    c.note ? el("figcaption", {}, c.note) : null,
  );
}
