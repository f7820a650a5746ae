import { eq, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { indexed, unindexing } from "../search.ts";

const squeezed = (column: unknown) => sql`replace(replace(replace(replace(coalesce(${column}, ''), '-', ''), '/', ''), '.', ''), ' ', '')`;

/** Rewrites a device's search row from the row as it stands in the batch: its code may just have been assigned. Category and Location are marks. */
export const indexedAsset = (db: CompanyDb, id: string): Statement[] => [
  unindexing(db, id),
  db.run(
    indexed(
      db,
      sql`(select concat_ws(' ', 'asset', 'cat', ${assets.categoryId}, 'dep', ${assets.departmentId}) from ${assets} where ${db.mine(assets, eq(assets.id, id))})`,
      id,
      sql`(select concat_ws(' ', ${assets.assetCode}, ${assets.name}, ${assets.make}, ${assets.model}, ${assets.serialNo},
        ${squeezed(assets.assetCode)}, ${squeezed(assets.serialNo)}) from ${assets} where ${db.mine(assets, eq(assets.id, id))})`,
    ),
  ),
];
