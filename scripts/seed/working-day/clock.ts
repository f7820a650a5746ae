import { wakeCalls } from "#worker/domain/service-calls/waking.ts";
import { remind } from "#worker/jobs/mornings.ts";
import type { Session } from "#worker/session.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";
import { DAY, type Day } from "./day.ts";
import type { Clock } from "./history.ts";
import type { Opened } from "./sessions.ts";

const NEXT =
  "select min(wake_at) as at from breakdowns where company_id = ? and wake_at is not null";

/** The clock of the service calls: it tells of those whose time runs out, and closes those that have been resolved for long. */
export function callClock({ db, companyId }: Opened, { company, origin }: Session): Clock {
  const next = db.prepare(NEXT).bind(companyId);
  return {
    next: async () => (await next.first<{ at: number | null }>())?.at ?? null,
    run: (at) => wakeCalls({ db: openForJob(db, companyId), company, origin, at }, ""),
  };
}

/** Mornings of late, on which people were told of what is overdue or ends soon. */
const MORNINGS = 8;
const SIX_TEN = 40 * 60_000;

/** The clock's work of the last mornings. Its day is India's, which begins at half past six of the evening before. */
export function planMornings(
  { history, db, companyId, now }: Pick<Day, "history" | "db" | "companyId" | "now">,
  env: Env,
  shard: string,
): void {
  const today = Math.floor(now / DAY) * DAY;
  for (let back = MORNINGS; back >= 0; back--) {
    const at = today - back * DAY + SIX_TEN;
    history.plan(at, () =>
      remind({ env, db, at, owner: companyId, job: "reminders", shard, from: "" }),
    );
  }
}
