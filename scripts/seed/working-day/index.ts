import type { CompanyPlan } from "../companies.ts";
import type { Actor } from "../context.ts";
import { Random } from "../random.ts";
import { planCalls } from "./calls.ts";
import { planContracts } from "./contracts.ts";
import { DAY, type Day, type Device, type Vendor } from "./day.ts";
import { History } from "./history.ts";
import { planPasses } from "./passes.ts";
import { atWork } from "./sessions.ts";
import { planTransfers } from "./transfers.ts";

export type Work = {
  db: D1Database;
  control: D1Database;
  companyId: string;
  plan: CompanyPlan;
  now: number;
  people: {
    admin: readonly Actor[];
    engineers: readonly Actor[];
    guard: Actor | undefined;
    teamId: string | null;
  };
  devices: readonly Device[];
  vendors: readonly Vendor[];
  departments: readonly string[];
  /** How much of everything there is. */
  counts: Record<"calls" | "contracts" | "transfers" | "passes", number> | null;
};

/** Three years of a company's work around its devices, made through the commands that people use. */
export async function seedWorkingDay(work: Work): Promise<void> {
  if (!work.counts) return;
  const { people, plan, now, devices, vendors, departments, counts, db, companyId } = work;
  const history = new History();
  const [desk, second] = await Promise.all(people.admin.map((who) => atWork(work, who)));
  const engineers = await Promise.all(people.engineers.map((who) => atWork(work, who)));
  const guard = people.guard ? await atWork(work, people.guard) : second!;
  const day: Day = {
    ...{ db, companyId, history, now, devices, vendors, departments, engineers, guard },
    ...{ teamId: people.teamId, busy: new Set<string>(), desk: desk! },
    random: new Random(`working-day:${plan.slug}`),
  };
  planContracts(day, counts.contracts);
  planTransfers(day, counts.transfers);
  planPasses(day, counts.passes);
  planCalls(day, counts.calls);
  await history.play(now);
  await settle(work);
}

const SEEN_MS = 5 * DAY;

/** What nobody has to be told any more: letters of those years are not sent, and old notices are read. */
async function settle({ db, companyId, now }: Work): Promise<void> {
  await db.batch([
    db.prepare("delete from outbox where company_id = ? and topic = 'mail'").bind(companyId),
    db
      .prepare(
        "update notifications set read_at = created_at + 3600000, mail_status = 'none' where company_id = ? and created_at < ?",
      )
      .bind(companyId, now - SEEN_MS),
  ]);
}
