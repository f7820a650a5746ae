import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { assetRules } from "#app/shared/flows/assets.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import {
  assetDetails,
  assets,
  categories,
  departments,
  locations,
  subCategories,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { assetFlow } from "./flow.ts";

type Details = Omit<
  Row<typeof assetDetails>,
  "companyId" | "id" | "createdAt" | "createdBy" | "updatedAt" | "version"
>;
export type Names = {
  categoryName: string;
  subCategoryName: string | null;
  departmentName: string;
  locationPath: string | null;
  vendorName: string | null;
  teamName: string | null;
  custodianName: string | null;
};
/** A device with its details and the names of what it points to. */
export type Asset = Omit<Row<typeof assets>, "qrToken"> & Details & Names;

const name = (
  table: { companyId: SQLiteColumn; id: SQLiteColumn },
  shown: SQLiteColumn,
  key: SQLiteColumn,
): SQL =>
  sql`(select ${shown} from ${table} where ${table.companyId} = ${assets.companyId} and ${table.id} = ${key})`;

/** The names of what a device points to, as columns. */
export const assetNames = {
  categoryName: sql<string>`${name(categories, categories.name, assets.categoryId)}`.as(
    "category_name",
  ),
  subCategoryName: sql<
    string | null
  >`${name(subCategories, subCategories.name, assets.subCategoryId)}`.as("sub_category_name"),
  departmentName: sql<string>`${name(departments, departments.name, assets.departmentId)}`.as(
    "department_name",
  ),
  locationPath: sql<string | null>`${name(locations, locations.path, assets.locationId)}`.as(
    "location_path",
  ),
  vendorName: sql<string | null>`${name(vendors, vendors.name, assets.vendorId)}`.as("vendor_name"),
  teamName: sql<string | null>`${name(teams, teams.name, assets.teamId)}`.as("team_name"),
  custodianName: sql<string | null>`${name(users, users.name, assets.custodianUserId)}`.as(
    "custodian_name",
  ),
};

/** The statements that read one device; hand their rows to `assetOf`. */
export const assetQueries = (db: ReadingDb, id: string) =>
  [
    db
      .select()
      .from(assets)
      .where(db.ofOwner(assets, and(eq(assets.id, id), isNull(assets.deletedAt))))
      .limit(1),
    db
      .select(assetNames)
      .from(assets)
      .where(db.ofOwner(assets, eq(assets.id, id)))
      .limit(1),
    db
      .select()
      .from(assetDetails)
      .where(db.ofOwner(assetDetails, eq(assetDetails.id, id)))
      .limit(1),
  ] as const;

/** @throws Response 404 when there is none */
export function assetOf(
  rows: Row<typeof assets>[],
  names: Names[],
  details: Row<typeof assetDetails>[],
): Asset {
  const [row] = rows;
  if (!row) return notFound("asset");
  const { qrToken: _, ...shown } = row;
  return { ...(details[0] as Details), ...shown, ...(names[0] as Names) };
}

/** A device with what the person may do with it. @throws Response 403, 404 */
export async function findAsset(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const [rows, names, details] = await db.read(...assetQueries(db, id));
  const asset = assetOf(rows, names, details);
  return { ...asset, moves: movesOf(assetRules, asset, assetFlow.moverOf(session)) };
}
