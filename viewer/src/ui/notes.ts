// Remarks about the page itself: what was left out or simplified. Shown in a line that can be closed.
import { el } from "./dom";

export class Notes {
  readonly element = el("div", { class: "notes", role: "status", hidden: true });
  private readonly rows: { text: string; key: string; row: HTMLElement }[] = [];

  get texts(): string[] {
    return this.rows.map((r) => r.text);
  }

  // A note with a key takes the place of the last one with that key.
  add(text: string, key = text): void {
    const old = this.rows.findIndex((r) => r.key === key);
    if (old >= 0) {
      if (this.rows[old]!.text === text) return;
      this.rows[old]!.row.remove();
      this.rows.splice(old, 1);
    }
    const row = el("p", {}, text);
    this.rows.push({ text, key, row });
    row.appendChild(
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": "Hide this note",
          onclick: () => {
            row.remove();
            this.element.hidden = this.element.childElementCount === 0;
          },
        },
        "×",
      ),
    );
    this.element.appendChild(row);
    this.element.hidden = false;
  }
}
