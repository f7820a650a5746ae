import { lettersOf } from "./letters.ts";

/** Widths of Helvetica, and of the faces cut to its measure, from space to tilde in 1/1000 of the size; then of its bold. */
const plain =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584";
const heavy =
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584";
const tableOf = (text: string) => text.split(" ").map(Number);
const [widths, boldWidths] = [tableOf(plain), tableOf(heavy)];
/** A sign of another script is taken to be as wide as it is high. */
const WIDE = 1000;

/** How wide a text is set, in the unit of `size`. Marks add nothing to their letter. */
export function textWidth(text: string, size: number, bold = false): number {
  const table = bold ? boldWidths : widths;
  let sum = 0;
  for (const sign of text.normalize("NFD")) {
    if (!/\p{Mn}/u.test(sign)) sum += table[sign.codePointAt(0)! - 32] ?? WIDE;
  }
  return (sum / 1000) * size;
}

/** A text, cut with three dots where it would be wider. */
export function cutTo(text: string, width: number, size: number, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const signs = lettersOf(text);
  const cut = () => `${signs.join("").trimEnd()}...`;
  while (signs.length && textWidth(cut(), size, bold) > width) signs.pop();
  return signs.length ? cut() : "";
}

/** Words on lines no wider than `width`; a word that is wider is broken. */
function wrapped(text: string, width: number, size: number, bold = false): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (word: string) => {
    const longer = line ? `${line} ${word}` : word;
    if (textWidth(longer, size, bold) <= width) {
      line = longer;
      return;
    }
    if (line) lines.push(line);
    line = word;
  };
  for (const word of text.split(/\s+/).filter(Boolean)) {
    let piece = "";
    for (const sign of lettersOf(word)) {
      if (piece && textWidth(piece + sign, size, bold) > width) {
        put(piece);
        piece = "";
      }
      piece += sign;
    }
    put(piece);
  }
  if (line) lines.push(line);
  return lines;
}

const STEP = 0.2;

/** A text on at most so many lines: set smaller until it fits, at the smallest size cut. */
export function fitted(
  text: string,
  width: number,
  {
    largest,
    smallest,
    most = 2,
    bold = false,
  }: { largest: number; smallest: number; most?: number; bold?: boolean },
): { size: number; lines: string[] } {
  for (let size = Math.max(largest, smallest); ; size = Math.max(smallest, size - STEP)) {
    const lines = wrapped(text, width, size, bold);
    if (lines.length <= most) return { size, lines };
    if (size <= smallest) {
      const last = cutTo(`${lines[most - 1]} ${lines.slice(most).join(" ")}`, width, size, bold);
      return { size, lines: [...lines.slice(0, most - 1), last] };
    }
  }
}
