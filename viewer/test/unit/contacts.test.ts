// Contacts: dots where bodies touch in the nearest frame, and channels of their forces.
import { Box3, Matrix4, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Channels } from "../../src/channels";
import type { Run } from "../../src/data";
import { decodePage, type Page } from "../../src/decode";
import { drawContacts } from "../../src/scene/contacts";
import type { Instances, Item } from "../../src/scene/instances";
import { Shapes } from "../../src/scene/shapes";
import { Arrays, encode } from "../encode";
import { emptyRun } from "../fixture_run";

// Three frames: nothing, one touch, two touches.
async function touchingRun(): Promise<{ run: Run; page: Page }> {
  const a = new Arrays();
  const none = [NaN, NaN, NaN];
  const run: Run = {
    ...emptyRun(a),
    frames: {
      time: a.add("f64", [3], [0, 1, 2]),
      position: a.add("f32", [3, 0, 3], []),
      quaternion: a.add("f32", [3, 0, 4], []),
      of: 3,
    },
    contacts: {
      names: ["drop", "wall"],
      position: a.add("f32", [3, 2, 3], [...none, ...none, 1, 0, 0, ...none, 2, 0, 0, 3, 0, 0]),
      force: a.add("f32", [3, 2, 3], [...none, ...none, 0, 0, 5, ...none, 0, 0, 10, 4, 0, 0]),
      contact: a.add("i32", [3, 2], [-1, -1, 0, -1, 0, 1]),
      impacts: [],
    },
    tables: [
      {
        owner: "contact",
        name: "normal force",
        unit: "N",
        components: [""],
        values: a.add("f32", [3, 2, 1], [0, 0, 5, 0, 10, 4]),
      },
    ],
  };
  const page = await decodePage(encode({ format: 1, program: "alembert", title: "", run }, a));
  return { run: page.data.run!, page };
}

describe("contacts", () => {
  it("have a dot for each touch of the nearest frame", async () => {
    const { run, page } = await touchingRun();
    const dots: Item[] = [];
    const into = { add: (key: string, _g: unknown, item: Item) => key === "ball" && dots.push(item) };
    const now = { k: 0, s: 0 };
    const scale = { box: new Box3(), size: 1, symbol: 0.01, held: [] };
    drawContacts(run, page, scale, new Shapes(1), now, { size: 1 }, into as unknown as Instances);
    const places = (k: number, s: number): (number | null)[] => {
      Object.assign(now, { k, s });
      const m = new Matrix4();
      return dots.map((d) => (d.place!(m) ? new Vector3().setFromMatrixPosition(m).x : null));
    };
    expect(places(0, 0)).toEqual([null, null]);
    expect(places(0, 0.6)).toEqual([1, null]);
    expect(places(2, 0)).toEqual([2, 3]);
    expect(dots[1]!.owner).toMatchObject({ kind: "contact", index: 1 });
  });
  it("have channels", async () => {
    const { page } = await touchingRun();
    const channels = new Channels(page);
    expect(channels.names("contact")).toEqual(["drop", "wall"]);
    expect(channels.value("contact/drop/normal force", 2)).toBe(10);
    expect(channels.search("wall", 5)).toEqual(["contact/wall/normal force"]);
  });
});
