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
import { isUndecided } from "./day-order.ts";
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
import { makeable, TO_NOTES } from "./mapping.ts";
import { withOwn } from "./own-cells.ts";
import { presetsFor } from "./presets/choose.ts";
import { columnHeaded, presetOf, presetTitle } from "./presets/index.ts";
import type { Preset } from "./presets/preset.ts";
import { notedColumns, placeOf } from "./row-texts.ts";

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
  { columns: known, keyFields, titleFields = ["name"] }: ImportKind,
  { mapping, options }: Pick<Job, "mapping" | "options">,
  row: Row<typeof importRows>,
): ImportRow {
  const job = { mapping, options };
  const text = (field: string) => row.cells[placeOf(job, row.cells, field) ?? -1] ?? "";
  const wrong = Object.entries(row.errors ?? {}).map(([field, messages]) => ({
    field,
    label: known.find(({ name }) => name === field)?.label ?? "Row",
    at: placeOf(job, row.cells, field),
    text: text(field),
    messages,
  }));
  return {
    id: row.id,
    rowNo: row.rowNo,
    key: keyFields.map(text).filter(Boolean).join(" "),
    title: titleFields.map(text).filter(Boolean).join(", "),
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
    titleLabel: kind.titleFields
      ? kind.titleFields
          .flatMap((name) => kind.columns.find((column) => column.name === name)?.label ?? [])
          .join(", ")
      : "Name",
    fields: kind.columns.map(({ name, label, required }) => ({
      name,
      label,
      required: required ?? false,
    })),
    columns: job.header.map((name, at) => ({
      name,
      field:
        Object.entries(job.mapping).find(([, place]) => place === at)?.[0] ??
        (job.options.notes?.includes(at) ? TO_NOTES : ""),
      sample: [...new Set(sample.map(({ cells }) => cells[at] ?? "").filter(Boolean))],
    })),
    options: { missing: job.options.missing, dayFirst: job.options.dayFirst },
    asked: askedDay(kind, job),
    ...presetParts(kind, job),
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

/** A date that only a person can read, and whether it is in a field that holds dates; null where all are plain. */
function askedDay({ columns }: ImportKind, { mapping, options }: Job) {
  const open = Object.entries(options.days ?? {}).filter(([, order]) => isUndecided(order));
  const days = columns.filter(({ as, mayBeDay }) => as === "day" || mayBeDay);
  const places = days.map(({ name }) => mapping[name] ?? options.otherwise?.[name]?.at);
  const needed = open.find(([at]) => places.includes(Number(at)));
  const text = (needed ?? open[0])?.[1].either?.[1];
  return text === undefined ? null : { text, isNeeded: needed !== undefined };
}

/** What a page says of where the file comes from, and of the columns that go elsewhere or nowhere. */
function presetParts(kind: ImportKind, job: Job) {
  const { looksLike, preset: name } = job.options;
  const [preset, seen] = [presetOf(name), presetOf(looksLike)];
  const about = (one: Preset | null) =>
    one && { name: one.name, title: presetTitle(one), kind: one.kind };
  const noted = new Set(kind.notes ? notedColumns(job) : []);
  const used = new Set([
    ...Object.values(job.mapping),
    ...Object.values(job.options.otherwise ?? {}).map(({ at }) => at),
    ...noted,
  ]);
  const filled = new Set(job.options.filled ?? job.header.keys());
  return {
    preset: about(preset),
    looksLike: about(seen),
    presets: presetsFor(kind.name),
    notesLabel: kind.columns.find((column) => column.name === kind.notes)?.label ?? null,
    /** Columns with values whose cells become lines of the notes. */
    noted: [...noted].map((at) => job.header[at] ?? ""),
    /** Columns with values that do not come over, and why where the program's preset says it. */
    left: job.header.flatMap((heading, at) =>
      used.has(at) || !filled.has(at)
        ? []
        : [{ heading, why: (preset && columnHeaded(preset, heading)?.out) ?? null }],
    ),
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
