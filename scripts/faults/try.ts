import type { Place } from "./place.ts";
import { type Said, saidBy, wronglyTold } from "./said.ts";
import type { Fault } from "./worker/rules.ts";
import type { Found, Work } from "./works/work.ts";

/** A line of the table. */
export type Line = { fault: string; did: string; saw: string; checked: string; wrong: string[] };

export type Tried = {
  fault: string;
  faults: Fault[];
  clockMs?: number;
  /** Whether the answer may be that it was done, or must be. */
  answer?: "done" | "refused" | "either";
};

export const words = ({ status, sentence, retryAfter }: Said) =>
  `${status}: ${sentence || "no word"}${retryAfter ? ` (Retry-After ${retryAfter})` : ""}`;

const NOT_STORED = "could not be stored";
/** A file is missing only where its person was told. */
const missing = ({ times, files }: Found, { sentence }: Said) =>
  files === undefined || files === times || sentence.includes(NOT_STORED)
    ? []
    : [`of ${times} files ${files} are shown, and nobody was told`];

const whole = ({ times, wrong }: Found, most: readonly number[], when: string) => [
  ...(most.includes(times) ? [] : [`${when} it is there ${times} times`]),
  ...wrong.map((part) => `${when}, ${part}`),
];

/**
 * Does a piece of work while faults strike, then sends the same again without them, twice: it must be there once and whole, and each repeat is
 * answered as the first time.
 */
export async function tried(place: Place, work: Work, how: Tried): Promise<Line> {
  const { fault, faults, clockMs = 0, answer: expected = "either" } = how;
  const { send, found } = await work.begin(place);
  await place.faults(faults, clockMs);
  const since = Date.now();
  const first = await saidBy(await send());
  const seconds = (Date.now() - since) / 1000;
  const struck = await place.well();
  const isDone = first.status < 400;
  const after = await found();
  const repeated: [Said, Said] = [await saidBy(await send()), await saidBy(await send())];
  const last = await found();
  const isLost = faults.some(({ how }) => how === "lost");
  const wrong = [
    ...(struck ? [] : ["the fault never struck"]),
    ...wronglyTold(first),
    ...(expected === "either" || isDone === (expected === "done")
      ? []
      : [`it was not ${expected}`]),
    ...whole(after, isDone ? [1] : isLost ? [0, 1] : [0], "after the fault"),
    ...repeated.flatMap((said) =>
      said.status < 400 ? [] : [`a repeat is answered ${words(said)}`],
    ),
    ...whole(last, [1], "after the repeats"),
    ...missing(last, repeated[0]),
    ...(isDone && first.rest !== repeated[0].rest ? ["the repeat is answered otherwise"] : []),
    ...(repeated[0].rest === repeated[1].rest ? [] : ["the second repeat is answered otherwise"]),
  ];
  const kept = isDone
    ? "once, and once after two repeats"
    : `${after.times} times, then once after two repeats`;
  return {
    ...{ fault, did: work.name, wrong },
    saw: `${words(first)}${seconds > 2 ? `, after ${seconds.toFixed(0)} s` : ""}`,
    checked: `There ${kept}, whole`,
  };
}
