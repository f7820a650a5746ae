import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { reportRuns } from "#drizzle/tenant/index.ts";
import type { runFormats } from "#drizzle/tenant/reports.ts";
import type { Answer, Statement } from "../../db/db.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import { usingRoom } from "../../files/store.ts";
import type { Subject } from "../../permissions.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Run } from "./kind.ts";

/** At work for one person at a time. */
export const MOST_RUNNING = 3;
/** Kept for one person, the newest: older ones give way, with their files in the next night. */
export const MOST_KEPT = 30;
/** Files are kept for so many days. */
export const KEPT_DAYS = 30;

const waiting = sql`${reportRuns.status} in ('queued', 'running')`;

/** Where the parts of a run lie, and its file. What stands in folders is not swept. */
export const partKey = (run: Pick<Run, "companyId" | "id">, part: number) =>
  `c/${run.companyId}/runs/${run.id}/${String(part).padStart(5, "0")}`;
export const fileKey = (run: Pick<Run, "companyId" | "id">) =>
  `c/${run.companyId}/runs/${run.id}/file`;

/** Removes runs, and frees the room that their files took. */
function removing(db: OwnDb<"runs">, which: SQL): Statement[] {
  const these = db.ofOwner(reportRuns, which);
  const bytes = sql`(select coalesce(sum(${reportRuns.bytes}), 0) from ${reportRuns} where ${these})`;
  return [usingRoom(db, sql`-${bytes}`), db.removing(reportRuns, which)];
}

export type Wanted = {
  kind: string;
  /** The subject whose export it is, as the log names it. */
  subject: Subject;
  title: string;
  params: Record<string, string>;
  format: (typeof runFormats)[number];
};

/**
 * Begins background work in the person's name. Whoever calls has asked whether the person may have it.
 * @throws Response 409 while three of the person's are at work
 */
export async function startRun(
  session: Session,
  { subject, ...wanted }: Wanted,
): Promise<Answer<{ id: string }>> {
  const db = session.own("runs");
  const me = session.actor.userId;
  const mine = db.ofOwner(reportRuns, eq(reportRuns.userId, me));
  const id = newId();
  const most = (number: number) => sql.raw(String(number));
  try {
    return await db.commit({
      writes: [
        db.assert(
          "user_limit",
          sql`(select count(*) from ${reportRuns} where ${mine} and ${waiting}) < ${most(MOST_RUNNING)}`,
        ),
        db.inserting(reportRuns, { ...wanted, id, userId: me }),
        ...removing(
          db,
          sql`${reportRuns.id} in (select "id" from ${reportRuns} where ${mine} order by "id" desc limit -1 offset ${most(MOST_KEPT)})
            and ${reportRuns.status} in ('done', 'failed')`,
        ),
      ],
      activity: { action: `export.${subject}`, kind: "export", id: me, label: wanted.title },
      answer: {
        status: 202,
        message: "It is being made. You are told when it is ready.",
        data: { id },
      },
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409)
      conflict(`${MOST_RUNNING} of your files are being made. Wait until one of them is ready.`);
    throw refusal;
  }
}

const listed = {
  id: reportRuns.id,
  title: reportRuns.title,
  format: reportRuns.format,
  status: reportRuns.status,
  progress: reportRuns.progress,
  bytes: reportRuns.bytes,
  error: reportRuns.error,
  createdAt: reportRuns.createdAt,
  finishedAt: reportRuns.finishedAt,
};

/** The person's own runs, newest first. */
export async function ownRuns(session: Session) {
  const db = session.own("runs");
  const [runs] = await db.read(
    db
      .select(listed)
      .from(reportRuns)
      .where(db.ofOwner(reportRuns, eq(reportRuns.userId, session.actor.userId)))
      .orderBy(desc(reportRuns.id))
      .limit(MOST_KEPT),
  );
  return runs;
}

/** A run of the person. @throws Response 404 for one that is not the person's own */
export async function ownRun(session: Session, id: string): Promise<Run> {
  const run = await session.own("runs").find(reportRuns, id);
  return run && run.userId === session.actor.userId ? run : notFound("file");
}

/**
 * Takes a run away; its file goes with the next night.
 * @throws Response 404 for one that is not the person's own
 */
export async function removeRun(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const run = await ownRun(session, id);
  const db = session.own("runs");
  return db.commit({
    writes: [
      db.assert("state", db.exists(reportRuns, eq(reportRuns.id, id))),
      ...removing(
        db,
        and(inArray(reportRuns.id, [id]), eq(reportRuns.userId, session.actor.userId))!,
      ),
    ],
    activity: { action: "delete.run", kind: "run", id, label: run.title },
    answer: { status: 200, message: "File deleted", data: { id } },
  });
}
