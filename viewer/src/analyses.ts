// A page of several analyses shows one of them: that of the address, "#analysis-1" for the first, or the one that moves.
import type { Page } from "./decode";
import { el } from "./ui/dom";

const MARK = "#analysis-";

function chosen(page: Page): number {
  const list = page.data.analyses ?? [];
  const asked = location.hash.startsWith(MARK) ? Number(location.hash.slice(MARK.length)) - 1 : -1;
  return list[asked] ? asked : list.findIndex((a) => !a.run);
}

// From here on the chosen one is the page's run.
export function chooseAnalysis(page: Page): void {
  const one = page.data.analyses?.[chosen(page)];
  if (one?.run) page.data.run = one.run;
}

// Buttons to look at another. The page starts anew, so that nothing of the one before is left behind.
export function analysesBar(page: Page): HTMLElement | null {
  const list = page.data.analyses ?? [];
  if (list.length < 2) return null;
  const now = chosen(page);
  const bar = el("nav", { class: "analyses", "aria-label": "Analyses" });
  list.forEach((analysis, k) => {
    const link = el("a", { href: `${MARK}${k + 1}`, class: "analysis" }, analysis.title);
    if (k === now) link.setAttribute("aria-current", "page");
    bar.appendChild(link);
  });
  return bar;
}

window.addEventListener("hashchange", () => {
  if (location.hash.startsWith(MARK)) location.reload();
});
