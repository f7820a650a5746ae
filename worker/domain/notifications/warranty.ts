import { and, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { dueDayPath } from "#app/shared/due-links.ts";
import { plural } from "#app/shared/plural.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { ending } from "./endings.ts";

/** Warranties that end: those in charge of the device, its custodian and its team are told. */
export const warrantyEndings = ending({
  kind: "asset.warranty_ending",
  name: "warranties",
  many: {
    title: (n, when) => plural(n, `1 warranty ends ${when}`, `{n} warranties end ${when}`),
    link: (day) => dueDayPath(day, "warranty_end"),
  },
  ends: (db, { after, until, from, most }) =>
    db
      .select({
        id: assets.id,
        code: assets.assetCode,
        name: assets.name,
        endOn: sql<string>`${assets.warrantyEndOn}`.as("end_on"),
        departmentId: assets.departmentId,
        custodian: assets.custodianUserId,
        teamId: assets.teamId,
      })
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          and(
            sql`warranty_end_on is not null and deleted_at is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
            sql`${assets.warrantyEndOn} > ${after} and ${assets.warrantyEndOn} <= ${until}`,
            sql`(${assets.warrantyEndOn}, ${assets.id}) > (${from.on}, ${from.id})`,
          ),
        ),
      )
      .orderBy(assets.warrantyEndOn, assets.id)
      .limit(most),
  notice: ({ id, code, name, endOn, departmentId, custodian, teamId }, when, dateFormat) => ({
    title: `Warranty ends ${when}: ${code} ${name}`,
    body: `The warranty ends on ${dateText(endOn, dateFormat)}.`,
    link: `/asset/detail/${id}`,
    entityKind: "asset",
    departmentId,
    userIds: [custodian],
    teamId,
  }),
});
