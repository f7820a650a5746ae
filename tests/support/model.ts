import { expect } from "vitest";

/**
 * A document for a command of a model test: mostly one that the command fits, so that sequences get far, else any of them.
 * @param at which one, and whether it must fit: in one case of eight any will do
 */
export function chosen<T extends { status: string }>(
  all: readonly T[],
  from: readonly string[],
  { on, choice }: { on: number; choice: number },
): T | undefined {
  const fitting = all.filter(({ status }) => from.includes(status));
  const among = choice % 8 && fitting.length ? fitting : all;
  return among[on % Math.max(1, among.length)];
}

/** Expects a command to be carried out where the model lets it through, and else to be refused in words, not to fail. */
export function expectCarriedOut(isPossible: boolean, status: number, said: string) {
  expect(isPossible ? [200, 201] : [403, 404, 409, 422], `${said} is ${status}`).toContain(status);
}
