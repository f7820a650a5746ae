import { sealChain } from "#worker/jobs/seal-log.ts";
import type { Local } from "../support/local.ts";
import { PASSWORD } from "../support/password.ts";
import { throughVite } from "../support/through-vite.ts";
import { seedCatalogue } from "./catalogue.ts";
import { plans, seedCompanies, seedProfile } from "./companies.ts";
import { extents, seedCompany } from "./company.ts";
import { recount, reportCounts } from "./counters.ts";
import { hashOf, seedPeople, seedStaff, seedTeam } from "./people.ts";
import { Random } from "./random.ts";

/** How much each company has done in these years. */
const done: Record<string, Record<"calls" | "contracts" | "transfers" | "passes", number>> = {
  demo: { calls: 540, contracts: 52, transfers: 70, passes: 34 },
  clinic: { calls: 60, contracts: 8, transfers: 10, passes: 6 },
};
const HISTORY_MS = (3 * 365 + 30) * 86_400_000;

/** Writes the demo data unless the demo company exists. @returns whether it was written */
export async function seedOnce(local: Local): Promise<boolean> {
  const control = await local.database("CONTROL_DB");
  if (await control.prepare("select 1 from companies where slug = 'demo'").first()) return false;
  const now = Date.now();
  const since = now - HISTORY_MS;
  const { seedWorkingDay } = await throughVite<typeof import("./working-day/index.ts")>(
    "scripts/seed/working-day/index.ts",
  );
  const passwordHash = await hashOf(PASSWORD);
  const { statements, checklists } = seedCatalogue(control, since);
  const ids = new Map(plans.map(({ slug }) => [slug, new Random(`company:${slug}`).id(since)]));
  for (const plan of plans) {
    const db = await local.database(plan.binding);
    const filling = {
      db,
      companyId: ids.get(plan.slug)!,
      random: new Random(plan.slug),
      now,
      since,
    };
    await seedProfile(filling, plan);
    const { admin, engineer, guard } = await seedPeople(filling, plan, passwordHash);
    const teamId = plan.serviceType === 1 ? null : await seedTeam(filling, engineer);
    const made = await seedCompany(filling, extents[plan.slug]!, checklists, {
      admin: admin[0]!,
      engineers: engineer,
      teamId,
    });
    await recount(db, filling.companyId);
    const counts = done[plan.slug];
    if (counts)
      await seedWorkingDay({
        ...{ db, control, companyId: filling.companyId, plan, now, counts, ...made },
        people: { admin, engineers: engineer, guard: guard[0], teamId },
      });
    while ((await sealChain(db, filling.companyId, now)) > 0);
  }
  // The platform's records are written last, in one batch: without them an interrupted run starts over.
  await control.batch([
    ...statements,
    ...seedStaff(control, passwordHash, since),
    ...seedCompanies(control, ids, since),
  ]);
  for (const { binding, slug } of plans)
    await reportCounts(control, await local.database(binding), ids.get(slug)!);
  return true;
}
