import { and, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { type DayWork, movingOn, placeOf } from "./day-work.ts";
import { type Notice, notifying } from "./notify.ts";

const AT_ONCE = 25;
const SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** How far a day's reminders have come; the work goes on from there. */
type Place = { at: number; on: string; id: string };
type Reminding = DayWork & { leads: readonly number[]; dateFormat: string };

/**
 * The warranty ends that a lead reminds of today: from the day after those of the last time up to the lead itself, but not those a
 * shorter lead speaks for.
 */
export function windowOf(
  leads: readonly number[],
  at: number,
  { today, doneOn }: Pick<DayWork, "today" | "doneOn">,
) {
  const lead = leads[at]!;
  const shorter = leads[at + 1] ?? -1;
  const since = addDays(doneOn ?? addDays(today, -1), lead);
  const least = addDays(today, shorter);
  return { after: since > least ? since : least, until: addDays(today, lead) };
}

/**
 * Reminds of one part of the warranties that end: those in charge of the device, its custodian and its team.
 * @returns true when the day is done
 */
export async function remindOfWarranties(
  db: CompanyDb,
  origin: string,
  reminding: Reminding,
  now: number,
): Promise<boolean> {
  const { today, leads, dateFormat } = reminding;
  const begun = placeOf(reminding);
  const place: Place = begun ? (JSON.parse(begun) as Place) : { at: 0, on: "", id: "" };
  if (place.at >= leads.length) {
    await db.read(...movingOn(db, reminding, null));
    return true;
  }
  const { after, until } = windowOf(leads, place.at, reminding);
  const [rows] = await db.read(
    db
      .select({
        id: assets.id,
        code: assets.assetCode,
        name: assets.name,
        endOn: sql<string>`${assets.warrantyEndOn}`.as("end_on"),
        departmentId: assets.departmentId,
        custodian: assets.custodianUserId,
        teamId: assets.teamId,
      })
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          and(
            sql`warranty_end_on is not null and deleted_at is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
            sql`${assets.warrantyEndOn} > ${after} and ${assets.warrantyEndOn} <= ${until}`,
            sql`(${assets.warrantyEndOn}, ${assets.id}) > (${place.on}, ${place.id})`,
          ),
        ),
      )
      .orderBy(assets.warrantyEndOn, assets.id)
      .limit(AT_ONCE),
  );
  const lead = leads[place.at]!;
  const notices = rows.map(({ id, code, name, endOn, departmentId, custodian, teamId }): Notice => {
    const days = Math.round((Date.parse(endOn) - Date.parse(today)) / DAY_MS);
    const when = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
    return {
      key: `asset.warranty_ending:${id}:${endOn}:${lead}`,
      series: `asset.warranty_ending:${id}:${endOn}:`,
      title: `Warranty ends ${when}: ${code} ${name}`.slice(0, 200),
      body: `The warranty ends on ${dateText(endOn, dateFormat)}.`,
      link: `/asset/detail/${id}`,
      severity: days <= SOON_DAYS ? "warning" : "info",
      entityKind: "asset",
      entityId: id,
      departmentId,
      userIds: [custodian],
      teamId,
    };
  });
  const last = rows.at(-1);
  const next: Place =
    rows.length === AT_ONCE
      ? { at: place.at, on: last!.endOn, id: last!.id }
      : { at: place.at + 1, on: "", id: "" };
  const isLast = next.at >= leads.length;
  await db.read(
    ...movingOn(db, reminding, isLast ? null : JSON.stringify(next)),
    ...notifying(db, origin, "asset.warranty_ending", notices, now),
  );
  return isLast;
}
