import { and, count, eq, gt, type SQL, sql } from "drizzle-orm";
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

const WINDOW_MS = 15 * 60_000;
const MOST_A_DEVICE = 5;
const MOST_A_NETWORK = 20;

const sentIn = (db: CompanyDb, where: SQL, now: number) =>
  db.ofOwner(publicReports, and(where, gt(publicReports.at, now - WINDOW_MS)));

/**
 * The counts of what came of late, about a device and from a network, as statements of the reads
 * before a command.
 */
const counting = (db: CompanyDb, assetId: SQL, network: string, now: number) =>
  [sql`${publicReports.assetId} = ${assetId}`, eq(publicReports.network, network)].map((where) =>
    db
      .select({ sent: count() })
      .from(publicReports)
      .where(sentIn(db, where, now)),
  );

/** Counts this one, and lets the batch pass only while there are not too many. */
export const counted = (
  db: CompanyDb,
  assetId: string,
  network: string,
  now: number,
): Statement[] => [
  ...(
    [
      [eq(publicReports.assetId, assetId), MOST_A_DEVICE],
      [eq(publicReports.network, network), MOST_A_NETWORK],
    ] as const
  ).map(([where, most]) =>
    db.assert(
      "user_limit",
      sql`(select count(*) from ${publicReports} where ${sentIn(db, where, now)}) < ${sql.raw(String(most))}`,
    ),
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
        ...counting(db, id, network, now),
        formatQuery(db, "call"),
        db.rows<{ ok: number }>(sql`select ${hasRoom(db, bytes)} as "ok"`),
      ] as const,
  );
  const reports = reportsIn(company);
  if (reports === "suspended")
    refuse(402, "The subscription of this company has ended. Reports are not taken here.");
  if (reports === "off") forbidden("Reports are not taken here");
  const [[byDevice], [byNetwork], [format], [room]] = rest as unknown as [
    { sent: number }[],
    { sent: number }[],
    Parameters<typeof numberingOf>[2][],
    { ok: number }[],
  ];
  const isTooMany =
    (byDevice?.sent ?? 0) >= MOST_A_DEVICE || (byNetwork?.sent ?? 0) >= MOST_A_NETWORK;
  return { db, asset, company, call, network, now, format, isTooMany, isRoom: Boolean(room?.ok) };
}

/** What a refused batch says; a request that was carried out before answers as it did then. */
export function refused(error: unknown): never {
  const rule = brokenRule(error)?.name;
  if (rule === "assert_user_limit") refuseMore();
  if (rule === "assert_no_overlap") alreadyReported();
  throw error;
}
