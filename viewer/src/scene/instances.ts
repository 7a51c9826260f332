// Things drawn with few calls: all copies of the same geometry are one instanced mesh, each with its place and colour.
import { BufferGeometry, Color, InstancedMesh, Matrix4, MeshLambertMaterial, type Object3D } from "three";

export type Layer = "bodies" | "ground" | "joints" | "forces" | "reactions";

// What a drawn thing belongs to; a click on it selects that.
export interface Owner {
  kind: "body" | "joint" | "force";
  index: number;
}

// Its place is that of a body times `local`, or is computed: `place` returns false to hide the thing.
export interface Item {
  owner: Owner;
  layer: Layer;
  color: Color;
  body: number;
  local: Matrix4;
  place?(out: Matrix4): boolean;
}

interface Batch {
  layer: Layer;
  flat: boolean;
  geometry: BufferGeometry;
  items: Item[];
  mesh: InstancedMesh | null;
}

const hidden = new Matrix4().makeScale(0, 0, 0);
const place = new Matrix4();
const highlightColor = new Color("#ffb000");

export class Instances {
  private readonly batches = new Map<string, Batch>();
  private readonly smooth = new MeshLambertMaterial();
  private readonly flat = new MeshLambertMaterial({ flatShading: true });
  private readonly visible: Record<Layer, boolean> = { bodies: true, ground: true, joints: true, forces: true, reactions: false };

  add(key: string, geometry: () => BufferGeometry, item: Item, flat = false): void {
    const name = `${item.layer}|${key}`;
    let batch = this.batches.get(name);
    if (!batch) this.batches.set(name, (batch = { layer: item.layer, flat, geometry: geometry(), items: [], mesh: null }));
    batch.items.push(item);
  }

  build(into: Object3D): void {
    for (const b of this.batches.values()) {
      b.mesh = new InstancedMesh(b.geometry, b.flat ? this.flat : this.smooth, b.items.length);
      b.mesh.frustumCulled = false;
      b.mesh.visible = this.visible[b.layer];
      b.mesh.userData["items"] = b.items;
      b.items.forEach((item, i) => b.mesh!.setColorAt(i, item.color));
      into.add(b.mesh);
    }
  }

  // Puts everything where the bodies are now.
  update(bodies: Object3D[]): void {
    for (const { mesh, items } of this.batches.values()) {
      if (!mesh || !mesh.visible) continue;
      const target = mesh.instanceMatrix.array as Float32Array;
      for (let i = 0; i < items.length; ++i) {
        const item = items[i]!;
        if (item.place) (item.place(place) ? place : hidden).toArray(target, 16 * i);
        else place.multiplyMatrices(bodies[item.body]!.matrixWorld, item.local).toArray(target, 16 * i);
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  show(layer: Layer, on: boolean): void {
    this.visible[layer] = on;
    for (const b of this.batches.values()) if (b.layer === layer && b.mesh) b.mesh.visible = on;
  }

  isShown(layer: Layer): boolean {
    return this.visible[layer];
  }

  count(layer: Layer): number {
    let n = 0;
    for (const b of this.batches.values()) if (b.layer === layer) n += b.items.length;
    return n;
  }

  highlight(owner: Owner | null): void {
    for (const { mesh, items } of this.batches.values()) {
      items.forEach((item, i) => {
        const chosen = owner && item.owner.kind === owner.kind && item.owner.index === owner.index;
        mesh!.setColorAt(i, chosen ? highlightColor : item.color);
      });
      if (mesh!.instanceColor) mesh!.instanceColor.needsUpdate = true;
    }
  }
}
