import {
  beginText,
  type Color,
  endText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFImage,
  PDFName,
  type PDFPage,
  StandardFonts,
  setFillingColor,
  setFillingGrayscaleColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "@cantoo/pdf-lib";
import { lettersOf } from "#app/shared/letters.ts";
import { objectAt } from "../../files/stored.ts";
import { EmbeddedFace } from "./embedded.ts";
import {
  boxes,
  faceOf,
  fetchFaces,
  isComposed,
  isStandard,
  plainText,
  portionsOf,
  type Script,
  scriptOf,
} from "./faces.ts";
import {
  type Choose,
  type Face,
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
/** `y` is the baseline; `grey` goes from 0, black, to 1, and a colour stands in its place. */
type Place = { x: number; y: number; size: number; grey?: number; color?: Color };

/** A face that every reader of PDF has. Its letters stand one after another. */
class StandardFace implements Face {
  readonly #widths = new Map<string, number>();

  constructor(
    readonly key: string,
    readonly font: PDFFont,
  ) {}

  get ref() {
    return this.font.ref;
  }

  readonly #signs = new Set<number>();

  holds(letter: string): boolean {
    if (!this.#signs.size) for (const sign of this.font.getCharacterSet()) this.#signs.add(sign);
    return this.#signs.has(letter.codePointAt(0)!);
  }

  write(text: string, isRightToLeft: boolean) {
    const letters = visible(isRightToLeft ? mirrored(text) : text);
    let width = 0;
    for (const letter of letters) {
      const measured = this.#widths.get(letter) ?? this.font.widthOfTextAtSize(letter, 1000);
      this.#widths.set(letter, measured);
      width += measured;
    }
    return { width, codes: () => this.font.encodeText(letters).asString() };
  }
}

/** Writes texts of any script into one document. */
export class Typesetter {
  readonly #embedded = new Map<string, EmbeddedFace>();
  readonly #standard = new Map<string, StandardFace>();

  private constructor(
    readonly doc: PDFDocument,
    readonly scripts: readonly Script[],
    readonly embedsAll: boolean,
  ) {}

  /**
   * A new document.
   * @param texts what its texts are put together of: the faces of their letters are fetched
   * @param embedsAll no standard face is used, so that the document looks the same everywhere
   */
  static async open(
    title: string,
    texts: string,
    assets: Fetcher,
    embedsAll = false,
  ): Promise<Typesetter> {
    const scripts = await fetchFaces(assets, texts, embedsAll);
    const doc = await PDFDocument.create();
    doc.setTitle(title);
    doc.setProducer("Plumbline");
    return new Typesetter(doc, scripts, embedsAll);
  }

  #standardFace(name: "Helvetica" | "HelveticaBold" | "Courier" | "Symbol" | "ZapfDingbats") {
    const face =
      this.#standard.get(name) ??
      new StandardFace(name, this.doc.embedStandardFont(StandardFonts[name]));
    this.#standard.set(name, face);
    return face;
  }

  #notoFace(script: Script, style: Style): EmbeddedFace {
    const noto = faceOf(script, style === "bold" ? "bold" : "plain");
    const face = this.#embedded.get(noto.name) ?? new EmbeddedFace(noto.name, noto, this.doc);
    this.#embedded.set(noto.name, face);
    return face;
  }

  /** Noto's faces alone; then a plainer spelling, then a box. */
  #embeddedChooser(style: Style): Choose {
    let before: Script | null = null;
    const choose: Choose = (text) => {
      if (isStandard(text) && boxes.covers(text))
        return [{ letter: text, face: this.#notoFace(boxes, style) }];
      const letters = portionsOf(text);
      if (letters.length > 1) return letters.flatMap(choose);
      if (isComposed(text)) return [{ letter: text, face: this.#notoFace(boxes, style) }];
      const script = scriptOf(text, this.scripts, before);
      before = script ?? before;
      if (script) return [{ letter: text, face: this.#notoFace(script, style) }];
      const plainer = text.normalize("NFKC");
      return plainer === text
        ? [{ letter: text, face: this.#notoFace(boxes, style) }]
        : portionsOf(plainer).flatMap(choose);
    };
    return choose;
  }

  /** Standard faces where they will do, then Noto's, then signs, then a plainer spelling, then a box. */
  #chooser(style: Style): Choose {
    if (this.embedsAll) return this.#embeddedChooser(style);
    const usual = this.#standardFace(
      ({ plain: "Helvetica", bold: "HelveticaBold", mono: "Courier" } as const)[style],
    );
    let before: Script | null = null;
    const choose: Choose = (letter) => {
      if (isStandard(letter)) return [{ letter, face: usual }];
      const script = scriptOf(letter, this.scripts, before);
      before = script ?? before;
      if (script) return [{ letter, face: this.#notoFace(script, style) }];
      const signs = (["Symbol", "ZapfDingbats"] as const)
        .map((name) => this.#standardFace(name))
        .find((face) => face.holds(letter));
      if (signs) return [{ letter, face: signs }];
      const plainer = letter.normalize("NFKC");
      return plainer === letter
        ? [{ letter, face: this.#notoFace(boxes, style) }]
        : portionsOf(plainer).flatMap(choose);
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

  /** A stored picture, PNG or JPEG; null when it is not there or cannot be read. */
  async picture(bucket: R2Bucket, key: string): Promise<PDFImage | null> {
    const file = await objectAt(bucket, key);
    if (!file) return null;
    const bytes = await file.arrayBuffer();
    const isPng = file.httpMetadata?.contentType === "image/png";
    return (isPng ? this.doc.embedPng(bytes) : this.doc.embedJpg(bytes)).catch(() => null);
  }

  draw(page: PDFPage, { pieces }: Line, { x, y, size, grey = 0, color }: Place) {
    const operators = [
      beginText(),
      color ? setFillingColor(color) : setFillingGrayscaleColor(grey),
      setTextMatrix(1, 0, 0, 1, x, y),
    ];
    let shown = "";
    for (const [nth, { face, codes }] of pieces.entries()) {
      shown += codes();
      if (pieces[nth + 1]?.face === face) continue;
      const name = PDFName.of(face.key);
      page.node.setFontDictionary(name, face.ref);
      operators.push(setFontAndSize(name, size), showText(PDFHexString.of(shown)));
      shown = "";
    }
    page.pushOperators(...operators, endText());
  }

  /** Writes the used letters into the document. @returns its bytes */
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
    const word: Piece[] = [];
    while (nth < pieces.length && pieces[nth]!.text !== " ") word.push(pieces[nth++]!);
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
