import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  assetComparisonAssets as lines,
  assetComparisons as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { forbidden, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { comparisonQueries, isEditor } from "./find.ts";
import { type ComparisonValues, comparisonInput } from "./input.ts";

type Named = { id: string; assetCode: string };
const living = (db: CompanyDb, ids: readonly string[]) =>
  db.ofOwner(assets, and(inArray(assets.id, among(ids)), isNull(assets.deletedAt)));
const named = (db: CompanyDb, ids: readonly string[]) =>
  db.select({ id: assets.id, assetCode: assets.assetCode }).from(assets).where(living(db, ids));

/** The batch stops here unless all devices are there. */
const allThere = (db: CompanyDb, ids: readonly string[]): Statement =>
  db.assert(
    "all_found",
    sql`(select ${count()} from ${assets} where ${living(db, ids)}) = ${sql.raw(String(ids.length))}`,
  );

/** A comparison's devices become exactly these. */
const linking = (db: CompanyDb, comparisonId: string, ids: readonly string[]): Statement[] => [
  db.removing(lines, eq(lines.comparisonId, comparisonId)),
  db.insertingAll(
    lines,
    ids.map((assetId, position) => ({ id: newId(), comparisonId, assetId, position })),
  ),
];

const columnsOf = ({ assetIds: _, metrics = [], ...values }: ComparisonValues) => ({
  ...values,
  metrics,
});
/** The devices by their codes, in their order. @throws Response 404 when one is not there */
const codesOf = (ids: readonly string[], found: readonly Named[]): string[] =>
  ids.map((id) => found.find((one) => one.id === id)?.assetCode ?? notFound("asset"));

const entry = (action: string, id: string, label: string, changes: Activity["changes"] = []) => ({
  action: `${action}.asset_comparison`,
  kind: "asset_comparison",
  id,
  label,
  changes,
});
const logged = (values: ComparisonValues, codes: readonly string[]) => ({
  ...columnsOf(values),
  metrics: (values.metrics ?? []).join(", ") || null,
  assets: codes.join(", "),
});

/** Keeps a comparison. @throws Response 403, 404 for a device that is not there, 422 */
export async function createComparison(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-asset-comparison");
  const values = checked(comparisonInput, input);
  const [found] = await db.read(named(db, values.assetIds));
  const codes = codesOf(values.assetIds, found);
  const id = newId();
  return db.commit({
    writes: [
      allThere(db, values.assetIds),
      db.inserting(table, { ...columnsOf(values), assetCodes: codes, id }),
      ...linking(db, id, values.assetIds),
    ],
    activity: entry("create", id, values.name, changesBetween({}, logged(values, codes))),
    answer: { status: 201, message: "Comparison saved", data: { id } },
  });
}

/** The comparison that a person may change. @throws Response 404; 403 for one that another person shares */
async function edited(db: CompanyDb, session: Session, id: string) {
  const [[row]] = await db.read(comparisonQueries(db, session, id)[0]);
  const before = row ?? notFound("comparison");
  if (!isEditor(session, before))
    forbidden(`Only ${before.ownerName ?? "its owner"} or an Admin changes this comparison`);
  return before;
}

/** Changes a comparison as a whole. @throws Response 403, 404, 409 for one that moved on, 422 */
export async function updateComparison(
  session: Session,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset-comparison");
  const before = await edited(db, session, id);
  const values = checked(comparisonInput, input);
  refuseStale(before, version);
  const [found] = await db.read(named(db, values.assetIds));
  const codes = codesOf(values.assetIds, found);
  const metrics = before.metrics.join(", ") || null;
  const was = { ...before, metrics, assets: before.assetCodes.join(", ") };
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before),
        allThere(db, values.assetIds),
        db.updating(table, eq(table.id, id), { ...columnsOf(values), assetCodes: codes }),
        ...linking(db, id, values.assetIds),
      ],
      activity: entry("update", id, values.name, changesBetween(was, logged(values, codes))),
      answer: { status: 200, message: "Comparison saved", data: { id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) refuseStale(await edited(db, session, id), before.version);
    throw refusal;
  }
}

/** Deletes a comparison; its devices stay as they are. @throws Response 403, 404 */
export async function removeComparison(
  session: Session,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("delete-asset-comparison");
  const before = await edited(db, session, id);
  return db.commit({
    writes: [
      db.assertUnchanged(table, before),
      db.updating(table, eq(table.id, id), { deletedAt: Date.now() }),
    ],
    activity: entry("delete", id, before.name),
    answer: { status: 200, message: "Comparison deleted", data: { id } },
  });
}
