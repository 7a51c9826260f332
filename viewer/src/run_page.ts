// The report of a run or another analysis: header, banner, and the tabs Motion, Plots, Integrator, Contacts, Model, joined by the
// player. An analysis without an integrator says beside the picture what it found; a single state has no curves.
import { analysesBar } from "./analyses";
import { Channels } from "./channels";
import { contactsTab } from "./contacts/contacts_tab";
import type { Run } from "./data";
import { f64, type Page } from "./decode";
import { integratorTab } from "./integrator/integrator_tab";
import { bindKeys } from "./keyboard";
import { modelTab } from "./model/model_tab";
import { ModesPanel, swing } from "./modes/modes_panel";
import { type MotionTab, motionTab } from "./motion/motion_tab";
import { Selection } from "./motion/selection";
import { Player } from "./player";
import { ChannelTree } from "./plots/channel_tree";
import type { ChartMark } from "./plots/chart_spec";
import { defaultPlots, PlotBoard } from "./plots/plot_board";
import { TimeLink } from "./plots/time_link";
import { endedEarly, eventMarks, hasSummary, summaryTab } from "./summary/summary_tab";
import { installHook } from "./test_hook";
import { el } from "./ui/dom";
import { count, number, withUnit } from "./ui/format";
import { header } from "./ui/header";
import { helpDialog } from "./ui/help";
import { Notes } from "./ui/notes";
import { table } from "./ui/table";
import { type Tab, Tabs } from "./ui/tabs";
import { transport } from "./ui/transport";

export function runPage(run: Run, page: Page): HTMLElement {
  const notes = new Notes();
  for (const text of run.notes) notes.add(text);
  const frames = f64(page, run.frames.time);
  const player = run.modes ? new Player(swing(), "s") : new Player(frames, run.units.time);
  if (run.modes) player.setSpeed(1);
  const single = !run.integrated && frames.length <= 1;
  const channels = new Channels(page);
  const link = new TimeLink();
  const marks = [...failureMarks(run), ...eventMarks(run)];
  const board = new PlotBoard(channels, player, link, run.units.time, marks);
  const selection = new Selection(run);
  const motion = motionTab(run, page, channels, player, board, selection, notes);
  const tree = new ChannelTree(channels, board);
  const plotPlace = el("div", { class: "plot-place" });
  const plotsPanel = el("div", { class: "plots-tab" }, tree.element, plotPlace);
  const modes = run.modes ? new ModesPanel(run, run.modes, page, player, motion.viewport) : null;
  if (!run.integrated) showFound(motion, run, channels, modes, single);
  const bar = transport(player, run.units.time, run.modes !== undefined, run.events);
  const show = (on: boolean, place?: HTMLElement): void => {
    if (place && !single) place.appendChild(board.element);
    bar.hidden = !on || (single && !run.modes);
  };
  const list: Tab[] = [
    { id: "motion", title: pictureTitle(run, single), panel: motion.panel, shown: () => show(true, motion.plotPlace) },
  ];
  if (!single) list.push({ id: "plots", title: "Plots", panel: plotsPanel, shown: () => show(true, plotPlace) });
  if (!single && hasSummary(run))
    list.push({ id: "summary", title: "Summary", panel: summaryTab(run, player), shown: () => show(true) });
  if (run.integrated) {
    const panel = integratorTab(run, page, player, link, marks);
    list.push({ id: "integrator", title: "Integrator", panel, shown: () => show(true) });
  }
  if (run.contacts?.impacts.length)
    list.push({ id: "contacts", title: "Contacts", panel: contactsTab(run), shown: () => show(false) });
  list.push({ id: "model", title: "Model", panel: modelTab(run), shown: () => show(false) });
  const tabs = new Tabs(list);
  if (!single) for (const plot of defaultPlots(channels)) board.addPlot(plot.title, plot.ids);
  const help = helpDialog();
  const searchChannels = (): void => {
    tabs.show("plots");
    tree.search.focus();
    tree.search.select();
  };
  const { fit, view } = motion;
  bindKeys({ player, tabs, help, searchChannels, fit, view, clear: () => selection.set(null) });
  installHook({ page: page.data, player, channels, board, notes, viewport: motion.viewport, modes, flexible: motion.flexible });
  if (modes && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  const head = header({
    title: page.data.title,
    summary: summary(run, page),
    badge: badge(run),
    analyses: analysesBar(page),
    tabs: tabs.bar,
    help: () => help.showModal(),
  });
  return el("div", { class: "run-page" }, head, banner(run), notes.element, tabs.panels, bar, help);
}

// Beside the picture: the modes, what the analysis found in words, and the outputs of a single state.
function showFound(motion: MotionTab, run: Run, channels: Channels, modes: ModesPanel | null, single: boolean): void {
  if (modes) motion.top.appendChild(modes.element);
  const story = el("section", { class: "story card" }, el("h2", {}, `What the analysis found (${analysisName(run)})`));
  for (const text of run.story) story.appendChild(el("p", {}, text));
  if (run.story.length) motion.top.appendChild(story);
  const outputs = channels.columns.outputs.map((id) => channels.get(id)!);
  if (!single || outputs.length === 0) return;
  const rows = outputs.map((c) => [c.label, c.values[0] ?? NaN, c.unit === "1" ? "" : c.unit]);
  motion.top.appendChild(
    el(
      "section",
      { class: "card outputs" },
      el("h2", {}, modes ? "Outputs in this state" : "Outputs"),
      table(["output", "value", "unit"], rows),
    ),
  );
}

function pictureTitle(run: Run, single: boolean): string {
  if (run.modes) return "Modes";
  return !single ? "Motion" : run.analysis === "statics" ? "Equilibrium" : "State";
}

function analysisName(run: Run): string {
  return run.analysis.replaceAll("_", " ");
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
    run.contacts ? count(run.contacts.names.length, "contact") : "",
    run.freedom.degrees === null ? "" : `${count(run.freedom.degrees, "degree")} of freedom`,
    made(run),
    run.facts.find((f) => f.name.toLowerCase() === "method")?.value ?? "",
    run.steps.of ? `${count(run.steps.of, "step")} tried` : "",
    page.data.program,
  ];
  return parts.filter(Boolean).join("  ·  ");
}

