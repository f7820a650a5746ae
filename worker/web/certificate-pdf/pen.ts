import { type Color, type PDFPage, rgb } from "@cantoo/pdf-lib";
import type { Line, Style, Typesetter } from "../pdf-text/typesetter.ts";

/** A left upper corner on a page, in points. */
export type Spot = { page: PDFPage; x: number; y: number };
/** How a text is set: its size and the height of its line in points. */
export type Look = { size: number; leading: number; font?: Style; color?: Color };
type Align = "left" | "right" | "middle";

const colorOf = (hex: string): Color => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return rgb(parts[0]!, parts[1]!, parts[2]!);
};
/** What a certificate is drawn in. Lines and grounds are pale enough for a copier. */
export const inks = {
  ink: colorOf("#111111"),
  quiet: colorOf("#4a4a4a"),
  line: colorOf("#bdbdbd"),
  hair: colorOf("#dedede"),
  accent: colorOf("#0d5a6e"),
  limit: colorOf("#a8211b"),
  written: colorOf("#1b2a5c"),
  ground: colorOf("#ffffff"),
  pale: colorOf("#ebebeb"),
  paleRed: colorOf("#f7e3e1"),
} as const;

export const looks = {
  body: { size: 8.5, leading: 11.5 },
  strong: { size: 8.5, leading: 11.5, font: "bold" },
  heading: { size: 9, leading: 12, font: "bold", color: inks.accent },
  quiet: { size: 8.5, leading: 11.5, color: inks.quiet },
  small: { size: 7.5, leading: 10, color: inks.quiet },
  smallStrong: { size: 7.5, leading: 10, font: "bold" },
  /** Of tables of many columns. */
  dense: { size: 8, leading: 10.5 },
  head: { size: 7.5, leading: 10, font: "bold", color: inks.quiet },
} as const satisfies Record<string, Look>;

/** The baseline of a line below its top. */
export const baselineOf = ({ size, leading }: Look) => (leading - size) / 2 + 0.82 * size;
/** A wide text is measured in thousandths of its size. */
const THOUSAND = 1000;

/** Measures texts and draws them. */
export class Pen {
  /** Widths in thousandths of the size, by face and text. */
  readonly #widths = new Map<string, number>();

  constructor(readonly setter: Typesetter) {}

  lines(text: string, width: number, { size, font = "plain" }: Look): Line[] {
    return this.setter.lines(text, { width, size, style: font });
  }

  /** The width of a text on one line, in points. */
  widthOf(text: string, { size, font = "plain" }: Look): number {
    const key = `${font} ${text}`;
    const width = this.#widths.get(key) ?? this.setter.line(text, font).width;
    this.#widths.set(key, width);
    return (width * size) / THOUSAND;
  }

  /** A line from the top of its box. @param width what it is aligned in */
  draw(spot: Spot, line: Line, look: Look, width = 0, align: Align = "left") {
    if (!line.pieces.length) return;
    const { size, color = inks.ink } = look;
    const free = width - (line.width * size) / THOUSAND;
    const x = spot.x + (align === "right" ? free : align === "middle" ? free / 2 : 0);
    this.setter.draw(spot.page, line, { x, y: spot.y - baselineOf(look), size, color });
  }

  /** A text on one line. @returns where it ends */
  text(spot: Spot, text: string, look: Look, width = 0, align: Align = "left"): number {
    const line = this.setter.line(text, look.font ?? "plain");
    this.draw(spot, line, look, width, align);
    return spot.x + (line.width * look.size) / THOUSAND;
  }
}

/** A line across, from a corner on. */
export const across = ({ page, x, y }: Spot, width: number, color: Color, thickness = 0.5) =>
  page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness, color });

/** A line down, from a corner on. */
export const down = ({ page, x, y }: Spot, height: number, color: Color, thickness = 0.5) =>
  page.drawLine({ start: { x, y }, end: { x, y: y - height }, thickness, color });
