import type { Random } from "./random.ts";

/** The company to fill, the clock and the source of chance. */
export type Filling = {
  db: D1Database;
  companyId: string;
  random: Random;
  now: number;
  /** When the company began to keep its records here. */
  since: number;
};

/** Who wrote something. */
export type Actor = { id: string; name: string };

/** The columns that every row of a company has. @param at when it was created, in epoch milliseconds */
export const newRow = ({ companyId, random, since }: Filling, at = since) => ({
  companyId,
  ...random.row(at),
});
