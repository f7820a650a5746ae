import type { Sheet } from "../pdf-sheet.ts";
import { type Look, looks, type Pen, type Spot } from "./pen.ts";

/** A part of the contents that is never parted: as wide as its place, so high, in points. */
export type Strip = {
  height: number;
  /** Nothing is drawn where it is left out: it is room between others, which no page begins or ends with. */
  draw?: (spot: Spot) => void;
  /** It is not parted from the next. */
  holds?: boolean;
  /** They stand again above it where a page begins with it. */
  heads?: readonly Strip[];
  /** With all that follows it goes down to the end of its page. */
  sinks?: boolean;
};

export const gap = (height: number): Strip => ({ height });
export const held = (strips: readonly Strip[]): Strip[] =>
  strips.map((strip) => ({ ...strip, holds: true }));
export const heightOf = (strips: readonly Strip[]) =>
  strips.reduce((sum, { height }) => sum + height, 0);

/** A text, line by line; its first two and its last two lines stay together. */
export function paragraph(pen: Pen, text: string, width: number, look: Look = looks.body): Strip[] {
  const lines = pen.lines(text, width, look);
  return lines.map((line, nth) => ({
    height: look.leading,
    draw: (spot) => pen.draw(spot, line, look, width, line.isRightToLeft ? "right" : "left"),
    ...(nth === 0 || nth === lines.length - 2 ? { holds: lines.length > 1 } : {}),
  }));
}

/** A table with what is told under it, which its last row holds. */
export function withNotes(
  pen: Pen,
  rows: readonly Strip[],
  notes: readonly string[],
  width: number,
) {
  const [told, last] = [notes.join(" "), rows.at(-1)];
  if (!told || !last) return [...rows];
  return [
    ...rows.slice(0, -1),
    ...held([last, gap(3)]),
    ...paragraph(pen, told, width, looks.small),
  ];
}

/** A heading, which holds what is under it. */
export const heading = (pen: Pen, text: string, width: number): Strip[] =>
  held([...paragraph(pen, text, width, looks.heading), gap(2)]);

const drawAll = (strips: readonly Strip[], spot: Spot) => {
  let { y } = spot;
  for (const { height, draw } of strips) {
    draw?.({ ...spot, y });
    y -= height;
  }
};

/** Columns of strips as one strip. @param lefts where each begins */
export const beside = (
  columns: readonly (readonly Strip[])[],
  lefts: readonly number[],
): Strip => ({
  height: Math.max(...columns.map(heightOf)),
  draw: (spot) => {
    for (const [nth, strips] of columns.entries())
      drawAll(strips, { ...spot, x: spot.x + lefts[nth]! });
  },
});

/** How much of a page may stay empty above what goes down to its end. */
const MOST_EMPTY = 0.4;

/** How many strips from one on are not parted. */
function heldFrom(strips: readonly Strip[], at: number): number {
  let end = at + 1;
  while (strips[end - 1]!.holds && end < strips.length) end++;
  return end - at;
}

/** Strips from the left upper corner on, over as many pages as they need. */
export function flow(sheet: Sheet, strips: readonly Strip[]) {
  let top = sheet.y;
  const put = ({ height, draw }: Strip) => {
    draw?.({ page: sheet.page, ...sheet.place(0) });
    sheet.y -= height;
  };
  const turn = (heads: readonly Strip[] = []) => {
    sheet.turn();
    top = sheet.y;
    heads.forEach(put);
  };
  /** How far down the last strips go. */
  const sunk = (last: readonly Strip[]) => {
    const free = sheet.left - heightOf(last);
    const whole = top - sheet.shape.margins.bottom;
    return free > 0 && free < MOST_EMPTY * whole ? free : 0;
  };
  for (let at = 0; at < strips.length; ) {
    const first = strips[at]!;
    const some = strips.slice(at, at + heldFrom(strips, at));
    const rest = strips.slice(at);
    at += some.length;
    const fits = heightOf(some) <= sheet.left;
    if (some.every(({ draw }) => !draw)) {
      if (fits && sheet.y !== top) some.forEach(put);
      continue;
    }
    if (!fits && sheet.y !== top) turn(first.heads);
    for (const [nth, strip] of some.entries()) {
      if (strip.sinks && !rest.slice(0, nth).some(({ sinks }) => sinks))
        sheet.y -= sunk(rest.slice(nth));
      // What is higher than a page goes on below, strip by strip.
      if (strip.height > sheet.left && sheet.y !== top) turn(strip.heads);
      put(strip);
    }
  }
}
