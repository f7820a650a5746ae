import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { breakdowns, gatePasses, stockItems, vendors } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { assertOffered, usable } from "../entity/references.ts";
import { indexed, unindexing } from "../search/search.ts";
import type { PassInput } from "./input.ts";
import { assertFree, deviceIds, type Things } from "./things.ts";

/** The rows of a pass's lines, with what things are called now. */
export function lineRows(passId: string, { lines }: PassInput, [devices, , items]: Things) {
  return lines.map((line) => {
    const device = devices.find(({ id }) => id === line.assetId);
    const item = items.find(({ id }) => id === line.stockItemId);
    return {
      ...line,
      id: newId(),
      gatePassId: passId,
      accessoryIds: line.accessoryIds,
      name: device?.name ?? item?.name ?? line.description ?? "",
      serialNo: line.serialNo ?? device?.serialNo ?? item?.partNo ?? null,
      isOpen: true,
    };
  });
}

/** What must still be so when a pass is written. */
export function passAsserts(
  db: CompanyDb,
  values: PassInput,
  before: { vendorId: string | null } | null,
): Statement[] {
  const ids = deviceIds(values);
  const items = values.lines.flatMap(({ stockItemId }) => stockItemId ?? []);
  const offered = and(inArray(stockItems.id, among(items)), usable(stockItems));
  return [
    ...assertFree(db, ids, values.purpose, before !== null),
    ...(items.length
      ? [
          db.assert(
            "usable_reference",
            sql`(select count(*) from ${stockItems} where ${db.ofOwner(stockItems, offered)}) = cast(${items.length} as integer)`,
          ),
        ]
      : []),
    ...(values.vendorId && values.vendorId !== before?.vendorId
      ? [assertOffered(db, vendors, values.vendorId)]
      : []),
    ...(values.breakdownId
      ? [
          db.assert(
            "usable_reference",
            db.exists(
              breakdowns,
              and(eq(breakdowns.id, values.breakdownId), inArray(breakdowns.assetId, among(ids)))!,
            ),
          ),
        ]
      : []),
  ];
}

/** What a pass is found by: its number, who it goes to, who carries it, and what is on it. */
export const searched = (
  db: CompanyDb,
  id: string,
  values: PassInput,
  lines: readonly { name: string; serialNo: string | null }[],
  [devices, , , , [vendor]]: Things,
): Statement[] => {
  const words = [
    ...[vendor?.name, values.partyName, values.carrierName, values.vehicleNo],
    ...devices.map(({ assetCode }) => assetCode),
    ...lines.flatMap(({ name, serialNo }) => [name, serialNo]),
  ];
  const text = words.filter(Boolean).join(" ").slice(0, 4000);
  const number = sql`(select ${gatePasses.number} from ${gatePasses} where ${db.ofOwner(gatePasses, eq(gatePasses.id, id))})`;
  return [
    unindexing(db, id),
    db.run(indexed(db, "gate_pass", id, sql`${number} || ' ' || ${text}`)),
  ];
};
