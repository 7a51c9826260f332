// The bar with play, scrubber, time, speed and loop.
import type { Event } from "../data";
import type { Player } from "../player";
import { el, svg } from "./dom";
import { speedText, steady, withUnit } from "./format";

const icons = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  back: "M18 5v14L8 12zM5 5h2.5v14H5z",
  next: "M6 5v14l10-7zM16.5 5H19v14h-2.5z",
};

export function icon(path: string): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: "1.15em", height: "1.15em", fill: "currentColor", "aria-hidden": "true" },
    svg("path", { d: path }),
  );
}

// `swing`: what is played is one period of a mode; the bar shows its phase, and has no speed.
// Moments are marked along it.
export function transport(player: Player, timeUnit: string, swing = false, moments: Event[] = []): HTMLElement {
  const playButton = el("button", { type: "button", class: "play primary", onclick: () => player.toggle() });
  const back = el(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "One frame back (←)",
      "aria-label": "One frame back",
      onclick: () => player.step(-1),
    },
    icon(icons.back),
  );
  const next = el(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "One frame on (→)",
      "aria-label": "One frame on",
      onclick: () => player.step(1),
    },
    icon(icons.next),
  );
  const steps = 10000;
  const scrub = el("input", {
    type: "range",
    min: 0,
    max: steps,
    step: 1,
    value: 0,
    class: "scrub",
    "aria-label": swing ? "Phase" : "Time",
  });
  scrub.addEventListener("input", () => {
    player.pause();
    player.setTime(player.start + (Number(scrub.value) / steps) * (player.end - player.start));
  });
  const time = el("output", { class: "time", "aria-label": "Current time" });
  const speed = el("select", { "aria-label": "Speed", title: "Speed (+ and -)" });
  for (const s of player.speeds) speed.appendChild(el("option", { value: s }, speedText(s)));
  speed.addEventListener("change", () => player.setSpeed(Number(speed.value)));
  const loop = el(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "Start again at the end (l)",
      onclick: () => player.setLoop(!player.loop),
    },
    "Loop",
  );
  const state = (): void => {
    playButton.replaceChildren(icon(player.playing ? icons.pause : icons.play));
    playButton.setAttribute("aria-label", player.playing ? "Pause" : "Play");
    playButton.title = `${player.playing ? "Pause" : "Play"} (space)`;
    speed.value = String(player.speed);
    loop.setAttribute("aria-pressed", String(player.loop));
  };
  const digits = Math.max(
    4,
    Math.ceil(Math.log10(Math.max(1, (player.end || 1) / ((player.end - player.start) / 500 || 1)))) + 1,
  );
  const moved = (t: number): void => {
    scrub.value = String(player.moves ? Math.round(((t - player.start) / (player.end - player.start)) * steps) : 0);
    const phase = `${((360 * t) / (player.end || 1)).toFixed(0)}°`;
    const shown = swing ? phase : withUnit(steady(t, digits), timeUnit);
    time.textContent = swing
      ? `phase ${phase}`
      : `${steady(t, digits)} / ${withUnit(steady(player.end, digits), timeUnit)}`;
    scrub.setAttribute("aria-valuetext", shown);
  };
  player.listenSide(moved);
  player.listenState(state);
  state();
  moved(player.time);
  if (!player.moves) for (const node of [playButton, back, next, scrub, speed, loop]) node.setAttribute("disabled", "");
  return el(
    "div",
    { class: "transport", role: "group", "aria-label": "Animation" },
    back,
    playButton,
    next,
    el("div", { class: "track" }, scrub, ticks(player, moments)),
    time,
    swing ? null : speed,
    swing ? null : loop,
  );
}

const mostTicks = 500; // more would be a bar

// Where something happened, below the scrubber; its thumb is half of 16 px away from either end.
function ticks(player: Player, moments: Event[]): HTMLElement {
  const all = el("div", { class: "ticks", "aria-hidden": "true" });
  if (!player.moves) return all;
  for (const m of moments.slice(0, mostTicks)) {
    const part = (m.time - player.start) / (player.end - player.start);
    if (!(part >= 0 && part <= 1)) continue;
    const tick = el("span", { class: `tick ${m.kind}`, title: `${m.name} ${m.text}` });
    tick.style.left = `calc(8px + ${part} * (100% - 16px))`;
    all.appendChild(tick);
  }
  return all;
}
