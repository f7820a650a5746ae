import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { idFrom } from "#drizzle/columns.ts";
import { publicReports } from "#drizzle/tenant/index.ts";
import { networkOf } from "../../auth/attempts.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { hasRoom } from "../../files/store.ts";
import { conflict, forbidden, refuse, tooMany } from "../../refusals.ts";
import { formatQuery, type numberingOf } from "../entity/numbers.ts";
import { publicDoor, readDevice, reportsIn } from "./public-device.ts";
import { pinFor, provePin } from "./public-pin.ts";
import { countTries } from "./public-tries.ts";

const WINDOW_MS = 15 * 60_000;
/** What may come in a quarter of an hour about a device, from a network, and in a company. */
const most = { device: 5, network: 20, company: 200 };
type Most = typeof most;
/** Who holds a call's link still follows it when its device's label was used as often as it may be. */
export const mostByLink: Most = { ...most, device: 10 };

/** Rows of the company since the window began, whose ids begin with their time. */
const inCompany = (now: number) => gt(publicReports.id, idFrom(now - WINDOW_MS));
const sentIn = (db: CompanyDb, where: SQL, now: number) =>
  sql`(select count(*) from ${publicReports} where ${db.ofOwner(publicReports, and(where, gt(publicReports.at, now - WINDOW_MS)))})`;
const sentOf = (db: CompanyDb, assetId: SQL, network: string, now: number) => ({
  device: sentIn(db, sql`${publicReports.assetId} = ${assetId}`, now),
  network: sentIn(db, eq(publicReports.network, network), now),
  company: sentIn(db, inCompany(now), now),
});

/** How much came of late about a device, from a network and in the company, as a statement of the reads before a command. */
export function countSent(db: CompanyDb, assetId: SQL, network: string, now: number) {
  const { device, network: ofNetwork, company } = sentOf(db, assetId, network, now);
  return db.rows<Most>(
    sql`select ${device} as "device", ${ofNetwork} as "network", ${company} as "company"`,
  );
}
export const isTooMuch = (sent: Most | undefined, limits = most) =>
  Object.entries(limits).some(([of, limit]) => (sent?.[of as keyof Most] ?? 0) >= limit);

/** Counts this one, and lets the batch pass only while there are not too many. */
export const counted = (
  db: CompanyDb,
  assetId: string,
  network: string,
  now: number,
  limits = most,
): Statement[] => [
  ...Object.entries(sentOf(db, sql`${assetId}`, network, now)).map(([of, sent]) =>
    db.assert("user_limit", sql`${sent} < ${sql.raw(String(limits[of as keyof Most]))}`),
  ),
  db.inserting(publicReports, { assetId, network, at: now }),
];

export const refuseMore = (): never =>
  tooMany(
    WINDOW_MS / 1000,
    "Too many reports came in a short time. Try again in 15 minutes, or call.",
  );
export const alreadyReported = (): never =>
  conflict("This was reported meanwhile. Add a remark to it instead.");

/**
 * What both commands begin with: the device, whether reports are taken, and how many came of late.
 */
export async function opened(visit: Visit, token: string, bytes = 0) {
  const db = publicDoor(visit);
  const network = networkOf(visit.ip);
  const now = Date.now();
  const { asset, company, call, rest } = await readDevice(
    db,
    token,
    (id) =>
      [
        countSent(db, id, network, now),
        countTries(db, "pin", network, now),
        formatQuery(db, "call"),
        db.rows<{ ok: number }>(sql`select ${hasRoom(db, bytes)} as "ok"`),
      ] as const,
  );
  const reports = reportsIn(company);
  if (reports === "suspended")
    refuse(402, "The subscription of this company has ended. Reports are not taken here.");
  if (reports === "off") forbidden("Reports are not taken here");
  const [[sent], [failed], [format], [room]] = rest;
  const proven = (pin: string | undefined) =>
    provePin(pinFor(visit, company), pin, { db, network, now, failed });
  return {
    ...{ db, asset, company, call, network, now, proven },
    format: format as Parameters<typeof numberingOf>[2],
    isTooMany: isTooMuch(sent),
    isRoom: Boolean(room?.ok),
  };
}

/** What a refused batch says; a request that was carried out before answers as it did then. */
export function refused(error: unknown): never {
  const rule = brokenRule(error)?.name;
  if (rule === "assert_user_limit") refuseMore();
  if (rule === "assert_no_overlap") alreadyReported();
  throw error;
}
