import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { isUnanswered } from "#app/shared/flows/recalls.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assetDetails,
  assets,
  breakdowns,
  recallAssetEvents,
  recallAssets,
  recallQueue,
  recalls,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { bump } from "../entity/counters.ts";
import { counting, OPEN_RECALLS } from "./counting.ts";
import { type Line, type Looked, type Settled, settled } from "./settle.ts";

/** Devices of the queue, and of all devices, that are looked at in one part. */
const QUEUED = 100;
const AT_ONCE = 400;
/** Recalls that a changed device is compared with. */
const MOST_RECALLS = 300;

type Recall = Row<typeof recalls>;
const alive = and(isNull(recalls.archivedAt), isNull(recalls.deletedAt));

const devicesWhere = (db: CompanyDb, where: SQL | undefined, most: number) =>
  db
    .select({
      ...pick(assets, ["id", "assetCode", "name", "make", "model", "serialNo"]),
      ...pick(assets, ["lifecycle", "deletedAt"]),
      ...pick(assetDetails, ["udi", "softwareVersion"]),
    })
    .from(assets)
    .innerJoin(assetDetails, pointsTo(assets.id, assetDetails))
    .where(db.ofOwner(assets, where))
    .orderBy(assets.id)
    .limit(most);

/** Lines with the states of their calls. */
const linesWhere = (db: CompanyDb, where: SQL) =>
  db
    .select({
      line: recallAssets,
      callStatus: sql<string | null>`${breakdowns.status}`.as("call_status"),
    })
    .from(recallAssets)
    .leftJoin(breakdowns, pointsTo(recallAssets.breakdownId, breakdowns))
    .where(db.ofOwner(recallAssets, where));

/** The statements of what was settled, in their order: lines, events, counts. */
function writing(db: CompanyDb, all: readonly Settled[], at: number): Statement[] {
  const made = all.flatMap((one) => (one.kind === "new" ? [one.line] : []));
  const moved = all.flatMap((one) => (one.kind === "moved" ? [one] : []));
  const changed = all.flatMap((one) => (one.kind === "new" ? [] : [one]));
  const events = [
    ...made.map(({ id }) => ({ id, status: "to_decide" as const, note: "It matches the notice" })),
    ...moved.map(({ line, to, note }) => ({ id: line.id, status: to, note })),
  ];
  const counts = new Map<string, { open: number; devices: number }>();
  const count = (recallId: string, open: number, devices: number) => {
    const now = counts.get(recallId) ?? { open: 0, devices: 0 };
    counts.set(recallId, { open: now.open + open, devices: now.devices + devices });
  };
  for (const { recallId } of made) count(recallId, 1, 1);
  for (const { line, to } of moved)
    count(line.recallId, Number(isUnanswered(to)) - Number(isUnanswered(line.status)), 0);
  const open = [...counts.values()].reduce((sum, one) => sum + one.open, 0);
  return [
    ...changed.flatMap((one) => [
      db.assertUnchanged(recallAssets, one.line),
      db.updating(recallAssets, eq(recallAssets.id, one.line.id), {
        ...one.set,
        ...(one.kind === "moved" ? { status: one.to, answeredBy: null, answeredAt: at } : {}),
      }),
    ]),
    ...made.map((line) => db.inserting(recallAssets, line)),
    ...(events.length
      ? [
          db.insertingAll(
            recallAssetEvents,
            events.map(({ id, status, note }) => ({
              ...{ id: newId(at), recallAssetId: id, status, note, at },
              ...{ actorId: null, actorName: db.stamp.actorName },
            })),
          ),
        ]
      : []),
    ...[...counts].flatMap(([id, by]) => counting(db, id, by)),
    ...(open ? [bump(db, OPEN_RECALLS, open)] : []),
  ];
}

const carriedOut = (db: CompanyDb, writes: Statement[]) =>
  db.commit({ writes, activity: [], answer: { status: 200, message: "", data: null } });

const flat = (rows: readonly { line: unknown; callStatus: string | null }[]): Line[] =>
  rows.map(({ line, callStatus }) => ({ ...(line as Row<typeof recallAssets>), callStatus }));

/** Compares the next devices of the queue with all recalls. @returns whether there may be more */
export async function lookAtChanged(db: CompanyDb, at: number): Promise<boolean> {
  const next = db
    .select({ id: recallQueue.id })
    .from(recallQueue)
    .where(db.ofOwner(recallQueue))
    .orderBy(recallQueue.id)
    .limit(QUEUED);
  const [queued, devices, known, lines] = await db.read(
    db
      .select(pick(recallQueue, ["id", "at"]))
      .from(recallQueue)
      .where(db.ofOwner(recallQueue))
      .orderBy(recallQueue.id)
      .limit(QUEUED),
    devicesWhere(db, inArray(assets.id, next), QUEUED),
    db.select().from(recalls).where(db.ofOwner(recalls, alive)).limit(MOST_RECALLS),
    linesWhere(db, inArray(recallAssets.assetId, next)),
  );
  if (!queued.length) return false;
  const all = flat(lines);
  const settledLines = (devices as Looked[]).flatMap((device) =>
    (known as Recall[]).flatMap(
      (recall) =>
        settled(
          recall,
          device,
          all.find(({ recallId, assetId }) => recallId === recall.id && assetId === device.id),
        ) ?? [],
    ),
  );
  // One that has changed since is looked at again.
  const done = JSON.stringify(queued.map(({ id, at: seen }) => ({ id, seen })));
  await carriedOut(db, [
    ...writing(db, settledLines, at),
    db.run(sql`delete from ${recallQueue} where ${recallQueue.companyId} = ${db.companyId} and (${recallQueue.id}, ${recallQueue.at})
      in (select "value" ->> 'id', "value" ->> 'seen' from json_each(${done}))`),
  ]);
  return queued.length === QUEUED;
}

/** Compares the next devices with a recall that has not been compared with all of them. @returns whether there may be more */
export async function lookThrough(db: CompanyDb, at: number): Promise<boolean> {
  const [[recall]] = await db.read(
    db
      .select()
      .from(recalls)
      .where(db.ofOwner(recalls, sql`matched_to is not null`))
      .orderBy(recalls.id)
      .limit(1),
  );
  if (!recall) return false;
  const isAlive = recall.archivedAt === null && recall.deletedAt === null;
  const after = recall.matchedTo ?? "";
  const [devices] = isAlive
    ? await db.read(devicesWhere(db, and(gt(assets.id, after), isNull(assets.deletedAt)), AT_ONCE))
    : [[]];
  const last = devices.at(-1)?.id;
  const [lines] = await db.read(
    linesWhere(
      db,
      and(
        eq(recallAssets.recallId, recall.id),
        gt(recallAssets.assetId, after),
        or(sql`${last ?? null} is null`, sql`${recallAssets.assetId} <= ${last ?? ""}`),
      )!,
    ),
  );
  const all = new Map(flat(lines).map((line) => [line.assetId, line]));
  const settledLines = (devices as Looked[]).flatMap(
    (device) => settled(recall, device, all.get(device.id)) ?? [],
  );
  const matchedTo = devices.length === AT_ONCE ? (last ?? null) : null;
  await carriedOut(db, [
    // A notice that has changed since is looked through from the beginning.
    db.assert(
      "state",
      db.exists(recalls, and(eq(recalls.id, recall.id), eq(recalls.version, recall.version))!),
    ),
    ...writing(db, settledLines, at),
    db.run(sql`update ${recalls} set "matched_to" = ${matchedTo}
      where ${recalls.companyId} = ${db.companyId} and ${recalls.id} = ${recall.id}`),
  ]);
  return true;
}
