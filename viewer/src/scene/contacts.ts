// Contacts: a dot where bodies touch, and the force on the first body as an arrow. Touches come and go, so that they are
// those of the nearest frame, not something between two frames.
import { Color, Matrix4, Vector3 } from "three";
import type { Run } from "../data";
import type { Page } from "../decode";
import { arrow, type ArrowStyle, type FrameNow, largest } from "./arrows";
import type { Instances, Owner } from "./instances";
import type { Scale } from "./scale";
import type { Shapes } from "./shapes";

const dotColor = new Color("#e0a100");
const arrowColor = new Color("#c8442b");

export function drawContacts(
  run: Run,
  page: Page,
  scale: Scale,
  shapes: Shapes,
  now: FrameNow,
  style: ArrowStyle,
  into: Instances,
): void {
  if (!run.contacts) return;
  const position = page.array(run.contacts.position);
  const force = page.array(run.contacts.force);
  const contact = page.array(run.contacts.contact);
  const [frames = 0, most = 0] = run.contacts.contact.shape;
  if (most === 0) return;
  const factor = (0.22 * scale.size) / (largest(force, most, () => true) || 1);
  const radius = 0.008 * scale.size;
  for (let slot = 0; slot < most; ++slot) {
    const row = (): number => Math.min(frames - 1, now.s < 0.5 ? now.k : now.k + 1) * most + slot;
    const read = (values: ArrayLike<number>, out: Vector3): Vector3 => {
      const i = 3 * row();
      return out.set(values[i]!, values[i + 1]!, values[i + 2]!);
    };
    const touches = (): boolean => contact[row()]! >= 0;
    const owner: Owner = {
      kind: "contact",
      get index() {
        return Math.max(0, contact[row()]!);
      },
    };
    const at = new Vector3();
    into.add("ball", shapes.ball, {
      owner,
      layer: "contacts",
      color: dotColor,
      body: 0,
      local: new Matrix4(),
      place: (out) => {
        if (!touches()) return false;
        out.makeScale(radius, radius, radius).setPosition(read(position, at));
        return true;
      },
    });
    const vector = (out: Vector3): Vector3 => (touches() ? read(force, out) : out.set(0, 0, 0));
    arrow(owner, "contacts", arrowColor, false, (out) => read(position, out), vector, factor, style, scale, shapes, into);
  }
}
