import { closeMonths } from "#worker/jobs/mornings.ts";
import { addDays, addMonths } from "../calendar.ts";
import { type Day, dayAt, HOUR, ZONE } from "./day.ts";

/** Months whose dates are frozen: this one and a year before it. */
const MONTHS = 13;
const SIX = 6 * HOUR;

/** Freezes and settles the months of the past by the clock's own work: on the first morning of each, and on the last ones. */
export async function closePastMonths({ db, companyId, now }: Day, env: Env, shard: string) {
  const today = dayAt(now);
  const first = `${today.slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(first, n - MONTHS + 1));
  const mornings = [...months, addDays(today, -1)].map((on) => Date.parse(on) - ZONE + SIX);
  for (const at of [...mornings.filter((morning) => morning <= now), now]) {
    const part = { env, db, at, owner: companyId, job: "closings", shard, from: "" } as const;
    while ((await closeMonths(part)) !== null);
  }
}
