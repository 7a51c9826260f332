// Channels: ids, units, values between samples, search.
import { beforeAll, describe, expect, it } from "vitest";
import { Channels, valueAt } from "../../src/channels";
import { decodePage } from "../../src/decode";
import { defaultPlots, fits } from "../../src/plots/plot_board";
import { encode } from "../encode";
import { crankAngle, sliderCrank, sliderX } from "../fixture_slider_crank";

let channels: Channels;
beforeAll(async () => {
  const { data, arrays } = sliderCrank();
  channels = new Channels(await decodePage(encode(data, arrays)));
});

describe("channels", () => {
  it("hold the outputs exactly, with units", () => {
    const c = channels.get("outputs/slider_x")!;
    expect(c.unit).toBe("m");
    expect(c.values[50]).toBe(sliderX(0.5));
  });
  it("hold tables of bodies and joints, with magnitudes", () => {
    expect(channels.value("body/rod/velocity/x", 0.25)).toBeCloseTo(-2 * Math.sin(1), 5);
    expect(channels.value("joint/wrist/force/magnitude", 0.5)).toBeCloseTo(
      channels.value("outputs/wrist_force", 0.5),
      4,
    );
    expect(channels.value("joint/crankshaft/angle", 0.5)).toBeCloseTo(crankAngle(0.5), 5);
    expect(channels.value("body/crank/position/x", 0)).toBeCloseTo(0.15, 6);
  });
  it("are not there where an owner has no numbers", () => {
    expect(channels.quantities("joint", "slide").map((q) => q.name)).toEqual(["force"]);
    expect(channels.get("joint/none/force/x")).toBeUndefined();
  });
  it("hold what is not drawn: motions, variables, sensors, also those that watch for a short time", () => {
    expect(channels.value("motion/drive/torque/z", 0.5)).toBeCloseTo(1.5, 5);
    expect(channels.value("variable/gain/value", 0.5)).toBeCloseTo(1, 5);
    expect(channels.value("sensor/limit/what it watches", 0.5)).toBeCloseTo(0.1, 5);
    expect(channels.quantities("sensor", "late").map((q) => q.name)).toEqual(["what it watches"]);
    expect(channels.names("constraint")).toEqual([]);
  });
  it("are found by any words of their ids", () => {
    expect(channels.search("wrist force x", 10)).toEqual(["joint/wrist/force/x"]);
    expect(channels.search("e", 3)).toHaveLength(3);
  });
  it("are linear between samples and constant outside", () => {
    expect(valueAt([0, 1, 2], [0, 10, 0], 0.25)).toBe(2.5);
    expect(valueAt([0, 1, 2], [0, 10, 4], 5)).toBe(4);
    expect(valueAt([0, 1], [3, 4], -1)).toBe(3);
    expect(valueAt([], [], 1)).toBeNaN();
  });
});

describe("plots", () => {
  it("show the outputs by unit, then the energy", () => {
    expect(defaultPlots(channels).map((p) => p.ids)).toEqual([
      ["outputs/crank_angle", "outputs/rod_angle"],
      ["outputs/slider_x"],
      ["outputs/wrist_force"],
      ["energy/kinetic", "energy/potential", "energy/total", "energy/dissipated", "energy/numerical"],
    ]);
  });
  it("have at most two units", () => {
    expect(fits([{ unit: "m" }], { unit: "N" })).toBe(true);
    expect(fits([{ unit: "m" }, { unit: "N" }], { unit: "rad" })).toBe(false);
  });
});
