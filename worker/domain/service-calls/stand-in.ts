import { eq, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { assets, breakdowns, departments } from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";

/**
 * Where a device is lent to while another one is out of use, and why: the first values of its transfer.
 * Null where the call is not seen.
 */
export async function standInFor(
  session: Session,
  callId: string,
): Promise<{ to: Choice; reason: string } | null> {
  if (!session.can("view-breakdown")) return null;
  const db = session.authorize("view-breakdown");
  const [[call]] = await db.read(
    db
      .select({
        number: breakdowns.number,
        code: assets.assetCode,
        device: sql<string>`${assets.name}`.as("device_name"),
        value: sql<string>`${departments.id}`.as("place_id"),
        label: sql<string>`${departments.name}`.as("place_name"),
      })
      .from(breakdowns)
      .innerJoin(assets, pointsTo(breakdowns.assetId, assets))
      .innerJoin(departments, pointsTo(assets.departmentId, departments))
      .where(db.ofOwner(breakdowns, eq(breakdowns.id, callId)))
      .limit(1),
  );
  if (!call) return null;
  const { number, code, device, value, label } = call;
  return {
    to: { value, label },
    reason: `Stands in for ${code} ${device}, service call ${number}`.slice(0, 500),
  };
}
