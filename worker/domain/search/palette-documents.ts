import { eq, type SQL, sql } from "drizzle-orm";
import { passRules } from "#app/shared/flows/gate-passes.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { transferRules } from "#app/shared/flows/transfers.ts";
import {
  assetTransfers,
  breakdowns,
  departments,
  gatePasses,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { namedBy } from "../lists/more-columns.ts";
import { matchOf, nothing } from "./search.ts";

/** What one must hold one of to find a document. */
export const documentRights = ["view-breakdown", "view-asset-transfer", "view-gate-pass"] as const;

/** The newest documents of a kind that have the words. */
function newest(db: ReadingDb, kind: string, q: string, most: number): SQL {
  const match = matchOf(db.companyId, kind, q);
  return match
    ? sql`(select record_id from search_index where search_index match ${match} order by rowid desc limit ${sql.raw(String(most))}) as found`
    : nothing;
}

/** Service calls, transfers and gate passes that have the words typed, of each kind that the person may see, as statements. */
export function documentsOf(session: Session, db: ReadingDb, q: string, most: number) {
  const found = (right: (typeof documentRights)[number], kind: string) =>
    session.can(right) ? newest(db, kind, q, most) : nothing;
  const isFound = sql`found.record_id`;
  return [
    db
      .select({
        id: sql<string>`${breakdowns.id}`.as("call_id"),
        number: breakdowns.number,
        problem: breakdowns.problem,
        status: sql<(typeof breakdowns.$inferSelect)["status"]>`${breakdowns.status}`.as(
          "call_status",
        ),
      })
      .from(found("view-breakdown", "breakdown"))
      .crossJoin(breakdowns)
      .where(db.ofOwner(breakdowns, eq(breakdowns.id, isFound)))
      .limit(most),
    db
      .select({
        id: sql<string>`${assetTransfers.id}`.as("transfer_id"),
        number: assetTransfers.number,
        asset: assetTransfers.firstAsset,
        to: namedBy(departments, departments.name, assetTransfers.toDepartmentId),
        status: sql<(typeof assetTransfers.$inferSelect)["status"]>`${assetTransfers.status}`.as(
          "transfer_status",
        ),
      })
      .from(found("view-asset-transfer", "transfer"))
      .crossJoin(assetTransfers)
      .where(db.ofOwner(assetTransfers, eq(assetTransfers.id, isFound)))
      .limit(most),
    db
      .select({
        id: sql<string>`${gatePasses.id}`.as("pass_id"),
        number: gatePasses.number,
        partyName: gatePasses.partyName,
        vendorName: namedBy(vendors, vendors.name, gatePasses.vendorId),
        status: sql<(typeof gatePasses.$inferSelect)["status"]>`${gatePasses.status}`.as(
          "pass_status",
        ),
      })
      .from(found("view-gate-pass", "gate_pass"))
      .crossJoin(gatePasses)
      .where(db.ofOwner(gatePasses, eq(gatePasses.id, isFound)))
      .limit(most),
  ] as const;
}
type Found = Results<ReturnType<typeof documentsOf>>;

const LONGEST = 120;

/** The documents as the palette shows them, a list for each kind. */
export const documentsShown = ([calls, transfers, passes]: Found) => [
  calls.map(({ id, number, problem, status }) => ({
    group: "Service calls",
    title: `${number} ${problem}`.slice(0, LONGEST),
    hint: callRules.states[status],
    href: `/asset-breakdown/${id}`,
    icon: "call",
  })),
  transfers.map(({ id, number, asset, to, status }) => ({
    group: "Transfers",
    title: `${number} ${asset}`.slice(0, LONGEST),
    hint: [transferRules.states[status], to].filter(Boolean).join(", "),
    href: `/asset-transfer/${id}`,
    icon: "truck",
  })),
  passes.map(({ id, number, partyName, vendorName, status }) => ({
    group: "Gate passes",
    title: [number, vendorName ?? partyName].filter(Boolean).join(" ").slice(0, LONGEST),
    hint: passRules.states[status],
    href: `/gate-pass/${id}`,
    icon: "out",
  })),
];
