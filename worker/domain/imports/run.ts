import { newId } from "#drizzle/columns.ts";
import type { ImportedMaster } from "#drizzle/tenant/imports.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Notice, notifying } from "../notifications/notify.ts";
import { changesText, examine, type Verdict } from "./chunk.ts";
import { allowed, changerOf, type Job, type Progress, writerOf } from "./jobs.ts";
import { type Accepted, type ImportKind, nothing } from "./kind.ts";
import { makingMasters } from "./making.ts";
import { counted, kindOfJob, noting, progressed, stepped } from "./step.ts";

/** Rows of the file in one batch. */
const STEP = 200;
const MOVED_ON = "It was changed by someone else since the check. Check the rows again.";

type Written = { verdict: Verdict; accepted: Accepted | null; failed?: string };

/** Which of the rows that were found good are still so, and what the plan leaves room for. */
export function decided(
  verdicts: readonly Verdict[],
  room: { left: number; says: string } | null,
): Written[] {
  let left = room?.left ?? Number.POSITIVE_INFINITY;
  return verdicts
    .filter(({ row }) => (row.action === "create" || row.action === "update") && !row.doneAt)
    .map((verdict) => {
      const { row, action, judged, errors } = verdict;
      const failed = (says: string) => ({ verdict, accepted: null, failed: says });
      if (errors || !judged) return failed(Object.values(errors ?? {})[0]?.[0] ?? MOVED_ON);
      const { current, values, changes } = judged;
      if (action !== row.action || (action === "update" && row.changes !== changesText(changes)))
        return failed(MOVED_ON);
      if (current) return { verdict, accepted: { id: current.id, values, current } };
      if (left < 1) return failed(room!.says);
      left -= 1;
      return { verdict, accepted: { id: judged.id ?? newId(), values, current: null } };
    });
}

/** Writes into the rows which record each has made or changed, and what it was before; or why it failed. */
function notingWritten(db: CompanyDb, kind: ImportKind, written: readonly Written[]): Statement[] {
  const doneAt = Date.now();
  const good = written.flatMap(({ verdict: { row, judged }, accepted }) =>
    accepted
      ? [
          {
            id: row.id,
            doneAt,
            entityId: accepted.id,
            entityVersion: afterOf(kind, accepted),
            before: judged && judged.current !== null ? judged.before : null,
          },
        ]
      : [],
  );
  const bad = written.flatMap(({ verdict: { row }, failed }) =>
    failed ? [{ id: row.id, action: "error" as const, errors: { form: [failed] } }] : [],
  );
  return [...noting(db, good), ...noting(db, bad)];
}

const afterOf = (kind: ImportKind, row: Accepted) =>
  kind.versionAfter?.(row) ?? (row.current?.version ?? 0) + 1;

/** What was made for a row before has another version once its own row is written. */
function versioned(
  made: ImportedMaster,
  kind: ImportKind,
  accepted: readonly Accepted[],
): ImportedMaster {
  const row = accepted.find(({ id }) => id === made.id);
  return row ? { ...made, version: afterOf(kind, row) } : made;
}

/** What the person who brought the file in is told. */
function doneNotice({ id, fileName, counts, createdBy }: Job, { label }: ImportKind): Notice {
  const { created = 0, updated = 0, error = 0, failed = 0 } = counts;
  return {
    key: `import.done:${id}`,
    title: `Import finished: ${fileName}`,
    body: `${label}: ${created} added, ${updated} changed, ${error + failed} with errors`,
    link: `/imports/${id}`,
    severity: error + failed ? "warning" : "info",
    entityKind: "import",
    entityId: id,
    userIds: [createdBy],
  };
}

/**
 * Writes the next rows, one batch for all of them: records, search, counters, log and the rows' own state, or nothing.
 * What it has written is never written again, whoever asks, and a lost answer is no loss: the next step goes on.
 * @throws Response 403, 409 before the rows are checked
 */
export async function runImport(session: Session, id: string): Promise<Answer<Progress>> {
  const anyDb = changerOf(session);
  const kind = await kindOfJob(session, anyDb, id);
  const db = writerOf(session, kind);
  const { job, verdicts, missing } = await examine(session, db, kind, id, {
    after: "done_to",
    size: STEP,
  });
  allowed(session, kind, job.mode);
  if (job.status === "done") return progressed(job, "Done");
  if (job.undoneFrom !== null) conflict("This import is being undone");
  if (job.status !== "checked" && job.status !== "running") conflict("Check the rows first");
  const written = decided(verdicts, kind.room?.(session) ?? null);
  const accepted = written.flatMap((row) => row.accepted ?? []);
  const used = JSON.stringify(accepted.map(({ values }) => values));
  const made = missing.made.filter((one) => one.id && used.includes(one.id));
  const masters = makingMasters(session, db, made);
  const records = accepted.length ? kind.write(db, session, accepted, id) : nothing;
  const added = [
    ...made.map(({ master, id: one, name }) => ({ master, id: one, name })),
    ...(records.made ?? []),
  ];

  const doneTo = Math.min(job.lastRow, job.doneTo + STEP);
  const isDone = doneTo >= job.lastRow;
  const after = {
    doneTo,
    status: isDone ? ("done" as const) : ("running" as const),
    made: [
      ...(job.status === "checked" ? [] : job.made.map((one) => versioned(one, kind, accepted))),
      ...added,
    ],
    counts: counted(
      job.counts,
      written.map(({ accepted: one, failed }) =>
        failed ? "failed" : one?.current ? "updated" : "created",
      ),
    ),
    finishedAt: isDone ? Date.now() : null,
  } satisfies Partial<Job>;
  const log = isDone
    ? [{ action: "run.import", kind: "import", id, label: `${kind.label}: ${job.fileName}` }]
    : [];
  return stepped(session, db, job, {
    writes: [
      ...masters.writes,
      ...records.writes,
      ...notingWritten(db, kind, written),
      ...(isDone
        ? notifying(db, session.origin, "import.done", [doneNotice({ ...job, ...after }, kind)])
        : []),
    ],
    activity: [...masters.activity, ...records.activity, ...log],
    after,
    message: isDone ? "Done" : "",
  });
}
