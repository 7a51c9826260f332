// The tab "Integrator": what limited the step, charts of the steps, cost, and every rejected step.
import type { Run } from "../data";
import type { Page } from "../decode";
import type { Player } from "../player";
import type { ChartMark } from "../plots/chart_spec";
import { TimeChart } from "../plots/time_chart";
import type { TimeLink } from "../plots/time_link";
import { barList } from "../ui/bars";
import { el } from "../ui/dom";
import { count, duration, number, percent, withUnit } from "../ui/format";
import { table } from "../ui/table";
import { stepCharts } from "./step_charts";
import { blamed, readSteps, reason, rejections, type StepData, tally } from "./step_data";

const mostRows = 1000;

export function integratorTab(run: Run, page: Page, player: Player, link: TimeLink, marks: ChartMark[]): HTMLElement {
  const d = readSteps(run.steps, page);
  const rejected = rejections(d);
  const panel = el("div", { class: "integrator" });
  panel.append(story(run, d, rejected.length));
  const left = el("div", { class: "plots" });
  if (d.n > 0)
    for (const spec of stepCharts(run, d, marks)) {
      const view = new TimeChart(spec, player, link, { values: false, height: 210 });
      player.listenSide((t) => view.setTime(t));
      left.appendChild(view.element);
    }
  panel.appendChild(left);
  const cards = el("div", { class: "cards" });
  if (run.phases.length) cards.appendChild(costs(run));
  if (rejected.length) {
    cards.appendChild(bars("Why steps were rejected", tally(rejected.map((i) => reason(d, i)))));
    const names = tally(rejected.map((i) => blamed(d, i)).filter(Boolean));
    if (names.length) cards.appendChild(bars("What they were rejected for", names.slice(0, 12)));
  }
  panel.append(cards, rejectionTable(run, d, rejected));
  return panel;
}

function story(run: Run, d: StepData, rejected: number): HTMLElement {
  const node = el("section", { class: "story card" }, el("h2", {}, "What the integrator did"));
  for (const text of run.story) node.appendChild(el("p", {}, text));
  const accepted = d.n - rejected;
  let counts =
    d.n === 0
      ? "No steps were recorded."
      : `${count(accepted, "step")} accepted, ${rejected.toLocaleString("en")} rejected.`;
  if (d.steps.tolerance !== null) counts += ` Tolerance ${number(d.steps.tolerance)}.`;
  if (d.steps.fixed) counts += " Fixed step size: no error test.";
  if (d.steps.of > d.n)
    counts += ` Shown are ${d.n.toLocaleString("en")} of ${d.steps.of.toLocaleString("en")} attempted steps.`;
  node.appendChild(el("p", { class: "hint" }, counts));
  return node;
}

function costs(run: Run): HTMLElement {
  const total = run.phases.reduce((sum, p) => sum + p.seconds, 0);
  const phases = [...run.phases].sort((a, b) => b.seconds - a.seconds);
  const most = phases[0]?.seconds || 1;
  return el(
    "section",
    { class: "card" },
    el("h3", {}, "Where the time went"),
    el("p", { class: "hint" }, `${duration(total)} of computing in all`),
    barList(
      phases.map((p) => ({
        name: p.name,
        part: p.seconds / most,
        text: `${duration(p.seconds)}, ${percent(total > 0 ? p.seconds / total : 0)}`,
      })),
    ),
  );
}

function bars(title: string, counts: [string, number][]): HTMLElement {
  const most = counts[0]?.[1] ?? 1;
  return el(
    "section",
    { class: "card" },
    el("h3", {}, title),
    barList(counts.map(([name, n]) => ({ name, part: n / most, text: n.toLocaleString("en") }))),
  );
}

function rejectionTable(run: Run, d: StepData, rejected: number[]): HTMLElement {
  const node = el("section", { class: "card" }, el("h3", {}, "Rejected steps"));
  if (rejected.length === 0) {
    node.appendChild(
      el("p", { class: "hint" }, d.n === 0 ? "No steps were recorded." : "None: every step was accepted at once."),
    );
    return node;
  }
  const shown = rejected.slice(0, mostRows);
  const rows = shown.map((i) => [
    d.time[i]!,
    d.h[i]!,
    reason(d, i),
    blamed(d, i) || "–",
    d.error[i]!,
    d.iterations[i]!,
  ]);
  const unit = run.units.time;
  node.appendChild(
    table(
      [
        withUnit("time", `(${unit})`),
        withUnit("step", `(${unit})`),
        "reason",
        "worst coordinate",
        "error / tolerance",
        "iterations",
      ],
      rows,
    ),
  );
  if (rejected.length > shown.length)
    node.appendChild(el("p", { class: "hint" }, `The first ${mostRows} of ${rejected.length}.`));
  return node;
}