// "2 s simulated", "kinematics up to 2 s", "modes about the equilibrium", "statics"
function made(run: Run): string {
  const end = withUnit(number(run.end_time), run.units.time);
  if (run.analysis === "dynamics") return `${end} simulated`;
  if (run.modes) return `${count(run.modes.list.length, "mode")} about ${run.modes.about}`;
  return run.frames.of > 1 ? `${analysisName(run)} at ${count(run.frames.of, "time")} up to ${end}` : analysisName(run);
}

function banner(run: Run): HTMLElement | null {
  const warnings = run.warnings.length ? el("ul", {}, ...run.warnings.map((w) => el("li", {}, w))) : null;
  if (run.status === "done") {
    const ended = endedEarly(run);
    const early = ended
      ? el("section", { class: "banner done early", role: "status" }, el("b", {}, "The run ended early. "), ended)
      : null;
    const open = run.warnings.length <= 2; // a long list would hide the rest
    const told = warnings
      ? el(
          "details",
          { class: "banner done", open },
          el("summary", {}, "⚠ ", count(run.warnings.length, "warning")),
          warnings,
        )
      : null;
    return early && told ? el("div", {}, early, told) : (early ?? told);
  }
  const one = ["statics", "modes", "linearise"].includes(run.analysis); // time plays no part
  const reached = `${number(run.end_time)} of ${withUnit(number(run.planned_end), run.units.time)}`;
  const what = run.integrated ? "The run" : "The analysis";
  const title = {
    failed: `${what} failed${one ? "" : ` at time ${reached}`}`,
    interrupted: `${what} was interrupted${one ? "" : ` at time ${reached}`}`,
    running: `${what} was still going on when this page was written${one ? "" : `: time ${reached}`}`,
  }[run.status];
  const message = run.message ? el("pre", {}, run.message) : null;
  return el("section", { class: `banner ${run.status}`, role: "alert" }, el("h2", {}, title), message, warnings);
}
