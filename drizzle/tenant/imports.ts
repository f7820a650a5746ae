import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Change } from "../both.ts";
import {
  bare,
  filled,
  inCompany,
  json,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";

/** What fills a field whose own cell is empty: another column of the file, with what is written before it. */
export type FilledFrom = { at: number; prefix: string };
/** A date of the file: the number of its row, and how it is written. */
type DayPlace = readonly [rowNo: number, text: string];
/** The dates of a column that tell which of their two numbers is the day: the first of each sort. */
export type DayOrder = { first?: DayPlace; second?: DayPlace; either?: DayPlace };

/** How an import reads its file: choices of the person who brought it. */
export type ImportOptions = {
  /** Masters that are made when a row names one that is not there. */
  missing: string[];
  /** 03/04/2026 is the third of April, in columns whose own dates do not tell; null until a person has said it. */
  dayFirst: boolean | null;
  /** What the dates of each column tell, by its number. */
  days?: Record<string, DayOrder>;
  /** The columns that hold a value. */
  filled?: number[];
  /** The program whose file it is; null for a list of the person's own. */
  preset?: string | null;
  /** The program its headings tell of, chosen or not. */
  looksLike?: string | null;
  /** The columns that go to the notes of a row's record. */
  notes?: number[];
  otherwise?: Record<string, FilledFrom>;
  /** A person has confirmed which column is which field. */
  isMapped?: boolean;
};
/** A master an import made because a row named it. */
export type ImportedMaster = {
  master: string;
  id: string;
  name: string;
  /** Its version after the import's last change of it; 1 when absent. */
  version?: number;
  /** Undoing has taken it back, or says why it stays. */
  undone?: boolean;
  kept?: string;
};

/** One import of a spreadsheet; stock movements and rows made by it point here. Places in the file are row numbers as its sheet shows them. */
export const importJobs = sqliteTable(
  "import_jobs",
  {
    ...owned,
    kind: text().notNull(),
    fileName: text().notNull(),
    /** Where in a row each field is. */
    mapping: json<Record<string, number>>().notNull().default({}),
    mode: text({ enum: ["create", "update", "both"] })
      .notNull()
      .default("create"),
    status: text({ enum: ["uploaded", "checked", "running", "done", "failed", "undone"] })
      .notNull()
      .default("uploaded"),
    counts: json<Record<string, number>>().notNull().default({}),
    resultMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    createdByName: text(),
    /** The file's own names of its columns. */
    header: json<string[]>().notNull().default([]),
    options: json<ImportOptions>().notNull().default({ missing: [], dayFirst: true }),
    /** Rows that hold anything; null until the whole file is in. */
    rowCount: integer(),
    lastRow: integer().notNull().default(0),
    checkedTo: integer().notNull().default(0),
    doneTo: integer().notNull().default(0),
    /** Undoing goes backwards: what stands below this row is still to do, then, below 0, what was made for rows; null while nothing is undone. */
    undoneFrom: integer(),
    made: json<ImportedMaster[]>().notNull().default([]),
    finishedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.resultMediaId, (): OwnedTarget => media),
    index("import_jobs_by_kind").on(t.companyId, t.kind, t.id).where(filled(t.rowCount)),
    oneOf("import_jobs_status_known", t.status, [
      "uploaded",
      "checked",
      "running",
      "done",
      "failed",
      "undone",
    ]),
  ],
);

/** One row of an import: what it holds, what it would do, what it did. */
export const importRows = sqliteTable(
  "import_rows",
  {
    ...bare,
    jobId: text().notNull(),
    rowNo: integer().notNull(),
    /** What the row is known by, such as the asset code; in lower case. */
    key: text(),
    /** What else tells rows apart, such as make, model and serial. */
    otherKey: text(),
    cells: json<(string | null)[]>().notNull().default([]),
    action: text({ enum: ["create", "update", "same", "skip", "error"] }),
    /** Messages by field. */
    errors: json<Record<string, string[]>>(),
    /** What it would change, as people read it. */
    changes: json<Change[]>(),
    /** The record as it was, for undoing. */
    before: json<Record<string, unknown>>(),
    entityId: text(),
    /** The record's version after the import wrote it. */
    entityVersion: integer(),
    doneAt: integer(),
    undoneAt: integer(),
    /** Why undoing left it as it is. */
    kept: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.jobId, () => importJobs),
    uniqueIndex("import_rows_row_no").on(t.companyId, t.jobId, t.rowNo),
    index("import_rows_by_action").on(t.companyId, t.jobId, t.action, t.rowNo),
    index("import_rows_by_key").on(t.companyId, t.jobId, t.key, t.rowNo).where(filled(t.key)),
    index("import_rows_by_other_key")
      .on(t.companyId, t.jobId, t.otherKey, t.rowNo)
      .where(filled(t.otherKey)),
    index("import_rows_kept").on(t.companyId, t.jobId, t.rowNo).where(filled(t.kept)),
    oneOf("import_rows_action_known", t.action, ["create", "update", "same", "skip", "error"]),
    ...whole("import_rows", t.rowNo),
  ],
);
