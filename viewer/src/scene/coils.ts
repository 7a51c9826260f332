// The windings of springs as tubes: a helix along z from -1/2 to 1/2, and a flat spiral.
import { type BufferGeometry, Curve, TubeGeometry, Vector3 } from "three";

class Helix extends Curve<Vector3> {
  constructor(
    private readonly turns: number,
    private readonly slenderness: number,
  ) {
    super();
  }
  override getPoint(u: number, out = new Vector3()): Vector3 {
    const end = 0.08; // straight ends on the axis
    const inside = Math.min(1, Math.max(0, (u - end) / (1 - 2 * end)));
    const radius = Math.min(1, inside * 14, (1 - inside) * 14);
    const angle = 2 * Math.PI * this.turns * inside;
    return out.set(radius * Math.cos(angle), radius * Math.sin(angle), (u - 0.5) * this.slenderness);
  }
}

class Spiral extends Curve<Vector3> {
  constructor() {
    super();
  }
  override getPoint(u: number, out = new Vector3()): Vector3 {
    const angle = 2 * Math.PI * 2.5 * u;
    const radius = 0.25 + 0.75 * u;
    return out.set(radius * Math.cos(angle), radius * Math.sin(angle), 0);
  }
}

// Radius 1, length 1. `slenderness` is the usual length over the radius: there the wire's section is round.
export function helix(slenderness: number, detailed: boolean): BufferGeometry {
  const turns = Math.round(Math.min(14, Math.max(5, slenderness / 1.6)));
  const tube = new TubeGeometry(new Helix(turns, slenderness), turns * (detailed ? 18 : 9), 0.14, detailed ? 6 : 4);
  return tube.scale(1, 1, 1 / slenderness);
}

// Radius 1, in the plane z = 0.
export function spiral(): BufferGeometry {
  return new TubeGeometry(new Spiral(), 70, 0.09, 5);
}
