// Things drawn with few calls: all copies of the same geometry are one mesh, each with its place and colour.
import { type BufferGeometry, Color, type Intersection, type Material, Matrix4, MeshLambertMaterial, type Object3D } from "three";
import { type Copies, InstancedCopies, MergedCopies } from "./copies";
import { drawsInSoftware } from "./software";

export type Layer = "bodies" | "ground" | "joints" | "forces" | "reactions" | "contacts" | "far"; // far: bodies seen from far away

// What a drawn thing belongs to; a click on it selects that.
export interface Owner {
  kind: "body" | "joint" | "force" | "contact";
  readonly index: number;
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
  copies: Copies | null;
}

const hidden = new Matrix4().makeScale(0, 0, 0);
const place = new Matrix4();
const highlightColor = new Color("#ffb000");

// What is behind is drawn, too.
export function seeThrough(material: Material, opacity: number): void {
  material.opacity = opacity;
  material.transparent = opacity < 1;
  material.depthWrite = opacity === 1;
  material.needsUpdate = true;
}

export class Instances {
  private readonly batches = new Map<string, Batch>();
  private readonly merge = drawsInSoftware();
  private readonly smooth = new MeshLambertMaterial({ vertexColors: this.merge });
  private readonly flat = new MeshLambertMaterial({ flatShading: true, vertexColors: this.merge });
  // Bodies can be seen through.
  private readonly smoothBody = this.smooth.clone();
  private readonly flatBody = this.flat.clone();
  private readonly visible: Record<Layer, boolean> = {
    bodies: true,
    ground: true,
    joints: true,
    forces: true,
    reactions: false,
    contacts: true,
    far: false,
  };

  add(key: string, geometry: () => BufferGeometry, item: Item, flat = false): void {
    const name = `${item.layer}|${key}`;
    let batch = this.batches.get(name);
    if (!batch)
      this.batches.set(name, (batch = { layer: item.layer, flat, geometry: geometry(), items: [], copies: null }));
    batch.items.push(item);
  }

  build(into: Object3D): void {
    for (const b of this.batches.values()) {
      const copies = new (this.merge ? MergedCopies : InstancedCopies)(
        b.geometry,
        this.material(b),
        b.items.length,
      );
      copies.mesh.frustumCulled = false;
      copies.mesh.visible = this.visible[b.layer];
      copies.mesh.userData["owner"] = (hit: Intersection): Owner | undefined => b.items[copies.hit(hit)]?.owner;
      b.items.forEach((item, i) => copies.color(i, item.color));
      into.add(copies.mesh);
      b.copies = copies;
    }
  }

  private material(b: Batch): MeshLambertMaterial {
    const body = b.layer === "bodies" || b.layer === "far";
    if (b.flat) return body ? this.flatBody : this.flat;
    return body ? this.smoothBody : this.smooth;
  }

  get opacity(): number {
    return this.smoothBody.opacity;
  }

  setOpacity(opacity: number): void {
    for (const material of [this.smoothBody, this.flatBody]) seeThrough(material, opacity);
  }

  // Puts everything where the bodies are now.
  update(bodies: Object3D[]): void {
    for (const { copies, items } of this.batches.values()) {
      if (!copies?.mesh.visible) continue;
      for (let i = 0; i < items.length; ++i) {
        const item = items[i]!;
        if (item.place) copies.place(i, item.place(place) ? place : hidden);
        else copies.place(i, place.multiplyMatrices(bodies[item.body]!.matrixWorld, item.local));
      }
      copies.placed();
    }
  }

  show(layer: Layer, on: boolean): void {
    this.visible[layer] = on;
    for (const b of this.batches.values()) if (b.layer === layer && b.copies) b.copies.mesh.visible = on;
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
    for (const { copies, items } of this.batches.values()) {
      items.forEach((item, i) => {
        const chosen = owner && item.owner.kind === owner.kind && item.owner.index === owner.index;
        copies?.color(i, chosen ? highlightColor : item.color);
      });
      copies?.colored();
    }
  }
}
