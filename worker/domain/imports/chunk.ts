import { type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { Change } from "#drizzle/both.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { type CategoryFields, ownFields } from "../masters/own-columns.ts";
import { type Column, readCell } from "./columns.ts";
import type { Job } from "./jobs.ts";
import { jobQuery, shown } from "./jobs.ts";
import type { CellSql, FiledSql, ImportKind, Judged, Judging, Values, WordsSql } from "./kind.ts";
import {
  type Found,
  findingMasters,
  folded,
  gathered,
  type MasterName,
  Missing,
  masterThings,
} from "./masters.ts";
import { withOwn } from "./own-cells.ts";
import { presetOf } from "./presets/index.ts";
import { foundSql, type RowText, readingAt, rowReader } from "./row-texts.ts";

/** Which rows: those that follow in the file, or some by their numbers. */
type Cut = { after: "checked_to" | "done_to"; size: number } | { rows: readonly number[] };

type Action = "create" | "update" | "same" | "skip" | "error";
/** A row as it is kept. */
type Row = {
  id: string;
  rowNo: number;
  cells: (string | null)[];
  action: Action | null;
  changes: string | null;
  errors: string | null;
  doneAt: number | null;
  twin: number | null;
  otherTwin: number | null;
};
/** What a row means, and what is to be kept of it. */
export type Verdict = {
  row: Row;
  action: Action;
  errors?: FieldErrors;
  judged?: Exclude<Judged, { errors: FieldErrors }>;
};
export type Examined = { job: Job; kind: ImportKind; verdicts: Verdict[]; missing: Missing };

const cellAt = (place: SQL) => sql`("r"."cells" ->> ('$[' || ${place} || ']'))`;
/** A cell by its field, where the mapping is known only to the database. */
const mapped: CellSql = (field) =>
  foundSql(cellAt, sql.raw(`"j"."mapping"`), sql.raw(`"j"."options"`), field);

/** The rows of a chunk joined to their job, as the end of a query. */
function among(db: CompanyDb, jobId: string, cut: Cut): SQL {
  const within =
    "rows" in cut
      ? sql`"r"."row_no" in (select "value" from json_each(${JSON.stringify(cut.rows)}))`
      : sql`"r"."row_no" > ${sql.raw(`"j"."${cut.after}"`)} and "r"."row_no" <= ${sql.raw(`"j"."${cut.after}" + ${cut.size}`)}`;
  return sql`from "import_jobs" as "j" cross join "import_rows" as "r"
    on "r"."company_id" = ${db.companyId} and "r"."job_id" = "j"."id" and ${within}
    where "j"."company_id" = ${db.companyId} and "j"."id" = ${jobId}`;
}

function rowsQuery(db: CompanyDb, jobId: string, cut: Cut) {
  const twin = (
    key: string,
  ) => sql`(select min("d"."row_no") from "import_rows" as "d" where "d"."company_id" = ${db.companyId}
    and "d"."job_id" = ${jobId} and ${sql.raw(`"d"."${key}" = "r"."${key}"`)} and "d"."row_no" < "r"."row_no")`;
  return db.rows<Omit<Row, "cells"> & { cells: string }>(
    sql`select "r"."id", "r"."row_no" as "rowNo", "r"."cells", "r"."action", "r"."changes", "r"."errors", "r"."done_at" as "doneAt",
      ${twin("key")} as "twin", ${twin("other_key")} as "otherTwin" ${among(db, jobId, cut)} order by "r"."row_no"`,
  );
}

/**
 * Reads some rows with everything they name, in one round trip, and says what each means.
 * @param first statements that stand before the reads
 * @throws Response 404 when the import is not there for this person
 */
export async function examine(
  session: Session,
  db: CompanyDb,
  kind: ImportKind,
  jobId: string,
  cut: Cut,
  first: readonly Statement[] = [],
): Promise<Examined> {
  const words: WordsSql = (field, ...more) => {
    const others = more.map(
      (name, at) => sql`, nullif(${mapped(name)}, '') as ${sql.raw(`"word${at + 1}"`)}`,
    );
    return sql`select distinct ${mapped(field)} as "word"${sql.join(others, sql``)} ${among(db, jobId, cut)} and ${mapped(field)} <> ''`;
  };
  const filed: FiledSql = (keys, field) => sql`select "r"."key" as "key", ${mapped(field)} as "text"
    from "import_jobs" as "j" cross join "import_rows" as "r" on "r"."company_id" = ${db.companyId} and "r"."job_id" = "j"."id" and "r"."key" in (${keys})
    where "j"."company_id" = ${db.companyId} and "j"."id" = ${jobId}`;
  const named = kind.columns.flatMap(({ name, master }) =>
    master ? [{ master, words: words(name) }] : [],
  );
  const schemas = kind.hasOwnFields ? [ownFields(db)] : [];
  const finding = [...findingMasters(db, named), ...kind.reads(db, words, filed)];
  const reads = [...first, jobQuery(db, jobId), rowsQuery(db, jobId, cut), ...schemas, ...finding];
  const results = (await db.read(...(reads as [Statement]))) as unknown as unknown[][];
  const [jobs, rows, ...rest] = results.slice(first.length) as [
    Job[],
    (Omit<Row, "cells"> & { cells: string })[],
    ...unknown[][],
  ];
  const { job } = shown(session, jobs[0]);
  const own = schemas.length ? (rest.shift() as CategoryFields[]) : [];
  const catalogue =
    kind.catalogue && kind.catalogue.field in job.mapping
      ? await kind.catalogue.ask(session)
      : undefined;
  const found = gathered(named, rest.slice(0, named.length));
  const missing = new Missing(job.options.missing);
  const judging: Judging = {
    session,
    db,
    found,
    missing,
    job,
    own,
    refs: {},
    memory: new Map(),
    facts: rest.slice(named.length),
    catalogue,
  };
  const whole = withOwn(kind, own);
  const read = rowReader(whole, job);
  const verdicts = rows.map(({ cells: packed, ...row }) => {
    const cells = JSON.parse(packed) as Row["cells"];
    return verdictOn(whole, job, { ...row, cells }, read(cells), judging);
  });
  return { job, kind, verdicts, missing };
}

/** What one row means. @param texts what it holds in each field */
function verdictOn(
  kind: ImportKind,
  job: Job,
  row: Row,
  texts: ReadonlyMap<string, RowText>,
  judging: Judging,
): Verdict {
  const errors: FieldErrors = {};
  const fields: Record<string, unknown> = {};
  const refs: Record<string, Found> = {};
  const before = judging.missing.made.length;
  for (const column of kind.columns) {
    const held = texts.get(column.name);
    if (!held) continue;
    const read = column.master
      ? named(column, held.text, refs, judging)
      : readCell(column, held.text, readingAt(job, held.at));
    if (read.wrong !== undefined) errors[column.name] = [read.wrong];
    else fields[column.name] = read.value;
  }
  if (row.twin) errors[kind.keyFields[0]!] ??= [`The same as in row ${row.twin}`];
  if (row.otherTwin) errors[kind.other!.field] ??= [`The same as in row ${row.otherTwin}`];
  const judged = judgedRow(kind, job, { ...judging, refs }, fields);
  const all = "errors" in judged ? { ...judged.errors, ...errors } : errors;
  if ("errors" in judged || Object.keys(all).length) {
    judging.missing.made.length = before;
    return { row, action: "error", errors: all };
  }
  if (judged.current === null)
    return job.mode === "update" ? noSuch(row, kind) : { row, action: "create", judged };
  if (job.mode === "create") return { row, action: "skip", judged };
  return { row, action: judged.changes.length ? "update" : "same", judged };
}

/** What a row means; a new record also has what its program's preset gives to all. */
function judgedRow(kind: ImportKind, job: Job, judging: Judging, fields: Values): Judged {
  const judged = kind.judge(judging, fields);
  const given = presetOf(job.options.preset)?.given;
  if (!given || ("current" in judged && judged.current)) return judged;
  const open = kind.columns.flatMap((column) => {
    const text = column.name in fields ? undefined : given[column.name];
    const value = text && readCell(column, text, readingAt(job, undefined)).value;
    return value === undefined ? [] : [[column.name, value]];
  });
  return kind.judge(judging, { ...Object.fromEntries(open), ...fields });
}

const noSuch = (row: Row, kind: ImportKind): Verdict => ({
  row,
  action: "error",
  errors: { [kind.keyFields[0]!]: [`${NO_SUCH} ${kind.thing} like this yet`] },
});

/** How the refusal of a cell begins that names no record. */
export const NO_SUCH = "There is no";

/** The record a cell names. */
/** Masters of which several may have a name, each inside another: the field that names that one. */
const insideOf: Partial<Record<MasterName, string>> = {
  subCategory: "categoryId",
  consumerSite: "consumerId",
};

function named(
  { name, label, master }: Column,
  text: string,
  refs: Record<string, Found>,
  { found, missing }: Judging,
) {
  const all = found.get(master!)?.get(folded(text)) ?? [];
  const outer = insideOf[master!];
  const within = outer && refs[outer] ? all.filter((one) => one[outer] === refs[outer]!.id) : all;
  const fits = within.length > 1 ? within.filter(({ archivedAt }) => !archivedAt) : within;
  if (fits.length > 1)
    return { wrong: `There are several ${masterThings(master!)} called “${text}”` };
  const made = fits.length
    ? null
    : missing.of(master!, text, master === "subCategory" ? refs.categoryId?.id : undefined);
  const ref = fits[0] ?? made;
  if (!ref) return { wrong: `${NO_SUCH} ${label.toLowerCase()} “${text}”` };
  refs[name] = ref;
  return { value: ref.id };
}

/** What changed, as it is compared between the dry run and the writing. */
export const changesText = (changes: readonly Change[] | undefined) =>
  JSON.stringify(changes ?? []);
