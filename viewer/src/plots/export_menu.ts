// The buttons PNG, SVG and CSV of a chart.
import { download, el, fileName } from "../ui/dom";
import { chartCsv } from "./export_csv";
import { chartSvg } from "./export_svg";
import type { Chart } from "./chart";

export function exportButtons(chart: () => Chart): HTMLElement {
  const make = (kind: string, action: () => void): HTMLElement =>
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        title: `Save this chart as ${kind}`,
        "aria-label": `Save as ${kind}`,
        onclick: action,
      },
      kind,
    );
  const name = (ending: string): string => `${fileName(chart().spec.title)}.${ending}`;
  return el(
    "span",
    { class: "exports", role: "group", "aria-label": "Save chart" },
    make("PNG", () => void savePng(chart(), name("png"))),
    make("SVG", () =>
      download(name("svg"), new Blob([chartSvg(chart().spec, chart().range)], { type: "image/svg+xml" })),
    ),
    make("CSV", () => download(name("csv"), new Blob([chartCsv(chart().spec)], { type: "text/csv" }))),
  );
}

// The picture is the SVG file's, drawn with twice its size.
async function savePng(chart: Chart, name: string): Promise<void> {
  const text = chartSvg(chart.spec, chart.range);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && download(name, blob), "image/png");
}
