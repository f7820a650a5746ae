import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Rule } from "#app/shared/flows/rules.ts";
import { Guest } from "../../auth/guest.ts";
import { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Db, Row, Statement } from "../../db/db.ts";
import { personOf } from "../../person-of.ts";
import { notifying } from "../notifications/notify.ts";
import { changesBetween } from "./changes.ts";
import { bump } from "./counters.ts";
import type { Definition, Done, FlowTable, Moves, Side, Work } from "./flow-work.ts";

/** A permitted move: which row, by whom, why and when. */
type Asked<T extends FlowTable, X extends Side> = {
  db: X["db"];
  session: X["session"];
  move: string;
  row: Row<T> & { id: string; version: number };
  reason: string | null;
  at: number;
};

/** The state a move leads to. @throws Error (a bug) when the work names none of those its rule does */
function targetOf(
  to: string | readonly string[] | undefined,
  chosen: string | undefined,
  before: string,
) {
  const targets = to === undefined ? [before] : [to].flat();
  const state = chosen ?? (targets.length === 1 ? targets[0] : undefined);
  if (state === undefined || !targets.includes(state))
    throw new Error(`A move leads to ${state}, but its rule names ${targets}`);
  return state;
}

/** Takes a record from the counters that it leaves to those that it enters. */
const counting = (db: Db, left: readonly string[], entered: readonly string[]): Statement[] =>
  db instanceof CompanyDb
    ? [
        ...left.filter((one) => !entered.includes(one)).map((one) => bump(db, one, -1)),
        ...entered.filter((one) => !left.includes(one)).map((one) => bump(db, one, 1)),
      ]
    : [];

/**
 * What a move writes, as one batch: the assert that the row is as it was read, its new state and stamps, what its work adds,
 * the event, the counters, the notices, and the entry of the log.
 */
export function batchOf<
  T extends FlowTable,
  S extends string,
  M extends Moves<Row<T>, S, X>,
  X extends Side,
>(
  { name, table, column, rules, events, title, ...more }: Definition<T, S, M, X>,
  { db, session, move, row, reason, at }: Asked<T, X>,
  done: Done<T>,
): { writes: Statement[]; activity: Activity[] } {
  const { assetOf = () => null, logged = (values) => values, counters = () => [] } = more;
  const guest = session instanceof Guest ? session : null;
  const userId = guest ? null : session.actor.userId;
  const actorName = session.actor.name;
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const { to }: Rule<Row<T>, S> = rules.moves[move]!;
  const before = rules.stateOf(row);
  const state = targetOf(to, done.to, before);
  const { stamp } = (more.moves as unknown as Record<string, Work<T>>)[move]!;
  const by = guest ? null : personOf(db.stamp);
  const stamps = stamp ? { [`${stamp}At`]: at, [`${stamp}By`]: by } : {};
  const changed = { ...done.set, ...(column ? { [column]: state } : {}) };
  const update = db.updating(table, eq(table.id, row.id), {
    ...Object.fromEntries(Object.entries(stamps).filter(([key]) => key in columns)),
    ...changed,
  });
  const counted = counters(row);
  const countedNow = counters({ ...row, ...changed });
  // Staff open the platform's database for all companies, so that what they write says whose it is.
  const { companyId } = row as { companyId?: string };
  const owner = !(db instanceof CompanyDb) && companyId ? { companyId } : {};
  const event = {
    ...owner,
    status: state,
    note: done.note === undefined ? reason : done.note,
    ...{ actorId: userId, actorName, at },
    ...done.event,
  };
  return {
    writes: [
      ...(guest?.limits ?? []),
      db.assertUnchanged(table, row, column ? eq(columns[column]!, before) : undefined),
      ...(done.around?.(update) ?? [update]),
      ...(done.writes ?? []),
      ...(events ? [db.inserting(events.table, { [events.of]: row.id, ...event })] : []),
      ...counting(db, counted, countedNow),
      ...(done.notices && db instanceof CompanyDb
        ? notifying(db, session.origin, ...done.notices, at)
        : []),
    ],
    activity: [
      {
        ...owner,
        action: `${move.replaceAll("-", "_")}.${name}`,
        kind: name,
        id: row.id,
        assetId: assetOf(row),
        label: title(row),
        changes:
          done.changes ??
          changesBetween(
            logged({ ...row, ...done.log?.before }),
            logged({ ...changed, ...done.log?.after }),
          ),
        reason,
      },
      ...(done.also ?? []),
    ],
  };
}
