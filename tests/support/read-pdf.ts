import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from "@cantoo/pdf-lib";

/** Points of a millimetre. */
const MM = 72 / 25.4;
const NUMBER = "(-?[\\d.]+)";

export type Rectangle = { x: number; y: number; width: number; height: number };
/** A code of an embedded face: what a reader copies, and the glyphs that are drawn, from left to right. */
type Letter = { text: string; glyphs: number[] };
type Run = { face: string; text: string; letters: Letter[] };
/** A line of text from its left end: `text` is in the order in which it is drawn. */
export type DrawnLine = { x: number; y: number; text: string; runs: Run[] };
type Point = { x: number; y: number };
export type ReadPage = {
  width: number;
  height: number;
  boxes: Rectangle[];
  /** Every point that a line, a curve or a rectangle goes through or is drawn towards. */
  points: Point[];
  texts: DrawnLine[];
};

const bytesOf = (stream: unknown) => decodePDFRawStream(stream as PDFRawStream).decode();
const latin = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
const utf16 = (hex: string) => new TextDecoder("utf-16be").decode(Buffer.from(hex, "hex"));

/** What stands on the pages of a PDF: their size, the filled rectangles and the texts, in mm from the left and top edge. */
export async function readPdf(bytes: ArrayBuffer): Promise<ReadPage[]> {
  const doc = await PDFDocument.load(bytes);
  return doc.getPages().map((page) => {
    const { width, height } = page.getSize();
    const contents = page.node.Contents()!;
    const streams =
      contents instanceof PDFArray
        ? contents.asArray().map((ref) => doc.context.lookup(ref))
        : [contents];
    const source = streams.map((stream) => latin(bytesOf(stream))).join("\n");
    const boxes = [
      ...source.matchAll(new RegExp(`${NUMBER} ${NUMBER} ${NUMBER} ${NUMBER} re`, "g")),
    ].map(([, x, y, w, h]) => ({
      x: Number(x) / MM,
      y: (height - Number(y) - Number(h)) / MM,
      width: Number(w) / MM,
      height: Number(h) / MM,
    }));
    const fonts = page.node.Resources()?.lookupMaybe(PDFName.of("Font"), PDFDict);
    const faces = new Map(
      (fonts?.keys() ?? []).map((key) => [key.asString(), faceOf(fonts!.lookup(key, PDFDict))]),
    );
    const texts: DrawnLine[] = [];
    let face: ReturnType<typeof faceOf> | undefined;
    const marks = new RegExp(
      `1 0 0 1 ${NUMBER} ${NUMBER} Tm|(/\\S+) ${NUMBER} Tf|<([0-9A-F]*)> Tj`,
      "g",
    );
    for (const [, x, y, name, , codes] of source.matchAll(marks)) {
      if (x) texts.push({ x: Number(x) / MM, y: (height - Number(y)) / MM, text: "", runs: [] });
      if (name) face = faces.get(name);
      if (codes === undefined) continue;
      const run = face!(codes);
      texts.at(-1)!.runs.push(run);
      texts.at(-1)!.text += run.text;
    }
    const points = pointsOf(source).map(({ x, y }) => ({ x: x / MM, y: (height - y) / MM }));
    return { width: width / MM, height: height / MM, boxes, points, texts };
  });
}

/** The points of what is drawn, in points of the page. */
function pointsOf(source: string): Point[] {
  let matrix = [1, 0, 0, 1, 0, 0];
  const kept: (typeof matrix)[] = [];
  const points: Point[] = [];
  const put = (x: number, y: number) => {
    const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number];
    points.push({ x: a * x + c * y + e, y: b * x + d * y + f });
  };
  for (const line of source.split("\n")) {
    const words = line.trim().split(/\s+/);
    const operator = words.pop();
    const numbers = words.map(Number);
    if (operator === "q") kept.push(matrix);
    else if (operator === "Q") matrix = kept.pop()!;
    else if (operator === "cm") {
      const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number];
      const [m, n, o, p, q, r] = numbers as [number, number, number, number, number, number];
      matrix = [
        ...[a * m + c * n, b * m + d * n, a * o + c * p, b * o + d * p],
        ...[a * q + c * r + e, b * q + d * r + f],
      ];
    } else if (operator === "re") {
      const [x, y, width, height] = numbers as [number, number, number, number];
      put(x, y);
      put(x + width, y + height);
    } else if (["m", "l", "c", "v", "y"].includes(operator ?? ""))
      for (let at = 0; at < numbers.length; at += 2) put(numbers[at]!, numbers[at + 1]!);
  }
  return points;
}

/** Reads the codes of a font. */
function faceOf(font: PDFDict): (codes: string) => Run {
  const face = font.lookup(PDFName.of("BaseFont"), PDFName).decodeText();
  const unicode = font.lookup(PDFName.of("ToUnicode"));
  if (!(unicode instanceof PDFRawStream))
    return (codes) => {
      const text = new TextDecoder("windows-1252").decode(Buffer.from(codes, "hex"));
      return { face, text, letters: [...text].map((letter) => ({ text: letter, glyphs: [] })) };
    };
  const texts = new Map(
    [...latin(bytesOf(unicode)).matchAll(/^<([0-9A-F]{4})> <([0-9A-F]*)>$/gm)].map(
      ([, code, text]) => [code!, utf16(text!)],
    ),
  );
  const descendant = font.lookup(PDFName.of("DescendantFonts"), PDFArray).lookup(0, PDFDict);
  const glyphs = Buffer.from(bytesOf(descendant.lookup(PDFName.of("CIDToGIDMap"))));
  const descriptor = descendant.lookup(PDFName.of("FontDescriptor"), PDFDict);
  const partsOf = outlines(Buffer.from(bytesOf(descriptor.lookup(PDFName.of("FontFile2")))));
  return (codes) => {
    const letters = (codes.match(/.{4}/g) ?? []).map((code) => ({
      text: texts.get(code)!,
      glyphs: partsOf(glyphs.readUInt16BE(2 * Number.parseInt(code, 16))),
    }));
    return { face, text: letters.map(({ text }) => text).join(""), letters };
  };
}

/** The glyphs that a glyph was put together of by the writer of the PDF, else the glyph itself. */
function outlines(file: Buffer): (glyph: number) => number[] {
  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, nth) => {
      const at = 12 + 16 * nth;
      const start = file.readUInt32BE(at + 8);
      const table = file.subarray(start, start + file.readUInt32BE(at + 12));
      return [file.toString("latin1", at, at + 4), table];
    }),
  );
  const [loca, glyf] = [tables.get("loca")!, tables.get("glyf")!];
  return (glyph) => {
    const outline = glyf.subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * (glyph + 1)));
    if (!outline.length || outline.readInt16BE(0) >= 0) return [glyph];
    const parts: number[] = [];
    for (let at = 10, more = true; more; at += 8) {
      const flags = outline.readUInt16BE(at);
      // Whole steps sideways and up, and nothing else.
      if ((flags & ~0x20) !== 0x3) return [glyph];
      more = Boolean(flags & 0x20);
      parts.push(outline.readUInt16BE(at + 2));
    }
    return parts;
  };
}
