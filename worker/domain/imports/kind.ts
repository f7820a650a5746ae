import type { SQL } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { Change } from "#drizzle/both.ts";
import type { ImportedMaster } from "#drizzle/tenant/imports.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { CategoryFields } from "../masters/own-columns.ts";
import type { Column } from "./columns.ts";
import type { Job } from "./jobs.ts";
import type { Found, FoundMasters, Missing } from "./masters.ts";

export type Mode = "create" | "update" | "both";

/** A cell of a row of the file, as SQL; null where the file has no such column. */
export type CellSql = (field: string) => SQL;
/** What the rows of a chunk hold in some columns, as a query of the columns "word", "word1", "word2"; rows without the first are left out. */
export type WordsSql = (field: string, ...more: string[]) => SQL;
/** The rows of the whole file that are known by some keys: "key" and, as "text", what they hold in a column. */
export type FiledSql = (keys: SQL, field: string) => SQL;

/** What a row of the file means: the record it is about, and what the record would be. */
export type Judged<V = unknown> =
  | { errors: FieldErrors }
  | { values: V; changes: Change[]; current: null; id?: string }
  | {
      values: V;
      changes: Change[];
      current: { id: string; version: number };
      before: Record<string, unknown>;
    };

/** What rules look at while a chunk's rows are judged, one after the other. */
export type Judging = {
  session: Session;
  db: CompanyDb;
  found: FoundMasters;
  missing: Missing;
  job: Job;
  /** The own fields of the company's categories, for a kind that has them. */
  own: readonly CategoryFields[];
  /** The records that the row names, by field. */
  refs: Readonly<Record<string, Found>>;
  /** What rows before this one of the same chunk have left for it. */
  memory: Map<string, unknown>;
  /** Rows of the kind's own `reads`, and what it asked the catalogue. */
  facts: readonly unknown[];
  catalogue: unknown;
};

const indexes = new WeakMap<object, Map<string, unknown>>();

/** The first of some read rows by a text of theirs; they are sorted once, whoever asks. */
export function oneBy<R>(
  rows: readonly R[],
  text: (row: R) => string,
  wanted: string,
): R | undefined {
  const known = indexes.get(rows) as Map<string, R> | undefined;
  if (known) return known.get(wanted);
  const made = new Map<string, R>();
  for (const row of rows) if (!made.has(text(row))) made.set(text(row), row);
  indexes.set(rows, made);
  return made.get(wanted);
}

/** A row that is to be written. */
export type Accepted<V = unknown> = {
  rowNo: number;
  id: string;
  values: V;
  current: { id: string; version: number } | null;
};

/** What can be imported: its columns, and how a row is found, judged, written and undone. */
export type ImportKind = {
  /** Its name in addresses. */
  name: string;
  label: string;
  thing: string;
  things: string;
  /** The list they are in. */
  path: string;
  /** What permissions to add and change are about. */
  subject: string;
  /** What adding and changing need alike, where it is not what the subject's own need. */
  needs?: "edit-asset";
  columns: readonly Column[];
  /** The company's categories add columns to it. */
  hasOwnFields?: boolean;
  /** What a row is known by, for people. */
  keyFields: readonly string[];
  /** The same as text in lower case; null where a row has none. */
  key: (cell: CellSql) => SQL;
  /** What else no two rows may share: its fields and its text. */
  other?: { fields: readonly string[]; text: (cell: CellSql) => SQL };
  /** Statements that read the records the rows of a chunk may mean. */
  reads: (db: CompanyDb, words: WordsSql, filed: FiledSql) => Statement[];
  /** What the kind asks of the catalogue that all companies share, when the file has this field. */
  catalogue?: { field: string; ask: (session: Session) => Promise<unknown> };
  /** What a row means, by its fields. */
  judge: (judging: Judging, fields: Record<string, unknown>) => Judged;
  /** The statements that write rows, and their entries in the log. */
  write: (db: CompanyDb, session: Session, rows: readonly Accepted[], jobId: string) => Writing;
  /** A record's version once its row is written; absent where it is one more than before, and 1 for a new one. */
  versionAfter?: (row: Accepted) => number;
  /** How many more may be added; null without a limit. */
  room?: (session: Session) => { left: number; says: string } | null;
  undo: Undo;
};

/** What writing rows puts into a batch; `made` are further records that the rows needed. */
export type Writing = { writes: Statement[]; activity: Activity[]; made?: ImportedMaster[] };

/** A row that was written: its record, and the record's version after that. */
export type DoneRow = { entity_id: string; action: "create" | "update"; version: number };

/** How what was imported is taken back. */
export type Undo = {
  /** Statements that read the records as they are now. */
  reads: (db: CompanyDb, ids: SQL) => Statement[];
  /** By record: its version now, and what holds it; absent when it is gone. */
  standing: (results: readonly unknown[], rows: readonly DoneRow[]) => Standing;
  /** The statements that delete what was added and restore what was changed. */
  write: (
    db: CompanyDb,
    results: readonly unknown[],
    gone: readonly string[],
    restored: readonly { id: string; before: Record<string, unknown> }[],
  ) => Writing;
};

export type Standing = Map<string, { version: number; uses?: string | undefined }>;
