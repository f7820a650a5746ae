import { unzlibSync } from "fflate";

/** The tables of an OpenType face, by their tags. */
export type Tables = Map<string, Uint8Array>;

const dataOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const evenOut = (length: number) => (length + 3) & ~3;

/** Reads a face from a file of WOFF 1.0, which packs each table by itself. */
export function tablesOf(file: Uint8Array): Tables {
  const data = dataOf(file);
  const entries = Array.from({ length: data.getUint16(12) }, (_, nth) => 44 + 20 * nth);
  return new Map(
    entries.map((at) => {
      const [start, packed, size] = [4, 8, 12].map((field) => data.getUint32(at + field));
      const bytes = file.subarray(start!, start! + packed!);
      const tag = String.fromCharCode(...file.subarray(at, at + 4));
      return [tag, packed! < size! ? unzlibSync(bytes) : bytes];
    }),
  );
}

/** The tables as one OpenType file with TrueType outlines. */
export function openTypeFile(tables: Tables): Uint8Array {
  const ordered = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  let at = 12 + 16 * ordered.length;
  const file = new Uint8Array(ordered.reduce((sum, [, { length }]) => sum + evenOut(length), at));
  const data = dataOf(file);
  const largestPower = 31 - Math.clz32(ordered.length);
  data.setUint32(0, 0x00010000);
  data.setUint16(4, ordered.length);
  data.setUint16(6, 16 << largestPower);
  data.setUint16(8, largestPower);
  data.setUint16(10, 16 * ordered.length - (16 << largestPower));
  for (const [nth, [tag, bytes]] of ordered.entries()) {
    const entry = 12 + 16 * nth;
    for (let letter = 0; letter < 4; letter++) file[entry + letter] = tag.charCodeAt(letter);
    data.setUint32(entry + 8, at);
    data.setUint32(entry + 12, bytes.length);
    file.set(bytes, at);
    at += evenOut(bytes.length);
  }
  return file;
}

/** What a reader of PDF needs of an embedded face. */
const drawing = ["cvt ", "fpgm", "head", "hhea", "hmtx", "maxp", "prep"];

/**
 * The face as a file that draws these glyphs alone, which keep their numbers. What other tables tell
 * about writing is left out.
 */
export function subsetOf(tables: Tables, glyphs: Iterable<number>): Uint8Array {
  const outlines = tables.get("glyf")!;
  const places = dataOf(tables.get("loca")!);
  const head = tables.get("head")!.slice();
  const isLong = dataOf(head).getInt16(50) === 1;
  const placeOf = (glyph: number) =>
    isLong ? places.getUint32(4 * glyph) : 2 * places.getUint16(2 * glyph);
  const outlineOf = (glyph: number) => outlines.subarray(placeOf(glyph), placeOf(glyph + 1));
  const drawn = new Set([0]);
  const waiting = [...glyphs];
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (drawn.has(glyph)) continue;
    drawn.add(glyph);
    waiting.push(...componentsOf(outlineOf(glyph)));
  }
  const count = dataOf(tables.get("maxp")!).getUint16(4);
  const loca = new Uint8Array(4 * (count + 1));
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    if (drawn.has(glyph)) {
      const outline = outlineOf(glyph);
      parts.push(outline);
      length += evenOut(outline.length);
    }
    dataOf(loca).setUint32(4 * (glyph + 1), length);
  }
  const glyf = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    glyf.set(part, at);
    at += evenOut(part.length);
  }
  dataOf(head).setInt16(50, 1);
  const others = drawing.flatMap((tag) => {
    const table = tables.get(tag);
    return table ? ([[tag, table]] as const) : [];
  });
  return openTypeFile(new Map([...others, ["head", head], ["glyf", glyf], ["loca", loca]]));
}

const ARGUMENTS_ARE_WORDS = 0x1;
const HAS_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;

/** The glyphs of which an outline is put together. */
function componentsOf(outline: Uint8Array): number[] {
  const data = dataOf(outline);
  if (!outline.length || data.getInt16(0) >= 0) return [];
  const components: number[] = [];
  for (let at = 10, flags = MORE_COMPONENTS; flags & MORE_COMPONENTS; ) {
    flags = data.getUint16(at);
    components.push(data.getUint16(at + 2));
    at += flags & ARGUMENTS_ARE_WORDS ? 8 : 6;
    if (flags & HAS_SCALE) at += 2;
    else if (flags & HAS_TWO_SCALES) at += 4;
    else if (flags & HAS_MATRIX) at += 8;
  }
  return components;
}
