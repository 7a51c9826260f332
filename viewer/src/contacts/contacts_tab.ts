// The tab "Contacts": what each contact did in all, and every impact that the results list.
import type { Impact, Run } from "../data";
import { el } from "../ui/dom";
import { withUnit } from "../ui/format";
import { table } from "../ui/table";

export function contactsTab(run: Run): HTMLElement {
  const { length, time, force } = run.units;
  const of = (name: string, unit: string): string => withUnit(name, `(${unit})`);
  const { impacts } = run.contacts!;
  const totals = impacts.map((c) => [c.name, c.count, c.peak ?? "–", c.impulse ?? "–"]);
  const listed = impacts.flatMap((c) => c.list.map((i): [string, Impact] => [c.name, i]));
  listed.sort((a, b) => (a[1].begin ?? 0) - (b[1].begin ?? 0));
  const count = impacts.reduce((sum, c) => sum + c.count, 0);
  const rows = listed.map(([name, i]) => [
    i.begin ?? "–",
    name,
    i.between.join(" and "),
    i.peak ?? "–",
    i.duration ?? "–",
    i.impulse ?? "–",
    i.approach ?? "–",
    i.touching ? "still touching" : (i.separation ?? "–"),
    i.penetration ?? "–",
  ]);
  const heads = [
    of("time", time),
    "contact",
    "between",
    of("peak force", force),
    of("duration", time),
    of("impulse", `${force}*${time}`),
    of("approach", `${length}/${time}`),
    of("separation", `${length}/${time}`),
    of("penetration", length),
  ];
  const list = el("section", { class: "card" }, el("h3", {}, "Impacts"));
  if (rows.length === 0) list.appendChild(el("p", { class: "hint" }, "None: nothing has touched."));
  else list.appendChild(table(heads, rows));
  if (count > rows.length && rows.length > 0)
    list.appendChild(el("p", { class: "hint" }, `The ${rows.length} with the largest forces, of ${count}.`));
  return el(
    "div",
    { class: "contacts" },
    el(
      "section",
      { class: "card" },
      el("h3", {}, "Contacts"),
      table(["contact", "impacts", of("peak force", force), of("impulse", `${force}*${time}`)], totals),
    ),
    list,
  );
}
