import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, flag } from "../entity/fields.ts";
import { ownFields } from "../masters/own-columns.ts";
import { allowed, changerOf, type Job, jobQuery, shown } from "./jobs.ts";
import type { ImportKind, Mode } from "./kind.ts";
import { mayMake } from "./making.ts";
import { masterThings } from "./masters.ts";
import { withOwn } from "./own-cells.ts";

export const mappingInput = z.strictObject({
  mode: z.enum(["create", "update", "both"], "Choose what the rows are for"),
  /** Field by number of the file's column, counted from 0; what is not named is not brought in. */
  columns: z.record(z.string().regex(/^\d{1,3}$/), z.string().max(80), "Columns must be an object"),
  missing: z.array(z.string().max(20)).max(10).default([]),
  dayFirst: flag(),
});

/** Masters a file of this kind may name that the person may add. */
export const makeable = (session: Session, { columns }: ImportKind) =>
  [...new Set(columns.flatMap(({ master }) => master ?? []))]
    .filter((name) => mayMake(session, name))
    .map((name) => ({ value: name as string, label: masterThings(name) }));

/** Where each field is. @throws Response 422 for a field that is chosen twice or missing */
function mappingOf(
  kind: ImportKind,
  columns: Record<string, string>,
  header: readonly string[],
  mode: Mode,
): Record<string, number> {
  const mapping: Record<string, number> = {};
  const errors: FieldErrors = {};
  for (const [at, name] of Object.entries(columns)) {
    if (!name) continue;
    const column = kind.columns.find((one) => one.name === name);
    if (!column || Number(at) >= header.length)
      errors[`columns.${at}`] = ["There is no such column"];
    else if (name in mapping)
      errors[`columns.${at}`] = [`${column.label} is chosen for two columns`];
    else mapping[name] = Number(at);
  }
  const needed = kind.columns.filter(({ name, required }) =>
    mode === "update" ? kind.keyFields.includes(name) : required,
  );
  const lacking = needed.filter(({ name }) => !(name in mapping)).map(({ label }) => `“${label}”`);
  if (lacking.length) errors.columns = [`Choose the column that holds ${lacking.join(" and ")}`];
  if (Object.keys(errors).length) invalid(errors);
  return mapping;
}

/** Writes down what rows are known by, as the job's mapping says at this point of the batch. @param where further limits of the rows */
export function keying(db: CompanyDb, kind: ImportKind, jobId: string, where?: SQL): Statement {
  const mapping = sql`(select ${importJobs.mapping} from ${importJobs} where ${db.ofOwner(importJobs, eq(importJobs.id, jobId))})`;
  const cell = (field: string) =>
    sql`(${importRows.cells} ->> ('$[' || (${mapping} ->> ${`$.${field}`}) || ']'))`;
  return db.updating(importRows, and(eq(importRows.jobId, jobId), where)!, {
    key: kind.key(cell),
    otherKey: kind.other ? kind.other.text(cell) : null,
  });
}

/** A job and its rows before the dry run. */
const unchecked = { status: "uploaded" as const, checkedTo: 0, counts: {}, made: [] };
const unjudged = { action: null, errors: null, changes: null, before: null, entityId: null };

export const isOpen = sql`${importJobs.status} in ('uploaded', 'checked')`;
const notYetRun = (db: CompanyDb, id: string) =>
  db.assert("state", db.exists(importJobs, and(eq(importJobs.id, id), isOpen)!));

export function assertOpen({ status }: Job): void {
  if (status !== "uploaded" && status !== "checked")
    conflict("This import has begun to write. Undo it, or bring the file in again.");
}

/** Says which column is which field and how the file is to be read; the dry run begins anew. */
export async function mapImport(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = changerOf(session);
  const asked = checked(mappingInput, input);
  const [[found], own] = await db.read(jobQuery(db, id), ownFields(db));
  const { job, kind: bare } = shown(session, found);
  const kind = withOwn(bare, own);
  allowed(session, kind, asked.mode);
  assertOpen(job);
  const may = makeable(session, kind).map(({ value }) => value);
  const missing = asked.missing.filter((name) => may.includes(name));
  const mapping = mappingOf(kind, asked.columns, job.header, asked.mode);
  const options = { missing, dayFirst: asked.dayFirst, isMapped: true };
  return db.commit({
    writes: [
      notYetRun(db, id),
      db.updating(importJobs, eq(importJobs.id, id), {
        ...unchecked,
        mapping,
        options,
        mode: asked.mode,
      }),
      db.updating(importRows, eq(importRows.jobId, id), unjudged),
      keying(db, kind, id),
    ],
    activity: [],
    answer: { status: 200, message: "Columns saved", data: { id } },
  });
}

/** Looks at every row once more, as it is now. */
export async function recheckImport(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = changerOf(session);
  const [[found]] = await db.read(jobQuery(db, id));
  const { job } = shown(session, found);
  assertOpen(job);
  return db.commit({
    writes: [notYetRun(db, id), db.updating(importJobs, eq(importJobs.id, id), unchecked)],
    activity: [],
    answer: { status: 200, message: "The rows are checked again", data: { id } },
  });
}
