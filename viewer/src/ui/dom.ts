// Building HTML elements. Text always becomes a text node, so that names from a model can never act as HTML.

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

// el("button", { class: "x", "aria-label": "Play", onclick: f }, "text")
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function")
      node.addEventListener(name.slice(2), value as EventListener);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

export function append(node: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(typeof child === "object" ? child : document.createTextNode(String(child)));
  }
}

// An SVG element; used for icons and the axes in the corner.
export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, String(value));
  append(node, children);
  return node;
}

export function button(label: string, action: () => void, props: Props = {}): HTMLButtonElement {
  return el("button", { type: "button", onclick: action, ...props }, label);
}

// A button that is on or off.
export function toggle(
  label: string,
  on: boolean,
  change: (on: boolean) => void,
  props: Props = {},
): HTMLButtonElement {
  const node = el("button", { type: "button", "aria-pressed": String(on), ...props }, label);
  node.addEventListener("click", () => {
    const now = node.getAttribute("aria-pressed") !== "true";
    node.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return node;
}

// Offers a file to the user.
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = el("a", { href: url, download: name });
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A name that is safe as a file name.
export function fileName(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{N}._-]+/gu, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 60) || "plot"
  );
}
