// The grid below the model, with a round spacing.
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  Vector3,
} from "three";
import { niceStep } from "../plots/ticks";

export interface Floor {
  lines: LineSegments;
  spacing: number;
}

export function makeFloor(box: Box3, size: number, up: Vector3): Floor {
  const spacing = niceStep(size / 14);
  const cells = Math.ceil((0.75 * size) / spacing);
  const half = cells * spacing;
  const points: number[] = [];
  for (let i = -cells; i <= cells; ++i) {
    const at = i * spacing;
    points.push(-half, at, 0, half, at, 0, at, -half, 0, at, half, 0);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color: "#c9ced6" }));
  lines.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
  // below the lowest corner, on multiples of the spacing
  const center = box.getCenter(new Vector3());
  const s = box.getSize(new Vector3());
  const halfHeight = (Math.abs(s.x * up.x) + Math.abs(s.y * up.y) + Math.abs(s.z * up.z)) / 2;
  const round = (v: number): number => Math.round(v / spacing) * spacing;
  lines.position.set(round(center.x), round(center.y), round(center.z));
  const height = center.dot(up) - halfHeight - 0.04 * size;
  lines.position.addScaledVector(up, height - lines.position.dot(up));
  lines.raycast = (): void => undefined;
  return { lines, spacing };
}
