// The dialog with the keys.
import { el } from "./dom";

export const keys: [string, string][] = [
  ["space", "play or pause, whatever was clicked before; Enter presses a button"],
  ["← →", "one frame back or on; with shift ten"],
  ["Home, End", "to the start, to the end"],
  ["+ -", "faster, slower"],
  ["l", "loop on or off"],
  ["f", "fit the model into the view"],
  ["1 2 3 4", "view from the front, top, side, corner"],
  ["m p s i o", "Motion, Plots, Summary, Integrator, Model"],
  ["/", "search channels"],
  ["Esc", "clear the selection"],
  ["?", "this help"],
];

export function helpDialog(): HTMLDialogElement {
  const list = el("dl", { class: "keys" });
  for (const [key, what] of keys) list.append(el("dt", {}, el("kbd", {}, key)), el("dd", {}, what));
  const dialog = el(
    "dialog",
    { class: "help", "aria-label": "Help" },
    el("h2", {}, "Keys"),
    list,
    el("h2", {}, "Mouse"),
    el(
      "p",
      {},
      "3D view: drag to turn, scroll to zoom, drag with the right button to move, click a body, joint or force to see its values.",
    ),
    el(
      "p",
      {},
      "Plots: click to move the animation there, drag to zoom all plots, double click to see everything again.",
    ),
    el("form", { method: "dialog" }, el("button", { class: "primary" }, "Close")),
  );
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  return dialog;
}
