import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { type MetricKey, MOST, metricKeys } from "#app/shared/comparison.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assetComparisonAssets as lines,
  assetComparisons as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { namedBy } from "../lists/more-columns.ts";
import { comparing } from "./compare.ts";
import { periodOf } from "./period.ts";

export type Comparison = Row<typeof table>;

export const ownerName = namedBy(users, users.name, table.createdBy);

/** Whether a person may read a comparison: their own, one that is shared, an Admin every one. */
export const readable = (session: Session): SQL | undefined =>
  session.type === "Admin"
    ? undefined
    : or(sql`${table.isShared} = 1`, eq(table.createdBy, session.actor.userId));

/** Whether a person may change it: its owner or an Admin. */
export const isEditor = (session: Session, { createdBy }: Pick<Comparison, "createdBy">) =>
  session.type === "Admin" || createdBy === session.actor.userId;

/** The comparison of an id that the person may read, and its devices in their order, as statements. */
export const comparisonQueries = (db: ReadingDb, session: Session, id: string) =>
  [
    db
      .select({
        id: table.id,
        version: table.version,
        createdBy: table.createdBy,
        name: sql<string>`${table.name}`.as("comparison_name"),
        periodFrom: table.periodFrom,
        periodTo: table.periodTo,
        metrics: table.metrics,
        assetCodes: table.assetCodes,
        isShared: table.isShared,
        ownerName,
      })
      .from(table)
      .where(db.ofOwner(table, and(eq(table.id, id), isNull(table.deletedAt), readable(session))))
      .limit(1),
    db
      .select({ assetId: lines.assetId })
      .from(lines)
      .where(db.ofOwner(lines, eq(lines.comparisonId, id)))
      .orderBy(asc(lines.position)),
  ] as const;

/** Keys that are metrics today. */
export const knownMetrics = (keys: readonly string[]): MetricKey[] =>
  metricKeys.filter((key) => keys.includes(key));

const savedOf = ([[row], assets]: Results<ReturnType<typeof comparisonQueries>>) =>
  row ? { ...row, assetIds: assets.map(({ assetId }) => assetId) } : null;
type Saved = NonNullable<ReturnType<typeof savedOf>>;

/** A comparison that the person may read. One round trip. @throws Response 403, 404 */
export async function savedComparison(session: Session, id: string): Promise<Saved> {
  const db = session.authorize("view-asset-comparison");
  return savedOf(await db.read(...comparisonQueries(db, session, id))) ?? notFound("comparison");
}

/** The same with what it says of its devices. Two round trips. @throws Response 403, 404 */
export async function findComparison(session: Session, id: string) {
  const saved = await savedComparison(session, id);
  const db = session.authorize("view-asset-comparison");
  const { assetIds, periodFrom: from, periodTo: to, metrics } = saved;
  const { statements, compared } = comparing(db, assetIds, { from, to }, session.company.timeZone);
  const { devices, rows } = compared(await db.read(...statements), knownMetrics(metrics));
  return { ...saved, devices, rows };
}

const listIn = (params: URLSearchParams, name: string) => [
  ...new Set(params.getAll(name).flatMap((value) => value.split(",").filter(Boolean))),
];

/** What an address compares: devices, a period, metrics. */
export const comparedIn = (params: URLSearchParams, timeZone: string) => ({
  ids: listIn(params, "assets").slice(0, MOST),
  period: periodOf(params, timeZone),
  keys: knownMetrics(listIn(params, "metric")),
});

/** The address of a page that compares what a saved comparison does. */
export function addressOf({ id, assetIds, periodFrom, periodTo, metrics }: Saved): string {
  const params = new URLSearchParams({
    of: id,
    assets: assetIds.join(","),
    from: periodFrom,
    to: periodTo,
  });
  for (const key of knownMetrics(metrics)) params.append("metric", key);
  return `/asset-comparison/compare?${params}`;
}

/** Devices side by side as an address names them, and the saved comparison that it was opened from. One round trip. */
export async function openComparison(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-asset-comparison");
  const { timeZone } = session.company;
  const { ids, period, keys } = comparedIn(params, timeZone);
  const { statements, compared } = comparing(db, ids, period, timeZone);
  const [row, lines, ...results] = await db.read(
    ...comparisonQueries(db, session, params.get("of") ?? ""),
    ...statements,
  );
  const saved = savedOf([row, lines]);
  const asSaved = saved && {
    ids: saved.assetIds,
    period: { from: saved.periodFrom, to: saved.periodTo },
    keys: knownMetrics(saved.metrics),
  };
  const mine = saved !== null && isEditor(session, saved);
  return {
    ...compared(results, keys),
    period,
    keys,
    today: dayIn(timeZone),
    saved: saved && { ...pick(saved, ["id", "version", "name", "isShared", "ownerName"]) },
    isChanged:
      asSaved !== null && JSON.stringify(asSaved) !== JSON.stringify({ ids, period, keys }),
    may: {
      save: session.can("create-asset-comparison"),
      edit: mine && session.can("edit-asset-comparison"),
      remove: mine && session.can("delete-asset-comparison"),
      export: session.can("export-asset-comparison"),
    },
  };
}
