import { desc, eq, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { contractAssets, contracts, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { namedBy } from "../lists/more-columns.ts";

/** So many contracts of a vendor are shown on its page, those that end last. */
export const MOST_CONTRACTS = 25;
/** The contracts of a vendor, those that end last first, and one more where there are more. A statement of its page. */
export const contractsOfVendor = (db: ReadingDb, vendorId: string) =>
  db
    .select(
      pick(contracts, [
        ...(["id", "number", "kind", "startOn", "endOn"] as const),
        ...(["terminatedOn", "noticeDays", "valueMinor"] as const),
      ]),
    )
    .from(contracts)
    .where(db.ofOwner(contracts, rare(eq(contracts.vendorId, vendorId))))
    .orderBy(desc(contracts.endOn), desc(contracts.id))
    .limit(MOST_CONTRACTS + 1);

const MOST_LINES = 40;
/** The contracts of a device, the latest first: past, present and future. A statement of a read. */
export const contractsOfDevice = (db: ReadingDb, assetId: string) =>
  db
    .select({
      id: sql<string>`${contracts.id}`.as("contract_id"),
      ...pick(contracts, ["number", "kind", "startOn", "endOn", "terminatedOn", "noticeDays"]),
      ...pick(contracts, ["hasLabour", "hasSpares", "exclusions", "pmVisitsPerYear"]),
      ...pick(contractAssets, ["fromOn", "toOn", "valueShareMinor"]),
      vendorName: namedBy(vendors, vendors.name, contracts.vendorId),
    })
    .from(contractAssets)
    .innerJoin(contracts, pointsTo(contractAssets.contractId, contracts))
    .where(db.ofOwner(contractAssets, rare(eq(contractAssets.assetId, assetId))))
    .orderBy(desc(contracts.startOn), desc(contracts.id))
    .limit(MOST_LINES);
export type ContractOfDevice = Awaited<ReturnType<typeof contractsOfDevice>>[number];
