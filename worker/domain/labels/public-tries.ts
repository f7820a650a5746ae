import { and, eq, gt, sql } from "drizzle-orm";
import { publicTries } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { tooMany } from "../../refusals.ts";

type Kind = (typeof publicTries.$inferSelect)["kind"];

const WINDOW_MS = 10 * 60_000;
/** What may fail in ten minutes from a network, and in a company. */
const most = {
  pin: { network: 10, company: 100 },
  link: { network: 30, company: 300 },
} as const satisfies Record<Kind, object>;
const says: Record<Kind, string> = {
  pin: "A wrong PIN was sent too often. Wait 10 minutes and try again, or call the number on your ward's poster.",
  link: "Too many wrong links were opened from here. Wait 10 minutes, then open your link again.",
};

const failedOf = (db: CompanyDb, kind: Kind, network: string, now: number) =>
  sql`select count(*) as "company", count(case when ${publicTries.network} = ${network} then 1 end) as "network"
    from ${publicTries} where ${db.ofOwner(publicTries, and(eq(publicTries.kind, kind), gt(publicTries.at, now - WINDOW_MS)))}`;

type Failed = { company: number; network: number };

/** How often something failed of late, as a statement of the reads before it is tried again. */
export const countTries = (db: CompanyDb, kind: Kind, network: string, now: number) =>
  db.rows<Failed>(failedOf(db, kind, network, now));

/** Whether nothing more is tried. */
export const isTriedOut = (kind: Kind, failed: Failed | undefined) =>
  (failed?.company ?? 0) >= most[kind].company || (failed?.network ?? 0) >= most[kind].network;

/** There is a try left: goes into the batch of what was tried, so that however many come at once, no more are answered. */
export const assertTry = (db: CompanyDb, kind: Kind, network: string, now: number): Statement =>
  db.assert(
    "user_limit",
    sql`(select "company" < ${sql.raw(String(most[kind].company))} and "network" < ${sql.raw(String(most[kind].network))} from (${failedOf(db, kind, network, now)}))`,
  );

export const waitForTry = (kind: Kind): never => tooMany(WINDOW_MS / 1000, says[kind]);

/** Keeps that something failed. @throws Response 429 when it failed too often meanwhile */
export async function keepTry(db: CompanyDb, kind: Kind, network: string, now: number) {
  try {
    await db.read(
      assertTry(db, kind, network, now),
      db.inserting(publicTries, { kind, network, at: now }),
    );
  } catch (error) {
    if (brokenRule(error)?.name === "assert_user_limit") waitForTry(kind);
    throw error;
  }
}
