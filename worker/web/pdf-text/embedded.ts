import { type PDFDocument, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import type { NotoFace } from "./faces.ts";
import type { Face, Glyph, Written } from "./pieces.ts";

const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, "0");
/** A text as the units of UTF-16, in a string of a PDF. */
export const hexText = (text: string) =>
  `<${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("")}>`;

/** A face that a document carries with the glyphs it uses. */
export class EmbeddedFace implements Face {
  readonly ref: PDFRef;
  /** Codes in the order of their first use, from 1: the same glyph for another text has another. */
  readonly #codes = new Map<string, { code: number; glyph: Glyph }>();

  constructor(
    readonly key: string,
    readonly noto: NotoFace,
    readonly doc: PDFDocument,
  ) {
    this.ref = doc.context.nextRef();
  }

  write(text: string, isRightToLeft: boolean): Written {
    const placed = this.noto.glyphs(text, isRightToLeft);
    const ends = [...new Set(placed.map(({ at }) => at)), text.length].sort((a, b) => a - b);
    const glyphs: Glyph[] = [];
    for (let nth = 0; nth < placed.length; ) {
      const { at } = placed[nth]!;
      const cluster = placed.slice(nth).filter((glyph) => glyph.at === at);
      const shown = text.slice(at, ends[ends.indexOf(at) + 1]);
      for (const [part, { at: _, ...glyph }] of cluster.entries())
        glyphs.push({ ...glyph, text: shareOf(shown, part, cluster.length, isRightToLeft) });
      nth += cluster.length;
    }
    return { width: glyphs.reduce((sum, { advance }) => sum + advance, 0), letters: "", glyphs };
  }

  /** The code of a glyph, and how far a reader of the PDF moves on after it. */
  code(glyph: Glyph): { code: string; width: number } {
    const key = `${glyph.id} ${glyph.text}`;
    const known = this.#codes.get(key) ?? { code: this.#codes.size + 1, glyph };
    this.#codes.set(key, known);
    return { code: hex(known.code), width: known.glyph.advance };
  }

  /** Writes the face into the document: a Type0 font whose codes name glyphs of its subset. */
  embed() {
    const { context } = this.doc;
    const used = [...this.#codes.values()];
    const name = `${tagOf(this.ref.objectNumber)}+${this.noto.name}`;
    const glyphOf = new Uint8Array(2 * (used.length + 1));
    for (const { code, glyph } of used) new DataView(glyphOf.buffer).setUint16(2 * code, glyph.id);
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: SYMBOLIC,
      FontBBox: this.noto.box,
      ItalicAngle: 0,
      Ascent: this.noto.ascent,
      Descent: this.noto.descent,
      CapHeight: this.noto.ascent,
      StemV: 80,
      FontFile2: context.register(
        context.flateStream(this.noto.subset(used.map(({ glyph }) => glyph.id))),
      ),
    });
    const descendant = context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      FontDescriptor: context.register(descriptor),
      W: [1, used.map(({ glyph }) => glyph.advance)],
      CIDToGIDMap: context.register(context.flateStream(glyphOf)),
    });
    context.assign(
      this.ref,
      context.obj({
        Type: "Font",
        Subtype: "Type0",
        BaseFont: name,
        Encoding: "Identity-H",
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(toUnicode(used))),
      }),
    );
  }
}

const SYMBOLIC = 4;
/** Six capitals, which tell that a face is a subset. */
const tagOf = (number: number) =>
  Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26)),
  ).join("");

/** Of the text of several glyphs, what one of them stands for; the last glyph written takes the rest. */
function shareOf(text: string, part: number, parts: number, isRightToLeft: boolean): string {
  const letters = [...text];
  const nth = isRightToLeft ? parts - 1 - part : part;
  return nth === parts - 1 ? letters.slice(nth).join("") : (letters[nth] ?? "");
}

/** A CMap that names the text of each code, at most 100 in a block as the format asks. */
function toUnicode(used: { code: number; glyph: Glyph }[]): string {
  const blocks = Array.from({ length: Math.ceil(used.length / 100) }, (_, nth) => {
    const some = used.slice(100 * nth, 100 * (nth + 1));
    const lines = some.map(({ code, glyph }) => `<${hex(code)}> ${hexText(glyph.text)}`);
    return `${some.length} beginbfchar\n${lines.join("\n")}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
