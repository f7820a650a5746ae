import { and, eq, isNull, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { assets, departments, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

type Ids = {
  location?: string | undefined;
  vendor?: string | undefined;
  asset?: string | undefined;
};

/** The records that the filters of a list name, as choices; those that are not seen are left out. One round trip, none for no ids. */
export async function chosenOf(
  db: ReadingDb,
  { location = "", vendor = "", asset = "" }: Ids,
): Promise<{ location?: Choice; vendor?: Choice; asset?: Choice }> {
  if (!location && !vendor && !asset) return {};
  const named = (table: typeof departments | typeof vendors, id: string) =>
    db
      .select({ value: table.id, label: table.name })
      .from(table)
      .where(db.ofOwner(table, eq(table.id, id)))
      .limit(1);
  const [[place], [party], [device]] = await db.read(
    named(departments, location),
    named(vendors, vendor),
    db
      .select({
        value: assets.id,
        label: sql<string>`${assets.assetCode} || ' ' || ${assets.name}`.as("asset_label"),
      })
      .from(assets)
      .where(db.ofOwner(assets, and(eq(assets.id, asset), isNull(assets.deletedAt))))
      .limit(1),
  );
  return {
    ...(place ? { location: place } : {}),
    ...(party ? { vendor: party } : {}),
    ...(device ? { asset: device } : {}),
  };
}
