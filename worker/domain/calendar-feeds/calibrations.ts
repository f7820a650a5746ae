import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { calibrators, machines } from "#drizzle/tenant/index.ts";
import { calibratorsDue, checksDue, machinesDue } from "../due/calibration-sources.ts";
import type { FeedEvent } from "./events.ts";
import type { FeedReader, Shown } from "./reader.ts";
import type { Span } from "./services.ts";

/** Ends of each sort; with the services no more than some thousand entries. */
export const MOST_ENDS = 80;

type Found = { id: string; on: string; code: string; name: string; version: number; at: number };

/** Statements of what falls due of the laboratory, each empty where the reader may not see it, or the link is a team's. */
export function calibrationEnds({ db, feed, can }: FeedReader, { from, until }: Span) {
  const only = (needs: Shown) => (feed.teamId === null && can(needs) ? undefined : sql`0`);
  const dated = (
    table: typeof machines | typeof calibrators,
    [column, code]: readonly [on: SQLiteColumn, code: SQLiteColumn],
    are: SQL,
    needs: Shown,
  ) =>
    db
      .select({
        id: table.id,
        on: sql<string>`${column}`.as("end_on"),
        code: sql<string>`${code}`.as("end_code"),
        name: table.name,
        version: table.version,
        at: table.updatedAt,
      })
      .from(table)
      .where(db.ofOwner(table, and(are, sql`${column} between ${from} and ${until}`, only(needs))))
      .orderBy(column, table.id)
      .limit(MOST_ENDS);
  const { calibratorNo, dueOn, nextCheckOn } = calibrators;
  return [
    dated(machines, [machines.nextDueOn, machines.machineNo], machinesDue, "view-machine"),
    dated(calibrators, [dueOn, calibratorNo], calibratorsDue, "view-calibrator"),
    dated(calibrators, [nextCheckOn, calibratorNo], checksDue, "view-calibrator"),
  ] as const;
}

type Making = (uid: string, row: Found, rest: Pick<FeedEvent, "title" | "path">) => FeedEvent;
/** Entries of what those statements have found. */
export const calibrationEvents = (
  [due, standards, checks]: readonly [readonly Found[], readonly Found[], readonly Found[]],
  event: Making,
): FeedEvent[] => [
  ...due.map((row) =>
    event(`machine-${row.id}`, row, {
      title: `Calibration due: ${row.code} ${row.name}`,
      path: `/machine/${row.id}`,
    }),
  ),
  ...standards.map((row) =>
    event(`calibrator-${row.id}`, row, {
      title: `Calibrator due: ${row.code} ${row.name}`,
      path: `/calibrator/${row.id}`,
    }),
  ),
  ...checks.map((row) =>
    event(`check-${row.id}`, row, {
      title: `Intermediate check: ${row.code} ${row.name}`,
      path: `/calibrator/${row.id}`,
    }),
  ),
];
