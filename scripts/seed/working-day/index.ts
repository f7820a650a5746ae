import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import type { Session } from "#worker/session.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";
import type { CompanyPlan } from "../companies.ts";
import type { Actor } from "../context.ts";
import type { Bench } from "../laboratory/bench.ts";
import { planLaboratory, planOwnLaboratory } from "../laboratory/index.ts";
import { planInhouse } from "../laboratory/inhouse.ts";
import { planInhouseAlone } from "../laboratory/inhouse-alone.ts";
import { Shelf } from "../laboratory/shelf.ts";
import { Random } from "../random.ts";
import type { StockStep } from "../stock.ts";
import { planCalls } from "./calls.ts";
import { callClock, planMornings } from "./clock.ts";
import { planComparisons } from "./comparisons.ts";
import { planCondemned } from "./condemned.ts";
import { planContracts } from "./contracts.ts";
import { DAY, type Day, type Device, dayAt, type Vendor } from "./day.ts";
import { History } from "./history.ts";
import { closePastMonths } from "./months.ts";
import { planPasses } from "./passes.ts";
import { matched, planAnsweredRecall, planOpenRecall } from "./recalls.ts";
import { planSchedules } from "./schedules.ts";
import { scoreAndPropose } from "./scores.ts";
import { unsent } from "./sent-mail.ts";
import { settleServices } from "./services.ts";
import { atWork } from "./sessions.ts";
import { planSteps, Shelves } from "./shelves.ts";
import { planTickets, unsentOfTickets } from "./tickets.ts";
import { planTransfers } from "./transfers.ts";
import { Ward } from "./ward.ts";

export { drawIssued } from "./drawn.ts";
export { seedOffers } from "./offers.ts";

/** How much of everything a company has done in these years. */
export type Done = Record<"calls" | "contracts" | "transfers" | "passes", number> & {
  /** Part of the open calls of a whole hospital that the company has today. */
  open: number;
};

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
  /** What reports written past the app take from stock, and the deliveries in between. */
  steps: readonly StockStep[];
  counts: Done | null;
  /** Certificates are made of one machine in so many; of all by default. */
  certifiesEvery?: number;
};

/** For how long a laboratory has kept its records here. */
const LABORATORY_DAYS = { 1: 3 * 365 + 28, 2: 700 } as const;

/** The people of a company at work, and a laboratory's bench for them. */
async function opened(work: Work, shelf: Shelf) {
  const { people, plan, now, db, companyId } = work;
  const [desk, second] = await Promise.all(people.admin.map((who) => atWork(work, who)));
  const engineers = await Promise.all(people.engineers.map((who) => atWork(work, who)));
  const guard = people.guard ? await atWork(work, people.guard) : second!;
  const history = new History(callClock(work, desk!));
  const bench: Bench = {
    ...{ slug: plan.slug, db, companyId, history, now, engineers, shelf },
    ...{ head: desk!, quality: second!, random: new Random(`laboratory:${plan.slug}`) },
    certifiesEvery: work.certifiesEvery ?? 1,
    days: plan.serviceType === 0 ? 0 : LABORATORY_DAYS[plan.serviceType],
    ids: {
      ...{ templates: new Map(), rules: new Map(), procedures: new Map() },
      ...{ models: new Map(), calibrators: new Map() },
    },
  };
  return { desk: desk!, engineers, guard, history, bench };
}

/** Counts what the statistics and the dashboard tell of what was played. */
async function countAll({ db, companyId, now }: Work, { company }: Session): Promise<void> {
  const { timeZone } = company;
  await keepStatistics(openForJob(db, companyId), { timeZone, now });
  // The mornings of the play have counted before its services were settled.
  await countFigures(openForJob(db, companyId), dayAt(now), timeZone);
}

/** The years of a company that has a laboratory and no devices of its own. */
async function seedLaboratory(work: Work, shelf: Shelf): Promise<readonly string[]> {
  const { desk, history, bench } = await opened(work, shelf);
  planLaboratory(bench);
  await planTickets({ ...work, slug: work.plan.slug, history, shelf }, desk);
  planMornings({ ...work, history }, new Ward(work, bench.random).env, work.plan.binding);
  await history.play(work.now);
  await countAll(work, desk);
  await settle(work);
  return history.refused;
}

/**
 * Years of a company's work around its devices and in its laboratory, made through the commands that people use.
 * @param shelf takes the files of the laboratory
 * @returns what commands were refused with, whose part is left out; there should be none
 */
export async function seedWorkingDay(work: Work, shelf = new Shelf()): Promise<readonly string[]> {
  if (!work.counts) return seedLaboratory(work, shelf);
  const { people, plan, now, devices, vendors, counts, db, companyId } = work;
  const { desk, engineers, guard, history, bench } = await opened(work, shelf);
  const random = new Random(`working-day:${plan.slug}`);
  const day: Day = {
    ...{ db, companyId, history, random, now, devices, vendors, engineers, guard },
    ...{ teamId: people.teamId, desk, ward: new Ward(work, random) },
    shelves: new Shelves(work, work.steps),
    ...{ busy: new Set<string>(), recalled: new Set<string>(), gone: new Set<string>() },
  };
  planSteps(day);
  planContracts(day, counts.contracts);
  planTransfers(day, counts.transfers, counts.open);
  planPasses(day, counts.passes, counts.open);
  planCalls(day, counts.calls, counts.open);
  planAnsweredRecall(day, 250);
  if (counts.open === 1) planOpenRecall(day, 19);
  planCondemned(day, 38);
  if (counts.open === 1) planCondemned(day, 9);
  planSchedules(day);
  planComparisons(day);
  if (plan.serviceType === 2) {
    planOwnLaboratory(bench, devices);
    planInhouse(day, bench);
  }
  if (plan.serviceType === 0) planInhouseAlone(day, bench);
  await planTickets({ ...work, slug: plan.slug, history, shelf }, desk);
  planMornings(day, day.ward.env, plan.binding);
  await history.play(now);
  await matched(day);
  await settleServices(day);
  await scoreAndPropose(day, plan.binding);
  await closePastMonths(day, day.ward.env, plan.binding);
  await countAll(work, desk);
  await settle(work);
  return history.refused;
}

const SEEN_MS = 5 * DAY;

/** What nobody has to be told any more: letters of those years are not sent, and old notices are read. */
async function settle({ db, control, companyId, now }: Work): Promise<void> {
  await unsentOfTickets(control).run();
  await db.batch([
    unsent(db, companyId),
    db
      .prepare(
        "update notifications set read_at = created_at + 3600000, mail_status = 'none' where company_id = ? and created_at < ?",
      )
      .bind(companyId, now - SEEN_MS),
  ]);
}
