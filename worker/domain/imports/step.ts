import { and, eq, sql } from "drizzle-orm";
import { importJobs } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { type Job, jobQuery, openKind, type Progress, progressOf, shown } from "./jobs.ts";
import type { ImportKind } from "./kind.ts";
import { kinds } from "./kinds.ts";

const known = new Map<string, ImportKind>();

/** The kind of an import; it never changes, so that it is read once an isolate. Who may import it is asked each time. @throws Response 403, 404 */
export async function kindOfJob(session: Session, db: CompanyDb, id: string): Promise<ImportKind> {
  const key = `${db.companyId} ${id}`;
  const before = known.get(key);
  if (before) return openKind(session, before);
  const [[job]] = await db.read(jobQuery(db, id));
  const { kind } = shown(session, job);
  if (known.size > 500) known.clear();
  known.set(key, kinds[kind.name]!);
  return kind;
}

type Counts = Record<string, number>;

/** Counts with some rows more, and others fewer. */
export function counted(
  counts: Counts,
  more: readonly (string | null)[],
  fewer: readonly (string | null)[] = [],
): Counts {
  const next = { ...counts };
  for (const name of more) if (name) next[name] = (next[name] ?? 0) + 1;
  for (const name of fewer) if (name) next[name] = Math.max(0, (next[name] ?? 0) - 1);
  return next;
}

/** How far an import is, as an answer. */
export const progressed = (job: Job, message = ""): Answer<Progress> => ({
  status: 200,
  message,
  data: progressOf(job),
});

/** The import is where it was read: no other tab has gone on meanwhile. */
const asRead = (db: CompanyDb, { id, checkedTo, doneTo, undoneFrom, status }: Job) =>
  db.assert(
    "state",
    db.exists(
      importJobs,
      and(
        eq(importJobs.id, id),
        sql`${importJobs.checkedTo} = ${checkedTo} and ${importJobs.doneTo} = ${doneTo} and ${importJobs.undoneFrom} is ${undoneFrom} and ${importJobs.status} = ${status}`,
      )!,
    ),
  );

/** One batch of an import: what it writes, and how the job is after it. */
type Step = { writes: Statement[]; activity?: Activity[]; after: Partial<Job>; message?: string };

/** Carries out a step. @throws Response 409 when another tab was quicker */
export const carryOut = (
  db: CompanyDb,
  job: Job,
  { writes, activity = [], after, message }: Step,
): Promise<Answer<Progress>> =>
  db.commit({
    writes: [asRead(db, job), ...writes, db.updating(importJobs, eq(importJobs.id, job.id), after)],
    activity: activity.map((entry) => ({ ...entry, via: "import" })),
    answer: progressed({ ...job, ...after }, message),
  });

/** Carries out a step; when another tab was quicker, says how far the import is by now. */
export async function stepped(
  session: Session,
  db: CompanyDb,
  job: Job,
  step: Step,
): Promise<Answer<Progress>> {
  try {
    return await carryOut(db, job, step);
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const [[row]] = await db.read(jobQuery(db, job.id));
    const { job: now } = shown(session, row);
    const places = ["checkedTo", "doneTo", "undoneFrom", "status"] as const;
    if (places.every((place) => now[place] === job[place])) throw refusal;
    return progressed(now);
  }
}
