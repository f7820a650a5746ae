import { sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { recounted } from "./counts.ts";
import { downtimeEndsWithDevice } from "./downtimes.ts";
import { openOf } from "./open-of.ts";

type Call = Row<typeof breakdowns>;
const MOST_CALLS = 50;

/** What is known of a call that ends with its device. */
const openColumns = [
  "id",
  "number",
  "status",
  "version",
  "assignedUserId",
  "assignedTeamId",
] as const;
type OpenCall = Pick<Call, (typeof openColumns)[number]>;

/** The calls that go on about a device, as a statement of the reads before it is condemned. */
export const openCallsOf = (db: CompanyDb, assetId: string) =>
  db
    .select(pick(breakdowns, openColumns))
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, openOf(assetId)))
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
  const writes = [
    db.assert("state", sql`${unchanged} = ${number}`),
    db.assert(
      "state",
      sql`(select count(*) from ${breakdowns} where ${db.ofOwner(breakdowns, openOf(assetId))}) = ${number}`,
    ),
    db.updating(breakdowns, openOf(assetId), {
      status,
      closedAt: at,
      ...{ heldAt: null, holdReason: null, clockBy: null, wakeAt: null },
    }),
    downtimeEndsWithDevice(db, assetId, at),
    ...(calls.length
      ? [
          db.insertingAll(
            breakdownEvents,
            calls.map(({ id }) => ({ breakdownId: id, status, actorId, actorName, at })),
          ),
        ]
      : []),
    ...recounted(
      db,
      calls,
      calls.map((call) => ({ ...call, status })),
    ),
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
