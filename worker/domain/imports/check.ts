import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { type Examined, examine, NO_SUCH, type Verdict } from "./chunk.ts";
import { changerOf, type Job, type Progress } from "./jobs.ts";
import { assertOpen, isOpen, keying } from "./mapping.ts";
import { folded, type Made } from "./masters.ts";
import { carryOut, counted, kindOfJob, noting, progressed, stepped } from "./step.ts";

/** Rows of the file in one step of the dry run. */
const STEP = 750;

/** What a row counts as: its action, each field that is wrong in it, and each that names what is not there. */
const namesOf = (action: string | null, errors: FieldErrors | null | undefined) => [
  action,
  ...Object.entries(errors ?? {}).flatMap(([field, messages]) => [
    `error.${field}`,
    ...(messages.some((message) => message.startsWith(NO_SUCH)) ? [`missing.${field}`] : []),
  ]),
];
const namesOfVerdict = ({ action, errors }: Verdict) => namesOf(action, errors);

/** Writes down what the rows were found to mean. */
const savingVerdicts = (db: CompanyDb, verdicts: readonly Verdict[]): Statement[] =>
  noting(
    db,
    verdicts.map(({ row, action, errors, judged }) => ({
      id: row.id,
      action,
      errors: errors ?? null,
      changes: action === "update" ? (judged?.changes ?? null) : null,
      entityId: judged?.current?.id ?? null,
    })),
  );

/** Masters that will be added, each once. */
const toMake = (before: Job["made"], made: readonly Made[]) => {
  const isThere = ({ master, name }: Made) =>
    before.some((one) => one.master === master && folded(one.name) === folded(name));
  return [
    ...before,
    ...made.filter((one) => !isThere(one)).map(({ master, name }) => ({ master, id: "", name })),
  ];
};

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
  if (job.status === "checked") return progressed(job, "Checked");
  const checkedTo = Math.min(job.lastRow, job.checkedTo + STEP);
  const isChecked = checkedTo >= job.lastRow;
  return stepped(session, db, job, {
    writes: savingVerdicts(db, verdicts),
    after: {
      checkedTo,
      counts: counted(job.counts, verdicts.flatMap(namesOfVerdict)),
      made: toMake(job.made, missing.made),
      status: isChecked ? "checked" : "uploaded",
    },
    message: isChecked ? "Checked" : "",
  });
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

/** Saves what corrected rows mean now, and counts them anew. */
function rejudged(db: CompanyDb, { job, verdicts, missing }: Examined): Promise<Answer<Progress>> {
  const namesBefore = verdicts.flatMap(({ row }) =>
    namesOf(row.action, JSON.parse(row.errors ?? "null") as FieldErrors | null),
  );
  const left = verdicts.filter(({ action }) => action === "error").length;
  return carryOut(db, job, {
    writes: savingVerdicts(db, verdicts),
    after: {
      counts: counted(job.counts, verdicts.flatMap(namesOfVerdict), namesBefore),
      made: toMake(job.made, missing.made),
    },
    message: left
      ? `${left} of ${verdicts.length} rows still need attention`
      : "The rows are right now",
  });
}
