import { entryOf } from "../domain/lists/list-query.ts";
import type { RunKind } from "../domain/runs/kind.ts";
import { fileKey, ownRun } from "../domain/runs/runs.ts";
import type { Visit } from "../env.ts";
import { objectAt } from "../files/stored.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { monthRun } from "./month-run.ts";
import { reportRun } from "./report-files.ts";
import { statisticsRun } from "./statistics-run.ts";
import { wake } from "./wake.ts";

/** Every kind of background work that ends in a file, by its name in `report_runs.kind`. */
export const runKinds: Readonly<Record<string, RunKind>> = {
  report: reportRun,
  statistics: statisticsRun,
  month: monthRun,
};

const types: Record<string, string> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
};

/**
 * The file of a person's own run, if the person may still see what it holds.
 * @throws Response 403; 404 for another person's, and for one without a file
 */
export async function runFile(session: Session, bucket: R2Bucket, id: string): Promise<Response> {
  const run = await ownRun(session, id);
  entryOf(runKinds, run.kind)?.open(session, run);
  const object = run.status === "done" ? await objectAt(bucket, fileKey(run)) : null;
  if (!object) return notFound("file");
  return new Response(object.body, {
    headers: {
      "Content-Type": types[run.format]!,
      "Content-Length": String(object.size),
      "Content-Disposition": `attachment; filename="${(run.fileName ?? "file").replace(/[^\w.-]+/g, "-")}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

/** Begins the work that was just asked for. */
export const wakeRuns = (visit: Visit) => wake(visit, "runs");
