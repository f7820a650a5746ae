import { eq, sql } from "drizzle-orm";
import { type assets, inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { indexed } from "../search/search.ts";

/** The kind of an in-house calibration's search rows. */
export const INHOUSE = "inhouse_calibration";

/** The search row of a new in-house calibration, whose number is taken earlier in the same batch: its number and its device. */
export const inhouseFindable = (
  db: CompanyDb,
  id: string,
  { assetCode, name, make, model, serialNo }: Row<typeof assets>,
): Statement =>
  db.run(
    indexed(
      db,
      INHOUSE,
      id,
      sql`(select concat_ws(' ', ${table.inhouseNo}, ${assetCode}, ${name}, ${make}, ${model}, ${serialNo}) from ${table} where ${db.ofOwner(table, eq(table.id, id))})`,
    ),
  );
