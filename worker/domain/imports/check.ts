import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { type Examined, examine, type Verdict } from "./chunk.ts";
import {
  changerOf,
  type Job,
  jobQuery,
  openKind,
  type Progress,
  progressOf,
  shown,
} from "./jobs.ts";
import type { ImportKind } from "./kind.ts";
import { kinds } from "./kinds.ts";
import { assertOpen, isOpen, keying } from "./mapping.ts";
import { folded, type Made } from "./masters.ts";

/** Rows of the file in one step of the dry run. */
const STEP = 750;

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

/** What a row counts as: its action, and each field that is wrong in it. */
const namesOf = (action: string | null, errors: object | null | undefined) => [
  action,
  ...Object.keys(errors ?? {}).map((field) => `error.${field}`),
];
const told = ({ action, errors }: Verdict) => namesOf(action, errors);

/** What is kept of rows after they were judged. */
const keeping = (db: CompanyDb, verdicts: readonly Verdict[]): Statement[] =>
  verdicts.length
    ? [
        db.updatingAll(
          importRows,
          verdicts.map(({ row, action, errors, judged }) => ({
            id: row.id,
            action,
            errors: errors ?? null,
            changes: action === "update" ? (judged?.changes ?? null) : null,
            entityId: judged?.current?.id ?? null,
          })),
        ),
      ]
    : [];

/** Masters that will be added, each once. */
const toMake = (before: Job["made"], made: readonly Made[]) => {
  const isThere = ({ master, name }: Made) =>
    before.some((one) => one.master === master && folded(one.name) === folded(name));
  return [
    ...before,
    ...made.filter((one) => !isThere(one)).map(({ master, name }) => ({ master, id: "", name })),
  ];
};

/** Runs a step; when another tab was quicker, says how far the import is by now. */
export async function stepped(
  session: Session,
  db: CompanyDb,
  seen: Job,
  step: () => Promise<Answer<Progress>>,
): Promise<Answer<Progress>> {
  try {
    return await step();
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const [[job]] = await db.read(jobQuery(db, seen.id));
    const { job: now } = shown(session, job);
    const places = ["checkedTo", "doneTo", "undoneFrom", "status"] as const;
    if (places.every((place) => now[place] === seen[place])) throw refusal;
    return { status: 200, message: "", data: progressOf(now) };
  }
}

export const at = (db: CompanyDb, { id, checkedTo, doneTo, undoneFrom, status }: Job) =>
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

/** Looks at the next rows without writing any of them: one step of the dry run. Two tabs at once do not look twice. */
export async function checkImport(session: Session, id: string): Promise<Answer<Progress>> {
  const db = changerOf(session);
  const kind = await kindOfJob(session, db, id);
  const { job, verdicts, missing } = await examine(session, db, kind, id, {
    after: "checked_to",
    size: STEP,
  });
  assertOpen(job);
  if (!job.options.isMapped) conflict("Say first which column is which field");
  if (job.status === "checked") return { status: 200, message: "Checked", data: progressOf(job) };
  const checkedTo = Math.min(job.lastRow, job.checkedTo + STEP);
  const after: Partial<Job> = {
    checkedTo,
    counts: counted(job.counts, verdicts.flatMap(told)),
    made: toMake(job.made, missing.made),
    status: checkedTo >= job.lastRow ? "checked" : "uploaded",
  };
  return stepped(session, db, job, () =>
    db.commit({
      writes: [
        at(db, job),
        ...keeping(db, verdicts),
        db.updating(importJobs, eq(importJobs.id, id), after),
      ],
      activity: [],
      answer: {
        status: 200,
        message: after.status === "checked" ? "Checked" : "",
        data: progressOf({ ...job, ...after }),
      },
    }),
  );
}

const MOST_ROWS = 100;
const number = z.string().regex(/^\d{1,6}$/);
/** Cells by the row's number and the column's, counted from 0. */
export const cellsInput = z.strictObject({
  cells: z
    .record(number, z.record(number, z.string().max(20_000)), "Cells must be an object")
    .refine((cells) => Object.keys(cells).length > 0, "Nothing was changed")
    .refine((cells) => Object.keys(cells).length <= MOST_ROWS, `At most ${MOST_ROWS} rows at once`),
});

/**
 * Corrects cells of rows that were refused, and looks at those rows again.
 * @throws Response 409 once the import has begun to write
 */
export async function correctCells(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<Progress>> {
  const db = changerOf(session);
  const { cells } = checked(cellsInput, input);
  const kind = await kindOfJob(session, db, id);
  const rows = Object.keys(cells).map(Number);
  const open = sql`${importRows.action} = 'error' and ${db.exists(importJobs, and(eq(importJobs.id, id), isOpen)!)}`;
  const writing = Object.entries(cells).flatMap(([row, columns]) =>
    Object.entries(columns).map(([column, text]) =>
      db.updating(
        importRows,
        and(eq(importRows.jobId, id), sql`${importRows.rowNo} = ${Number(row)}`, open)!,
        {
          cells: sql`json_replace(${importRows.cells}, ${`$[${Number(column)}]`}, ${text.trim()})`,
        },
      ),
    ),
  );
  const keys = keying(
    db,
    kind,
    id,
    sql`${importRows.rowNo} in (select "value" from json_each(${JSON.stringify(rows)})) and ${open}`,
  );
  const seen = await examine(session, db, kind, id, { rows }, [...writing, keys]);
  assertOpen(seen.job);
  return rejudged(db, seen);
}

async function rejudged(
  db: CompanyDb,
  { job, verdicts, missing }: Examined,
): Promise<Answer<Progress>> {
  const counts = counted(
    job.counts,
    verdicts.flatMap(told),
    verdicts.flatMap(({ row }) =>
      namesOf(row.action, JSON.parse(row.errors ?? "null") as object | null),
    ),
  );
  const made = toMake(job.made, missing.made);
  const left = verdicts.filter(({ action }) => action === "error").length;
  return db.commit({
    writes: [
      at(db, job),
      ...keeping(db, verdicts),
      db.updating(importJobs, eq(importJobs.id, job.id), { counts, made }),
    ],
    activity: [],
    answer: {
      status: 200,
      message: left
        ? `${left} of ${verdicts.length} rows still need attention`
        : "The rows are right now",
      data: progressOf({ ...job, counts, made }),
    },
  });
}
