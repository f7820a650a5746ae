import { refuse } from "../refusals.ts";

const LONGEST = 160;
const MOST_LOGGED = 500;
const wordsOf = (error: unknown) =>
  error instanceof Error ? error.message : (JSON.stringify(error) ?? "").slice(0, MOST_LOGGED);

/** @throws Response 502: nobody knows whether the gateway has done what it was asked; the same key finds it again */
export function noAnswer(gateway: string, error: unknown): never {
  console.error(`${gateway} does not answer: ${wordsOf(error)}`);
  return refuse(
    502,
    `${gateway} does not answer. Try again in a moment: nothing is charged or paid back twice.`,
  );
}

/** @throws Response 502: the gateway said no, and why */
export function saidNo(gateway: string, why: string): never {
  return refuse(502, `${gateway} refused: ${why.slice(0, LONGEST)}`);
}
