import { and, type SQL, sql } from "drizzle-orm";
import { dueEntryPath } from "#app/shared/due-links.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { counts, isOpen } from "../notifications/due/rows.ts";
import { isWanted, tellingEach } from "./telling.ts";

const AT_ONCE = 200;

/** The days after `after`, up to `until`, of which planned services are told, and where an earlier part has stopped. */
export type DueDays = { after: string; until: string; on?: string; id?: string };

/** The next planned services of these days that wait to be done; none where no endpoint is told of them. */
const nextOf = (db: CompanyDb, { after, until, on, id }: DueDays) => {
  const from: SQL =
    on === undefined
      ? sql`${table.planOn} > ${after}`
      : sql`(${table.planOn}, ${table.id}) > (${on}, ${id})`;
  return db
    .select({
      ...pick(table, ["id", "kind", "assetId"]),
      planOn: sql<string>`${table.planOn}`.as("due_day"),
      title: schedules.title,
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(table)
    .innerJoin(schedules, pointsTo(table.scheduleId, schedules))
    .innerJoin(assets, pointsTo(table.assetId, assets))
    .where(
      db.ofOwner(
        table,
        and(isWanted(db, "service.due"), isOpen, from, sql`${table.planOn} <= ${until}`, counts),
      ),
    )
    .orderBy(table.planOn, table.id)
    .limit(AT_ONCE);
};

/**
 * Tells the endpoints that want it of planned services whose day has come, each once for its day.
 * @returns where the next part goes on; null when nothing is left
 */
export async function tellDue(
  db: CompanyDb,
  origin: string,
  days: DueDays,
  at: number,
): Promise<DueDays | null> {
  const [rows] = await db.read(nextOf(db, days));
  if (!rows.length) return null;
  const all = rows.map(({ id, kind, assetId, planOn, title, code, name }) => ({
    id: `due:${id}:${planOn}`,
    data: {
      ...{ id, kind, title, due_on: planOn },
      asset: { id: assetId, code, name },
      url: `${origin}${dueEntryPath(id)}`,
    },
  }));
  await db.read(tellingEach(db, "service.due", all, at));
  const { planOn: on, id } = rows.at(-1)!;
  return rows.length === AT_ONCE ? { ...days, on, id } : null;
}
