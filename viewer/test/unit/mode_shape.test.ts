// Shapes of modes: where a body is at a phase of the swing, a good amplitude, and what is said of a mode.
import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/data";
import { behaviour, dampingText, eigenvalueText, firstToShow } from "../../src/modes/describe";
import { displace, extentOf, goodAmplitude } from "../../src/scene/mode_shape";

const half = Math.SQRT1_2;
const mode = (re: number, im: number): Mode => ({
  eigenvalue: [re, im],
  frequency: Math.hypot(re, im) / (2 * Math.PI),
  damped_frequency: im / (2 * Math.PI),
  damping_ratio: -re / Math.hypot(re, im),
  carried_by: "",
  kinetic: [],
  potential: [],
  dissipated: [],
  shape: { dtype: "f32", shape: [1, 6], offset: 0 },
  imaginary: null,
});

describe("displacing a body", () => {
  it("moves by the real part at the start and by minus the imaginary one a quarter later", () => {
    const shape = { real: [1, 2, 3, 0, 0, 0], imaginary: [4, 5, 6, 0, 0, 0] };
    const at = (phase: number): number[] => {
      const pose = [10, 20, 30, 1, 0, 0, 0];
      displace(shape, 0.1, phase, 0, pose);
      return pose;
    };
    [10.1, 20.2, 30.3, 1, 0, 0, 0].forEach((v, i) => expect(at(0)[i]).toBeCloseTo(v, 12));
    [9.6, 19.5, 29.4, 1, 0, 0, 0].forEach((v, i) => expect(at(Math.PI / 2)[i]).toBeCloseTo(v, 12));
  });
  it("turns about ground axes: the rotation stands before the body's own", () => {
    // The body is turned by 90 degrees about x; then 90 degrees about ground's z: body's y points to ground's z.
    const pose = [0, 0, 0, half, half, 0, 0];
    displace({ real: [0, 0, 0, 0, 0, 1], imaginary: null }, Math.PI / 2, 0, 0, pose);
    [0.5, 0.5, 0.5, 0.5].forEach((v, i) => expect(pose[3 + i]).toBeCloseTo(v, 12));
  });
  it("takes the numbers of its own body", () => {
    const pose = [0, 0, 0, 1, 0, 0, 0];
    displace({ real: [9, 9, 9, 9, 9, 9, 0, 1, 0, 0, 0, 0], imaginary: null }, 2, Math.PI, 1, pose);
    [0, -2, 0, 1, 0, 0, 0].forEach((v, i) => expect(pose[i]).toBeCloseTo(v, 12));
  });
});

describe("a good amplitude", () => {
  it("moves the farthest point by a tenth of the size", () => {
    // A bar that turns about its origin: its end, 2 away, moves by 2 for each radian.
    const extent = extentOf({ real: [0, 0, 0, 0, 0, 1], imaginary: null }, [[[1, 0, 0], [2, 0, 0]]]);
    expect(extent).toEqual({ move: 2, turn: 1 });
    expect(goodAmplitude(extent, 2)).toBeCloseTo(0.1, 12);
  });
  it("turns nothing by more than half a radian", () => {
    const wheel = extentOf({ real: [0, 1e-17, 0, 0, 0, 2], imaginary: null }, [[[0, 0, 0]]]);
    expect(goodAmplitude(wheel, 1)).toBeCloseTo(0.25, 12);
  });
  it("is 0 where nothing moves", () => {
    expect(goodAmplitude(extentOf({ real: [0, 0, 0, 0, 0, 0], imaginary: null }, [[[1, 1, 1]]]), 1)).toBe(0);
  });
});

describe("what is said of a mode", () => {
  it("tells oscillation, decay, growth and free motion apart", () => {
    expect(behaviour(mode(-1, 2 * Math.PI))).toMatch(/oscillates with 1 Hz \(damped; 1.0126 Hz undamped\), once in 1 s, and decays to half .* 693 ms/);
    expect(behaviour(mode(Math.LN2, 1))).toMatch(/oscillates.* and grows to twice its size in 1 s/);
    expect(behaviour(mode(0, 1))).toMatch(/neither decays nor grows/);
    expect(behaviour(mode(-2, 0))).toMatch(/decays without oscillating.*only to show its shape/);
    expect(behaviour(mode(2, 0))).toMatch(/grows without oscillating/);
    expect(behaviour(mode(0, 0))).toMatch(/free motion/);
  });
  it("writes eigenvalues as pairs", () => {
    expect(eigenvalueText([-1.5, 2])).toBe("-1.5 ± 2 i");
    expect(eigenvalueText([0, 2])).toBe("± 2 i");
    expect(eigenvalueText([-4e-14, 2])).toBe("± 2 i");
    expect([dampingText(mode(-4e-14, 2)), dampingText(mode(-3, 4))]).toEqual(["0", "0.6"]);
    expect(eigenvalueText([-3, 0])).toBe("-3");
  });
  it("shows the first mode that oscillates, else the first", () => {
    expect(firstToShow([mode(0, 0), mode(-1, 0), mode(-1, 2)])).toBe(2);
    expect(firstToShow([mode(0, 0), mode(-1, 0)])).toBe(0);
  });
});
