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
import { lookBack } from "./walk.ts";

/** Rows looked through for one page: a rare filter, and what a person may not see, go on from where this ends. */
const MOST = { Admin: 100, User: 50 } as const;

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
  const look = lookBack(params, activityLog.id, query.size);
  const sieve = sieveOf(query);
  const whole = sieve === null && session.type === "Admin";
  const limit = whole ? query.size + 1 : MOST[session.actor.type];
  const where = and(rangeOf(query, session.company.timeZone), look.where);
  const [found, people, devices, ...opened] = await db.read(
    rowsIn(db, session, { where, order: look.order, limit, index: indexOf(query) }),
    nameOfPerson(db, session, query.filters.person ?? ""),
    nameOfAsset(db, session.can("view-asset") ? (query.filters.asset ?? "") : ""),
    ...entryQueries(db, session, params.get("entry") ?? ""),
  );
  const sees = seesRow(session);
  const { rows, ...page } = look.page(found, limit, (row) => sees(row) && (sieve?.(row) ?? true));
  return {
    ...page,
    rows: rows.map(labelled),
    query,
    chosen: { person: people[0] ?? null, asset: devices[0] ?? null },
    entry: openedEntry<ActivityRow>(opened, sees),
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
