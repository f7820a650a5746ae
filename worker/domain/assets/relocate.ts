import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { changesBetween } from "../entity/changes.ts";
import { recounting } from "./effects.ts";
import { indexedAssets } from "./searching.ts";

/** A write that gives devices other places, with the counters and the search rows that follow it. */
export const placing = (
  db: CompanyDb,
  ids: readonly string[],
  update: Statement,
  changesWords = true,
): Statement[] => [...recounting(db, ids, update), ...(changesWords ? indexedAssets(db, ids) : [])];

/** Where a device is, with the names that its log keeps. */
export type Standing = Pick<Row<typeof assets>, "departmentId" | "locationId" | "room"> & {
  department: string | null;
  place: string | null;
};
/** A device that a document takes elsewhere. `more` are caches that change with it. */
export type Relocation = {
  id: string;
  label: string;
  from: Standing;
  to: Standing;
  more: Pick<Row<typeof assets>, "openTransferId">;
};

const named = ({ department, place, room }: Standing) => ({ department, place, room });

/**
 * Takes devices to the places that a document says, whether whoever decides it sees them or not: their rows, counters, search rows
 * and histories.
 */
export function relocating(
  db: CompanyDb,
  moves: readonly Relocation[],
  reason: string,
): { writes: Statement[]; also: Activity[] } {
  if (!moves.length) return { writes: [], also: [] };
  const rows = moves.map(({ id, to: { departmentId, locationId, room }, more }) => ({
    ...{ id, departmentId, locationId, room },
    ...more,
  }));
  const update = db.updatingAllAcross(assets, rows, "a document that the person sees moves it");
  return {
    writes: placing(
      db,
      moves.map(({ id }) => id),
      update,
    ),
    also: moves.map(({ id, label, from, to }) => ({
      ...{ action: "move.asset", kind: "asset", id, assetId: id, label },
      changes: changesBetween(named(from), named(to)),
      reason,
      isAcross: true as const,
    })),
  };
}
