import { eq, sql } from "drizzle-orm";
import type { ImportedMaster } from "#drizzle/tenant/imports.ts";
import { importJobs } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { at, stepped } from "./check.ts";
import { type Job, type Progress, progressOf } from "./jobs.ts";
import type { DoneRow, ImportKind, Undo } from "./kind.ts";
import { makerPermission, makers } from "./making.ts";
import type { MasterName } from "./masters.ts";
import { placeKind } from "./places.ts";
import { resourceUndo } from "./resource-kind.ts";
import { heldBy } from "./standing.ts";

const STEP = 40;
/** What may stand in another comes before it. */
const order: readonly MasterName[] = [
  "subCategory",
  "category",
  "store",
  "vendor",
  "department",
  "place",
];
const depth = ({ master, name }: ImportedMaster) =>
  master === "place" ? name.split(" / ").length : 0;

/** What was made, in the order in which it is taken back. */
const inOrder = (made: readonly ImportedMaster[]) =>
  [...made].sort(
    (a, b) =>
      order.indexOf(a.master as MasterName) - order.indexOf(b.master as MasterName) ||
      depth(b) - depth(a),
  );

const undoOf = (master: MasterName): Undo =>
  master === "place" ? placeKind.undo : resourceUndo(makers[master]!.resource);
const permissionOf = (master: MasterName): Permission =>
  master === "place" ? "create-location" : makerPermission(master)!;

/** The entry of the log once all is taken back. */
export const undone = (kind: ImportKind, { id, fileName }: Job): Activity => ({
  ...{ action: "undo.import", kind: "import", id, label: `${kind.label}: ${fileName}` },
});

/**
 * Takes back the next records that were made because rows named them, of one sort, one batch for all of them. What anything uses by then,
 * was changed since or may not be added by this person stays, and says why. `undoneFrom` counts them below zero.
 */
export async function undoMade(
  session: Session,
  db: CompanyDb,
  kind: ImportKind,
  job: Job,
): Promise<Answer<Progress>> {
  const made = inOrder(job.made);
  const from = -(job.undoneFrom ?? 0);
  const [first] = made.slice(from);
  const these = made
    .slice(from, from + STEP)
    .filter((one) => one.master === first?.master && depth(one) === depth(first));
  const settled = first
    ? await takenBack(session, db, first.master as MasterName, these)
    : { made: [], writes: [], activity: [] };

  const isDone = from + these.length >= made.length;
  const states = new Map(settled.made.map((one) => [one.id, one]));
  const after = {
    undoneFrom: -(from + these.length),
    made: job.made.map((one) => states.get(one.id) ?? one),
    ...(isDone ? { status: "undone" as const, finishedAt: Date.now() } : {}),
  } satisfies Partial<Job>;
  return stepped(session, db, job, () =>
    db.commit({
      writes: [
        at(db, job),
        ...settled.writes,
        db.updating(importJobs, eq(importJobs.id, job.id), after),
      ],
      activity: [...settled.activity, ...(isDone ? [undone(kind, job)] : [])].map(
        (entry): Activity => ({ ...entry, via: "import" }),
      ),
      answer: {
        status: 200,
        message: isDone ? "Undone" : "",
        data: progressOf({ ...job, ...after }),
      },
    }),
  );
}

async function takenBack(
  session: Session,
  db: CompanyDb,
  master: MasterName,
  these: readonly ImportedMaster[],
) {
  const undo = undoOf(master);
  const ids = sql`select "value" as "entity_id" from json_each(${JSON.stringify(these.map(({ id }) => id))})`;
  const now = (await db.read(...(undo.reads(db, ids) as [Statement]))) as unknown as unknown[][];
  const rows = these.map(
    ({ id, version = 1 }): DoneRow => ({ entity_id: id, action: "create", version }),
  );
  const standing = undo.standing(now, rows);
  const isAllowed = session.can(permissionOf(master));
  const made = these.map((one, nth): ImportedMaster => {
    const kept = isAllowed ? heldBy(standing, rows[nth]!) : "You may not take it back";
    return kept ? { ...one, kept } : { ...one, undone: true };
  });
  const gone = made.flatMap(({ id, undone: isGone }) => (isGone ? [id] : []));
  const { writes, activity } = gone.length
    ? undo.write(db, now, gone, [])
    : { writes: [], activity: [] };
  return { made, writes, activity };
}
