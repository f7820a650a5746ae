import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Cell } from "#app/shared/cells.ts";
import type { Change } from "#drizzle/both.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { ownFields } from "../masters/own-columns.ts";
import {
  aboutKind,
  importable,
  type Job,
  jobQuery,
  mayImport,
  progressOf,
  readerOf,
  shown,
} from "./jobs.ts";
import type { ImportKind } from "./kind.ts";
import { makeable } from "./mapping.ts";
import { withOwn } from "./own-cells.ts";

export const shows = ["error", "update", "create", "same", "skip", "kept"] as const;
export type Show = (typeof shows)[number];

/** A wrong cell: where it is in the file, or null when the file has no such column. */
export type WrongCell = {
  field: string;
  label: string;
  at: number | null;
  text: string;
  messages: string[];
};
export type ImportRow = {
  id: string;
  rowNo: number;
  /** What people know the row by. */
  key: string;
  title: string;
  wrong: WrongCell[];
  changes: Change[];
  entityId: string | null;
  isDone: boolean;
  kept: string | null;
};

/** What is shown of an import until something else is asked for. */
const first = ({ failed = 0, error = 0, ...counts }: Record<string, number>): Show =>
  failed + error > 0
    ? "error"
    : ((["update", "create", "same"] as const).find((name) => counts[name]) ?? "skip");
/** The same choice where only the database knows the counts. */
const firstSql = (db: ReadingDb, id: string) => {
  const has = (name: string) => sql.raw(`coalesce("counts" ->> '$.${name}', 0) > 0`);
  return sql`(select case when ${has("error")} or ${has("failed")} then 'error' when ${has("update")} then 'update'
    when ${has("create")} then 'create' when ${has("same")} then 'same' else 'skip' end from ${importJobs} where ${db.ofOwner(importJobs, eq(importJobs.id, id))})`;
};

function rowOf(
  { columns: known, keyFields }: ImportKind,
  { mapping }: Pick<Job, "mapping">,
  row: Row<typeof importRows>,
): ImportRow {
  const text = (field: string) => (field in mapping ? (row.cells[mapping[field]!] ?? "") : "");
  const wrong = Object.entries(row.errors ?? {}).map(([field, messages]) => ({
    field,
    label: known.find(({ name }) => name === field)?.label ?? "Row",
    at: mapping[field] ?? null,
    text: text(field),
    messages,
  }));
  return {
    id: row.id,
    rowNo: row.rowNo,
    key: keyFields.map(text).filter(Boolean).join(" "),
    title: text("name"),
    wrong,
    changes: row.changes ?? [],
    entityId: row.entityId,
    isDone: row.doneAt !== null,
    kept: row.kept,
  };
}

const fieldOf = (kind: ImportKind, name: string | undefined) =>
  kind.columns.find((column) => column.name === name)?.name;

/** An import's page: how far it is, the columns and first rows of the file, and its rows of one sort. One round trip. */
export async function importPage(session: Session, id: string, params: URLSearchParams) {
  const db = readerOf(session);
  const query = askedOf(params, ["row"], ["show", "field"]);
  const asked = shows.find((show) => show === query.filters.show);
  const slice = keyset(importRows.rowNo, importRows.id, query, params, { unique: true });
  const ofJob = eq(importRows.jobId, id);
  const sort: SQL | undefined =
    asked === "kept"
      ? isNotNull(importRows.kept)
      : eq(importRows.action, asked ? asked : (firstSql(db, id) as never));
  const { field } = query.filters;
  const ofField =
    field && /^[\p{L}\p{N}_]{1,80}$/u.test(field)
      ? sql`${importRows.errors} ->> ${`$.${field}`} is not null`
      : undefined;
  const [jobs, own, sample, rows] = await db.read(
    jobQuery(db, id),
    ownFields(db),
    db
      .select({ cells: importRows.cells })
      .from(importRows)
      .where(db.ofOwner(importRows, ofJob))
      .orderBy(importRows.rowNo)
      .limit(3),
    db
      .select()
      .from(importRows)
      .where(db.ofOwner(importRows, and(ofJob, sort, ofField, slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  const { job, kind: bare } = shown(session, jobs[0], false);
  const kind = withOwn(bare, own);
  const { modes } = importable(session).find(({ name }) => name === kind.name)!;
  const show = asked ?? first(job.counts);
  const mayAdd = makeable(session, kind);
  return {
    ...slice.page(
      rows.map((row) => rowOf(kind, job, row)),
      (row) => row.rowNo,
      null,
    ),
    query: {
      ...query,
      filters: {
        ...(asked ? { show: asked } : {}),
        ...(fieldOf(kind, field) ? { field: field! } : {}),
      },
    },
    show,
    progress: progressOf(job),
    kind: aboutKind(kind),
    fields: kind.columns.map(({ name, label, required }) => ({
      name,
      label,
      required: required ?? false,
    })),
    columns: job.header.map((name, at) => ({
      name,
      field: Object.entries(job.mapping).find(([, place]) => place === at)?.[0] ?? "",
      sample: [...new Set(sample.map(({ cells }) => cells[at] ?? "").filter(Boolean))],
    })),
    options: job.options,
    made: job.made,
    modes,
    makeable: mayAdd,
    /** What rows were refused for and could be added with them. */
    missing: mayAdd.filter(
      ({ value }) =>
        !job.options.missing.includes(value) &&
        kind.columns.some(
          ({ name, master }) => master === value && (job.counts[`missing.${name}`] ?? 0) > 0,
        ),
    ),
    mayUndo: mayImport(session, kind, job.mode),
  };
}
export type ImportPage = Awaited<ReturnType<typeof importPage>>;

const AT_ONCE = 500;

/** The rows that were refused, as the file had them, with a last column that says why. @throws Response 404 */
export async function refusedRows(session: Session, id: string) {
  const db = readerOf(session);
  const [[row], own] = await db.read(jobQuery(db, id), ownFields(db));
  const { job, kind: bare } = shown(session, row, false);
  const kind = withOwn(bare, own);
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let after = 0; ; ) {
      const [rows] = await db.read(
        db
          .select()
          .from(importRows)
          .where(
            db.ofOwner(
              importRows,
              and(
                eq(importRows.jobId, id),
                eq(importRows.action, "error"),
                sql`${importRows.rowNo} > ${after}`,
              ),
            ),
          )
          .orderBy(importRows.rowNo)
          .limit(AT_ONCE),
      );
      const last = rows.at(-1);
      if (last)
        yield rows.map((row) => {
          const says = rowOf(kind, job, row).wrong.map(
            ({ label, messages }) => `${label}: ${messages.join(" ")}`,
          );
          return [...job.header.map((_, at) => row.cells[at] ?? ""), row.rowNo, says.join("\n")];
        });
      if (!last || rows.length < AT_ONCE) return;
      after = last.rowNo;
    }
  }
  return { name: `${kind.name}-errors`, head: [...job.header, "Row", "Errors"], pages: pages() };
}
