import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OwnedTarget } from "#drizzle/columns.ts";
import {
  assetDetails,
  assetDowntimes,
  assets,
  breakdownEvents,
  breakdowns,
  calibratorCertificates,
  calibrators,
  categories,
  consumers,
  departments,
  dueClosings,
  dueOccurrences,
  machineEvents,
  machineModels,
  machines,
  occurrenceEvents,
  procedures,
  procedureVersions,
  publicReports,
  replacementScores,
  sampleRows,
  schedules,
  statistics,
  stockBatches,
  stockItemMachineTypes,
  stockItems,
  stockMovements,
  stores,
  vendors,
} from "#drizzle/tenant/index.ts";
import { type SampleKind, sampleKinds } from "#drizzle/tenant/samples.ts";
import { edges } from "../entity/edges.ts";
import { entityOf, type Noun, nounOf, placeOf } from "../entity/nouns.ts";
import type { Use } from "../entity/uses.ts";

export type SampleTable = OwnedTarget & { version: SQLiteColumn; deletedAt?: SQLiteColumn };

export const sampleTables: Record<SampleKind, SampleTable> = {
  call: breakdowns,
  machine: machines,
  machine_model: machineModels,
  procedure: procedures,
  calibrator: calibrators,
  consumer: consumers,
  stock_item: stockItems,
  store: stores,
  asset: assets,
  vendor: vendors,
  category: categories,
  department: departments,
};
const kindOf = new Map(sampleKinds.map((kind) => [getTableName(sampleTables[kind]), kind]));

/** What people call the records of a kind. */
export const nounOfKind = (kind: SampleKind): Noun =>
  kind === "call" ? ["service call", "service calls"] : entityOf(sampleTables[kind]).noun;

/** What is planned of a device, and what was frozen of it, those first that point at others of them. */
export const planParts = [dueClosings, occurrenceEvents, dueOccurrences, schedules] as const;
/** Tables whose rows belong to a record and go with it, those first that point at others of them. */
export const partsOf: Partial<Record<SampleKind, readonly OwnedTarget[]>> = {
  call: [assetDowntimes, breakdownEvents],
  machine: [machineEvents],
  procedure: [procedureVersions],
  stock_item: [stockMovements, stockItemMachineTypes],
  asset: [...planParts, replacementScores, publicReports, assetDetails],
  department: [statistics],
};

const isNoted = (table: OwnedTarget, column: SQLiteColumn) =>
  sql`exists (select 1 from ${sampleRows} where ${sampleRows.companyId} = ${table.companyId} and ${sampleRows.id} = ${column})`;
const ofPlan = sql`exists (select 1 from ${schedules} where ${schedules.companyId} = ${dueOccurrences.companyId}
  and ${schedules.id} = ${dueOccurrences.scheduleId} and ${schedules.isPlan})`;

/** Rows of parts that are the company's own work, by the column that points at the record. */
const ownParts: Record<string, SQL> = {
  "asset_downtimes.assetId": sql`(${assetDowntimes.breakdownId} is null or not ${isNoted(assetDowntimes, assetDowntimes.breakdownId)})`,
  "schedules.assetId": sql`not ${schedules.isPlan}`,
  "due_occurrences.assetId": sql`not ${ofPlan}`,
  "stock_movements.stockItemId": sql`${stockMovements.kind} <> 'opening'`,
  "procedure_versions.procedureId": sql`(${procedureVersions.status} <> 'draft' or ${procedureVersions.submittedAt} is not null)`,
};
/** Rows that use a record although its schema does not count them. */
const alsoUses: readonly SQLiteColumn[] = [
  calibratorCertificates.calibratorId,
  procedureVersions.procedureId,
  stockBatches.stockItemId,
];

/** What points at the records of a kind. */
export type Pointing = Omit<Use, "things" | "list"> & {
  /** What people call the rows; null for those that do not use the record. */
  things: string | null;
  /** The kind of samples that the rows may be. */
  kind: SampleKind | undefined;
};

const known = new Map<SampleKind, readonly Pointing[]>();
/** Everything that points at records of a kind but the samples themselves and what belongs to them. */
export function pointingAt(kind: SampleKind): readonly Pointing[] {
  const found = known.get(kind) ?? pointingFrom(kind);
  known.set(kind, found);
  return found;
}

function pointingFrom(kind: SampleKind): Pointing[] {
  const table = sampleTables[kind];
  const parts = partsOf[kind] ?? [];
  const found = edges.flatMap(({ table: from, column, target, isUse }): Pointing[] => {
    if (target !== table || from === table) return [];
    const own = ownParts[`${getTableName(from)}.${column.name}`];
    const isUsing = isUse || alsoUses.includes(column);
    if (parts.includes(from as OwnedTarget) && !(own && isUsing)) return [];
    const other = kindOf.get(getTableName(from));
    const where = other ? sql`not ${isNoted(sampleTables[other], sampleTables[other].id)}` : own;
    const things = isUsing ? (nounOf(column) ?? "records") : null;
    return [{ table: from, column, things, kind: other, ...(where ? { where } : {}) }];
  });
  // What a record is said to be used by comes in the order of every other such sentence.
  return found.sort((a, b) => placeOf(a.table) - placeOf(b.table));
}
