import { inflateSync } from "node:zlib";

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
      return [tag, packed! < size! ? new Uint8Array(inflateSync(bytes)) : bytes];
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

/** Offsets of the fields that change with the glyphs. */
const LOCA_IS_LONG = 50;
const METRICS_COUNT = 34;
const MAXIMA = { glyphs: 4, points: 12, contours: 14, components: 28, depth: 30 };

/** A glyph and its offset from the origin of its group, in units of the face. */
export type Part = { id: number; x: number; y: number };
type Group = { advance: number; parts: Part[] };

/** The outline of a glyph that nothing draws: one for all, since a face has some thousands of them. */
const UNDRAWN = new Uint8Array();

/** What a reader of PDF needs of an embedded face besides its outlines. */
const needed = ["cvt ", "fpgm", "head", "hhea", "hmtx", "maxp", "prep"];

/**
 * A file that draws these groups of glyphs alone. Glyphs keep their numbers; a group of several has a
 * new one behind theirs. What other tables tell about writing is left out.
 * @returns the file, and the number that draws each group
 */
export function subsetOf(tables: Tables, groups: Group[]): { file: Uint8Array; ids: number[] } {
  const copy = (tag: string) => tables.get(tag)!.slice();
  const [head, hhea, maxp] = [copy("head"), copy("hhea"), copy("maxp")];
  const count = dataOf(maxp).getUint16(MAXIMA.glyphs);
  const outlineOf = outlinesOf(tables);
  const outlines: Uint8Array[] = Array.from({ length: count }, () => UNDRAWN);
  const drawn = new Set<number>();
  const draw = (id: number) => {
    if (drawn.has(id)) return;
    drawn.add(id);
    outlines[id] = outlineOf(id);
    for (const component of componentsOf(outlines[id]!)) draw(component);
  };
  draw(0);
  const metrics = metricsOf(tables, count);
  const ids = groups.map(({ advance, parts }) => {
    for (const { id } of parts) draw(id);
    const [first] = parts;
    const isAlone = parts.length === 1 && first && !first.x && !first.y;
    // PDF/A forbids to show the box of what a face lacks, and widths other than those of the face.
    if (isAlone && first.id !== 0 && metrics[first.id]!.advance === advance) return first.id;
    const made = composed(parts, outlineOf);
    outlines.push(made.outline);
    metrics.push({ advance, bearing: made.bearing });
    return outlines.length - 1;
  });
  const loca = new Uint8Array(4 * (outlines.length + 1));
  let length = 0;
  for (const [id, outline] of outlines.entries()) {
    length += evenOut(outline.length);
    dataOf(loca).setUint32(4 * (id + 1), length);
  }
  const glyf = new Uint8Array(length);
  for (const [id, outline] of outlines.entries()) glyf.set(outline, dataOf(loca).getUint32(4 * id));
  const hmtx = new Uint8Array(4 * outlines.length);
  for (const [id, { advance, bearing }] of metrics.entries()) {
    if (id < count && !drawn.has(id)) continue;
    dataOf(hmtx).setUint16(4 * id, advance);
    dataOf(hmtx).setInt16(4 * id + 2, bearing);
  }
  dataOf(head).setInt16(LOCA_IS_LONG, 1);
  dataOf(hhea).setUint16(METRICS_COUNT, outlines.length);
  const maxima = dataOf(maxp);
  const mostParts = Math.max(...groups.map(({ parts }) => parts.length));
  maxima.setUint16(MAXIMA.glyphs, outlines.length);
  maxima.setUint16(MAXIMA.points, 0xffff);
  maxima.setUint16(MAXIMA.contours, 0xffff);
  maxima.setUint16(MAXIMA.components, Math.max(maxima.getUint16(MAXIMA.components), mostParts));
  maxima.setUint16(MAXIMA.depth, maxima.getUint16(MAXIMA.depth) + 1);
  const subset = new Map([...tables].filter(([tag]) => needed.includes(tag)));
  for (const [tag, table] of Object.entries({ head, hhea, maxp, hmtx, glyf, loca }))
    subset.set(tag, table);
  return { file: openTypeFile(subset), ids };
}

/** The outline of each glyph as it stands in the file; empty where nothing is drawn. */
function outlinesOf(tables: Tables) {
  const outlines = tables.get("glyf")!;
  const places = dataOf(tables.get("loca")!);
  const isLong = dataOf(tables.get("head")!).getInt16(LOCA_IS_LONG) === 1;
  const placeOf = (id: number) =>
    isLong ? places.getUint32(4 * id) : 2 * places.getUint16(2 * id);
  return (id: number) => outlines.subarray(placeOf(id), placeOf(id + 1));
}

/** How far each glyph moves on, and where its outline begins. The last width is that of all behind it. */
function metricsOf(tables: Tables, count: number) {
  const metrics = dataOf(tables.get("hmtx")!);
  const whole = dataOf(tables.get("hhea")!).getUint16(METRICS_COUNT);
  return Array.from({ length: count }, (_, id) => ({
    advance: metrics.getUint16(4 * Math.min(id, whole - 1)),
    bearing: metrics.getInt16(id < whole ? 4 * id + 2 : 4 * whole + 2 * (id - whole)),
  }));
}

/** The outline of several glyphs together, by reference to theirs. */
function composed(parts: Part[], outlineOf: (id: number) => Uint8Array) {
  const drawn = parts.filter(({ id }) => outlineOf(id).length);
  if (!drawn.length) return { outline: new Uint8Array(), bearing: 0 };
  const outline = new Uint8Array(10 + 8 * drawn.length);
  const data = dataOf(outline);
  const edge = (field: number, furthest: (...edges: number[]) => number) =>
    furthest(
      ...drawn.map(
        ({ id, x, y }) => dataOf(outlineOf(id)).getInt16(field) + (field % 4 === 2 ? x : y),
      ),
    );
  data.setInt16(0, -1);
  for (const field of [2, 4]) data.setInt16(field, edge(field, Math.min));
  for (const field of [6, 8]) data.setInt16(field, edge(field, Math.max));
  for (const [nth, { id, x, y }] of drawn.entries()) {
    const isLast = nth === drawn.length - 1;
    const at = 10 + 8 * nth;
    data.setUint16(at, ARGUMENTS_ARE_WORDS | ARGUMENTS_ARE_XY | (isLast ? 0 : MORE_COMPONENTS));
    data.setUint16(at + 2, id);
    data.setInt16(at + 4, x);
    data.setInt16(at + 6, y);
  }
  return { outline, bearing: data.getInt16(2) };
}

const ARGUMENTS_ARE_WORDS = 0x1;
const ARGUMENTS_ARE_XY = 0x2;
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
