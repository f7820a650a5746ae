import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OwnedTarget } from "#drizzle/columns.ts";
import {
  assetDowntimes,
  assets,
  breakdownEvents,
  breakdowns,
  counters,
  modelReliability,
  procedureEvents,
  procedureVersions,
  recallQueue,
  statistics,
  stockMovements,
} from "#drizzle/tenant/index.ts";
import { type SampleKind, sampleKinds } from "#drizzle/tenant/samples.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { among, living } from "../../db/predicates.ts";
import { countAssets, counterOf } from "../assets/effects.ts";
import { indexedAssets } from "../assets/searching.ts";
import { rolledUp } from "../dashboard/roll-up.ts";
import { edges } from "../entity/edges.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { resources } from "../index.ts";
import { unindexing } from "../search/search.ts";
import { recounted } from "../service-calls/counts.ts";
import { deviceFollows, holds } from "../service-calls/effects.ts";
import { STOCK_ITEMS, STOCK_VALUE } from "../stock/value.ts";
import { partsOf, planParts, pointingAt, type SampleTable, sampleTables } from "./kinds.ts";
import type { Sample } from "./standing.ts";

type Taking = { writes: Statement[]; activity: Activity[] };
const idsOf = (samples: readonly Sample[]) => samples.map(({ row }) => row.id);

/** The batch stops where something has begun to use one of these. */
const unused = (db: CompanyDb, kind: SampleKind, ids: readonly string[]): Statement[] =>
  pointingAt(kind)
    .filter(({ things }) => things)
    .map(({ table, column, where }) =>
      db.assert(
        "unreferenced",
        sql`not ${db.existsAnywhere(table, and(inArray(column, among(ids)), living(table), where)!)}`,
      ),
    );

/** Calls go with their downtimes; their devices stand as without them. */
function takingCalls(db: CompanyDb, _: SampleKind, samples: readonly Sample[]): Taking {
  const calls = samples.map(({ row }) => row as unknown as Row<typeof breakdowns>);
  return {
    writes: calls.flatMap((call) => [
      db.assertUnchanged(breakdowns, call),
      db.removing(assetDowntimes, eq(assetDowntimes.breakdownId, call.id)),
      db.removing(breakdownEvents, eq(breakdownEvents.breakdownId, call.id)),
      db.removing(breakdowns, eq(breakdowns.id, call.id)),
      unindexing(db, call.id),
      ...recounted(db, [call], []),
      ...deviceFollows(db, call.assetId, holds(call) ? "working" : null),
    ]),
    activity: calls.map(({ id, number, assetId }) => ({
      ...{ action: "delete.breakdown", kind: "breakdown", id, label: number, assetId },
    })),
  };
}

/** Devices go with their plans and what was planned by them, also with what a month has frozen of them. */
function takingAssets(db: CompanyDb, kind: SampleKind, samples: readonly Sample[]): Taking {
  const there = samples.filter(({ row }) => row.deletedAt === null);
  const ids = idsOf(samples);
  const living = idsOf(there);
  const of = (column: Parameters<typeof inArray>[0]) => inArray(column, among(ids));
  return {
    writes: [
      ...unused(db, kind, ids),
      ...planParts.map((part) => db.removing(part, of(part.assetId))),
      ...(living.length
        ? [
            ...countAssets(db, living, -1),
            db.updating(assets, and(inArray(assets.id, among(living)), isNull(assets.deletedAt))!, {
              deletedAt: Date.now(),
            }),
            ...indexedAssets(db, living),
          ]
        : []),
      db.removing(recallQueue, of(recallQueue.id)),
    ],
    activity: there.map(({ row }) => ({
      ...{ action: "delete.asset", kind: "asset", id: row.id, assetId: row.id },
      label: `${row.assetCode} ${row.name}`,
    })),
  };
}

const entityOfKind = (kind: SampleKind) =>
  Object.values(resources).find(
    ({ table }) => table === sampleTables[kind],
  ) as unknown as AnyEntity;

/** Records that are deleted as their own command does, after those parts that only a sample may lose. */
function takingRecords(db: CompanyDb, kind: SampleKind, samples: readonly Sample[]): Taking {
  const ids = idsOf(samples);
  const first =
    kind === "stock_item"
      ? [db.removing(stockMovements, inArray(stockMovements.stockItemId, among(ids)))]
      : [];
  const taken = samples
    .filter(({ row }) => row.deletedAt === null)
    .map(({ row }) => entityOfKind(kind).removing(db, row as never));
  return {
    writes: [...unused(db, kind, ids), ...first, ...taken.flatMap(({ writes }) => writes)],
    activity: taken.map(({ activity }) => activity),
  };
}

const takings: Partial<Record<SampleKind, typeof takingRecords>> = {
  call: takingCalls,
  asset: takingAssets,
};

/** The column by which a part points at its record. */
const columnTo = (part: OwnedTarget, table: SampleTable): SQLiteColumn =>
  edges.find((edge) => edge.table === part && edge.target === table)!.column;

/** Rows that nothing names any more go for good, with what belongs to them. */
function clearing(db: CompanyDb, kind: SampleKind, samples: readonly Sample[]): Statement[] {
  const ids = among(idsOf(samples.filter(({ isNamed }) => !isNamed)));
  const table = sampleTables[kind];
  const versions = db.ofOwner(procedureVersions, inArray(procedureVersions.procedureId, ids));
  return [
    ...(kind === "procedure"
      ? [
          db.removing(
            procedureEvents,
            sql`${procedureEvents.procedureVersionId} in (select ${procedureVersions.id} from ${procedureVersions} where ${versions})`,
          ),
        ]
      : []),
    ...(partsOf[kind] ?? []).map((part) => db.removing(part, inArray(columnTo(part, table), ids))),
    db.removing(table, inArray(table.id, ids)),
  ];
}

/** The counters of a record that is gone. */
const countersOf = (id: string) => [
  ...[counterOf.category(id), counterOf.department(id), counterOf.vendor(id)],
  ...[`sub_categories.category:${id}`, `${STOCK_VALUE}${id}`, `${STOCK_ITEMS}${id}`],
];

/** What a morning counted with the samples is forgotten. */
const forgettingFigures = (db: CompanyDb, ids: readonly string[]): Statement[] => [
  db.removing(statistics, sql`true`),
  db.removing(modelReliability, sql`true`),
  db.removing(
    counters,
    sql`${counters.id} >= ${rolledUp.prefix} and ${counters.id} < ${`${rolledUp.prefix}~`}`,
  ),
  db.removing(
    counters,
    and(inArray(counters.id, among(ids.flatMap(countersOf))), eq(counters.value, 0))!,
  ),
];

/** What takes samples away, as a batch: the records of each kind after those that point at them. */
export function takingSamples(db: CompanyDb, samples: readonly Sample[]): Taking {
  const each = sampleKinds.flatMap((kind) => {
    const these = samples.filter((one) => one.kind === kind);
    if (!these.length) return [];
    const { writes, activity } = (takings[kind] ?? takingRecords)(db, kind, these);
    return [{ writes: [...writes, ...clearing(db, kind, these)], activity }];
  });
  return {
    writes: [...each.flatMap(({ writes }) => writes), ...forgettingFigures(db, idsOf(samples))],
    activity: each.flatMap(({ activity }) => activity),
  };
}
