import type { Choice } from "#app/shared/list.ts";
import { assets, breakdowns, stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { chosenOf } from "../lists/chosen.ts";
import type { Report } from "./declaration.ts";

const columnsOfRecords = {
  department: assets.departmentId,
  category: assets.categoryId,
  vendor: assets.vendorId,
  team: assets.teamId,
  place: assets.locationId,
  asset: breakdowns.assetId,
  store: stockItems.storeId,
} as const;

/** The records that a report's filters name, as statements and what their rows tell. */
export const chosenIn = (
  db: ReadingDb,
  report: Report,
  filters: Readonly<Record<string, string>>,
) =>
  chosenOf(
    db,
    Object.fromEntries(Object.entries(columnsOfRecords).filter(([key]) => key in report.filters)),
    filters,
  );

/** The names of the records that a report's filters name, by filter. One round trip where there is one. */
export async function chosenNames(
  db: ReadingDb,
  report: Report,
  filters: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { statements, of } = chosenIn(db, report, filters);
  if (!statements.length) return {};
  const rows = (await db.read(...(statements as unknown as [never]))) as unknown as Choice[][];
  const chosen = of(rows) as Record<string, Choice | undefined>;
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([key, one]) => (one ? [[key, one.label]] : [])),
  );
}
