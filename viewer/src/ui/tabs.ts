// Tabs: one panel is shown, arrows move between the tabs' buttons.
import { el } from "./dom";

export interface Tab {
  id: string;
  title: string;
  panel: HTMLElement;
  shown?(): void;
}

export class Tabs {
  readonly bar = el("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the report" });
  readonly panels = el("main", { class: "panels" });
  current = "";
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly tabs: Tab[]) {
    this.buttons = tabs.map((tab, i) => {
      const node = el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${tab.id}`,
          "aria-controls": `panel-${tab.id}`,
          onclick: () => this.show(tab.id),
        },
        tab.title,
      );
      node.addEventListener("keydown", (e) => {
        const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
        if (!step) return;
        e.preventDefault();
        e.stopPropagation();
        const next = this.tabs[(i + step + tabs.length) % tabs.length]!;
        this.show(next.id);
        this.buttons[this.tabs.indexOf(next)]!.focus();
      });
      this.bar.appendChild(node);
      tab.panel.id = `panel-${tab.id}`;
      tab.panel.setAttribute("role", "tabpanel");
      tab.panel.setAttribute("aria-labelledby", `tab-${tab.id}`);
      this.panels.appendChild(tab.panel);
      return node;
    });
    this.show(tabs[0]!.id);
  }

  // A tab that this page does not have is not shown.
  show(id: string): void {
    if (!this.tabs.some((tab) => tab.id === id)) return;
    this.current = id;
    this.tabs.forEach((tab, i) => {
      const on = tab.id === id;
      tab.panel.hidden = !on;
      this.buttons[i]!.setAttribute("aria-selected", String(on));
      this.buttons[i]!.tabIndex = on ? 0 : -1;
      if (on) tab.shown?.();
    });
  }
}
