// Packs a page's data as the program does: the header as JSON, then the arrays. See src/data.ts.
import { gzipSync } from "node:zlib";
import type { ArrayRef, PageData } from "../src/data";

const bytesOf = { f64: 8, f32: 4, i32: 4, i16: 2, i8: 1 };
const typeOf = { f64: Float64Array, f32: Float32Array, i32: Int32Array, i16: Int16Array, i8: Int8Array };

export class Arrays {
  private readonly parts: { at: number; bytes: Uint8Array }[] = [];
  private end = 0;

  add(dtype: ArrayRef["dtype"], shape: number[], values: ArrayLike<number>): ArrayRef {
    const n = shape.reduce((a, b) => a * b, 1);
    if (n !== values.length) throw new Error(`shape ${shape.join("x")} does not fit ${values.length} values`);
    const typed = typeOf[dtype].from(values);
    const offset = Math.ceil(this.end / 8) * 8;
    this.parts.push({ at: offset, bytes: new Uint8Array(typed.buffer) });
    this.end = offset + n * bytesOf[dtype];
    return { dtype, shape, offset };
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.end);
    for (const p of this.parts) all.set(p.bytes, p.at);
    return all;
  }
}

export function encode(data: PageData, arrays: Arrays): string {
  const header = new TextEncoder().encode(JSON.stringify(data));
  const start = Math.ceil((4 + header.length) / 8) * 8;
  const body = arrays.bytes();
  const all = new Uint8Array(start + body.length);
  new DataView(all.buffer).setUint32(0, header.length, true);
  all.set(header, 4);
  all.set(body, start);
  return gzipSync(all).toString("base64");
}
