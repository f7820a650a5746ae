import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { KEPT_CLOSED_DAYS } from "#app/shared/company-standing.ts";
import { companies, platformOutbox, purges, shards } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../db/platform-db.ts";
import { leavingTheName, takeAwayAtPlatform } from "../domain/platform/company-rows/at-platform.ts";
import { forgetTaken, takeAwayPart, takenAway } from "../domain/platform/company-rows/take-away.ts";
import { isRefusal } from "../refusals.ts";
import { openControl } from "../tenancy/shard-door.ts";
import { databaseOf, type Part } from "./message.ts";

const DAY_MS = 86_400_000;
/** Parts of rows that one message takes away. */
const STEPS = 10;
/** Objects of the bucket that one message looks at; R2 deletes 1,000 at once. */
const OBJECTS = 500;

export const closedBefore = (at: number) => at - KEPT_CLOSED_DAYS * DAY_MS;
/** Whether a company is closed for long enough and not yet gone, as SQL. */
export const closedLongAgo = (by: string) =>
  `exists (select 1 from companies where status = 'closed' and closed_at < ${by}
    and not exists (select 1 from purges where purges.id = companies.id and purges.finished_at is not null))`;

type Closed = { id: string; name: string; binding: string };

/** The closed company whose turn it is. */
async function nextClosed(control: PlatformDb, at: number): Promise<Closed | undefined> {
  const gone = sql`exists (select 1 from ${purges} where ${purges.id} = ${companies.id} and ${purges.finishedAt} is not null)`;
  const [[found]] = await control.read(
    control
      .select({
        id: sql<string>`${companies.id}`.as("company_id"),
        name: sql<string>`${companies.name}`.as("company_name"),
        binding: shards.binding,
      })
      .from(companies)
      .innerJoin(shards, eq(shards.id, companies.shardId))
      .where(
        and(
          eq(companies.status, "closed"),
          lt(companies.closedAt, closedBefore(at)),
          sql`not ${gone}`,
        ),
      )
      .orderBy(companies.closedAt)
      .limit(1),
  );
  return found;
}

/** Says that a company is being taken away, unless it was opened again. @returns whether it is */
async function begin(control: PlatformDb, { id, name }: Closed, at: number): Promise<boolean> {
  const [[begun]] = await control.read(control.byId(purges, id));
  if (begun) return true;
  const isClosed = sql`${eq(companies.id, id)} and ${companies.status} = 'closed'`;
  try {
    await control.commit({
      writes: [
        control.assert("state", control.exists(companies, isClosed)),
        control.inserting(purges, { id, startedAt: at }),
      ],
      activity: {
        ...{ action: "begin_purge.company", kind: "company", id, label: name },
        reason: "It was closed 90 days ago",
      },
      answer: { status: 200, message: "", data: null },
    });
    return true;
  } catch (refusal) {
    if (isRefusal(refusal, 409)) return false;
    throw refusal;
  }
}

/** What may still have to be proved stays: the heads of its chains, which name nobody. */
const isKept = (id: string, key: string) =>
  key.startsWith(`c/${id}/audit/`) || key.startsWith(`c/${id}/ledger/`);

/** Takes a part of a company's files out of the bucket. @returns where the next goes on; null when none is left */
async function takeFiles(bucket: R2Bucket, id: string, cursor: string): Promise<string | null> {
  const page = await bucket.list({
    ...{ prefix: `c/${id}/`, limit: OBJECTS },
    ...(cursor ? { cursor } : {}),
  });
  const keys = page.objects.map(({ key }) => key).filter((key) => !isKept(id, key));
  if (keys.length) await bucket.delete(keys);
  return page.truncated ? page.cursor : null;
}

/** Ends with a line in the platform's log that says what was taken away; the platform has nothing more to tell the company. */
async function end(
  control: PlatformDb,
  db: D1Database,
  { id, name }: Closed,
  at: number,
): Promise<void> {
  const [[begun]] = await control.read(control.byId(purges, id));
  const rows = { ...(await takenAway(db, id)), ...begun?.rows };
  const ofCompany = sql`${platformOutbox.payload} ->> 'companyId' = ${id}`;
  await control.commit({
    writes: [
      control.assert(
        "state",
        control.exists(purges, and(eq(purges.id, id), isNull(purges.finishedAt))!),
      ),
      control.updating(purges, eq(purges.id, id), { finishedAt: at, rows }),
      ...leavingTheName(control, id),
      control.updating(platformOutbox, and(isNull(platformOutbox.sentAt), ofCompany)!, {
        nextAt: null,
      }),
    ],
    activity: {
      ...{ action: "purge.company", kind: "company", id, label: name },
      changes: Object.entries(rows).map(([field, from]) => ({ field, from, to: 0 })),
      reason: "Its rows and files are gone; orders, invoices and the platform's logs stay",
    },
    answer: { status: 200, message: "", data: null },
  });
  await forgetTaken(db, id);
}

const FILES = "files:";
const AT_PLATFORM = "platform";

/**
 * Takes the rows and files of a company away that was closed 90 days ago, one company after the other, and what the platform keeps of its
 * people. The platform's logs, orders and invoices stay, and the heads of its chains.
 */
export async function purgeClosed({ env, at, from }: Part): Promise<string | null> {
  const control = openControl(env);
  const closed = await nextClosed(control, at);
  if (!closed || !(await begin(control, closed, at))) return null;
  const { id, binding } = closed;
  const db = databaseOf(env, binding);
  const [whose, place] = [from.slice(0, id.length), from.slice(id.length + 1)];
  const here = whose === id ? place : "";
  if (here === AT_PLATFORM) {
    if (await takeAwayAtPlatform(control, env.MEDIA, id)) return `${id} ${AT_PLATFORM}`;
    await end(control, db, closed, at);
    return "";
  }
  if (!here.startsWith(FILES)) {
    let next: string | null = here;
    for (let step = 0; step < STEPS && next !== null; step++)
      next = await takeAwayPart(db, id, next);
    return `${id} ${next ?? FILES}`;
  }
  const cursor = await takeFiles(env.MEDIA, id, here.slice(FILES.length));
  return `${id} ${cursor === null ? AT_PLATFORM : `${FILES}${cursor}`}`;
}
