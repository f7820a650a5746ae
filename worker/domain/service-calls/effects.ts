import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdownEvents, breakdowns, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { recounting } from "../assets/effects.ts";
import { adding, bump } from "../entity/counters.ts";
import {
  downtimeBegins,
  downtimeEnds,
  downtimeEndsWithDevice,
  downtimeNeverWas,
} from "./downtimes.ts";
import { openOf, workedOnOf } from "./open-of.ts";

type Call = Row<typeof breakdowns>;
const MOST_CALLS = 50;

/** Whether a fault is being dealt with. */
export const isWorkedOn = ({ status }: Pick<Call, "status">) =>
  (workedOn as readonly string[]).includes(status);

/** The counters of calls by their names; lists and badges read them instead of counting. */
export const callCounter = {
  total: "calls.total",
  open: "calls.open",
  status: (status: string) => `calls.status:${status}`,
  /** Open ones of a person, of a team. */
  user: (id: string) => `calls.user:${id}`,
  team: (id: string) => `calls.team:${id}`,
};

/** The counters that a call as it is is counted in. */
export function countersOf(
  call: Pick<Call, "status"> & Partial<Pick<Call, "assignedUserId" | "assignedTeamId">>,
): string[] {
  const { status, assignedUserId, assignedTeamId } = call;
  return [
    callCounter.total,
    callCounter.status(status),
    ...(isWorkedOn(call)
      ? [
          callCounter.open,
          ...(assignedUserId ? [callCounter.user(assignedUserId)] : []),
          ...(assignedTeamId ? [callCounter.team(assignedTeamId)] : []),
        ]
      : []),
  ];
}

/** The statements that move the counters of calls from what they were to what they are. */
export function recounted(
  db: CompanyDb,
  before: readonly Parameters<typeof countersOf>[0][],
  after: readonly Parameters<typeof countersOf>[0][],
): Statement[] {
  const by = new Map<string, number>();
  for (const [calls, one] of [[before, -1] as const, [after, 1] as const])
    for (const name of calls.flatMap(countersOf)) by.set(name, (by.get(name) ?? 0) + one);
  return [...by].filter(([, n]) => n !== 0).map(([name, n]) => bump(db, name, n));
}

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
  const ofDevice = (more?: SQL) => db.ofOwner(breakdowns, and(workedOnOf(assetId), more));
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

/** What of a call decides whether it holds its device down. */
type Holding = Pick<Call, "status" | "source" | "equipmentDown">;

/** Whether a call takes its device out of use. */
export const holds = (call: Holding) => isWorkedOn(call) && call.equipmentDown && isConfirmed(call);

/** Since when a call that holds its device down does so. */
export const downSince = ({ failedAt, reportedAt }: Pick<Call, "failedAt" | "reportedAt">) =>
  failedAt ?? reportedAt;

/**
 * What a call's change makes of its device: counts, condition, and the downtime that begins or ends with it.
 * @param when `down`: since when it is down, where the call now says so; `up`: when it worked again, where it no longer does;
 *   `isMistake`: it never was down for this call
 * @param condition what the device is said to be afterwards
 */
export function followedBy(
  db: CompanyDb,
  before: Holding & Pick<Call, "id" | "assetId">,
  after: Holding,
  when: { down: number; up: number; isMistake?: boolean },
  condition: Row<typeof assets>["condition"] | null = null,
): Statement[] {
  const { id: callId, assetId } = before;
  const [held, isHeld] = [holds(before), holds(after)];
  if (held === isHeld && isWorkedOn(before) === isWorkedOn(after) && !condition) return [];
  if (held === isHeld) return deviceFollows(db, assetId, condition);
  if (isHeld)
    return [
      ...deviceFollows(db, assetId, "not_working"),
      ...downtimeBegins(db, { assetId, callId, at: when.down }),
    ];
  const ends = when.isMistake ? downtimeNeverWas : downtimeEnds;
  return [
    ...deviceFollows(db, assetId, condition ?? "working"),
    ...ends(db, { assetId, callId, at: when.up }),
  ];
}

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

/** The counters of a person's open calls when all of them go to somebody else, or to nobody; before the calls themselves change. */
export const handedOver = (db: CompanyDb, from: string, to: string | null): Statement[] =>
  [[from, -1] as const, ...(to ? [[to, 1] as const] : [])].map(([id, by]) =>
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, ${callCounter.user(id)}, ${sql.raw(String(by))} * count(*) from ${breakdowns}
      where ${db.ofOwner(breakdowns, and(eq(breakdowns.assignedUserId, from), inArray(breakdowns.status, [...workedOn])))} ${adding}`),
  );
