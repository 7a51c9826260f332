// CSV and SVG files of charts.
import { describe, expect, it } from "vitest";
import { type ChartSpec, extent, padded } from "../../src/plots/chart_spec";
import { chartCsv } from "../../src/plots/export_csv";
import { chartSvg } from "../../src/plots/export_svg";
import { ticks } from "../../src/plots/ticks";

const x = [0, 0.1, 0.2];
const spec = (): ChartSpec => ({
  title: "A <b> & c",
  x: { label: "time", unit: "s", log: false },
  y: [
    { label: "force", unit: "N", log: false },
    { label: "angle", unit: "rad", log: false },
  ],
  series: [
    { name: 'f, "x"', unit: "N", axis: 0, style: "line", color: 0, x, y: [1 / 3, NaN, -2e-20] },
    { name: "angle", unit: "rad", axis: 1, style: "both", color: 1, x, y: [1, 2, 3] },
  ],
  marks: [{ value: 0.15, label: "failed", along: "x" }],
});

describe("CSV", () => {
  it("has units in the header and all digits", () => {
    expect(chartCsv(spec())).toBe(
      'time (s),"f, ""x"" (N)",angle (rad)\n0,0.3333333333333333,1\n0.1,,2\n0.2,-2e-20,3\n',
    );
  });
  it("gives series their own x where they differ", () => {
    const s = spec();
    s.series[1]!.x = [5];
    s.series[1]!.y = [6];
    expect(chartCsv(s).split("\n")[0]).toBe('"time (s) of f, ""x""","f, ""x"" (N)",time (s) of angle,angle (rad)');
    expect(chartCsv(s).split("\n")[1]).toBe("0,0.3333333333333333,5,6");
  });
});

describe("SVG", () => {
  it("is well formed, escaped and draws both series", () => {
    const text = chartSvg(spec());
    expect(text).toContain("A &lt;b&gt; &amp; c");
    expect(text).not.toContain("<b>");
    expect(text).not.toContain("NaN");
    expect(text.match(/<circle/g)).toHaveLength(4); // three points and one in the legend
    expect(text).toContain("force (N)");
    expect(text).toContain("failed");
  });
  it("can be empty", () => {
    expect(chartSvg({ ...spec(), series: [], marks: [] })).toContain("</svg>");
  });
  it("has log axes", () => {
    const s = spec();
    s.y = [{ label: "h", unit: "s", log: true }];
    s.series = [{ name: "h", unit: "s", axis: 0, style: "line", color: 0, x, y: [1e-6, 0, 1e-2] }];
    const text = chartSvg(s);
    expect(text).toContain("1e-5");
    expect(text).not.toMatch(/NaN|Infinity/);
  });
});

describe("ranges and ticks", () => {
  it("ignore what cannot be shown", () => {
    expect(extent(spec().series, "y", true)).toEqual([1 / 3, 3]);
    expect(extent([], "x", false)).toEqual([NaN, NaN]);
  });
  it("do not magnify rounding errors", () => {
    const [low, high] = padded([5, 5 + 1e-14], false);
    expect(low).toBeCloseTo(4.5, 9);
    expect(high).toBeCloseTo(5.5, 9);
    expect(padded([0, 0], false)).toEqual([-1, 1]);
  });
  it("can be told apart", () => {
    expect(ticks([8, 8 + 2e-8], false, 4).map((t) => t.label)).toEqual([
      "8",
      "8.000000005",
      "8.00000001",
      "8.000000015",
      "8.00000002",
    ]);
  });
  it("are round numbers", () => {
    expect(ticks([0, 1], false, 6).map((t) => t.label)).toEqual(["0", "0.2", "0.4", "0.6", "0.8", "1"]);
    expect(ticks([1e-9, 1e-3], true, 7).map((t) => t.label)).toEqual([
      "1e-9",
      "1e-8",
      "1e-7",
      "1e-6",
      "1e-5",
      "1e-4",
      "0.001",
    ]);
  });
});
