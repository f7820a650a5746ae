import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { openCalls, workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { recounting } from "../assets/effects.ts";
import { bump } from "../entity/counters.ts";

type Status = Row<typeof breakdowns>["status"];
const MOST_CALLS = 50;

/** The counters that a call in this state is counted in. */
export const countersOf = ({ status }: { status: Status }) =>
  (workedOn as readonly string[]).includes(status) ? ["calls.open"] : [];

/** Whether a colleague stands behind a call: what anybody may report by scanning a label takes no device out of use by itself. */
export const isConfirmed = ({
  source,
  status,
}: Pick<Row<typeof breakdowns>, "source" | "status">) => source !== "qr" || status !== "new";
const confirmed = or(ne(breakdowns.source, "qr"), ne(breakdowns.status, "new"))!;

/**
 * A device's own counts and its condition, from its calls as they stand at this point of the batch.
 * @param condition what a call that begins or ends makes of it: a device that is down does not work, one that was down
 *   works as given once no call holds it; null leaves the condition
 */
export function deviceFollows(
  db: CompanyDb,
  assetId: string,
  condition: Row<typeof assets>["condition"] | null,
): Statement[] {
  const ofDevice = (more?: SQL) =>
    db.ofOwner(
      breakdowns,
      and(eq(breakdowns.assetId, assetId), inArray(breakdowns.status, [...workedOn]), more),
    );
  const down = sql`exists (select 1 from ${breakdowns} where ${ofDevice(and(eq(breakdowns.equipmentDown, true), confirmed))})`;
  const update = db.updating(assets, eq(assets.id, assetId), {
    openBreakdownCount: sql`(select count(*) from ${breakdowns} where ${ofDevice()})`,
    isDown: down,
    ...(condition
      ? { condition: sql`case when ${down} then 'not_working' else ${condition} end` }
      : {}),
  });
  return condition ? recounting(db, [assetId], update) : [update];
}

/** What is known of a call that ends with its device. */
type OpenCall = Pick<Row<typeof breakdowns>, "id" | "number" | "status" | "version">;

const openOn = (assetId: string) =>
  and(eq(breakdowns.assetId, assetId), inArray(breakdowns.status, [...openCalls]))!;

/** The calls that go on about a device, as a statement of the reads before it is condemned. */
export const openCallsOf = (db: CompanyDb, assetId: string) =>
  db
    .select(pick(breakdowns, ["id", "number", "status", "version"]))
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, openOn(assetId)))
    .limit(MOST_CALLS + 1);

/**
 * The move that calls make with the condemnation of their device: each has its event row and its activity row.
 * @throws Response 409 when there are too many for one batch
 */
export function closingWithDevice(
  db: CompanyDb,
  assetId: string,
  calls: readonly OpenCall[],
  at: number,
): { writes: Statement[]; also: Activity[] } {
  if (calls.length > MOST_CALLS)
    conflict(`It has more than ${MOST_CALLS} open calls. Close some first.`);
  const status = "closed_condemned" as const;
  const { actorId, actorName } = db.stamp;
  const seen = JSON.stringify(calls.map(({ id, version }) => [id, version]));
  const unchanged = sql`(select count(*) from json_each(${seen}) as "seen" cross join ${breakdowns}
    where ${db.ofOwner(breakdowns, sql`${breakdowns.id} = "seen"."value" ->> 0 and ${breakdowns.version} = "seen"."value" ->> 1`)})`;
  const number = sql`cast(${calls.length} as integer)`;
  const counted = calls.flatMap(countersOf).length;
  const writes = [
    db.assert("state", sql`${unchanged} = ${number}`),
    db.assert(
      "state",
      sql`(select count(*) from ${breakdowns} where ${db.ofOwner(breakdowns, openOn(assetId))}) = ${number}`,
    ),
    db.updating(breakdowns, openOn(assetId), { status, closedAt: at }),
    ...(calls.length
      ? [
          db.insertingAll(
            breakdownEvents,
            calls.map(({ id }) => ({ breakdownId: id, status, actorId, actorName, at })),
          ),
        ]
      : []),
    ...(counted ? [bump(db, "calls.open", -counted)] : []),
  ];
  const also = calls.map(
    ({ id, number: label, status: from }): Activity => ({
      action: "close_condemned.breakdown",
      kind: "breakdown",
      id,
      label,
      assetId,
      changes: [{ field: "status", from, to: status }],
    }),
  );
  return { writes, also };
}
