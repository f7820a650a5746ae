import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { fixed } from "../../db/fixed.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { assetNames, type Names } from "./columns.ts";
import { assetFlow } from "./flow.ts";

type Details = Omit<
  Row<typeof assetDetails>,
  "companyId" | "id" | "createdAt" | "createdBy" | "updatedAt" | "version"
>;
/** A device with its details and the names of what it points to. */
export type Asset = Omit<Row<typeof assets>, "qrToken"> & Details & Names;

const deviceOf = fixed((db: ReadingDb, id) =>
  db
    .select({ ...getTableColumns(assets), ...assetNames })
    .from(assets)
    .where(db.ofOwner(assets, and(eq(assets.id, id), isNull(assets.deletedAt))))
    .limit(1),
);
const detailsOf = fixed((db: ReadingDb, id) => db.byId(assetDetails, sql`${id}`));

/** The statements that read one device; hand their rows to `assetOf`. */
export const assetQueries = (db: ReadingDb, id: string) =>
  [deviceOf(db, id), detailsOf(db, id)] as const;

/** @throws Response 404 when there is none */
export function assetOf([[row], [details]]: Results<ReturnType<typeof assetQueries>>): Asset {
  if (!row) return notFound("asset");
  const { qrToken: _, ...shown } = row;
  return { ...(details as Details), ...shown };
}

/** A device with the moves that the person can call. @throws Response 403, 404 */
export async function findAsset(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const results = await db.read(...assetQueries(db, id));
  const asset = assetOf(results);
  return { ...asset, moves: assetFlow.movesOf(session, results[0][0]!) };
}
