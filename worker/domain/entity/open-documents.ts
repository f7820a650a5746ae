import { and, inArray, type SQL } from "drizzle-orm";
import { assetTransfers } from "#drizzle/tenant/index.ts";
import { conflict } from "../../refusals.ts";
import { countOf, type UseOf } from "./uses.ts";

/** States in which a document still goes on. Closed ones are history and stay with what they were made for. */
export const openTransfers = [
  "draft",
  "requested",
  "approved",
  "dispatched",
  "received_with_discrepancy",
] as const;
export const openPasses = [
  "draft",
  "pending_approval",
  "approved",
  "out",
  "partially_returned",
] as const;
export const openServices = ["scheduled", "in_progress", "deferred"] as const;

/** The open transfers of which something holds, as what keeps a record from being archived. */
export const openTransfersWhere = (where: SQL): UseOf[] => [
  {
    table: assetTransfers,
    column: assetTransfers.id,
    where: and(inArray(assetTransfers.status, [...openTransfers]), where)!,
    things: "open transfers",
    href: null,
  },
];

/** @param way what can be done about it: "Finish or cancel them first." @throws Response 409 saying how many transfers are open */
export function refuseOpen(counts: readonly { n: number }[][], way: string): void {
  const n = counts[0]?.[0]?.n ?? 0;
  if (n)
    conflict(`${countOf(n, "open transfers")} ${n === 1 ? "names" : "name"} it. ${way}`, {
      uses: n,
      things: "open transfers",
    });
}
