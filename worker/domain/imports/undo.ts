import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { allowed, changerOf, type Job, jobQuery, type Progress, shown, writerOf } from "./jobs.ts";
import { nothing, type Values } from "./kind.ts";
import { type DoneRow, heldBy, standingOf, standingReads } from "./standing.ts";
import { counted, kindOfJob, noting, progressed, stepped } from "./step.ts";
import { undoMade, undone } from "./undo-made.ts";

const STEP = 200;

type WrittenRow = DoneRow & { id: string; rowNo: number; before: string | null };

/** The rows of a step, the last ones first, as the end of a query. */
const among = (
  db: CompanyDb,
  id: string,
) => sql`from "import_jobs" as "j" cross join "import_rows" as "r"
  on "r"."company_id" = ${db.companyId} and "r"."job_id" = "j"."id" and "r"."row_no" <= coalesce("j"."undone_from", "j"."last_row")
    and "r"."row_no" > coalesce("j"."undone_from", "j"."last_row") - ${sql.raw(String(STEP))} and "r"."done_at" is not null
  where "j"."company_id" = ${db.companyId} and "j"."id" = ${id}`;

/**
 * Takes back the last rows an import wrote, one batch for all of them: what it added is deleted, what it changed is as it was.
 * A record that was touched since, or is in use, stays as it is and the row says why. After the rows come the records made for them.
 * @throws Response 403, 409 while nothing is written
 */
export async function undoImport(session: Session, id: string): Promise<Answer<Progress>> {
  const anyDb = changerOf(session);
  const kind = await kindOfJob(session, anyDb, id);
  const ids = sql`select "r"."entity_id" as "entity_id" ${among(anyDb, id)}`;
  const [jobs, rows, ...results] = (await anyDb.read(
    jobQuery(anyDb, id),
    anyDb.rows<WrittenRow>(
      sql`select "r"."id", "r"."row_no" as "rowNo", "r"."action", "r"."entity_id", "r"."entity_version" as "version", "r"."before" ${among(anyDb, id)}`,
    ),
    ...standingReads(anyDb, kind.undo, ids),
  )) as unknown as [Job[], WrittenRow[], ...unknown[][]];
  const { job } = shown(session, jobs[0]);
  allowed(session, kind, job.mode);
  const db = writerOf(session, kind, job.mode);
  if (job.status === "undone") return progressed(job, "Undone");
  if (job.status !== "done" && job.status !== "running") conflict("There is nothing to undo");

  if (job.undoneFrom !== null && job.undoneFrom <= 0) return undoMade(session, db, kind, job);

  const { standing, now } = standingOf(kind.undo, results, rows);
  const made = new Set(job.made.map(({ id: one }) => one));
  const kept = rows.flatMap((row) => {
    const why = made.has(row.entity_id) ? null : heldBy(standing, row);
    return why ? [{ id: row.id, kept: why }] : [];
  });
  const keptIds = new Set(kept.map((row) => row.id));
  const taken = rows.filter((row) => !keptIds.has(row.id));
  const gone = taken
    .filter(({ action, entity_id }) => action === "create" && !made.has(entity_id))
    .map(({ entity_id }) => entity_id);
  const restored = taken
    .filter(({ action }) => action === "update")
    .map(({ entity_id, before }) => ({
      id: entity_id,
      before: JSON.parse(before ?? "{}") as Values,
    }));
  const back = taken.length
    ? kind.undo.write(db, now, gone, restored, dayIn(session.company.timeZone), session.company)
    : nothing;

  const undoneFrom = Math.max(0, (job.undoneFrom ?? job.lastRow) - STEP);
  const isDone = undoneFrom === 0 && !job.made.length;
  const after = {
    undoneFrom,
    status: isDone ? ("undone" as const) : job.status,
    counts: counted(job.counts, [...taken.map(() => "undone"), ...kept.map(() => "kept")]),
    ...(isDone ? { finishedAt: Date.now() } : {}),
  } satisfies Partial<Job>;
  const undoneAt = Date.now();
  return stepped(session, db, job, {
    writes: [
      ...back.writes,
      ...noting(
        db,
        taken.map(({ id: rowId }) => ({ id: rowId, undoneAt })),
      ),
      ...noting(db, kept),
    ],
    activity: [...back.activity, ...(isDone ? [undone(kind, job)] : [])],
    after,
    message: isDone ? "Undone" : "",
  });
}
