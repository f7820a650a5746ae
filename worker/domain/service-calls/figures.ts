import { desc, eq, sql } from "drizzle-orm";
import { middle } from "#app/shared/asset-metrics.ts";
import { durationText, workText } from "#app/shared/duration.ts";
import { workingBetween } from "#app/shared/working-time.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import type { Asker } from "../lists/documents.ts";
import { calendarOf } from "./clocks.ts";
import { lateAt } from "./late.ts";

/** So many open calls are looked at, those whose clock ends first. */
const MOST_OPEN = 50;
/** The medians are of so many calls, the newest that were resolved. */
const MOST_SOLVED = 20;

/** The words of the partial index, so that it is taken. */
export const isOpen = sql.raw(
  "status in ('new','acknowledged','assigned','in_progress','on_hold')",
);

type Urgent = { open: number; down: number; unassigned: number; late: number };

/** How the work stands. */
export type CallFigures = Omit<Urgent, "open"> & {
  /** Only the most urgent were looked at: there may be more of each. */
  isCut: boolean;
  /** Working time in words, of so many calls, the newest that were resolved; null without one. */
  median: { of: number; respond: string; resolve: string } | null;
};

/** The statements that read how the work stands. */
function figuresOf({ db, now }: Pick<Asker, "db" | "now">) {
  const most = sql.raw(String(MOST_OPEN));
  const all = (name: string) =>
    sql<number>`coalesce(sum(${sql.identifier(name)}), 0)`.mapWith(Number).as(`all_${name}`);
  const urgent = db
    .select({
      open: sql<number>`count(*)`.mapWith(Number).as("all_open"),
      ...{ down: all("down"), unassigned: all("unassigned"), late: all("late") },
    })
    .from(
      sql`(select ${breakdowns.equipmentDown} as "down", ${lateAt(now)} as "late",
          ${breakdowns.assignedUserId} is null and ${breakdowns.assignedTeamId} is null as "unassigned"
        from ${breakdowns} where ${db.ofOwner(breakdowns, isOpen)} order by ${breakdowns.clockBy}, ${breakdowns.id} limit ${most}) as "urgent"`,
    );
  const newest = (status: "resolved" | "closed") =>
    db
      .select({ id: breakdowns.id })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, eq(breakdowns.status, status)))
      .orderBy(desc(breakdowns.id))
      .limit(MOST_SOLVED);
  const solved = db
    .select({
      reportedAt: breakdowns.reportedAt,
      firstResponseAt: breakdowns.firstResponseAt,
      resolvedAt: breakdowns.resolvedAt,
      slaPausedMs: breakdowns.slaPausedMs,
    })
    .from(
      sql`(select * from (select * from ${newest("resolved")} union all select * from ${newest("closed")}) order by 1 desc limit ${sql.raw(String(MOST_SOLVED))}) as "newest"`,
    )
    .crossJoin(breakdowns)
    .where(db.ofOwner(breakdowns, sql`${breakdowns.id} = "newest"."id"`));
  return [urgent, solved] as const;
}

/** How all open calls stand, and how long the last ones took; null for a limited person. One round trip. @throws Response 403 */
export async function callFigures(session: Session): Promise<CallFigures | null> {
  const db = session.authorize("view-breakdown");
  if (db.scope) return null;
  const [[urgent], solved] = await db.read(...figuresOf({ db, now: Date.now() }));
  const { open, ...counts } = urgent!;
  const calendar = calendarOf(session.company);
  const calls = solved.flatMap(({ resolvedAt, ...call }) =>
    resolvedAt === null ? [] : [{ ...call, resolvedAt }],
  );
  const text = calendar.week === null ? durationText : workText;
  const median = (worked: (call: (typeof calls)[number]) => number) =>
    text(middle(calls.map(worked).sort((one, other) => one - other)));
  return {
    ...counts,
    isCut: open === MOST_OPEN,
    median: calls.length
      ? {
          of: calls.length,
          respond: median(({ reportedAt, firstResponseAt, resolvedAt }) =>
            workingBetween(calendar, reportedAt, firstResponseAt ?? resolvedAt),
          ),
          resolve: median(({ reportedAt, resolvedAt, slaPausedMs }) =>
            Math.max(0, workingBetween(calendar, reportedAt, resolvedAt) - slaPausedMs),
          ),
        }
      : null,
  };
}
