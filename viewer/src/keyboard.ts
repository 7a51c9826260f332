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
    "/": () => t.searchChannels(),
    "?": () => t.help.showModal(),
    Escape: () => t.clear(),
  };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || t.help.open) return;
    if (typing(e.target, e.key)) return;
    const action = actions[e.key];
    if (!action) return;
    e.preventDefault();
    action(e);
  });
}

// Keys belong to a field while the user types in it, and space to a button that has the focus.
function typing(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "range")
    return key === "Home" || key === "End" || (key.startsWith("Arrow") && !target.classList.contains("scrub"));
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  if (key === " ") return target instanceof HTMLButtonElement || target.tagName === "SUMMARY";
  const scrolls = target.classList.contains("table-wrap") || target.tagName === "PRE";
  return scrolls && (key.startsWith("Arrow") || key === "Home" || key === "End");
}
