import { PLATFORM, platformLog } from "#worker/domain/activity/chain.ts";
import { sealChain } from "#worker/jobs/seal-log.ts";
import { openDirect } from "../support/direct.ts";
import type { Local } from "../support/local.ts";
import { PASSWORD } from "../support/password.ts";
import { workThroughVite } from "../support/through-vite.ts";
import { seedCatalogue } from "./catalogue.ts";
import { plans, seedCompanies, seedProfile } from "./companies.ts";
import { extents, seedCompany } from "./company.ts";
import { recount, reportCounts } from "./counters.ts";
import { type Kept, Shelf } from "./laboratory/shelf.ts";
import { hashOf, seedPeople, seedStaff, seedTeam } from "./people.ts";
import { seedSettings } from "./platform.ts";
import { Random } from "./random.ts";
import type { Done, Work } from "./working-day/index.ts";

/** How much each company has done in these years. */
const done: Record<string, Done> = {
  demo: { calls: 560, contracts: 56, transfers: 74, passes: 56, open: 1 },
  clinic: { calls: 60, contracts: 10, transfers: 16, passes: 14, open: 0.2 },
};
const HISTORY_MS = (3 * 365 + 30) * 86_400_000;

type Planned = Omit<Work, "db" | "control">;

/** Writes the demo data unless the demo company exists. @returns the companies whose work is to be played next */
export async function seedOnce(local: Pick<Local, "database">): Promise<Planned[]> {
  const control = await local.database("CONTROL_DB");
  if (await control.prepare("select 1 from companies where slug = 'demo'").first()) return [];
  const now = Date.now();
  const since = now - HISTORY_MS;
  const works: Planned[] = [];
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
    works.push({
      ...{ companyId: filling.companyId, plan, now, counts: done[plan.slug] ?? null, ...made },
      people: { admin, engineers: engineer, guard: guard[0], teamId },
    });
  }
  // The platform's records are written last, in one batch: without them an interrupted run starts over.
  await control.batch([
    ...statements,
    ...seedStaff(control, passwordHash, since),
    ...seedSettings(control, since),
    ...seedCompanies(control, ids, since),
  ]);
  return works;
}

/**
 * Lets the companies of the demo work through their years, and seals their logs.
 * @param folder of the local databases, which nobody else has open
 * @returns the files that belong into the bucket
 */
export async function playYears(works: readonly Planned[], folder: string): Promise<Kept[]> {
  if (!works.length) return [];
  return workThroughVite(
    "scripts/seed/working-day/index.ts",
    (acts: typeof import("./working-day/index.ts")) => played(works, folder, acts),
  );
}

/** The demo has one of so many documents and certificates: making all takes most of a first start. */
const ONE_OF = Number(process.env.DEMO_ONE_OF ?? 1);
const some = (count: number) => Math.ceil(count / ONE_OF);
const fewer = ({ calls, contracts, transfers, passes, open }: Done): Done => ({
  ...{ calls: some(calls), contracts: some(contracts) },
  ...{ transfers: some(transfers), passes: some(passes), open },
});

async function played(
  works: readonly Planned[],
  folder: string,
  { seedWorkingDay, drawIssued, seedOffers }: typeof import("./working-day/index.ts"),
): Promise<Kept[]> {
  const shelf = new Shelf();
  const control = openDirect("companies", "slug = 'demo'", folder);
  for (const work of works) {
    const { companyId, now } = work;
    const { db, close } = openDirect("company_profiles", `company_id = '${companyId}'`, folder);
    const counts = work.counts && fewer(work.counts);
    const day = { ...work, counts, db, control: control.db, certifiesEvery: ONE_OF };
    for (const refused of await seedWorkingDay(day, shelf))
      console.warn(`Left out of the demo: ${refused}`);
    await drawIssued({ ...work, db }, shelf);
    while ((await sealChain(db, companyId, now)) > 0);
    await reportCounts(control.db, db, companyId);
    close();
  }
  await seedOffers(control.db, shelf);
  while ((await sealChain(control.db, PLATFORM, works[0]!.now, platformLog)) > 0);
  control.close();
  return shelf.kept;
}
