// Numbers and other things as text.
import { describe, expect, it } from "vitest";
import { duration, number, percent, rotation, speedText, steady, vector } from "../../src/ui/format";
import { keyOf } from "../../src/ui/table";
import { yamlTokens } from "../../src/model/yaml_tokens";

describe("numbers", () => {
  it("have no noise and no needless digits", () => {
    expect(number(1.2000000001)).toBe("1.2");
    expect(number(0.1 + 0.2)).toBe("0.3");
    expect(number(123456)).toBe("123456");
    expect(number(1234567.8)).toBe("1.2346e6");
    expect(number(-0.000012345678)).toBe("-1.2346e-5");
    expect(number(0)).toBe("0");
    expect(number(NaN)).toBe("–");
    expect(number(null)).toBe("–");
    expect(number(Infinity)).toBe("∞");
  });
  it("keep their width while they change", () => {
    expect([1.5, 1.25, -0.5, 0, 123.4].map((v) => steady(v))).toEqual([
      "1.5000",
      "1.2500",
      "-0.5000",
      "0.0000",
      "123.40",
    ]);
    expect(steady(1.5e-7)).toBe("1.50e-7");
  });
  it("make vectors, rotations, speeds, durations", () => {
    expect(vector([1, 0.5, -2])).toBe("[1, 0.5, -2]");
    expect(rotation([Math.SQRT1_2, 0, 0, -Math.SQRT1_2])).toBe("-90.000° about [0, 0, 1]");
    expect(rotation([1, 0, 0, 0])).toBe("0°");
    expect([0.2, 1, 5, 0.01].map(speedText)).toEqual([
      "1/5 of real time",
      "real time",
      "5 × real time",
      "1/100 of real time",
    ]);
    expect([2e-6, 0.0123, 3, 200].map(duration)).toEqual(["2 µs", "12.3 ms", "3 s", "3 min 20 s"]);
    expect([0.5, 0.012].map(percent)).toEqual(["50 %", "1.2 %"]);
  });
});

describe("tables", () => {
  it("sort by the number a text begins with", () => {
    expect([
      keyOf(3),
      keyOf("12 s"),
      keyOf("1e-5"),
      keyOf("abc"),
      keyOf({ text: "-0.5", good: true }),
      keyOf("3D view"),
    ]).toEqual([3, 12, 1e-5, "abc", -0.5, "3D view"]);
  });
});

describe("YAML colours", () => {
  it("lose no text", () => {
    const line = `  "wrist": {type: revolute, at: [-1.5e-3, x1, 0]} # end #2`;
    const tokens = yamlTokens(line);
    expect(tokens.map((t) => t.text).join("")).toBe(line);
    expect(tokens.filter((t) => t.kind === "key").map((t) => t.text)).toEqual(['"wrist"', "type", "at"]);
    expect(tokens.filter((t) => t.kind === "number").map((t) => t.text)).toEqual(["-1.5e-3", "0"]);
    expect(tokens.at(-1)).toEqual({ kind: "comment", text: "# end #2" });
  });
});
