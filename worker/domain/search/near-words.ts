import { folded } from "#app/shared/folded.ts";
import { plainLetters } from "#drizzle/spellings.ts";

const SHORTEST = 3;

/** Whether a word may be another one, misspelt: a code is not. */
export const canBeMisspelt = (word: string): boolean =>
  [...word].length >= SHORTEST && !/\p{N}/u.test(word);

const plain = (word: string) =>
  folded([...word].map((letter) => plainLetters[letter] ?? letter).join(""));
const without = (letters: readonly string[]) =>
  letters.map((_, at) => letters.filter((_, place) => place !== at).join(""));

/** What leads to the words of the index that are near: the word, and the word without any one of its letters, as beginnings. */
export const keysOf = (word: string): string[] => {
  const letters = [...plain(word)];
  return [...new Set([letters.join(""), ...without(letters)])].map((key) => `"${key}"*`);
};

/**
 * How many letters are to be changed, added, left out, or swapped with their neighbours, to make of one text the other;
 * with `isBegun`, the beginning of the other.
 */
export function distanceOf(from: string, to: string, isBegun = false): number {
  const [a, b] = [[...from], [...to]];
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(change, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  const last = rows[a.length]!;
  return isBegun ? Math.min(...last) : last[b.length]!;
}

/** Whether a text holds a word somewhere inside its own, or one that is near it. */
export function hasNear(text: string, word: string): boolean {
  const [known, asked] = [plain(text), plain(word)];
  if (known.includes(asked)) return true;
  return (
    canBeMisspelt(word) &&
    (known.match(/[\p{L}\p{M}]+/gu) ?? []).some(
      (one) => Math.abs(one.length - asked.length) <= 1 && distanceOf(asked, one) <= 1,
    )
  );
}

/** The word that is meant by what was typed: one with a single wrong letter, else one that holds it, else one whose beginning has a single wrong letter. */
export function nearestOf(typed: string, words: readonly string[]): string | null {
  const asked = plain(typed);
  const rank = (word: string) => {
    const known = plain(word);
    if (distanceOf(asked, known) <= 1) return 0;
    if (known.includes(asked)) return 1;
    return distanceOf(asked, known, true) <= 1 ? 2 : null;
  };
  const ranked = words.flatMap((word) => {
    const place = rank(word);
    return place === null ? [] : [{ word, place }];
  });
  ranked.sort(
    (a, b) => a.place - b.place || a.word.length - b.word.length || a.word.localeCompare(b.word),
  );
  return ranked[0]?.word ?? null;
}
