// Light and dark, large text, and the colours of the plots: Okabe and Ito's, which the colour-blind tell apart too,
// darkened or lightened where the background asks for it.

export type Theme = "light" | "dark";

const light = ["#0072b2", "#d55e00", "#00795a", "#a8498a", "#8a6500", "#444444", "#7a5cc0"];
const dark = ["#56b4e9", "#f0a030", "#35c99b", "#e08fc0", "#f0e442", "#ff8a5c", "#c4c4c4"];

const listeners: (() => void)[] = [];

export function theme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

export function palette(of: Theme = theme()): string[] {
  return of === "dark" ? dark : light;
}

export function seriesColor(i: number, of: Theme = theme()): string {
  const colors = palette(of);
  return colors[i % colors.length]!;
}

// A colour of the style sheet, "--line".
export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";
}

export function onThemeChange(f: () => void): void {
  listeners.push(f);
}

export function largeText(): boolean {
  return document.documentElement.dataset["text"] === "large";
}

export function setTheme(to: Theme): void {
  document.documentElement.dataset["theme"] = to;
  remember("alembert-theme", to);
  for (const f of listeners) f();
}

export function setLargeText(on: boolean): void {
  document.documentElement.dataset["text"] = on ? "large" : "normal";
  remember("alembert-text", on ? "large" : "normal");
  for (const f of listeners) f();
}

// What the user chose before, else what the system prefers.
export function startTheme(): void {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = recall("alembert-theme");
  root.dataset["theme"] = chosen === "dark" || chosen === "light" ? chosen : system.matches ? "dark" : "light";
  root.dataset["text"] = recall("alembert-text") === "large" ? "large" : "normal";
  system.addEventListener("change", () => {
    if (recall("alembert-theme")) return;
    root.dataset["theme"] = system.matches ? "dark" : "light";
    for (const f of listeners) f();
  });
}

// Pages opened as files may not be allowed to remember anything; then they do not.
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
