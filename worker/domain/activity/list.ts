import { and, eq, sql } from "drizzle-orm";
import type { Choice, ListResult } from "#app/shared/list.ts";
import { activityLog, assets, users } from "#drizzle/tenant/index.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { visibleTo } from "../people/rules.ts";
import { type Entry, entryQueries, openedEntry } from "./entry.ts";
import { type LabelledChange, labelled } from "./labels.ts";
import { type ActivityRow, askedActivity, indexOf, rangeOf, rowsIn, sieveOf } from "./rows.ts";
import { seesRow } from "./viewer.ts";

/** Rows looked through for one page: a rare filter, and what a person may not see, go on from where this ends. */
const MOST = { Admin: 100, User: 50 } as const;

type Cursor = { id: string; skipped: number };
const cursorOf = (text: string | null): Cursor | null => {
  const [id = "", skipped = "0"] = (text ?? "").split("~");
  return /^[\w-]{1,64}$/.test(id) ? { id, skipped: Number(skipped) || 0 } : null;
};
const written = (id: string, skipped: number) => `${id}~${skipped}`;

type ListedRow = Omit<ActivityRow, "changes"> & { changes: LabelledChange[] };
type ActivityList = ListResult<ListedRow> & {
  /** The instant this page looked back to without filling up; null when it is full or has come to the end. */
  lookedBackTo: number | null;
  chosen: { person: Choice | null; asset: Choice | null };
  entry: Entry | null;
};

/** A page of what happened, newest first, and the entry that is open. One round trip. */
export async function listActivity(
  session: Session,
  params: URLSearchParams,
): Promise<ActivityList> {
  const db = session.own("log");
  const query = askedActivity(params);
  const [after, before] = [cursorOf(params.get("after")), cursorOf(params.get("before"))];
  const back = !after && before !== null;
  const cursor = after ?? before;
  const beyond = cursor
    ? back
      ? sql`${activityLog.id} > ${cursor.id}`
      : sql`${activityLog.id} < ${cursor.id}`
    : undefined;
  const sieve = sieveOf(query);
  const whole = sieve === null && session.type === "Admin";
  const limit = whole ? query.size + 1 : MOST[session.actor.type];
  const where = and(rangeOf(query, session.company.timeZone), beyond);
  const [found, people, devices, ...opened] = await db.read(
    rowsIn(db, session, { where, order: back ? "asc" : "desc", limit, index: indexOf(query) }),
    nameOfPerson(db, session, query.filters.person ?? ""),
    nameOfAsset(db, session.can("view-asset") ? (query.filters.asset ?? "") : ""),
    ...entryQueries(db, session, params.get("entry") ?? ""),
  );
  const sees = seesRow(session);
  const matching = found.filter((row) => sees(row) && (sieve?.(row) ?? true));
  const rows = matching.slice(0, query.size);
  const full =
    matching.length > query.size || (matching.length === query.size && found.length === limit);
  const ended = found.length < limit && !full;
  const last = full ? rows.at(-1) : found.at(-1);
  if (back) rows.reverse();
  const skipped = cursor ? (back ? Math.max(0, cursor.skipped - rows.length) : cursor.skipped) : 0;
  // Nothing newer: the way back begins with the row this page was asked from.
  const older = back ? (rows.at(-1)?.id ?? `${cursor!.id}z`) : ended ? null : (last?.id ?? null);
  const newer = back ? (ended ? null : (last?.id ?? null)) : cursor && (rows[0]?.id ?? cursor.id);
  return {
    rows: rows.map(labelled),
    page: {
      from: rows.length ? skipped + 1 : 0,
      to: skipped + rows.length,
      total: !back && ended ? skipped + rows.length : null,
      capped: false,
      next: older ? written(older, skipped + rows.length) : null,
      previous: newer ? written(newer, skipped) : null,
    },
    query,
    lookedBackTo: !back && !full && !ended ? (found.at(-1)?.at ?? null) : null,
    chosen: { person: people[0] ?? null, asset: devices[0] ?? null },
    entry: openedEntry(opened, sees),
  };
}

/** A person by name, for who sees people in their list. */
const nameOfPerson = (db: OwnDb<"log">, session: Session, id: string) =>
  db
    .select({ value: users.id, label: users.name })
    .from(users)
    .where(
      db.ofOwner(
        users,
        and(
          eq(users.id, id),
          session.can("view-user") ? visibleTo(session) : eq(users.id, session.actor.userId),
        ),
      ),
    )
    .limit(1);

const nameOfAsset = (db: OwnDb<"log">, id: string) =>
  db
    .select({
      value: assets.id,
      label: sql<string>`${assets.assetCode} || ' ' || ${assets.name}`.as("label"),
    })
    .from(assets)
    .where(db.ofOwner(assets, eq(assets.id, id)))
    .limit(1);
