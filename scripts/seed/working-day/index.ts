import type { CompanyPlan } from "../companies.ts";
import type { Actor } from "../context.ts";
import { Random } from "../random.ts";
import { planCalls } from "./calls.ts";
import type { Device } from "./day.ts";
import { History } from "./history.ts";
import { atWork } from "./sessions.ts";

export type Work = {
  db: D1Database;
  control: D1Database;
  companyId: string;
  plan: CompanyPlan;
  now: number;
  people: { admin: readonly Actor[]; engineers: readonly Actor[]; teamId: string | null };
  devices: readonly Device[];
  /** How much of everything there is. */
  counts: { calls: number };
};

/** Three years of a company's work around its devices, made through the commands that people use. */
export async function seedWorkingDay(work: Work): Promise<void> {
  const { people, plan, now, devices, counts } = work;
  const history = new History();
  const [desk, second] = await Promise.all(people.admin.map((who) => atWork(work, who)));
  const engineers = await Promise.all(people.engineers.map((who) => atWork(work, who)));
  const day = {
    ...{ history, now, devices, engineers, teamId: people.teamId, busy: new Set<string>() },
    ...{ random: new Random(`working-day:${plan.slug}`), desk: desk!, second: second! },
  };
  planCalls(day, counts.calls);
  await history.play(now);
}
