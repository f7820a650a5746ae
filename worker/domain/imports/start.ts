import { eq } from "drizzle-orm";
import { LONGEST_CELL } from "#app/shared/sheets/limits.ts";
import { newId } from "#drizzle/columns.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { fileNameOf } from "../../files/kinds.ts";
import { BrokenSheet, readSheet, type SheetRow } from "../../files/sheets/read.ts";
import { invalid, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownFields } from "../masters/own-columns.ts";
import { plain } from "./columns.ts";
import { DayOrders } from "./day-order.ts";
import { kindOf, mayImport, writerOf } from "./jobs.ts";
import type { ImportKind, Mode } from "./kind.ts";
import { keying, makeable } from "./mapping.ts";
import { withOwn } from "./own-cells.ts";
import { readAs } from "./presets/choose.ts";
import { recognised } from "./presets/index.ts";

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 25 * MEGABYTE;
const MOST_ROWS = 20_000;
export const MOST_COLUMNS = 200;
/** Letters of cells in one statement; D1 takes up to two megabytes of text. */
const PIECE = 600_000;
/** Statements in one batch. */
const AT_ONCE = 6;

type Upload = { kind: string; file?: File | null | undefined; text?: string | undefined };

/** Columns without a name are called as a spreadsheet calls them. */
function letters(at: number): string {
  return at < 26
    ? String.fromCharCode(65 + at)
    : letters(Math.floor(at / 26) - 1) + letters(at % 26);
}
const headerOf = ({ cells }: SheetRow) =>
  cells.map((cell, at) => cell.slice(0, 120) || `Column ${letters(at)}`);

/** The row of the template that shows how cells are filled. */
const isExample = ({ columns }: ImportKind, header: readonly string[], cells: readonly string[]) =>
  columns.filter(({ example }) => example).length > 1 &&
  header.every((name, at) => {
    const column = columns.find(({ label }) => plain(label) === plain(name));
    return (cells[at] ?? "") === (column?.example ?? "");
  });

/** The rows of a file, those of a list of files completed. @throws Response 422 for more files than an archive may have */
async function* completed(
  { byFiles }: ImportKind,
  db: CompanyDb,
  rows: AsyncIterable<SheetRow>,
): AsyncGenerator<SheetRow> {
  if (!byFiles) return yield* rows;
  const all: SheetRow[] = [];
  for await (const row of rows) {
    all.push(row);
    if (all.length > byFiles.most + 1)
      invalid({
        file: [
          `The archive has more than ${byFiles.most} files. Split it, and bring in each part.`,
        ],
      });
  }
  const [first, ...others] = all;
  if (!first) return;
  yield first;
  yield* await byFiles.fill(db, headerOf(first), others);
}

const isWhole = ({ columns }: ImportKind, mapping: Record<string, number>) =>
  columns.every(({ name, required }) => !required || name in mapping);

/**
 * Takes a spreadsheet in: its rows are kept as they are, and its columns get the fields their names suggest.
 * @param upload the file, or rows pasted from a spreadsheet
 * @throws Response 403, 413, 422 when it cannot be read
 */
export async function startImport(
  session: Session,
  { kind: name, file, text }: Upload,
): Promise<Answer<{ id: string }>> {
  const bare = kindOf(name);
  const db = writerOf(session, bare);
  const first = await db.firstAnswer<{ id: string }>();
  if (first) return first;
  if (file && file.size > MOST_BYTES)
    tooLarge("The file is too large. Spreadsheets can have at most 25 MB.");
  if ((text?.length ?? 0) > MOST_BYTES)
    invalid({
      text: ["Pasted rows can have at most 25 MB. Bring them in as a file, or in parts."],
    });
  const bytes = file?.size
    ? new Uint8Array(await file.arrayBuffer())
    : new TextEncoder().encode(text?.trim() ?? "");
  if (!bytes.length)
    invalid({
      file: [file?.name ? "The file is empty" : "Choose a spreadsheet or paste its rows"],
    });

  const kind = bare.hasOwnFields ? withOwn(bare, (await db.read(ownFields(db)))[0]) : bare;
  const id = newId();
  const fileName = file?.size ? fileNameOf(file.name) : "Pasted rows";
  let header: string[] | null = null;
  let [rowCount, lastRow, size] = [0, 0, 0];
  const filled = new Set<number>();
  const days = new DayOrders();
  let piece: object[] = [];
  let waiting: Statement[] = [];
  let isBegun = false;
  const job = () => ({
    id,
    kind: kind.name,
    fileName,
    createdByName: session.actor.name,
    header,
    mode: (["both", "create", "update"] as const satisfies Mode[]).find((mode) =>
      mayImport(session, kind, mode),
    ),
    options: { missing: [], dayFirst: null },
  });
  const packed = () => {
    if (piece.length) waiting.push(db.insertingAll(importRows, piece));
    piece = [];
    size = 0;
  };
  const begun = () => {
    if (!isBegun) waiting.unshift(db.inserting(importJobs, job()));
    isBegun = true;
  };
  try {
    for await (const row of completed(kind, db, readSheet(bytes))) {
      if (!header) {
        header = headerOf(row);
        if (header.length > MOST_COLUMNS)
          invalid({ file: [`The file has more than ${MOST_COLUMNS} columns`] });
        continue;
      }
      const cells = header.map((_, at) => (row.cells[at] ?? "").slice(0, LONGEST_CELL));
      if (!cells.some(Boolean) || isExample(kind, header, cells)) continue;
      for (const [at, cell] of cells.entries()) if (cell) filled.add(at);
      if (++rowCount > MOST_ROWS)
        invalid({
          file: [
            "The file has more than 20,000 rows. Split it and bring in one part after the other.",
          ],
        });
      lastRow = row.rowNo;
      days.see(row.rowNo, cells);
      piece.push({ jobId: id, rowNo: row.rowNo, cells });
      size += cells.reduce((sum, cell) => sum + cell.length + 3, 80);
      if (size > PIECE) packed();
      if (waiting.length >= AT_ONCE) {
        begun();
        await db.read(...(waiting as [Statement]));
        waiting = [];
      }
    }
  } catch (error) {
    if (error instanceof BrokenSheet) invalid({ file: [error.message] });
    throw error;
  }
  if (!rowCount) invalid({ file: ["There are no rows under the names of the columns"] });
  packed();
  begun();
  const looksLike = recognised(header!);
  const known = { days: days.seen(), filled: [...filled], looksLike: looksLike?.name ?? null };
  const read = readAs(kind, header!, known, looksLike, makeable(session, kind));
  // The columns of a list of files are ours.
  const isMapped = kind.byFiles !== undefined && isWhole(kind, read.mapping);
  const options = { ...read.options, ...(isMapped ? { isMapped } : {}) };
  return db.commit({
    writes: [
      ...waiting,
      db.updating(importJobs, eq(importJobs.id, id), {
        ...{ ...read, options, rowCount, lastRow },
      }),
      ...(isMapped ? [keying(db, kind, id)] : []),
    ],
    activity: {
      action: "upload.import",
      kind: "import",
      id,
      label: `${kind.label}: ${fileName}`,
      via: "import",
    },
    answer: { status: 201, message: `${rowCount} rows read`, data: { id } },
  });
}
