// Where the page starts: decode the data, then show a run's report or a document; or say what is wrong.
import "uplot/dist/uPlot.min.css";
import "./styles/base.css";
import "./styles/run.css";
import "./styles/document.css";
import { chooseAnalysis } from "./analyses";
import { decodePage, type Page } from "./decode";
import { documentPage } from "./document/document_page";
import { runPage } from "./run_page";
import { startTheme } from "./theme";
import { el } from "./ui/dom";
import { header } from "./ui/header";

async function start(app: HTMLElement): Promise<void> {
  const text = document.getElementById("alembert-data")?.textContent ?? "";
  if (text.trim() === "" || text.startsWith("@"))
    throw new Error("This page holds no data. Make one with: alembert report DIR");
  app.replaceChildren(
    el("p", { class: "loading", role: "status" }, `Reading ${(text.length / 1e6).toFixed(1)} MB of results ...`),
  );
  await new Promise((resolve) => setTimeout(resolve, 0)); // let the browser show that
  const page = await decodePage(text);
  chooseAnalysis(page);
  app.replaceChildren(page.data.run ? runPage(page.data.run, page) : plainDocument(page));
  // a run may bring a document too
  if (page.data.run && page.data.sections?.length) app.appendChild(documentPage(page.data.sections, page));
}

function plainDocument(page: Page): HTMLElement {
  window.alembert.page = page.data;
  window.alembert.notes = () => [];
  return el(
    "div",
    { class: "document-root" },
    header({ title: page.data.title, summary: page.data.program }),
    documentPage(page.data.sections ?? [], page),
  );
}

function failed(app: HTMLElement, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  app.replaceChildren(
    el(
      "section",
      { class: "banner failed", role: "alert" },
      el("h2", {}, "This report cannot be shown"),
      el("pre", {}, text),
    ),
  );
}

startTheme();
const app = document.getElementById("app")!;
window.alembert = {};
window.alembert.ready = start(app).catch((error: unknown) => {
  failed(app, error);
  throw error;
});
window.alembert.ready.catch((error: unknown) => console.error(error));
