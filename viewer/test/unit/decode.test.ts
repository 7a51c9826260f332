// What the encoder packs, the page reads back.
import { describe, expect, it } from "vitest";
import type { PageData } from "../../src/data";
import { decodePage, f64 } from "../../src/decode";
import { Arrays, encode } from "../encode";
import { sliderCrank } from "../fixture_slider_crank";

describe("decoding", () => {
  it("gives back every kind of array, wherever it starts", async () => {
    const a = new Arrays();
    const refs = [
      a.add("i8", [3], [1, -2, 3]),
      a.add("f64", [2], [Math.PI, NaN]),
      a.add("f32", [2, 1], [0.5, -1]),
      a.add("i32", [1], [-7]),
      a.add("f64", [0], []),
    ];
    const data = { format: 1, program: "p", title: "ä 数 \u{1F600}", sections: [] } as PageData;
    const page = await decodePage(encode(data, a));
    expect(page.data).toEqual(data);
    expect(refs.map((r) => Array.from(page.array(r)))).toEqual([[1, -2, 3], [Math.PI, NaN], [0.5, -1], [-7], []]);
  });
  it("reads a whole run", async () => {
    const { data, arrays } = sliderCrank(11, 1);
    const page = await decodePage(encode(data, arrays));
    expect(f64(page, page.data.run!.frames.time)[10]).toBe(1);
  });
  it("says what is wrong with damaged data", async () => {
    await expect(decodePage("%%%")).rejects.toThrow("not base64");
    await expect(decodePage(btoa("not gzip"))).rejects.toThrow("decompressed");
    const { data, arrays } = sliderCrank(3, 1);
    await expect(decodePage(encode({ ...data, format: 2 } as unknown as PageData, arrays))).rejects.toThrow("format 2");
    await expect(decodePage(encode({ ...data }, arrays).slice(0, 400))).rejects.toThrow();
  });
});
