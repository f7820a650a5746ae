import {
  beginText,
  endText,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  StandardFonts,
  setFillingGrayscaleColor,
  setFontAndSize,
  setTextMatrix,
  setTextRise,
  showText,
} from "@cantoo/pdf-lib";
import { EmbeddedFace, hexText } from "./embedded.ts";
import { boxes, faceOf, isStandard, lettersOf, type Part, partOf, plainText } from "./faces.ts";
import {
  type Choose,
  type Face,
  type Glyph,
  mirrored,
  type Paragraph,
  type Piece,
  paragraphOf,
  pieceOf,
  visible,
} from "./pieces.ts";

export type Style = "plain" | "bold" | "mono";
/** Pieces from left to right; the width is thousandths of the size. */
export type Line = { pieces: Piece[]; width: number; isRightToLeft: boolean };
/** `y` is the baseline; `grey` goes from 0, black, to 1. */
type Place = { x: number; y: number; size: number; grey: number };

/** A face that every reader of PDF has. Its letters stand one after another. */
class StandardFace implements Face {
  readonly #widths = new Map<string, number>();

  constructor(
    readonly key: string,
    readonly font: PDFFont,
  ) {}

  write(text: string, isRightToLeft: boolean) {
    const letters = visible(isRightToLeft ? mirrored(text) : text);
    let width = 0;
    for (const letter of letters) {
      const known = this.#widths.get(letter) ?? this.font.widthOfTextAtSize(letter, 1000);
      this.#widths.set(letter, known);
      width += known;
    }
    return { width, letters, glyphs: [] };
  }
}

/** Writes texts of any script into one document. Their faces must have been fetched (`fetchFaces`). */
export class Typesetter {
  readonly #embedded = new Map<string, EmbeddedFace>();
  readonly #standard = new Map<string, StandardFace>();

  private constructor(readonly doc: PDFDocument) {}

  /** A new document. */
  static async open(title: string): Promise<Typesetter> {
    const doc = await PDFDocument.create();
    doc.setTitle(title);
    doc.setProducer("Plumbline");
    return new Typesetter(doc);
  }

