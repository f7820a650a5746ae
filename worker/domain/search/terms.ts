import { folded } from "#app/shared/folded.ts";
import { plainLetters } from "#drizzle/spellings.ts";
import { MOST_WORDS_OF_NAME, synonymsOf } from "./synonyms.ts";

const MOST_WORDS = 8;
const MOST_BYTES = 48;
/** A code has so many digits at most where people leave out noughts. */
const MOST_DIGITS = 8;
/** Shorter words are searched as they are: "due" is no "dü". */
const SHORTEST_FOLDED = 5;
const encoder = new TextEncoder();

/** The words of a search term, capped. Anything may be typed: quotes, stars and operators are no words. */
export function wordsOf(q: string): string[] {
  const words = q.slice(0, 2000).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MOST_WORDS).map(cutToBytes);
}

export function cutToBytes(word: string): string {
  let cut = "";
  for (const letter of word) {
    if (encoder.encode(cut + letter).length > MOST_BYTES) break;
    cut += letter;
  }
  return cut;
}

/** A code as people compare it: without separators and case. */
export const withoutSeparators = (code: string): string =>
  code.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
/** The same without the noughts before its numbers. */
export const withoutNoughts = (code: string): string =>
  withoutSeparators(code).replace(/(?<!\d)0+(?=\d)/g, "");

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa" };
const lettersOf = (word: string, letters: Readonly<Record<string, string>>) =>
  [...word].map((letter) => letters[letter] ?? letter).join("");

/** A word as it is written elsewhere: "dräger" as "draeger", "draeger" as "drager", "ørsted" as "orsted". */
function spellingsOf(word: string): string[] {
  const small = word.normalize("NFC").toLowerCase();
  if (small.length < SHORTEST_FOLDED) return [];
  const plain = folded(lettersOf(small, plainLetters));
  const variants = [
    lettersOf(small, umlauts),
    lettersOf(small, { ...plainLetters, ø: "oe" }),
    plain,
    plain.replace(/([aou])e/g, "$1"),
    ...(plain.includes("ss") ? [plain.replaceAll("ss", "ß")] : []),
  ];
  return [...new Set(variants)].filter((variant) => variant !== small && variant.length > 2);
}

/** A code with the noughts that people leave out: "ast33" is "ast00033", "33" is "00033". */
function codesOf(word: string): string[] {
  const [, letters = "", digits] = /^(?:([a-z]{1,8})0*)?([1-9]\d*)$/i.exec(word) ?? [];
  if (!digits) return [];
  return Array.from(
    { length: Math.max(0, MOST_DIGITS - digits.length) },
    (_, noughts) => letters + "0".repeat(noughts) + digits,
  ).filter((code) => code !== word);
}

/** A whole code as it is typed, with or without its separators and noughts, as an expression of the index. */
export function matchOfCode(code: string): string {
  const words = wordsOf(code);
  const asOne = cutToBytes(words.join(""));
  const forms = new Set([words.join(" "), asOne, ...codesOf(asOne)]);
  return `words : (${[...forms].map((form) => `"${form}"`).join(" OR ")})`;
}

const begun = (words: readonly string[]) => words.map((word) => `"${word}"*`);

/** All words that begin with a word, however they are written, as an expression of the index. */
const formsOf = (word: string): string =>
  [...begun([word, ...spellingsOf(word)]), ...codesOf(word).map((code) => `"${code}"`)].join(
    " OR ",
  );

/** Words of a search term that are looked for as one, with what they are called elsewhere. */
type Term = { words: readonly string[]; match: string };

/** The terms of a search, each of which must be found: names of several words first, as "blood pressure". */
export function termsOf(q: string): Term[] {
  const words = wordsOf(q);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const longest = Math.min(MOST_WORDS_OF_NAME, words.length - at);
    const size =
      Array.from({ length: longest }, (_, n) => longest - n).find(
        (n) => synonymsOf(nameOf(words.slice(at, at + n))).length > 0,
      ) ?? 1;
    const taken = words.slice(at, at + size);
    terms.push({ words: taken, match: matchOfTerm(taken) });
    at += size;
  }
  return terms;
}

const nameOf = (words: readonly string[]) => folded(words.join(" "));

function matchOfTerm(words: readonly string[]): string {
  const each = words.map((word) => `(${formsOf(word)})`).join(" AND ");
  // A synonym is a whole word: "respirator" is not all that is respiratory.
  const others = synonymsOf(nameOf(words)).flatMap((name) => [`"${name}"`, `"${name}s"`]);
  return `words : (${[`(${each})`, ...others].join(" OR ")})`;
}
