// Builds dist/template.html: one HTML file with program and style inside, into which Alembert writes the data of a run.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The licences of the libraries inside, as a comment at the head of the program.
function licences(): string {
  return ["three", "uplot"]
    .map((name) => {
      const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8");
      const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string };
      return `/*! ${name} ${version}\n\n${text.trim()}\n*/`;
    })
    .join("\n");
}

// Puts script and style into the HTML: the style into the head, the program behind the data at the end of the body.
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += String(file.source);
        else continue;
        delete bundle[name];
      }
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      script = `${licences()}\n${script}`.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
      const html = String(page.source)
        .replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
        .replace("</head>", () => `<style>${style}</style>\n</head>`)
        .replace("</body>", () => `<script>${script}</script>\n</body>`);
      for (const placeholder of ["@ALEMBERT_DATA@", "@ALEMBERT_TITLE@"])
        if (html.split(placeholder).length !== 2) throw new Error(`${placeholder} must occur exactly once`);
      page.source = html;
      page.fileName = "template.html";
    },
  };
}

export default defineConfig({
  plugins: [oneFile()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1e9,
    chunkSizeWarningLimit: 1000,
    rollupOptions: { output: { format: "iife", inlineDynamicImports: true } },
  },
  test: { include: ["test/unit/**/*.test.ts"] },
});
