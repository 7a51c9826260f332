// From the text in the page to the header and its arrays; data.ts describes the layout.
import type { ArrayRef, PageData } from "./data";

export type Numbers = Float64Array | Float32Array | Int32Array | Int16Array | Int8Array;

export interface Page {
  data: PageData;
  array(ref: ArrayRef): Numbers;
}

export async function decodePage(base64: string): Promise<Page> {
  return unpack(await gunzip(fromBase64(base64)));
}

export function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text.trim());
  } catch {
    throw new Error("The data in this page is damaged: it is not base64.");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function gunzip(bytes: Uint8Array): Promise<ArrayBuffer> {
  if (typeof DecompressionStream === "undefined")
    throw new Error(
      "This browser is too old to open the report (it has no DecompressionStream). Any browser since 2023 will do.",
    );
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return await new Response(stream).arrayBuffer();
  } catch {
    throw new Error("The data in this page is damaged or cut off: it could not be decompressed.");
  }
}

export function unpack(buffer: ArrayBuffer): Page {
  if (buffer.byteLength < 4) throw new Error("The data in this page is empty.");
  const length = new DataView(buffer).getUint32(0, true);
  if (4 + length > buffer.byteLength) throw new Error("The data in this page is cut off.");
  const data = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as PageData;
  if (data.format !== 1)
    throw new Error(`This page holds data of format ${String(data.format)}, but its viewer reads format 1.`);
  const start = Math.ceil((4 + length) / 8) * 8;
  return { data, array: (ref) => arrayAt(buffer, start, ref) };
}

function arrayAt(buffer: ArrayBuffer, start: number, ref: ArrayRef): Numbers {
  const n = ref.shape.reduce((a, b) => a * b, 1);
  const types = { f64: Float64Array, f32: Float32Array, i32: Int32Array, i16: Int16Array, i8: Int8Array };
  const type = types[ref.dtype];
  if (!type) throw new Error(`The data holds an array of unknown type "${String(ref.dtype)}".`);
  if (n === 0) return new type(0);
  if (start + ref.offset + n * type.BYTES_PER_ELEMENT > buffer.byteLength)
    throw new Error("The data in this page is cut off: an array ends behind its end.");
  return new type(buffer, start + ref.offset, n);
}

export function f64(page: Page, ref: ArrayRef): Float64Array {
  const a = page.array(ref);
  return a instanceof Float64Array ? a : Float64Array.from(a);
}
