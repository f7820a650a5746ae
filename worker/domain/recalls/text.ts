import { folded } from "#app/shared/folded.ts";
import { distanceOf } from "../search/near-words.ts";

/** The parts of a list with commas, semicolons or lines. One space stands for many, which would take patterns long. */
export const listOf = (text: string | null): string[] =>
  (text ?? "")
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s+/g, " "))
    .filter(Boolean);
/** Letters and digits alone, without case or accents. */
export const plain = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, "");

const LEGAL =
  /^(ag|as|bv|co|company|corp|corporation|gmbh|inc|incorporated|kg|kgaa|limited|llc|llp|ltd|mbh|nv|oy|plc|private|pte|pty|pvt|sa|sarl|se|spa|srl|the|und|and)$/;
/** The words of a maker's name without its legal form. */
export function makerWords(name: string): string[] {
  const words = folded(name)
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const own = words.filter((word) => !LEGAL.test(word));
  return own.length ? own : words;
}

const LONG_ENOUGH = 5;
/** Whether two long words differ by one letter. */
export const isMisspelt = (a: string, b: string) =>
  Math.min(a.length, b.length) >= LONG_ENOUGH &&
  Math.abs(a.length - b.length) <= 1 &&
  distanceOf(a, b) === 1;

/** Whether a text is like a pattern with * for anything and ? for one character; in time that grows with both, whatever they are. */
export function fitsPattern(pattern: string, text: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0];
  while (place < text.length) {
    if (pattern[at] === "*") [star, from, at] = [at, place, at + 1];
    else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === text[place])) {
      at++;
      place++;
    } else if (star >= 0) {
      from++;
      [at, place] = [star + 1, from];
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

/** The same over letters and digits alone. */
export const isLike = (pattern: string, text: string): boolean =>
  fitsPattern(folded(pattern).replace(/[^\p{L}\p{N}*?]/gu, ""), plain(text));
