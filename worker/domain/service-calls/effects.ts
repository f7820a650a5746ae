import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { recountingConditions } from "../assets/effects.ts";
import { downtimeBegins, downtimeEnds, downtimeNeverWas } from "./downtimes.ts";
import { isWorkedOn, workedOnOf } from "./open-of.ts";

type Call = Row<typeof breakdowns>;

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
  return condition ? recountingConditions(db, [assetId], update) : [update];
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
