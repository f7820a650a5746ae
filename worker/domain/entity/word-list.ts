import { z } from "zod";
import { described, isOneLine } from "./fields.ts";

const LONGEST = 2000;
const LONGEST_WORD = 80;

const parts = (sent: string | readonly string[], between: RegExp) => [
  ...new Set(
    (typeof sent === "string" ? sent.split(between) : sent)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
const sentList = (label: string, most: number, longest = LONGEST_WORD) =>
  z
    .union(
      [
        z.array(z.string().max(longest)).max(most),
        z.string().max(Math.max(LONGEST, most * (longest + 2))),
      ],
      { error: `${label} must be a list` },
    )
    .nullish();

/** Some of a list of words: as a list, or as text with commas. */
export const wordList = <const W extends string>(label: string, words: readonly W[]) =>
  described(
    sentList(label, words.length).transform((sent, ctx): W[] => {
      const chosen = parts(sent ?? [], /,/);
      const unknown = chosen.find((word) => !words.includes(word as W));
      if (unknown === undefined) return chosen as W[];
      ctx.addIssue({ code: "custom", message: `${label} has a word that is not known` });
      return z.NEVER;
    }),
    { label },
  );

/** Texts of one line each: as a list, or as text with one a line. @param most how many, @param longest characters of each */
export const lineList = (label: string, most: number, longest: number) =>
  described(
    sentList(label, most, longest).transform((sent, ctx): string[] => {
      const lines = parts(sent ?? [], /\n/);
      const message =
        lines.length > most
          ? `${label}: at most ${most}`
          : lines.some((line) => line.length > longest || !isOneLine(line))
            ? `${label} can have at most ${longest} characters each`
            : null;
      if (message === null) return lines;
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    { label },
  );

/** Ids of records: as a list, or as text with commas. */
export const idList = (label: string, most: number) =>
  described(
    sentList(label, most).transform((sent) => parts(sent ?? [], /,/)),
    { label },
  );
