import { z } from "zod";
import { described, isOneLine } from "../entity/fields.ts";

const LONGEST = 2000;
const MOST_PARAMETERS = 50;
const LONGEST_PARAMETER = 80;

const parts = (sent: string | readonly string[], between: RegExp) => [
  ...new Set(
    (typeof sent === "string" ? sent.split(between) : sent)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
const sentList = (label: string, most: number) =>
  z
    .union([z.array(z.string().max(LONGEST_PARAMETER)).max(most), z.string().max(LONGEST)], {
      error: `${label} must be a list`,
    })
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

/** Names of parameters: as a list, or as text with one a line. */
export const parameterList = (label: string) =>
  described(
    sentList(label, MOST_PARAMETERS).transform((sent, ctx): string[] => {
      const names = parts(sent ?? [], /\n/);
      const message =
        names.length > MOST_PARAMETERS
          ? `${label}: at most ${MOST_PARAMETERS}`
          : names.some((name) => name.length > LONGEST_PARAMETER || !isOneLine(name))
            ? `${label} can have at most ${LONGEST_PARAMETER} characters each`
            : null;
      if (message === null) return names;
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    { label },
  );
