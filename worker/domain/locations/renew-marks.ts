import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { assets, locations, outbox } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { indexedAssets } from "../assets/searching.ts";
import { RENEW_MARKS } from "./paths.ts";

const CHUNK = 200;
/** Where the work on one moved place stands: the last device done, in the order of the tree. */
type Payload = { place: string; path?: string; asset?: string };

/** The same for the person's company, after the answer to who moved a place. */
export async function renewAfter(session: Session): Promise<void> {
  const db = session.can("edit-location") ? session.authorize("edit-location") : null;
  if (db && !db.scope) await renewMarks(db, Number.POSITIVE_INFINITY);
}

/**
 * Renews the search rows of devices under moved places, chunk by chunk; what was interrupted goes on where it stopped.
 * @param chunks how many at most
 * @returns whether nothing is left
 */
export async function renewMarks(db: CompanyDb, chunks: number): Promise<boolean> {
  for (let chunk = 0; chunk < chunks; chunk++) {
    const [[message]] = await db.read(
      db
        .select({ id: outbox.id, payload: outbox.payload })
        .from(outbox)
        .where(
          db.ofOwner(
            outbox,
            and(
              isNull(outbox.sentAt),
              eq(outbox.topic, RENEW_MARKS),
              sql`${outbox.nextAt} <= cast(${Date.now()} as integer)`,
            ),
          ),
        )
        .orderBy(asc(outbox.nextAt))
        .limit(1),
    );
    if (!message) return true;
    const { place, path = "", asset = "" } = message.payload as Payload;
    const [rows] = await db.read(
      db
        .select({
          id: sql<string>`${assets.id}`.as("asset_id"),
          path: sql<string>`${locations.pathIds}`.as("path_ids"),
        })
        .from(
          sql`(select "path_ids" as top from "locations" where "company_id" = ${db.companyId} and "id" = ${place}) as moved`,
        )
        .innerJoin(
          locations,
          db.ofOwner(
            locations,
            sql`${locations.pathIds} >= moved.top and ${locations.pathIds} < moved.top || '~' and ${locations.pathIds} >= ${path}`,
          )!,
        )
        .innerJoin(
          assets,
          and(
            eq(assets.companyId, locations.companyId),
            eq(assets.locationId, locations.id),
            isNull(assets.deletedAt),
          ),
        )
        .where(sql`(${locations.pathIds}, ${assets.id}) > (${path}, ${asset})`)
        .orderBy(locations.pathIds, assets.id)
        .limit(CHUNK),
    );
    const last = rows.at(-1);
    const done = rows.length < CHUNK;
    await db.read(
      ...(indexedAssets(
        db,
        rows.map(({ id }) => id),
      ) as [never]),
      db.updating(
        outbox,
        eq(outbox.id, message.id),
        done
          ? { sentAt: Date.now(), nextAt: null }
          : { payload: { place, path: last!.path, asset: last!.id } },
      ),
    );
  }
  return false;
}
