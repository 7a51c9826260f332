// Poses between frames: straight for positions, even turning for orientations.
import { describe, expect, it } from "vitest";
import { Poses } from "../../src/scene/poses";
import { automaticSpeed, frameAt, Player } from "../../src/player";

const turned = (a: number): number[] => [Math.cos(a / 2), 0, 0, Math.sin(a / 2)];

describe("interpolation", () => {
  it("turns evenly, also when the quaternion changes its sign", () => {
    for (const sign of [1, -1]) {
      const poses = new Poses(
        Float64Array.of(0, 2),
        [0, 0, 0, 4, 0, 0],
        [...turned(0), ...turned(1.2).map((v) => sign * v)],
        1,
      );
      const { k, s } = poses.locate(0.5);
      const out = new Float64Array(7);
      poses.write(0, k, s, out);
      expect(out[0]).toBeCloseTo(1, 12);
      turned(0.3).forEach((v, i) => expect(out[3 + i]).toBeCloseTo(v, 12));
    }
  });
  it("gives frames themselves exactly, and the last one after the end", () => {
    const poses = new Poses(Float64Array.of(0, 1), [1, 2, 3, 4, 5, 6], [...turned(0.1), ...turned(0.2)], 1);
    expect(poses.locate(1)).toEqual({ k: 1, s: 0 });
    expect(poses.locate(9)).toEqual({ k: 1, s: 0 });
    expect(poses.locate(-1)).toEqual({ k: 0, s: 0 });
  });
  it("works without any frame", () => {
    const out = new Float64Array(7);
    new Poses(new Float64Array(0), [], [], 1).write(0, 0, 0, out);
    expect([...out]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });
});

describe("the player", () => {
  it("finds the frame of a time", () => {
    expect([-1, 0, 0.5, 1, 2.5, 9].map((t) => frameAt([0, 1, 2, 3], t))).toEqual([0, 0, 0, 1, 2, 3]);
  });
  it("chooses a speed at which the run lasts 5 to 20 seconds", () => {
    expect(automaticSpeed(10)).toBe(1);
    expect(automaticSpeed(2)).toBe(0.2);
    for (const t of [1e-4, 0.003, 0.7, 3, 19, 21, 333, 1e5]) {
      expect(t / automaticSpeed(t)).toBeGreaterThanOrEqual(4.99);
      expect(t / automaticSpeed(t)).toBeLessThanOrEqual(20.01);
    }
  });
  it("steps from frame to frame and stays within the run", () => {
    const player = new Player(Float64Array.of(0, 1, 2), "s");
    player.setTime(0.5);
    player.step(1);
    expect(player.time).toBe(1);
    player.setTime(0.5);
    player.step(-1);
    expect(player.time).toBe(0);
    player.step(-5);
    expect(player.time).toBe(0);
    player.setTime(99);
    expect(player.time).toBe(2);
  });
});
