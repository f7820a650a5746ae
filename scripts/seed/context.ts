import type { Random } from "./random.ts";

/** The company that is being filled, and with what clock and chance. */
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

/** The columns that each row of a company begins with. @param at when it was written */
export const newRow = ({ companyId, random, since }: Filling, at = since) => ({
  companyId,
  ...random.row(at),
});
