import { and, eq, sql } from "drizzle-orm";
import { reportRuns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { putPieces } from "../../files/put-pieces.ts";
import { takingRoom } from "../../files/store.ts";
import type { Session } from "../../session.ts";
import { notifying } from "../notifications/notify.ts";
import type { Run, RunFile, RunKind } from "./kind.ts";
import { fileKey, partKey } from "./runs.ts";

/** Runs of a company that are looked at in one message, and parts of each. */
const RUNS = 5;
const PARTS = 4;
/** Work that is not done by then is given up. */
const GIVEN_UP_MS = 24 * 3_600_000;
const MOST_PARTS = 400;
/** Parts that are read from the store at once. */
const AT_ONCE = 20;

/** What the job gives: how a person's session is opened, and the kinds of work. */
export type Going = {
  env: Env;
  db: CompanyDb;
  origin: string;
  at: number;
  sessionOf(userId: string): Promise<Session | null>;
  kinds: Readonly<Record<string, RunKind>>;
};

const where = (run: Run) =>
  and(eq(reportRuns.id, run.id), sql`${reportRuns.status} in ('queued', 'running')`)!;

/** Moves a run on in one batch, only from where it stood: of two messages that did the same part, the later one changes nothing. */
async function moved(
  { db }: Going,
  run: Run,
  set: Partial<Run>,
  more: Statement[] = [],
): Promise<boolean> {
  const isHere = sql`${reportRuns.id} = ${run.id} and ${reportRuns.version} = ${run.version} and ${reportRuns.status} in ('queued', 'running')`;
  try {
    await db.read(
      db.assert("state", db.exists(reportRuns, isHere)),
      db.updating(reportRuns, where(run), set),
      ...more,
    );
    return true;
  } catch (error) {
    if (brokenRule(error)?.name === "state_as_expected") return false;
    throw error;
  }
}

const told = ({ db, origin, at }: Going, run: Run, title: string, body: string) =>
  notifying(
    db,
    origin,
    run.subscriptionId ? "report.monthly" : "report.ready",
    [
      {
        key: `report.ready:${run.id}`,
        title,
        body: run.subscriptionId
          ? `${body}\nStop getting it: ${origin}/reports?stop=${run.subscriptionId}`
          : body,
        link: "/reports#runs",
        entityKind: "run",
        entityId: run.id,
        userIds: [run.userId],
      },
    ],
    at,
  );

/** Ends a run without a file: what lies in the store of it goes. */
async function failed(going: Going, run: Run, error: string) {
  const ended = await moved(
    going,
    run,
    { status: "failed", error, finishedAt: going.at },
    told(going, run, `${run.title} could not be made`, error),
  );
  if (ended) await going.env.MEDIA.delete([...partKeys(run), fileKey(run)]);
}
const partKeys = (run: Run) => Array.from({ length: run.parts }, (_, part) => partKey(run, part));

async function readParts(bucket: R2Bucket, run: Run): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < run.parts; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, run.parts - from) }, (_, at) => from + at);
    const read = await Promise.all(
      some.map(async (part) => {
        const object = await bucket.get(partKey(run, part));
        if (!object) throw new Error(`Part ${part} of run ${run.id} is missing`);
        return new Uint8Array(await object.arrayBuffer());
      }),
    );
    parts.push(...read);
  }
  return parts;
}

/** Puts the file into the store. @returns its length in bytes */
async function putFile(bucket: R2Bucket, key: string, made: RunFile["bytes"]): Promise<number> {
  if (!(made instanceof Uint8Array)) return putPieces(bucket, key, made);
  await bucket.put(key, made);
  return made.byteLength;
}

/** Ends a run with its file, which takes room of the plan's storage; it fails where there is none. @returns whether it ended so */
async function ended(going: Going, run: Run, file: { fileName: string; bytes: number }) {
  const { db, at } = going;
  try {
    return await moved(going, run, { status: "done", finishedAt: at, ...file }, [
      ...takingRoom(db, file.bytes),
      ...told(going, run, `${run.title} is ready`, "Open Reports to take the file."),
    ]);
  } catch (error) {
    if (brokenRule(error)?.name !== "assert_storage_limit") throw error;
    await failed(going, run, NO_ROOM);
    return false;
  }
}

const NO_ROOM =
  "The plan's storage has no room for its file. Delete files that are no longer needed, or ask for less.";
const END = "end";

/** The next part of a run, or its file. @returns whether there is more to do */
async function next(going: Going, run: Run, kind: RunKind, session: Session): Promise<boolean> {
  const { env } = going;
  const work = { env, session, db: kind.open(session, run), run };
  if (run.cursor === END) {
    const { bytes: made, name } = await kind.finish(work, await readParts(env.MEDIA, run));
    const bytes = await putFile(env.MEDIA, fileKey(run), made);
    const done = await ended(going, run, { fileName: name, bytes });
    if (done) await env.MEDIA.delete(partKeys(run));
    return false;
  }
  if (run.parts >= MOST_PARTS) {
    await failed(going, run, "It is too large for one file. Narrow its filters.");
    return false;
  }
  const part = await kind.part(work);
  await env.MEDIA.put(partKey(run, run.parts), part.bytes);
  return moved(going, run, {
    status: "running",
    cursor: part.next ?? END,
    parts: run.parts + 1,
    progress: run.progress + part.done,
    ...(part.sums ? { sums: part.sums } : {}),
  });
}

/** The reason of a refusal, as the person reads it. */
async function reasonOf(refusal: Response): Promise<string> {
  if (refusal.status === 403) return "You may no longer see what it holds.";
  const copy = refusal.clone();
  const body = (await copy.json().catch(() => null)) as { message?: string } | null;
  return body?.message ?? "It could not be made.";
}

async function goOnWith(going: Going, { id }: { id: string }): Promise<boolean> {
  for (let part = 0; part < PARTS; part++) {
    const run = await going.db.find(reportRuns, id);
    if (!run || !["queued", "running"].includes(run.status)) return false;
    const kind = going.kinds[run.kind];
    const session = kind && (await going.sessionOf(run.userId));
    try {
      if (!kind || !session) {
        await failed(going, run, "You may no longer see what it holds.");
        return false;
      }
      if (run.createdAt < going.at - GIVEN_UP_MS) {
        await failed(going, run, "It could not be made within a day. Ask for it again.");
        return false;
      }
      if (!(await next(going, run, kind, session))) return false;
    } catch (error) {
      // A store that does not answer now is no reason to give the run up.
      if (!(error instanceof Response) || error.status >= 500) throw error;
      await failed(going, run, await reasonOf(error));
      return false;
    }
  }
  return true;
}

/**
 * Goes on with a company's background work, some parts of each run. One that fails keeps no other; it goes on from the part that failed.
 * @returns whether there is more to do
 */
export async function goOnWithRuns(going: Going): Promise<boolean> {
  const { db } = going;
  const [runs] = await db.read(
    db
      .select({ id: reportRuns.id })
      .from(reportRuns)
      .where(db.ofOwner(reportRuns, sql`status in ('queued', 'running')`))
      .orderBy(reportRuns.id)
      .limit(RUNS + 1),
  );
  let isMore = runs.length > RUNS;
  const problems: unknown[] = [];
  for (const run of runs.slice(0, RUNS))
    try {
      isMore = (await goOnWith(going, run)) || isMore;
    } catch (error) {
      problems.push(error);
    }
  if (problems.length) throw problems[0];
  return isMore;
}
