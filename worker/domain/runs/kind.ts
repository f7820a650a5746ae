import type { reportRuns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Session } from "../../session.ts";

export type Run = Row<typeof reportRuns>;

/** What one part of a run is given. The session is the person's as it is at this moment. */
export type RunWork = { env: Env; session: Session; db: ReadingDb; run: Run };

/** What one part made: bytes that are kept until the end, how much it did, and where the next part goes on; null after the last. */
export type RunPart = {
  bytes: Uint8Array;
  done: number;
  sums?: Record<string, number>;
  next: string | null;
};

/** The file that comes of all parts, whole or piece by piece. */
export type RunFile = { bytes: Uint8Array | AsyncIterable<Uint8Array>; name: string };

/** A kind of background work that ends in a file. */
export type RunKind = {
  /** Whether the person may still have it: asked before each part, and when the file is opened. @throws Response 403, 404 */
  open(session: Session, run: Pick<Run, "params">): ReadingDb;
  /** Does one bounded part; the same cursor makes the same part. @throws Response for what a person is told and no retry mends */
  part(work: RunWork): Promise<RunPart>;
  /** Makes the file. @param parts what the parts made, in their order */
  finish(work: RunWork, parts: readonly Uint8Array[]): Promise<RunFile>;
};
