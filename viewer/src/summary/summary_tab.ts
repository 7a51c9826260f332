// The tab "Summary": what happened and when, and between which values the outputs were. A click on a time moves the animation
// there.
import type { Event, OutputRange, Run } from "../data";
import type { Player } from "../player";
import type { ChartMark } from "../plots/chart_spec";
import { button, el } from "../ui/dom";
import { count, number, withUnit } from "../ui/format";

const mostRows = 1000;
const mostMarks = 40; // in a plot; more would hide the curves
const mostNamed = 8;

export function hasSummary(run: Run): boolean {
  return (run.events?.length ?? 0) > 0 || (run.ranges?.length ?? 0) > 0;
}

export function summaryTab(run: Run, player: Player): HTMLElement {
  const go = (t: number): HTMLElement =>
    button(
      number(t, 7),
      () => {
        player.pause();
        player.setTime(t);
      },
      { class: "small", title: "Show this moment" },
    );
  return el("div", { class: "summary-tab" }, events(run, go), ranges(run, go));
}

// "" where it came to the end that was asked for.
export function endedEarly(run: Run): string {
  if (!run.message || run.status !== "done") return "";
  const planned = withUnit(number(run.planned_end), run.units.time);
  return `At time ${number(run.end_time)} of ${planned}: ${run.message}.`;
}

const kinds: Record<Event["kind"], string> = {
  sensor: "sensor",
  contact: "contact",
  corner: "corner of a function of time",
  analysis: "analysis",
};

function events(run: Run, go: (t: number) => HTMLElement): HTMLElement {
  const list = run.events ?? [];
  const all = Math.max(list.length, run.event_count ?? 0);
  const card = el("section", { class: "card events" }, el("h3", {}, `Events (${all})`));
  if (list.length === 0) card.appendChild(el("p", { class: "hint" }, "None: no sensor acted, and nothing touched."));
  else
    card.appendChild(
      plain(
        [withUnit("time", `(${run.units.time})`), "what", "name", "did"],
        list.slice(0, mostRows).map((e) => [go(e.time), kinds[e.kind], e.name, e.text]),
      ),
    );
  const shown = Math.min(mostRows, list.length);
  if (all > shown) card.appendChild(el("p", { class: "hint" }, `The first ${shown} of ${count(all, "event")}.`));
  return card;
}

function ranges(run: Run, go: (t: number) => HTMLElement): HTMLElement | null {
  const list: OutputRange[] = run.ranges ?? [];
  if (list.length === 0) return null;
  const time = withUnit("at", `(${run.units.time})`);
  const rows = list.map((r) => [
    r.name,
    r.unit === "1" ? "" : r.unit,
    number(r.least, 6),
    go(r.least_at),
    number(r.largest, 6),
    go(r.largest_at),
  ]);
  return el(
    "section",
    { class: "card ranges" },
    el("h3", {}, "Outputs: least and largest of all rows"),
    plain(["output", "unit", "least", time, "largest", time], rows),
  );
}

function plain(heads: string[], rows: (HTMLElement | string)[][]): HTMLElement {
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  const body = rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))));
  return el(
    "div",
    { class: "table-wrap", tabindex: 0, role: "region", "aria-label": heads.join(", ") },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
  );
}

// Lines in the plots where sensors acted or things touched; with names where these can be read.
export function eventMarks(run: Run): ChartMark[] {
  const list = (run.events ?? []).filter((e) => e.kind !== "corner").slice(0, mostMarks);
  const apart = 0.1 * (run.end_time - (list[0] ? Math.min(0, list[0].time) : 0));
  let last = -Infinity;
  return list.map((e) => {
    const named = list.length <= mostNamed && e.time - last >= apart;
    if (named) last = e.time;
    return { value: e.time, label: named ? e.name : "", along: "x", faint: true };
  });
}
