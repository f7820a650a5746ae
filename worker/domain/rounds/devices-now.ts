import { and, inArray, isNull, sql } from "drizzle-orm";
import { type DeviceNow, MOST_DEVICES } from "#app/shared/rounds.ts";
import { assets, departments } from "#drizzle/tenant/index.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";

/**
 * Where the devices of reports that wait on a phone are by now. One that is gone, or out of the person's Locations, is not among them.
 * @param ids at most 200; more are left out
 */
export async function devicesNow(session: Session, ids: readonly string[]): Promise<DeviceNow[]> {
  if (ids.length === 0 || !session.can("edit-asset")) return [];
  const db = session.authorizeAny("edit-asset");
  const [rows] = await db.read(
    db
      .select({
        id: sql<string>`${assets.id}`.as("asset_id"),
        lifecycle: assets.lifecycle,
        department: sql<string>`${departments.name}`.as("department_name"),
      })
      .from(assets)
      .innerJoin(departments, pointsTo(assets.departmentId, departments))
      .where(
        db.ofOwner(
          assets,
          and(inArray(assets.id, among(ids.slice(0, MOST_DEVICES))), isNull(assets.deletedAt)),
        ),
      ),
  );
  return rows;
}
