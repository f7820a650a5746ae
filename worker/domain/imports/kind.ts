import type { SQL } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { Change } from "#drizzle/both.ts";
import type { ImportedMaster } from "#drizzle/tenant/imports.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import type { SheetRow } from "../../files/sheets/read.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { CategoryFields } from "../masters/own-columns.ts";
import type { Column } from "./columns.ts";
import type { Job } from "./jobs.ts";
import type { Found, FoundMasters, Missing } from "./masters.ts";
import type { Undo } from "./standing.ts";

export type Mode = "create" | "update" | "both";
export type Values = Record<string, unknown>;
/** A record as it is in the database. */
export type Current = Values & { id: string; version: number };

/** A cell of a row of the file, as SQL; null where the file has no such column. */
export type CellSql = (field: string) => SQL;
/** What a chunk's rows hold in some columns, as a query of the columns "word", "word1", "word2"; rows without the first are left out. */
export type WordsSql = (field: string, ...more: string[]) => SQL;
/** The rows of the whole file that have some keys: "key" and, as "text", what they hold in a column. */
export type FiledSql = (keys: SQL, field: string) => SQL;

/** What a row of the file means: the record it is about, and what the record would be. */
export type Judged =
  | { errors: FieldErrors }
  | { values: unknown; changes: Change[]; current: null; id?: string }
  | { values: unknown; changes: Change[]; current: Current; before: Values };

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
  /** What earlier rows of the same chunk have left for this one. */
  memory: Map<string, unknown>;
  /** Rows of the kind's own `reads`, and what the catalogue answered. */
  facts: readonly unknown[];
  catalogue: unknown;
};

const indexes = new WeakMap<object, Map<string, unknown>>();

/** The first of some read rows with a text; an index is made once for the rows, which are always searched by the same `text`. */
export function oneBy<R>(
  rows: readonly R[],
  text: (row: R) => string,
  wanted: string,
): R | undefined {
  const known = indexes.get(rows) as Map<string, R> | undefined;
  if (known) return known.get(wanted);
  const index = new Map<string, R>();
  for (const row of rows) if (!index.has(text(row))) index.set(text(row), row);
  indexes.set(rows, index);
  return index.get(wanted);
}

/** A row that is to be written. */
export type Accepted<V = unknown> = { id: string; values: V; current: Current | null };

/** What can be imported: its columns, and how a row is found, judged, written and undone. */
export type ImportKind = {
  /** Its name in addresses. */
  name: string;
  label: string;
  thing: string;
  things: string;
  /** The list that shows its records. */
  path: string;
  /** What one must hold to add and to change records. */
  permissions: { create: Permission; edit: Permission };
  columns: readonly Column[];
  /** Its rows are files, so many at most, whose contents come one by one; `fill` completes the rows of a file when it is brought in. */
  byFiles?: {
    most: number;
    fill: (
      db: CompanyDb,
      header: readonly string[],
      rows: readonly SheetRow[],
    ) => Promise<SheetRow[]>;
  };
  /** The company's categories add columns to it. */
  hasOwnFields?: boolean;
  /** The field that takes what has no field of its own. */
  notes?: string;
  /** The fields by which people know a row. */
  keyFields: readonly string[];
  /** What is shown of a row besides, where that is not its name. */
  titleFields?: readonly string[];
  /** The same as text in lower case; null where a row has none. */
  key: (cell: CellSql) => SQL;
  /** What else no two rows may share: the field that is reported, and its text. */
  other?: { field: string; text: (cell: CellSql) => SQL };
  /** Statements that read the records the rows of a chunk may mean. */
  reads: (db: CompanyDb, words: WordsSql, filed: FiledSql) => Statement[];
  /** What the kind asks of the catalogue that all companies share, when the file has this field. */
  catalogue?: { field: string; ask: (session: Session) => Promise<unknown> };
  /** What a row means, by its fields. */
  judge: (judging: Judging, fields: Values) => Judged;
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
export const nothing: Writing = { writes: [], activity: [] };

/** The writing of several records, each prepared by its own command. */
export const together = (
  prepared: readonly { writes: Statement[]; activity: Activity }[],
): Writing => ({
  writes: prepared.flatMap(({ writes }) => writes),
  activity: prepared.map(({ activity }) => activity),
});
