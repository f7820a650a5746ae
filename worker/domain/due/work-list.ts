import { and, eq, inArray, sql } from "drizzle-orm";
import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, departments, locations, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { fieldsOf } from "../../db/fields-of.ts";
import { among, pointsTo, rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { deviceAddress, qrOf } from "../labels/qr.ts";
import { askedOf } from "../lists/list-query.ts";
import { dueFilters, isOpenDue, keptDue } from "./due-filters.ts";

/** So many planned services are on one list at most. */
const MOST = 500;

/** Texts in the order of their letters, capital or not, as lists have codes. */
const inOrder = (one: string, two: string) => {
  const [a, b] = [one.toLowerCase(), two.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};

/**
 * What is to be done, by Location: the open planned services of an address (those of `ids`, else what its filters keep up to the end
 * of the month it shows), each with the code that opens its device. Two round trips: the names of its Locations are read once each.
 * @throws Response 403
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
    ? rare(sql`${table.id} in ${among(ids)}`)
    : and(
        isOpenDue,
        filters.to ? undefined : sql`${table.planOn} <= ${until}`,
        keptDue({ session, db, today, now }, filters),
      );
  // What its filters leave out has no device looked up.
  const first = sql`(select * from ${table} where ${db.ofOwner(table, where)} order by ${table.planOn}, ${table.id} limit ${sql.raw(String(MOST + 1))})`;
  const [found] = await db.read(
    db
      .select({
        id: sql<string>`${table.id}`.as("due_id"),
        ...fieldsOf(pick(table, ["kind", "dueOn", "closesOn"])),
        planOn: sql<string>`${table.planOn}`.as("plan_day"),
        code: assets.assetCode,
        name: sql<string>`${assets.name}`.as("asset_name"),
        make: assets.make,
        model: assets.model,
        serialNo: assets.serialNo,
        room: assets.room,
        qrToken: assets.qrToken,
        departmentId: assets.departmentId,
        path: sql<string | null>`${locations.path}`.as("place_path"),
      })
      .from(sql`${first} as ${table}`)
      .innerJoin(assets, db.ofOwner(assets, eq(assets.id, table.assetId)))
      .leftJoin(locations, pointsTo(assets.locationId, locations)),
  );
  const rows = found
    .slice(0, MOST)
    .sort((a, b) => inOrder(a.planOn, b.planOn) || inOrder(a.code, b.code));
  const named = [...new Set(rows.map(({ departmentId }) => departmentId))];
  const [places] = named.length
    ? await db.read(
        db
          .select({
            id: departments.id,
            name: sql<string>`${departments.name}`.as("department_name"),
          })
          .from(departments)
          .where(db.ofOwner(departments, rare(inArray(departments.id, among(named)))))
          .orderBy(departments.name),
      )
    : [[]];
  return {
    today,
    isCut: found.length > MOST,
    groups: places.map(({ id, name }) => ({
      location: name,
      rows: rows
        .filter(({ departmentId }) => departmentId === id)
        .map(({ qrToken, departmentId, ...row }) => ({
          ...row,
          location: name,
          qr: qrOf(deviceAddress(session.origin, qrToken)),
        })),
    })),
  };
}
export type WorkList = Awaited<ReturnType<typeof workList>>;
