import { and, sql } from "drizzle-orm";
import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import { assets, departments, locations, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { deviceAddress, qrOf } from "../labels/qr.ts";
import { askedOf } from "../lists/list-query.ts";
import { dueFilters, isOpenDue, keptDue } from "./due-filters.ts";

/** So many planned services are on one list at most. */
const MOST = 500;

/**
 * What is to be done, by Location: the open planned services of an address (those of `ids`, else what its filters keep up to the end
 * of the month it shows), each with the code that opens its device. One round trip. @throws Response 403
 */
export async function workList(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-asset");
  const now = Date.now();
  const today = dayIn(session.company.timeZone, now);
  const ids = (params.get("ids") ?? "").split(",").filter(Boolean).slice(0, MOST);
  const { filters } = askedOf(params, ["plan"], Object.keys(dueFilters));
  const date = isDay(params.get("date") ?? "") ? params.get("date")! : today;
  const until = addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1);
  const where = ids.length
    ? sql`${table.id} in ${among(ids)}`
    : and(
        isOpenDue,
        filters.to ? undefined : sql`${table.planOn} <= ${until}`,
        keptDue({ session, db, today, now }, filters),
      );
  const first = db
    .select({ id: table.id })
    .from(table)
    .where(db.ofOwner(table, where))
    .orderBy(table.planOn, table.id)
    .limit(MOST + 1);
  const [rows] = await db.read(
    db
      .select({
        id: sql<string>`${table.id}`.as("due_id"),
        kind: table.kind,
        dueOn: table.dueOn,
        planOn: sql<string>`${table.planOn}`.as("plan_day"),
        closesOn: table.closesOn,
        code: assets.assetCode,
        name: sql<string>`${assets.name}`.as("asset_name"),
        make: assets.make,
        model: assets.model,
        serialNo: assets.serialNo,
        room: assets.room,
        qrToken: assets.qrToken,
        location: sql<string>`${departments.name}`.as("department_name"),
        path: sql<string | null>`${locations.path}`.as("place_path"),
      })
      .from(table)
      .innerJoin(assets, pointsTo(table.assetId, assets))
      .innerJoin(departments, pointsTo(assets.departmentId, departments))
      .leftJoin(locations, pointsTo(assets.locationId, locations))
      .where(db.ofOwner(table, sql`${table.id} in ${first}`))
      .orderBy(departments.name, table.planOn, assets.assetCode),
  );
  const shown = rows.slice(0, MOST).map(({ qrToken, ...row }) => ({
    ...row,
    qr: qrOf(deviceAddress(session.origin, qrToken)),
  }));
  return {
    today,
    isCut: rows.length > MOST,
    groups: [...new Set(shown.map(({ location }) => location))].map((location) => ({
      location,
      rows: shown.filter((row) => row.location === location),
    })),
  };
}
export type WorkList = Awaited<ReturnType<typeof workList>>;
