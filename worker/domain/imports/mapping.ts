import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalFlag } from "../entity/fields.ts";
import { ownFields } from "../masters/own-columns.ts";
import { contradiction, isUndecided } from "./day-order.ts";
import { allowed, changerOf, type Job, jobQuery, shown } from "./jobs.ts";
import type { ImportKind } from "./kind.ts";
import { mayMake } from "./making.ts";
import { masterThings } from "./masters.ts";
import { withOwn } from "./own-cells.ts";
import { filledFrom } from "./presets/arranged.ts";
import { presetOf } from "./presets/index.ts";
import { foundSql } from "./row-texts.ts";

/** Chosen for a column that goes to the notes of its record. */
export const TO_NOTES = "to_notes";

export const mappingInput = z.strictObject({
  mode: z.enum(["create", "update", "both"], "Choose what the rows are for"),
  /** Field by number of the file's column, counted from 0, or `to_notes`; what is not named is not brought in. */
  columns: z.record(z.string().regex(/^\d{1,3}$/), z.string().max(80), "Columns must be an object"),
  missing: z.array(z.string().max(20)).max(10).default([]),
  /** Whether 03/04/2026 is in April; asked for where no date of a column tells. */
  dayFirst: optionalFlag("Day first"),
});

/** Masters a file of this kind may name that the person may add. */
export const makeable = (session: Session, { columns }: ImportKind) =>
  [...new Set(columns.flatMap(({ master }) => master ?? []))]
    .filter((name) => mayMake(session, name))
    .map((name) => ({ value: name as string, label: masterThings(name) }));

/** What columns are chosen for: where each field is, and which go to the notes. */
type Chosen = { mapping: Record<string, number>; notes: number[]; otherwise: OtherwiseOf };
type OtherwiseOf = NonNullable<Job["options"]["otherwise"]>;

/** @throws Response 422 for a field that is chosen twice or missing, and for dates that nobody can read */
function chosenOf(
  kind: ImportKind,
  { header, options }: Job,
  { columns, mode, dayFirst }: z.output<typeof mappingInput>,
): Chosen {
  const mapping: Record<string, number> = {};
  const notes: number[] = [];
  const errors: FieldErrors = {};
  const days = options.days ?? {};
  for (const [at, name] of Object.entries(columns)) {
    if (!name) continue;
    const place = Number(at);
    const column = kind.columns.find((one) => one.name === name);
    const isNoted = name === TO_NOTES && kind.notes !== undefined;
    if ((!column && !isNoted) || place >= header.length)
      errors[`columns.${at}`] = ["There is no such column"];
    else if (!column) notes.push(place);
    else if (name in mapping)
      errors[`columns.${at}`] = [`${column.label} is chosen for two columns`];
    else mapping[name] = place;
    if (column?.as !== "day" && !column?.mayBeDay) continue;
    const broken = contradiction(days[at]);
    if (broken) errors[`columns.${at}`] ??= [broken];
    if (isUndecided(days[at]) && dayFirst === null)
      errors.dayFirst ??= [`Choose what ${days[at]?.either?.[1]} means`];
  }
  const otherwise = filledFrom(presetOf(options.preset), header);
  const needed = kind.columns.filter(({ name, required }) =>
    mode === "update" ? kind.keyFields.includes(name) : required,
  );
  const lacking = needed
    .filter(({ name }) => !(name in mapping) && !(name in otherwise) && !isGiven(options, name))
    .map(({ label }) => `“${label}”`);
  if (lacking.length) errors.columns = [`Choose the column that holds ${lacking.join(" and ")}`];
  if (Object.keys(errors).length) invalid(errors);
  return { mapping, notes, otherwise };
}

const isGiven = ({ preset }: Job["options"], name: string) =>
  presetOf(preset)?.given?.[name] !== undefined;

/** Writes down what rows are known by, as the job's mapping says at this point of the batch. @param where further limits of the rows */
export function keying(db: CompanyDb, kind: ImportKind, jobId: string, where?: SQL): Statement {
  const ofJob = (column: SQLiteColumn) =>
    sql`(select ${column} from ${importJobs} where ${db.ofOwner(importJobs, eq(importJobs.id, jobId))})`;
  const [mapping, options] = [ofJob(importJobs.mapping), ofJob(importJobs.options)];
  const cellAt = (place: SQL) => sql`(${importRows.cells} ->> ('$[' || ${place} || ']'))`;
  const cell = (field: string) => foundSql(cellAt, mapping, options, field);
  return db.updating(importRows, and(eq(importRows.jobId, jobId), where)!, {
    key: kind.key(cell),
    otherKey: kind.other ? kind.other.text(cell) : null,
  });
}

/** A job and its rows before the dry run. */
export const unchecked = { status: "uploaded" as const, checkedTo: 0, counts: {}, made: [] };
export const unjudged = { action: null, errors: null, changes: null, before: null, entityId: null };

export const isOpen = sql`${importJobs.status} in ('uploaded', 'checked')`;
export const notYetRun = (db: CompanyDb, id: string) =>
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
  const [[row], own] = await db.read(jobQuery(db, id), ownFields(db));
  const { job, kind: bare } = shown(session, row);
  const kind = withOwn(bare, own);
  allowed(session, kind, asked.mode);
  assertOpen(job);
  const may = makeable(session, kind).map(({ value }) => value);
  const missing = asked.missing.filter((name) => may.includes(name));
  const { mapping, ...chosen } = chosenOf(kind, job, asked);
  const { dayFirst } = asked;
  const options = { ...job.options, ...chosen, missing, dayFirst, isMapped: true };
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
  const [[row]] = await db.read(jobQuery(db, id));
  const { job } = shown(session, row);
  assertOpen(job);
  return db.commit({
    writes: [notYetRun(db, id), db.updating(importJobs, eq(importJobs.id, id), unchecked)],
    activity: [],
    answer: { status: 200, message: "The rows are checked again", data: { id } },
  });
}
