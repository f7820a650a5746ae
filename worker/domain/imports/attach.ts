import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { assets, importRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { mediaRow, mustStore, type StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type AssetFile, assetFileKind } from "./asset-files.ts";
import { examine, type Verdict } from "./chunk.ts";
import { type Job, jobQuery, type Progress, readerOf, shown, writerOf } from "./jobs.ts";
import { decided } from "./run.ts";
import { counted, noting, progressed, stepped } from "./step.ts";

const NOT_GIVEN = "The archive did not give this file, or it is damaged";

/** The sentence of a refusal. */
async function saidBy(refusal: Response): Promise<string> {
  const { message, errors } = (await refusal.clone().json()) as {
    message: string;
    errors?: Record<string, string[]>;
  };
  return Object.values(errors ?? {})[0]?.[0] ?? message;
}

/**
 * Keeps the content of a row's file with its device. What it has kept is never kept again, whoever asks. A file that is not accepted, and one
 * that the archive does not give, is written down as an error of its row, and the others go on.
 * @param upload null where the archive did not give it
 * @throws Response 403; 404; 409 before the rows are checked, and for files beyond the plan's storage; 422; 503 when it could not be stored
 */
export async function attachFile(
  session: Session,
  bucket: R2Bucket,
  id: string,
  row: unknown,
  upload: Upload | null,
): Promise<Answer<Progress>> {
  const db = writerOf(session, assetFileKind);
  const rowNo = Number(row);
  if (!Number.isSafeInteger(rowNo) || rowNo < 1) invalid({ row: ["Name the row of the file"] });
  const { job, verdicts } = await examine(session, db, assetFileKind, id, { rows: [rowNo] });
  if (job.kind !== assetFileKind.name) conflict("The rows of this import have no files");
  if (job.undoneFrom !== null) conflict("This import is being undone");
  if (!["checked", "running", "done"].includes(job.status)) conflict("Check the rows first");
  const [verdict] = verdicts;
  if (!verdict) return notFound("row");
  if (verdict.row.doneAt) return progressed(job);
  const [written] = decided(verdicts, null);
  if (!written) return conflict("This file is left out");
  const { accepted, failed } = written;
  if (!accepted) return failing(session, db, job, verdict, failed ?? NOT_GIVEN);
  const file = accepted.values as AssetFile;
  if (!upload) return failing(session, db, job, verdict, NOT_GIVEN);
  let stored: StoredFile;
  try {
    stored = await mustStore("file", bucket, session.company.id, upload, "report", "file");
  } catch (refusal) {
    if (isRefusal(refusal, 422) || isRefusal(refusal, 413))
      return failing(session, db, job, verdict, await saidBy(refusal as Response));
    throw refusal;
  }
  if (file.bytes !== null && stored.bytes !== file.bytes)
    return failing(session, db, job, verdict, NOT_GIVEN);
  const { assetId, kind: word, validUntil, fileName, asset } = file;
  const living = and(
    eq(assets.id, assetId),
    isNull(assets.deletedAt),
    ne(assets.lifecycle, "disposed"),
  )!;
  return stepped(session, db, job, {
    writes: [
      db.assert("state", db.exists(assets, living)),
      ...mediaRow(
        db,
        { ...stored, fileName },
        { kind: word, ownerKind: "asset", assetId, validUntil },
      ),
      ...noting(db, [
        { id: verdict.row.id, doneAt: Date.now(), entityId: stored.id, entityVersion: 1 },
      ]),
    ],
    activity: [
      {
        action: "add_document.asset",
        kind: "asset",
        id: assetId,
        assetId,
        label: asset,
        changes: [{ field: word, from: null, to: fileName }],
      },
    ],
    after: goneOn(job, "created", verdict.row.rowNo),
  });
}

/** How an import is once one more of its files is settled. */
function goneOn(job: Job, as: "created" | "failed", rowNo: number): Partial<Job> {
  const counts = counted(job.counts, [as]);
  const { create = 0, created = 0, failed = 0 } = counts;
  const isDone = created + failed >= create;
  return {
    counts,
    doneTo: isDone ? job.lastRow : Math.max(job.doneTo, rowNo),
    status: isDone ? "done" : "running",
    finishedAt: isDone ? Date.now() : null,
  };
}

const failing = (session: Session, db: CompanyDb, job: Job, { row }: Verdict, says: string) =>
  stepped(session, db, job, {
    writes: noting(db, [{ id: row.id, action: "error" as const, errors: { form: [says] } }]),
    after: goneOn(job, "failed", row.rowNo),
    message: says,
  });

/** A file that is still to be sent: its row, and its path in the archive. */
export type FileToSend = { rowNo: number; path: string };
const SENT_AT_ONCE = 200;

/** The files of an import that are still to be sent, by their rows. @param after the row behind which they begin @throws Response 404 */
export async function filesToSend(
  session: Session,
  id: string,
  after: string | null,
): Promise<FileToSend[]> {
  const db = readerOf(session);
  const from = Number(after);
  const [jobs, rows] = await db.read(
    jobQuery(db, id),
    db
      .select({ rowNo: importRows.rowNo, cells: importRows.cells })
      .from(importRows)
      .where(
        db.ofOwner(
          importRows,
          and(
            eq(importRows.jobId, id),
            eq(importRows.action, "create"),
            gt(importRows.rowNo, Number.isSafeInteger(from) ? from : 0),
            isNull(importRows.doneAt),
          ),
        ),
      )
      .orderBy(importRows.rowNo)
      .limit(SENT_AT_ONCE),
  );
  const { job, kind } = shown(session, jobs[0], false);
  const at = job.mapping.fileName;
  if (!kind.byFiles || at === undefined) return [];
  return rows.map(({ rowNo, cells }) => ({ rowNo, path: cells[at] ?? "" }));
}
