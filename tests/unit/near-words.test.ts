import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceOf, hasNear, keysOf, nearestOf } from "#worker/domain/search/near-words.ts";
import { termsOf, wordsOf } from "#worker/domain/search/terms.ts";

const letters = fc.string({
  unit: fc.constantFrom(..."abcdeé"),
  minLength: 4,
  maxLength: 12,
});
/** A word with one letter left out, doubled, swapped with the next, or another in its place. */
const mistaken = (word: string, at: number, kind: number) => {
  const all = [...word];
  const place = at % all.length;
  const [one, next] = [all[place]!, all[place + 1] ?? ""];
  const begin = all.slice(0, place).join("");
  const end = all.slice(place + 1).join("");
  return [
    begin + end,
    begin + one + one + end,
    begin + next + one + all.slice(place + 2).join(""),
    `${begin}z${end}`,
  ][kind % 4]!;
};
const mistakes = fc.tuple(letters, fc.nat(), fc.nat());

test("one mistake is a distance of one at most, either way", () => {
  fc.assert(
    fc.property(mistakes, ([word, at, kind]) => {
      const wrong = mistaken(word, at, kind);
      const distance = distanceOf(wrong, word);
      expect(distance).toBeLessThanOrEqual(1);
      expect(distanceOf(word, wrong)).toBe(distance);
      expect(distanceOf(wrong, `${word}zzz`, true)).toBeLessThanOrEqual(distance);
    }),
  );
});

test("a distance is none between equals alone, and never more than the longer word", () => {
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      const distance = distanceOf(one, other);
      expect(distance === 0).toBe(one === other);
      expect(distance).toBeLessThanOrEqual(Math.max([...one].length, [...other].length));
    }),
  );
});

test("a word with one mistake leads to what the index keeps of the right one", () => {
  /** As the index keeps it: the word, and the word without any one letter. */
  const kept = (word: string) => keysOf(word).map((key) => key.slice(1, -2));
  fc.assert(
    fc.property(mistakes, ([word, at, kind]) => {
      const asked = kept(mistaken(word, at, kind));
      expect(kept(word).some((key) => asked.includes(key))).toBe(true);
    }),
  );
});

test("the word that is meant is the nearest one", () => {
  expect(nearestOf("ventlator", ["ventilation", "ventilator"])).toBe("ventilator");
  expect(nearestOf("lager", ["ärztelager", "lagen"])).toBe("lagen");
  expect(nearestOf("lager", ["ärztelager", "lamp"])).toBe("ärztelager");
  expect(nearestOf("vnetil", ["ventilator"])).toBe("ventilator");
  expect(nearestOf("orsted", ["ørsted"])).toBe("ørsted");
  expect(nearestOf("pump", ["monitor"])).toBeNull();
});

test("a text has a word in the middle of its own, and a misspelt one, but no code like another", () => {
  expect(hasNear("Ärztelager 4", "LAGER")).toBe(true);
  expect(hasNear("Ärztelager 4", "aerztelagr")).toBe(false);
  expect(hasNear("Ärztelager 4", "arztelagr")).toBe(true);
  expect(hasNear("AST-00033", "00034")).toBe(false);
});

test("any text makes terms of all of its words, in their order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (q) => {
      expect(termsOf(q).flatMap(({ words }) => words)).toEqual(wordsOf(q));
    }),
  );
  expect(termsOf("blood pressure monitor").map(({ words }) => words)).toEqual([
    ["blood", "pressure"],
    ["monitor"],
  ]);
});