  #standardFace(name: "Helvetica" | "HelveticaBold" | "Courier" | "Symbol" | "ZapfDingbats") {
    const known = this.#standard.get(name);
    if (known) return known;
    const font = this.doc.embedStandardFont(StandardFonts[name]);
    const face = new StandardFace(name, font);
    this.#standard.set(name, face);
    return face;
  }

  #notoFace(part: Part, style: Style): EmbeddedFace {
    const noto = faceOf(part, style === "bold" ? "bold" : "plain");
    const known = this.#embedded.get(noto.name) ?? new EmbeddedFace(noto.name, noto, this.doc);
    this.#embedded.set(noto.name, known);
    return known;
  }

  /** Standard faces where they will do, then Noto's, then signs, then a plainer spelling, then a box. */
  #chooser(style: Style): Choose {
    const usual = this.#standardFace(
      ({ plain: "Helvetica", bold: "HelveticaBold", mono: "Courier" } as const)[style],
    );
    let before: Part | null = null;
    const choose: Choose = (letter) => {
      if (isStandard(letter)) return [{ letter, face: usual }];
      const part = partOf(letter, before);
      before = part ?? before;
      if (part) return [{ letter, face: this.#notoFace(part, style) }];
      const signs = (["Symbol", "ZapfDingbats"] as const).map((name) => this.#standardFace(name));
      const code = letter.codePointAt(0)!;
      const face = signs.find(({ font }) => font.getCharacterSet().includes(code));
      if (face) return [{ letter, face }];
      const plainer = letter.normalize("NFKC");
      return plainer === letter
        ? [{ letter, face: this.#notoFace(boxes, style) }]
        : lettersOf(plainer).flatMap(choose);
    };
    return choose;
  }

  /** A text on lines no wider than `width` points; a word that is wider is broken between letters. */
  lines(text: string, { width, size, style }: { width: number; size: number; style: Style }) {
    const room = (width * 1000) / size;
    return plainText(text)
      .split("\n")
      .flatMap((written) => {
        const paragraph = paragraphOf(written, this.#chooser(style));
        return wrapped(paragraph.pieces, room).map((line) => lineOf(line, paragraph));
      });
  }

  /** A text on one line, however long. */
  line(text: string, style: Style): Line {
    const paragraph = paragraphOf(plainText(text).replaceAll("\n", " "), this.#chooser(style));
    return lineOf(paragraph.pieces, paragraph);
  }

  draw(page: PDFPage, { pieces }: Line, { x, y, size, grey }: Place) {
    const operators = [beginText(), setFillingGrayscaleColor(grey)];
    let at = x;
    for (let nth = 0; nth < pieces.length; ) {
      const { face } = pieces[nth]!;
      const others = pieces.findIndex((piece, later) => later > nth && piece.face !== face);
      const run = pieces.slice(nth, others < 0 ? undefined : others);
      const key = PDFName.of(face.key);
      operators.push(setFontAndSize(key, size), setTextMatrix(1, 0, 0, 1, at, y));
      if (face instanceof StandardFace) {
        page.node.setFontDictionary(key, face.font.ref);
        const letters = run.map(({ letters }) => letters).join("");
        operators.push(showText(face.font.encodeText(letters)));
      } else if (face instanceof EmbeddedFace) {
        page.node.setFontDictionary(key, face.ref);
        for (const piece of run) operators.push(...this.#glyphOperators(piece, face, size));
      }
      at += (run.reduce((sum, { width }) => sum + width, 0) * size) / 1000;
      nth += run.length;
    }
    page.pushOperators(...operators, endText());
  }

  /** The glyphs of a word at their places, and the text they stand for. */
  #glyphOperators({ glyphs, text }: Piece, face: EmbeddedFace, size: number) {
    const spoken = `<</ActualText <FEFF${hexText(text).slice(1)}>>`;
    const operators = [
      PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ["/Span", spoken]),
    ];
    let height = 0;
    for (const { dy, shown } of onHeights(glyphs, face)) {
      if (dy !== height) operators.push(setTextRise((dy * size) / 1000));
      height = dy;
      operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [`[${shown}]`]));
    }
    if (height) operators.push(setTextRise(0));
    return [...operators, PDFOperator.of(PDFOperatorNames.EndMarkedContent)];
  }

  /** Writes the used glyphs into the document. @returns its bytes */
  async bytes(): Promise<Uint8Array> {
    for (const face of this.#embedded.values()) face.embed();
    return this.doc.save();
  }
}

const widthOf = (pieces: Piece[]) => pieces.reduce((sum, { width }) => sum + width, 0);
const lineOf = (pieces: Piece[], { ordered, isRightToLeft }: Paragraph): Line => ({
  pieces: ordered(pieces),
  width: widthOf(pieces),
  isRightToLeft,
});

/** The operands of TJ for the glyphs of a word, anew where the height changes. */
function onHeights(glyphs: Glyph[], face: EmbeddedFace): { dy: number; shown: string }[] {
  const parts: { dy: number; shown: string }[] = [];
  /** How far the reader of the PDF is ahead of the place where the next glyph begins. */
  let ahead = 0;
  const move = (distance: number) => (Math.round(distance) ? String(Math.round(distance)) : "");
  for (const glyph of glyphs) {
    const { code, width } = face.code(glyph);
    if (parts.at(-1)?.dy !== glyph.dy) parts.push({ dy: glyph.dy, shown: "" });
    parts.at(-1)!.shown += `${move(ahead - glyph.dx)}<${code}>`;
    ahead = width + glyph.dx - glyph.advance;
  }
  if (glyphs.length) parts.at(-1)!.shown += move(ahead);
  return parts;
}

/** Pieces on lines no wider than `room`, in thousandths of the size. */
function wrapped(pieces: Piece[], room: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  const turn = () => {
    lines.push([]);
    used = 0;
  };
  const put = (piece: Piece) => {
    lines.at(-1)!.push(piece);
    used += piece.width;
  };
  let spaces: Piece[] = [];
  for (let nth = 0; nth < pieces.length; ) {
    if (pieces[nth]!.text === " ") {
      spaces.push(pieces[nth++]!);
      continue;
    }
    const end = pieces.findIndex(({ text }, later) => later > nth && text === " ");
    const word = pieces.slice(nth, end < 0 ? undefined : end);
    nth += word.length;
    const width = widthOf(word);
    if (used + widthOf(spaces) + width <= room) spaces.forEach(put);
    else if (used) turn();
    spaces = [];
    for (let piece of word) {
      while (used + piece.width > room) {
        const [head, tail] = cut(piece, room - used, used === 0);
        if (head) put(head);
        if (!tail) break;
        turn();
        piece = tail;
      }
      if (used + piece.width <= room) put(piece);
    }
  }
  return lines;
}

/** The letters of a piece that fit, at least one where it must be, and the others. */
function cut(piece: Piece, room: number, atLeastOne: boolean): [Piece | null, Piece | null] {
  const letters = lettersOf(piece.text);
  const headOf = (count: number) => pieceOf(letters.slice(0, count).join(""), piece);
  let [fits, most] = [atLeastOne ? 1 : 0, letters.length];
  while (fits < most) {
    const count = Math.ceil((fits + most) / 2);
    if (headOf(count).width <= room) fits = count;
    else most = count - 1;
  }
  const head = fits ? headOf(fits) : null;
  const rest = letters.slice(fits).join("");
  const start = piece.start + (head?.text.length ?? 0);
  return [head, rest ? pieceOf(rest, { ...piece, start }) : null];
}
