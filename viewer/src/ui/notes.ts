// Remarks about the page itself: what was left out or simplified. Shown in a line that can be closed.
import { el } from "./dom";

export class Notes {
  readonly element = el("div", { class: "notes", role: "status", hidden: true });
  readonly texts: string[] = [];

  add(text: string): void {
    if (this.texts.includes(text)) return;
    this.texts.push(text);
    const row = el("p", {}, text);
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
