import { and, eq, isNull, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { assets, departments } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import type { TransferRow } from "./list.ts";

/** The Location of a row that a filter names. */
const locationIn = (rows: readonly TransferRow[], id: string): Choice | undefined => {
  for (const row of rows) {
    if (row.fromDepartmentId === id) return { value: id, label: row.fromName };
    if (row.toDepartmentId === id) return { value: id, label: row.toName };
  }
  return undefined;
};

/** The records that the filters of the list name, as choices: read where the list's own rows do not tell. */
export async function transferChoices(
  session: Session,
  rows: readonly TransferRow[],
  { location, asset }: Record<string, string>,
): Promise<{ location?: Choice; asset?: Choice }> {
  const known = location ? locationIn(rows, location) : undefined;
  if ((!location || known) && !asset) return known ? { location: known } : {};
  const db = session.authorize("view-asset-transfer");
  const [[department], [device]] = await db.read(
    db
      .select({ value: departments.id, label: departments.name })
      .from(departments)
      .where(db.ofOwner(departments, eq(departments.id, location ?? "")))
      .limit(1),
    db
      .select({
        value: assets.id,
        label: sql<string>`${assets.assetCode} || ' ' || ${assets.name}`.as("asset_label"),
      })
      .from(assets)
      .where(db.ofOwner(assets, and(eq(assets.id, asset ?? ""), isNull(assets.deletedAt))))
      .limit(1),
  );
  return { ...(department ? { location: department } : {}), ...(device ? { asset: device } : {}) };
}
