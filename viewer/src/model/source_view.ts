// The model file with line numbers, light colours and a button to copy it.
import { el } from "../ui/dom";
import { yamlTokens } from "./yaml_tokens";

export function sourceView(file: string, text: string): HTMLElement {
  const lines = text.replace(/\n$/, "").split("\n");
  const code = el("code");
  lines.forEach((line) => {
    const row = el("span", { class: "line" });
    for (const token of yamlTokens(line))
      row.appendChild(
        token.kind === "plain"
          ? document.createTextNode(token.text)
          : el("span", { class: `y-${token.kind}` }, token.text),
      );
    row.appendChild(document.createTextNode("\n"));
    code.appendChild(row);
  });
  const copy = el("button", { type: "button", class: "small" }, "Copy");
  copy.addEventListener("click", () => {
    void copyText(text).then((ok) => {
      copy.textContent = ok ? "Copied" : "Not allowed";
      setTimeout(() => (copy.textContent = "Copy"), 1500);
    });
  });
  return el(
    "section",
    { class: "card source" },
    el("header", {}, el("h3", {}, file || "Model file"), copy),
    el("pre", { tabindex: 0, role: "region", "aria-label": "Model file" }, code),
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.appendChild(area);
    area.select();
    const ok = document.execCommand("copy"); // for pages opened as files
    area.remove();
    return ok;
  }
}
