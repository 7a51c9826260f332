import { describe, expect, it } from "vitest";
import { unpack } from "../../src/decode";
import { nice } from "../../src/motion/flexible_panel";
import { shade } from "../../src/scene/color_map";
import { Deformation } from "../../src/scene/deformation";
import { encode } from "../encode";
import { flexible, tip } from "../fixture_flexible";
import { gunzipSync } from "node:zlib";

function page() {
  const { data, arrays } = flexible();
  const bytes = gunzipSync(Buffer.from(encode(data, arrays), "base64"));
  return unpack(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
}

describe("the deformation of a flexible body", () => {
  const p = page();
  const [beam, plate] = p.data.run!.flexible!.map((f) => new Deformation(f, p)) as [Deformation, Deformation];

  it("is the sum of its shapes", () => {
    beam.setFrame(0, 0);
    beam.compute(true);
    expect(beam.displacement[3 * 20 + 1]).toBeCloseTo(tip, 6);
    expect(beam.displacement[3 * 10 + 1]).toBeCloseTo(tip / 4, 6);
    expect(beam.largestDisplacement()).toBeCloseTo(tip, 6);
  });

  it("forms von Mises stress of sums, not of parts", () => {
    beam.setFrame(0, 0);
    beam.compute(true);
    expect(beam.stress![0]).toBeCloseTo(5000 * tip, 3);
    beam.setFrame(15, 0); // the other way: stress has no sign
    beam.compute(true);
    expect(beam.stress![0]).toBeCloseTo(5000 * Math.abs(-tip + 0.1 * tip * Math.sin((2 * Math.PI * 15) / 12)), 2);
  });

  it("moves straight between frames", () => {
    const at = (k: number, s: number): number => {
      beam.setFrame(k, s);
      beam.compute(false);
      return beam.displacement[3 * 20 + 1]!;
    };
    expect(at(3, 0.5)).toBeCloseTo((at(3, 0) + at(4, 0)) / 2, 7);
    expect(at(60, 0)).toBeCloseTo(at(60, 0), 12); // the last frame has no next
  });

  it("swings in modes, whose rows follow those of the frames", () => {
    const at = (k: number): number => {
      beam.setFrame(k, 0);
      beam.compute(false);
      return beam.displacement[3 * 20 + 1]!;
    };
    const [rest, real, imaginary] = [at(0), at(57), at(58)]; // as if 55 frames and modes 0, 1, ... were there
    beam.setFrame(0, 0);
    beam.addMode(55, 1, 0.5, 2);
    beam.compute(false);
    expect(beam.displacement[3 * 20 + 1]).toBeCloseTo(rest + 0.5 * real - 2 * imaginary, 6);
  });

  it("has no stress where none is known", () => {
    plate.setFrame(5, 0);
    plate.compute(true);
    expect(plate.stress).toBeNull();
    expect(plate.largestDisplacement()).toBeCloseTo(0.01 * Math.sin(1), 6);
  });

  it("finds the node at a marker", () => {
    expect(beam.nearest([1, 0, 0], 1e-3)).toBe(20);
    expect(beam.nearest([1, 0.1, 0], 1e-3)).toBe(-1);
  });
});

describe("colours and scales", () => {
  it("go from dark to light, grey where nothing is known", () => {
    const c = new Float32Array(9);
    shade(0, c, 0);
    shade(1, c, 3);
    shade(NaN, c, 6);
    expect([...c].map((x) => Math.round(255 * x))).toEqual([68, 1, 84, 253, 231, 37, 153, 153, 153]);
  });
  it("are 1, 2 or 5 times a power of ten, and never shrink what is seen", () => {
    expect([nice(370), nice(99), nice(10), nice(0.3)]).toEqual([200, 50, 10, 1]);
  });
});
