// The list of all channels with a search field; a click adds a channel to the plot chosen. Branches are filled when opened.
import type { Channels, OwnerKind } from "../channels";
import { el } from "../ui/dom";
import { withUnit } from "../ui/format";
import type { PlotBoard } from "./plot_board";

const shown = 300; // so many results and so many owners in one go

export class ChannelTree {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  private readonly list = el("div", { class: "tree" });

  constructor(
    private readonly channels: Channels,
    private readonly board: PlotBoard,
  ) {
    this.search = el("input", {
      type: "search",
      placeholder: "Search ( / )",
      "aria-label": "Search channels",
      oninput: () => this.fill(),
    });
    this.element = el(
      "aside",
      { class: "channels card", "aria-label": "Channels" },
      this.search,
      el(
        "button",
        { type: "button", title: "The next channel starts a new plot", onclick: () => board.startNew() },
        "New plot",
      ),
      this.list,
    );
    board.listen(() => this.mark());
    this.fill();
  }

  private fill(): void {
    const text = this.search.value.trim();
    this.list.textContent = "";
    if (text) this.fillSearch(text);
    else this.fillTree();
    this.mark();
  }

  private fillSearch(text: string): void {
    const ids = this.channels.search(text, shown);
    if (ids.length === 0) this.list.appendChild(el("p", { class: "hint" }, "Nothing found."));
    for (const id of ids) this.list.appendChild(this.leaf(id, id.replaceAll("/", " › ")));
    if (ids.length === shown)
      this.list.appendChild(
        el("p", { class: "hint" }, `Only the first ${shown} are shown; type more to narrow the search.`),
      );
  }

  private fillTree(): void {
    const { outputs, energy, variables, stability, stress } = this.channels.columns;
    if (outputs.length)
      this.list.appendChild(this.branch(`Outputs (${outputs.length})`, () => outputs.map((id) => this.leaf(id)), true));
    if (energy.length)
      this.list.appendChild(this.branch("Energy", () => energy.map((id) => this.leaf(id)), outputs.length === 0));
    for (const [title, ids] of [
      ["Variables", variables],
      ["Stability", stability],
      ["Stress (von Mises)", stress],
    ] as const)
      if (ids.length) this.list.appendChild(this.branch(title, () => ids.map((id) => this.leaf(id))));
    for (const [kind, title] of [
      ["body", "Bodies"],
      ["joint", "Joints"],
      ["force", "Forces"],
      ["contact", "Contacts"],
      ["motion", "Motions"],
      ["constraint", "Constraints"],
      ["variable", "Variables"],
      ["state", "States"],
      ["sensor", "Sensors and events"],
      ["input", "Inputs"],
    ] as const) {
      const names = this.channels.names(kind);
      if (names.length)
        this.list.appendChild(this.branch(`${title} (${names.length})`, () => this.owners(kind, names)));
    }
  }

  private owners(kind: OwnerKind, names: string[]): HTMLElement[] {
    const nodes: HTMLElement[] = names
      .slice(0, shown)
      .map((name) =>
        this.branch(name, () =>
          this.channels
            .quantities(kind, name)
            .map((q) =>
              q.ids.length === 1
                ? this.leaf(q.ids[0]!, q.name)
                : this.branch(withUnit(q.name, q.unit ? `(${q.unit})` : ""), () =>
                    q.ids.map((id, i) => this.leaf(id, q.components[i])),
                  ),
            ),
        ),
      );
    if (names.length > shown)
      nodes.push(el("p", { class: "hint" }, `${names.length - shown} more: use the search above.`));
    return nodes;
  }

  private branch(label: string, children: () => HTMLElement[], open = false): HTMLElement {
    const node = el("details", {}, el("summary", {}, label));
    let filled = false;
    const fill = (): void => {
      if (filled || !node.open) return;
      filled = true;
      node.append(...children());
      this.mark();
    };
    node.addEventListener("toggle", fill);
    node.open = open;
    fill();
    return node;
  }

  private leaf(id: string, label?: string): HTMLElement {
    const channel = this.channels.get(id);
    const unit = channel?.unit ?? "";
    return el(
      "button",
      {
        type: "button",
        class: "leaf",
        "data-channel": id,
        title: `Plot ${channel?.label ?? id}`,
        onclick: () => this.board.add([id]),
      },
      el("span", {}, label ?? channel?.label ?? id),
      el("span", { class: "unit" }, unit === "1" ? "" : unit),
    );
  }

  // Shows which channels are plotted already.
  private mark(): void {
    for (const node of this.list.querySelectorAll<HTMLElement>(".leaf"))
      node.classList.toggle("plotted", this.board.contains(node.dataset["channel"]!));
  }
}
