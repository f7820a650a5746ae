import { grayscale, type PDFDocument, type PDFImage, type PDFPage } from "@cantoo/pdf-lib";
import { type Line, type Style, Typesetter } from "./pdf-text/typesetter.ts";

const sizes = {
  a4: [595.28, 841.89],
  letter: [612, 792],
  "a4-wide": [841.89, 595.28],
  "letter-wide": [792, 612],
} as const;
export type Paper = keyof typeof sizes;
const MARGIN = 48;
const usualMargins = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
/** A page by its measures: its width and height, and the margins that its contents keep. */
export type PageShape = { width: number; height: number; margins: typeof usualMargins };
/** What stands on each page besides its contents, in place of the usual foot. */
export type Furniture = {
  /** Draws on a new page before all else. @param nth from 1 */
  begin: (sheet: Sheet, nth: number) => void;
  /** Draws when it is known how many pages there are. */
  end: (sheet: Sheet, nth: number, pages: number) => void;
};
type Opened = { title: string; foot: string; texts: string; assets: Fetcher };
type More = { embedsAll?: boolean; furniture?: Furniture };
const INK = 0.1;
const QUIET = 0.4;

/** A document that is written from top to bottom and starts a new page when one is full. Measures are points. */
export class Sheet {
  page!: PDFPage;
  y = 0;
  readonly width: number;

  private constructor(
    readonly setter: Typesetter,
    readonly shape: PageShape,
    readonly foot: string,
    readonly furniture: Furniture | undefined,
  ) {
    const { width, margins } = shape;
    this.width = width - margins.left - margins.right;
    this.turn();
  }

  /**
   * @param texts everything that will stand on the pages
   * @param embedsAll no standard face of PDF is used
   */
  static async open(
    paper: Paper | PageShape,
    { title, foot, texts, assets, embedsAll, furniture }: Opened & More,
  ): Promise<Sheet> {
    const setter = await Typesetter.open(title, texts, assets, embedsAll);
    return new Sheet(setter, typeof paper === "string" ? shapeOf(paper) : paper, foot, furniture);
  }

  get doc(): PDFDocument {
    return this.setter.doc;
  }

  turn() {
    const { width, height, margins } = this.shape;
    this.page = this.doc.addPage([width, height]);
    this.y = height - margins.top;
    this.furniture?.begin(this, this.doc.getPageCount());
  }

  /** The height that is left above the foot. */
  get left(): number {
    return this.y - this.shape.margins.bottom;
  }

  /** Starts a new page unless this much height is left above the foot. */
  room(height: number) {
    if (this.left - height < 4) this.turn();
  }

  text(text: string | Line, style: Partial<TextStyle> = {}) {
    const { x = 0, size = 10, font = "plain", right = false, width = this.width } = style;
    const line = typeof text === "string" ? this.setter.line(text, font) : text;
    const at = right ? x + width - (line.width * size) / 1000 : x;
    const grey = style.quiet ? QUIET : INK;
    this.setter.draw(this.page, line, { ...this.place(at), y: this.y - size, size, grey });
  }

  /** Writes a paragraph. Text that is read from right to left is aligned to the right. */
  paragraph(text: string, style: Partial<TextStyle> = {}) {
    const { size = 10, width = this.width, font = "plain" } = style;
    for (const line of this.setter.lines(text, { width, size, style: font })) {
      this.room(size * 1.4);
      this.text(line, { ...style, right: style.right || line.isRightToLeft });
      this.y -= size * 1.4;
    }
  }

  /** A picture at the left edge, and the next line under it. */
  image(image: PDFImage, { width, height }: { width: number; height: number }) {
    this.room(height + 8);
    this.page.drawImage(image, { ...this.place(0), y: this.y - height, width, height });
    this.y -= height + 8;
  }

  /** Where something so far from the left edge begins, in the page's own measure. */
  place(left: number): { x: number; y: number } {
    return { x: this.shape.margins.left + left, y: this.y };
  }

  /** A hairline from `left` on, at this height. */
  line(left = 0, width = this.width) {
    this.page.drawLine({
      start: this.place(left),
      end: this.place(left + width),
      thickness: 0.5,
      color: grayscale(0.75),
    });
  }

  rule(gap = 8) {
    this.y -= gap / 2;
    this.line();
    this.y -= gap / 2;
  }

  /** A row of cells; the row is as high as its highest cell and never breaks over a page. */
  row(
    cells: {
      text: string;
      width: number;
      right?: boolean;
      font?: Style;
      quiet?: boolean | undefined;
    }[],
    size = 9.5,
  ) {
    const wrapped = cells.map(({ text, width, font = "plain" }) =>
      this.setter.lines(text, { width: width - 6, size, style: font }),
    );
    const height = Math.max(...wrapped.map((lines) => lines.length)) * size * 1.35 + 3;
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
    this.y = 28 + 8;
    for (const [at, page] of pages.entries()) {
      this.page = page;
      if (this.furniture) {
        this.furniture.end(this, at + 1, pages.length);
        continue;
      }
      this.text(this.foot, { size: 8, quiet: true });
      this.text(`Page ${at + 1} of ${pages.length}`, { size: 8, quiet: true, right: true });
    }
    return this.setter.bytes();
  }
}

function shapeOf(paper: Paper): PageShape {
  const [width, height] = sizes[paper];
  return { width, height, margins: usualMargins };
}

type TextStyle = {
  x: number;
  size: number;
  font: Style;
  quiet: boolean;
  right: boolean;
  width: number;
};
