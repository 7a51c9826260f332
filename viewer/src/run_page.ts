// The report of a run: header, banner, and the tabs Motion, Plots, Integrator, Model, joined by the player.
import { Channels } from "./channels";
import type { Run } from "./data";
import { f64, type Page } from "./decode";
import { integratorTab } from "./integrator/integrator_tab";
import { bindKeys } from "./keyboard";
import { modelTab } from "./model/model_tab";
import { motionTab } from "./motion/motion_tab";
import { Selection } from "./motion/selection";
import { Player } from "./player";
import { ChannelTree } from "./plots/channel_tree";
import type { ChartMark } from "./plots/chart_spec";
import { defaultPlots, PlotBoard } from "./plots/plot_board";
import { TimeLink } from "./plots/time_link";
import { installHook } from "./test_hook";
import { el } from "./ui/dom";
import { count, number, withUnit } from "./ui/format";
import { header } from "./ui/header";
import { helpDialog } from "./ui/help";
import { Notes } from "./ui/notes";
import { Tabs } from "./ui/tabs";
import { transport } from "./ui/transport";

export function runPage(run: Run, page: Page): HTMLElement {
  const notes = new Notes();
  for (const text of run.notes) notes.add(text);
  const frames = f64(page, run.frames.time);
  const player = new Player(frames, run.units.time);
  const channels = new Channels(page);
  const link = new TimeLink();
  const marks = failureMarks(run);
  const board = new PlotBoard(channels, player, link, run.units.time, marks);
  const selection = new Selection(run);
  const motion = motionTab(run, page, channels, player, board, selection, notes);
  const tree = new ChannelTree(channels, board);
  const plotPlace = el("div", { class: "plot-place" });
  const plotsPanel = el("div", { class: "plots-tab" }, tree.element, plotPlace);
  const bar = transport(player, run.units.time);
  const tabs = new Tabs([
    {
      id: "motion",
      title: "Motion",
      panel: motion.panel,
      shown: () => (motion.plotPlace.appendChild(board.element), (bar.hidden = false)),
    },
    {
      id: "plots",
      title: "Plots",
      panel: plotsPanel,
      shown: () => (plotPlace.appendChild(board.element), (bar.hidden = false)),
    },
    {
      id: "integrator",
      title: "Integrator",
      panel: integratorTab(run, page, player, link, marks),
      shown: () => (bar.hidden = false),
    },
    { id: "model", title: "Model", panel: modelTab(run), shown: () => (bar.hidden = true) },
  ]);
  for (const plot of defaultPlots(channels)) board.addPlot(plot.title, plot.ids);
  const help = helpDialog();
  const searchChannels = (): void => {
    tabs.show("plots");
    tree.search.focus();
    tree.search.select();
  };
  bindKeys({
    player,
    tabs,
    help,
    searchChannels,
    fit: motion.fit,
    view: motion.view,
    clear: () => selection.set(null),
  });
  installHook({ page: page.data, player, channels, board, notes, viewport: motion.viewport });
  const head = header({
    title: page.data.title,
    summary: summary(run, page),
    badge: badge(run),
    tabs: tabs.bar,
    help: () => help.showModal(),
  });
  return el("div", { class: "run-page" }, head, banner(run), notes.element, tabs.panels, bar, help);
}

function failureMarks(run: Run): ChartMark[] {
  if (run.status === "done" || run.status === "running") return [];
  return [{ value: run.end_time, label: run.status, along: "x" }];
}

function badge(run: Run): { text: string; kind: "good" | "bad" | "neutral" } {
  return { text: run.status, kind: run.status === "done" ? "good" : run.status === "failed" ? "bad" : "neutral" };
}

function summary(run: Run, page: Page): string {
  const parts = [
    count(run.bodies.length - 1, "body", "bodies"),
    count(run.joints.length, "joint"),
    run.forces.length ? count(run.forces.length, "force") : "",
    run.freedom.degrees === null ? "" : `${count(run.freedom.degrees, "degree")} of freedom`,
    `${withUnit(number(run.end_time), run.units.time)} simulated`,
    run.facts.find((f) => f.name.toLowerCase() === "method")?.value ?? "",
    run.steps.of ? `${count(run.steps.of, "step")} tried` : "",
    page.data.program,
  ];
  return parts.filter(Boolean).join("  ·  ");
}

function banner(run: Run): HTMLElement | null {
  const warnings = run.warnings.length ? el("ul", {}, ...run.warnings.map((w) => el("li", {}, w))) : null;
  if (run.status === "done") {
    if (!warnings) return null;
    const open = run.warnings.length <= 2; // a long list would hide the rest
    return el(
      "details",
      { class: "banner done", open },
      el("summary", {}, "⚠ ", count(run.warnings.length, "warning")),
      warnings,
    );
  }
  const reached = `${number(run.end_time)} of ${withUnit(number(run.planned_end), run.units.time)}`;
  const title = {
    failed: `The run failed at time ${reached}`,
    interrupted: `The run was interrupted at time ${reached}`,
    running: `The run was still going on when this page was written: time ${reached}`,
  }[run.status];
  const message = run.message ? el("pre", {}, run.message) : null;
  return el("section", { class: `banner ${run.status}`, role: "alert" }, el("h2", {}, title), message, warnings);
}
