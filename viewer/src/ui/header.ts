// The head of the page: title, status, one line of summary, buttons for theme, text size and help.
import { setLargeText, setTheme, theme, largeText } from "../theme";
import { button, el } from "./dom";

export interface HeaderParts {
  title: string;
  summary: string;
  badge?: { text: string; kind: "good" | "bad" | "neutral" };
  analyses?: HTMLElement | null;
  tabs?: HTMLElement;
  help?(): void;
}

export function header(parts: HeaderParts): HTMLElement {
  const dark = button(
    "Dark",
    () => {
      setTheme(theme() === "dark" ? "light" : "dark");
      dark.setAttribute("aria-pressed", String(theme() === "dark"));
    },
    { class: "quiet", "aria-pressed": String(theme() === "dark"), title: "Dark or light", id: "theme-button" },
  );
  const large = button(
    "Large text",
    () => {
      setLargeText(!largeText());
      large.setAttribute("aria-pressed", String(largeText()));
    },
    { class: "quiet", "aria-pressed": String(largeText()), title: "Larger text, for projectors", id: "text-button" },
  );
  const marks = { good: "✓", bad: "✗", neutral: "•" };
  const badge = parts.badge
    ? el(
        "span",
        { class: `badge ${parts.badge.kind}` },
        el("span", { "aria-hidden": "true" }, `${marks[parts.badge.kind]} `),
        parts.badge.text,
      )
    : null;
  return el(
    "header",
    { class: "page-head" },
    el(
      "div",
      { class: "title-line" },
      el("h1", {}, parts.title),
      badge,
      el("span", { class: "gap" }),
      dark,
      large,
      parts.help ? button("Keys", parts.help, { class: "quiet", title: "Help (?)" }) : null,
    ),
    parts.summary ? el("p", { class: "summary" }, parts.summary) : null,
    parts.analyses ?? null,
    parts.tabs ?? null,
  );
}
