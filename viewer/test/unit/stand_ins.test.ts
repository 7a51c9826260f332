// How bodies without geometry are drawn.
import { describe, expect, it } from "vitest";
import { inertiaBox, standIn } from "../../src/scene/stand_ins";
import { body } from "../fixture_run";

const kinds = (points: [number, number, number][], more = {}): string[] =>
  standIn(body("b", more), points, 0.01).map((s) => s.kind);

describe("stand-ins", () => {
  it("are one bar where two joints and the centre of mass are in line", () => {
    expect(
      standIn(
        body("b"),
        [
          [-1, 0, 0],
          [1, 0, 0],
        ],
        0.01,
      )[0],
    ).toEqual({ kind: "bar", from: [-1, 0, 0], to: [1, 0, 0], radius: 0.004 });
    expect(
      kinds([
        [-1, 0, 0],
        [1, 0, 0],
      ]),
    ).toEqual(["bar", "ball"]);
  });
  it("are a triangle where the centre of mass is beside, or where three joints are", () => {
    expect(
      kinds(
        [
          [-1, 0, 0],
          [1, 0, 0],
        ],
        { com: [0, 1, 0] },
      ),
    ).toEqual(["bar", "bar", "bar", "ball"]);
    expect(
      kinds([
        [-1, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ]),
    ).toEqual(["bar", "bar", "bar", "ball"]);
  });
  it("reach to the centre of mass from a single joint, and from many", () => {
    expect(
      kinds([
        [1, 0, 0],
        [1, 0, 0],
      ]),
    ).toEqual(["bar", "ball"]);
    expect(
      kinds([
        [1, 0, 0],
        [0, 1, 0],
        [-1, 0, 0],
        [0, -1, 0],
      ]),
    ).toEqual(["bar", "bar", "bar", "bar", "ball"]);
  });
  it("are a ball for a point, a box of the same inertia for a free body", () => {
    expect(kinds([], { kind: "point", inertia: [] })).toEqual(["ball"]);
    const free = body("b", { mass: 12, inertia: [5, 0, 0, 0, 10, 0, 0, 0, 13] });
    const box = inertiaBox(free, 0.1);
    if (box?.kind !== "box") throw new Error("no box");
    [3, 2, 1].forEach((s, i) => expect(box.size[i]).toBeCloseTo(s, 12)); // m/12 (y^2 + z^2) = 5, ...
  });
});
