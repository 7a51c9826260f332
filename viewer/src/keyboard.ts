// The keys of the page; help.ts lists them for the user.
import type { Player } from "./player";
import type { View } from "./scene/camera";
import type { Tabs } from "./ui/tabs";

export interface KeyTargets {
  player: Player;
  tabs: Tabs;
  help: HTMLDialogElement;
  searchChannels(): void;
  fit(): void;
  view(view: View): void;
  clear(): void;
}

export function bindKeys(t: KeyTargets): void {
  const { player } = t;
  const actions: Record<string, (e: KeyboardEvent) => void> = {
    " ": () => player.toggle(),
    ArrowLeft: (e) => player.step(e.shiftKey ? -10 : -1),
    ArrowRight: (e) => player.step(e.shiftKey ? 10 : 1),
    Home: () => player.setTime(player.start),
    End: () => player.setTime(player.end),
    "+": () => player.faster(1),
    "=": () => player.faster(1),
    "-": () => player.faster(-1),
    l: () => player.setLoop(!player.loop),
    f: () => t.fit(),
    "1": () => t.view("front"),
    "2": () => t.view("top"),
    "3": () => t.view("side"),
    "4": () => t.view("iso"),
    m: () => t.tabs.show("motion"),
    p: () => t.tabs.show("plots"),
    i: () => t.tabs.show("integrator"),
    o: () => t.tabs.show("model"),
    s: () => t.tabs.show("summary"),
    "/": () => t.searchChannels(),
    "?": () => t.help.showModal(),
    Escape: () => t.clear(),
  };
  // First of all, whatever has the focus. A button that has it answers when space is let go: it must not.
  document.addEventListener(
    "keydown",
    (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || t.help.open) return;
      if (belongsTo(e.target, e.key)) return;
      const action = actions[e.key];
      if (!action) return;
      e.preventDefault();
      if (e.key !== " " || !e.repeat) action(e);
    },
    true,
  );
  document.addEventListener(
    "keyup",
    (e) => {
      if (e.key === " " && !t.help.open && !belongsTo(e.target, e.key)) e.preventDefault();
    },
    true,
  );
}

const without = ["range", "checkbox", "radio", "button", "submit", "reset", "color", "file"]; // text

// Keys belong to a field while the user types in it, arrows to what they move. Space plays: Enter presses what has the focus.
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true;
  const input = target instanceof HTMLInputElement;
  if (input && !without.includes(target.type)) return true;
  if (key === " ") return false;
  const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (input && target.type === "range") return moves && !(key.startsWith("Arrow") && target.classList.contains("scrub"));
  if (input || target instanceof HTMLSelectElement) return true;
  const scrolls = target.classList.contains("table-wrap") || target.tagName === "PRE";
  return scrolls && moves;
}
