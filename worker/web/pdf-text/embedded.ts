import { deflateSync } from "node:zlib";
import { type PDFDocument, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import type { NotoFace } from "./faces.ts";
import type { Letter } from "./harfbuzz.ts";
import type { Face, Written } from "./pieces.ts";

const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, "0");
/** The units of UTF-16 in hexadecimal. */
const hexOf = (text: string) =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("");

/** What tells one letter of a face from another. */
const keyOf = ({ text, advance, parts }: Letter) =>
  parts.reduce((key, { id, x, y }) => `${key} ${id} ${x} ${y}`, `${advance} ${parts.length}`) +
  text;

/** A face that a document carries with the letters it uses: each has a code, and is one glyph. */
export class EmbeddedFace implements Face {
  readonly ref: PDFRef;
  /** In the order of their first use; codes begin with 1. */
  readonly #letters = new Map<string, { code: number; letter: Letter }>();
  readonly #codes = new Map<Letter, number>();
  /** What was written before, by its direction and text. */
  readonly #written = new Map<string, Written>();

  constructor(
    readonly key: string,
    readonly noto: NotoFace,
    readonly doc: PDFDocument,
  ) {
    this.ref = doc.context.nextRef();
  }

  write(text: string, isRightToLeft: boolean): Written {
    const key = `${isRightToLeft} ${text}`;
    const before = this.#written.get(key);
    if (before) return before;
    const letters = this.noto.letters(text, isRightToLeft);
    const written = {
      width: letters.reduce((sum, { advance }) => sum + advance, 0) * this.noto.scale,
      codes: () => letters.map((letter) => hex(this.#codeOf(letter))).join(""),
    };
    this.#written.set(key, written);
    return written;
  }

  #codeOf(letter: Letter): number {
    const before = this.#codes.get(letter);
    if (before) return before;
    const key = keyOf(letter);
    const coded = this.#letters.get(key) ?? { code: this.#letters.size + 1, letter };
    this.#letters.set(key, coded);
    this.#codes.set(letter, coded.code);
    return coded.code;
  }

  /** A stream packed by the runtime's own zlib. */
  #packed(content: Uint8Array | string, more: { Length1?: number } = {}) {
    return this.doc.context.stream(deflateSync(content), { ...more, Filter: "FlateDecode" });
  }

  /** Writes the face into the document: a Type0 font with the letters that were used. */
  embed() {
    const { context } = this.doc;
    const { noto } = this;
    const letters = [...this.#letters.values()].map(({ letter }) => letter);
    const { file, ids } = noto.subset(letters);
    const glyphs = new DataView(new ArrayBuffer(2 * (ids.length + 1)));
    for (const [nth, id] of ids.entries()) glyphs.setUint16(2 * (nth + 1), id);
    const name = `${tagOf(this.ref.objectNumber)}+${noto.name}`;
    const descriptor = context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: SYMBOLIC,
      FontBBox: noto.box,
      ItalicAngle: 0,
      Ascent: noto.ascent,
      Descent: noto.descent,
      CapHeight: noto.ascent,
      StemV: 80,
      FontFile2: context.register(this.#packed(file, { Length1: file.length })),
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
      W: [1, letters.map(({ advance }) => advance * noto.scale)],
      CIDToGIDMap: context.register(this.#packed(new Uint8Array(glyphs.buffer))),
    });
    context.assign(
      this.ref,
      context.obj({
        Type: "Font",
        Subtype: "Type0",
        BaseFont: name,
        Encoding: "Identity-H",
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(this.#packed(toUnicode(letters))),
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

/** A CMap that names the text of each code, at most 100 in a block as the format asks. */
function toUnicode(letters: Letter[]): string {
  const lines = letters.map(({ text }, nth) => `<${hex(nth + 1)}> <${hexOf(text)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, nth) => {
    const some = lines.slice(100 * nth, 100 * (nth + 1));
    return `${some.length} beginbfchar\n${some.join("\n")}\nendbfchar`;
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
