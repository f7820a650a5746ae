import type { PDFDocument, PDFFont, PDFImage, PDFPage } from "pdf-lib";

const sizes = { a4: [595.28, 841.89], letter: [612, 792] } as const;
export type Paper = keyof typeof sizes;
const MARGIN = 48;
const INK = 0.1;
const QUIET = 0.4;

/** The standard faces hold Latin-1 only: what they cannot show is spelled out or becomes "?". */
const spelled: Record<string, string> = {
  "₹": "INR ",
  "–": "-",
  "—": "-",
  "…": "...",
  "“": '"',
  "”": '"',
  "‘": "'",
  "’": "'",
  "≥": ">=",
  "≤": "<=",
  Ω: "ohm",
  "✓": "v",
};
export const printable = (text: string) =>
  [...text.normalize("NFC")]
    .map(
      (c) =>
        spelled[c] ??
        (/[\n\x20-\x7e\xa0-\xff]/.test(c)
          ? c
          : c.normalize("NFKD").replace(/[^\x20-\x7e]/g, "") || (/\s/.test(c) ? " " : "?")),
    )
    .join("");

/** A document that grows downwards and turns the page by itself. Measures are points. */
export class Sheet {
  page!: PDFPage;
  y = 0;
  readonly width: number;
  readonly #height: number;

  private constructor(
    readonly doc: PDFDocument,
    readonly face: PDFFont,
    readonly bold: PDFFont,
    readonly mono: PDFFont,
    readonly grey: (level: number) => ReturnType<typeof import("pdf-lib").grayscale>,
    paper: Paper,
    readonly foot: string,
  ) {
    const [width, height] = sizes[paper];
    this.width = width - 2 * MARGIN;
    this.#height = height;
    this.turn();
  }

  static async open(paper: Paper, title: string, foot: string): Promise<Sheet> {
    const { PDFDocument, StandardFonts, grayscale } = await import("pdf-lib");
    const doc = await PDFDocument.create();
    doc.setTitle(printable(title));
    doc.setProducer("Plumbline");
    const fonts = await Promise.all(
      [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((font) =>
        doc.embedFont(font),
      ),
    );
    return new Sheet(doc, fonts[0]!, fonts[1]!, fonts[2]!, grayscale, paper, foot);
  }

  turn() {
    this.page = this.doc.addPage([this.width + 2 * MARGIN, this.#height]);
    this.y = this.#height - MARGIN;
  }

  /** Turns the page unless this much height is left. */
  room(height: number) {
    if (this.y - height < MARGIN + 24) this.turn();
  }

  lines(text: string, width: number, size: number, font = this.face): string[] {
    const out: string[] = [];
    for (const paragraph of printable(text).split("\n")) {
      let line = "";
      for (const word of paragraph.split(" ").flatMap((w) => this.#cut(w, width, size, font))) {
        const longer = line ? `${line} ${word}` : word;
        if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
        else {
          out.push(line);
          line = word;
        }
      }
      out.push(line);
    }
    return out;
  }

  #cut(word: string, width: number, size: number, font: PDFFont): string[] {
    if (font.widthOfTextAtSize(word, size) <= width) return [word];
    const most = Math.max(
      1,
      Math.floor((word.length * width) / font.widthOfTextAtSize(word, size)) - 1,
    );
    return word.match(new RegExp(`.{1,${most}}`, "g")) ?? [word];
  }

  text(
    text: string,
    {
      x = 0,
      size = 10,
      font = this.face,
      quiet = false,
      right = false,
      width = this.width,
    }: Partial<TextStyle> = {},
  ) {
    const shown = printable(text);
    const at = right ? x + width - font.widthOfTextAtSize(shown, size) : x;
    this.page.drawText(shown, {
      x: MARGIN + at,
      y: this.y - size,
      size,
      font,
      color: this.grey(quiet ? QUIET : INK),
    });
  }

  /** A paragraph, as high as it needs. */
  paragraph(text: string, style: Partial<TextStyle> = {}) {
    const { size = 10, width = this.width, font = this.face } = style;
    for (const line of this.lines(text, width, size, font)) {
      this.room(size * 1.4);
      this.text(line, style);
      this.y -= size * 1.4;
    }
  }

  /** A picture at the left edge, and the next line under it. */
  image(image: PDFImage, { width, height }: { width: number; height: number }) {
    this.room(height + 8);
    this.page.drawImage(image, { x: MARGIN, y: this.y - height, width, height });
    this.y -= height + 8;
  }

  rule(gap = 8) {
    this.y -= gap / 2;
    this.page.drawLine({
      start: { x: MARGIN, y: this.y },
      end: { x: MARGIN + this.width, y: this.y },
      thickness: 0.5,
      color: this.grey(0.75),
    });
    this.y -= gap / 2;
  }

  /** A row of cells; the row is as high as its highest cell and never breaks over a page. */
  row(
    cells: { text: string; width: number; right?: boolean; font?: PDFFont; quiet?: boolean }[],
    size = 9.5,
  ) {
    const wrapped = cells.map((cell) => this.lines(cell.text, cell.width - 6, size, cell.font));
    const height = Math.max(...wrapped.map((lines) => lines.length)) * size * 1.35 + 4;
    this.room(height);
    const top = this.y;
    let x = 0;
    for (const [at, { width, ...style }] of cells.entries()) {
      this.y = top;
      for (const line of wrapped[at]!) {
        this.text(line, { ...style, x, width: width - 6, size });
        this.y -= size * 1.35;
      }
      x += width;
    }
    this.y = top - height;
  }

  /** @returns the bytes, with the foot and page numbers on every page */
  async bytes(): Promise<Uint8Array> {
    const pages = this.doc.getPages();
    for (const [at, page] of pages.entries()) {
      page.drawText(printable(this.foot), {
        x: MARGIN,
        y: 28,
        size: 8,
        font: this.face,
        color: this.grey(QUIET),
      });
      const number = `Page ${at + 1} of ${pages.length}`;
      page.drawText(number, {
        x: MARGIN + this.width - this.face.widthOfTextAtSize(number, 8),
        y: 28,
        size: 8,
        font: this.face,
        color: this.grey(QUIET),
      });
    }
    return this.doc.save();
  }
}

type TextStyle = {
  x: number;
  size: number;
  font: PDFFont;
  quiet: boolean;
  right: boolean;
  width: number;
};
