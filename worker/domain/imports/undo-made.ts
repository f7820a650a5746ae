import { sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import type { ImportedMaster } from "#drizzle/tenant/imports.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Statement } from "../../db/db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { Job, Progress } from "./jobs.ts";
import { type ImportKind, nothing } from "./kind.ts";
import { entityOfMaster } from "./making.ts";
import type { MasterName } from "./masters.ts";
import { placeKind } from "./places.ts";
import { resourceUndo } from "./resource-kind.ts";
import { type DoneRow, heldBy, standingOf, standingReads } from "./standing.ts";
import { stepped } from "./step.ts";

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

/** The entry of the log once all is taken back. */
export const undone = (kind: ImportKind, { id, fileName }: Job): Activity => ({
  action: "undo.import",
  kind: "import",
  id,
  label: `${kind.label}: ${fileName}`,
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
    : { made: [], ...nothing };

  const isDone = from + these.length >= made.length;
  const states = new Map(settled.made.map((one) => [one.id, one]));
  const after = {
    undoneFrom: -(from + these.length),
    made: job.made.map((one) => states.get(one.id) ?? one),
    ...(isDone ? { status: "undone" as const, finishedAt: Date.now() } : {}),
  } satisfies Partial<Job>;
  return stepped(session, db, job, {
    writes: settled.writes,
    activity: [...settled.activity, ...(isDone ? [undone(kind, job)] : [])],
    after,
    message: isDone ? "Undone" : "",
  });
}

async function takenBack(
  session: Session,
  db: CompanyDb,
  master: MasterName,
  these: readonly ImportedMaster[],
) {
  const entity = entityOfMaster(master);
  const undo = master === "place" ? placeKind.undo : resourceUndo(entity);
  const ids = sql`select "value" as "entity_id" from json_each(${JSON.stringify(these.map(({ id }) => id))})`;
  const results = await db.read(...(standingReads(db, undo, ids) as [Statement]));
  const rows = these.map(
    ({ id, version = 1 }): DoneRow => ({ entity_id: id, action: "create", version }),
  );
  const { standing, now } = standingOf(undo, results, rows);
  const isAllowed = session.can(entity.permissions.create as Permission);
  const made = these.map((one, nth): ImportedMaster => {
    const kept = isAllowed ? heldBy(standing, rows[nth]!) : "You may not take it back";
    return kept ? { ...one, kept } : { ...one, undone: true };
  });
  const gone = made.flatMap(({ id, undone: isGone }) => (isGone ? [id] : []));
  return {
    ...(gone.length
      ? undo.write(db, now, gone, [], dayIn(session.company.timeZone), session.company)
      : nothing),
    made,
  };
}
