import { and, eq, isNull, sql } from "drizzle-orm";
import { companies, platformAppliedMessages } from "#drizzle/control/index.ts";
import { companyProfiles, outbox } from "#drizzle/tenant/index.ts";
import { onceOnly } from "../../db/applied.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Visit } from "../../env.ts";
import { openCompany, openControl } from "../../tenancy/shard-door.ts";
import { changesBetween } from "../entity/changes.ts";

export const PROFILE_CHANGED = "company.profile";

/** Says, in the batch that changes it, that the platform has something of the company's profile to follow. */
export const profileChanged = (db: CompanyDb): Statement =>
  db.inserting(outbox, {
    topic: PROFILE_CHANGED,
    payload: {},
    dedupeKey: `${PROFILE_CHANGED}:${db.stamp.requestId}`,
    nextAt: Date.now(),
  });

/** What the platform keeps of a profile, as it is there now. */
const kept = {
  name: companyProfiles.name,
  currency: companyProfiles.currency,
  timeZone: companyProfiles.timeZone,
};

/**
 * Takes what a company has changed of its profile into the control database: once, and never an older profile after a newer one.
 * @returns whether there was something to take over
 */
export async function followProfile(control: PlatformDb, db: CompanyDb): Promise<boolean> {
  const waiting = and(eq(outbox.topic, PROFILE_CHANGED), isNull(outbox.sentAt));
  const [[profile], [message]] = await db.read(
    db
      .select({ ...kept, version: companyProfiles.version })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
    db
      .select({ id: sql<string | null>`max(${outbox.id})`.as("newest") })
      .from(outbox)
      .where(db.ofOwner(outbox, waiting)),
  );
  if (!profile || !message?.id) return false;
  const { version, ...after } = profile;
  const company = eq(companies.id, db.companyId);
  const [[before]] = await control.read(
    control
      .select({ name: companies.name, currency: companies.currency, timeZone: companies.timeZone })
      .from(companies)
      .where(company)
      .limit(1),
  );
  await onceOnly(
    control.commit({
      writes: [
        control.inserting(platformAppliedMessages, { id: message.id, appliedAt: Date.now() }),
        control.updating(
          companies,
          sql`${company} and ${companies.profileVersion} < cast(${version} as integer)`,
          { ...after, profileVersion: version },
        ),
      ],
      activity: {
        action: "update.company",
        kind: "company",
        id: db.companyId,
        label: after.name,
        changes: changesBetween(before ?? {}, after),
        reason: "Changed in the company's settings",
      },
      answer: { status: 200, message: "", data: null },
    }),
  );
  const followed = sql`${waiting} and ${outbox.id} <= ${message.id}`;
  await db.read(db.updating(outbox, followed, { sentAt: Date.now(), nextAt: null }));
  return true;
}

/** The same for the company of a request, once it is answered; what fails is left to the job. */
export function followAfter({ defer, place, env }: Visit): void {
  if (place.kind === "company")
    defer(() => followProfile(openControl(env), openCompany(env, place.shard, place.companyId)));
}
