import { and, eq, isNull, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import { vendors } from "#drizzle/tenant/index.ts";
import { ending } from "./endings.ts";

/** Accreditations of calibration labs that end: without one, its certificates do not count. */
export const accreditationEndings = ending({
  kind: "vendor.document_ending",
  name: "accreditations",
  many: {
    title: (n, when) => plural(n, `1 accreditation ends ${when}`, `{n} accreditations end ${when}`),
    link: (day) => `/vendors?ends=${day}`,
  },
  ends: (db, { after, until, from, most }) =>
    db
      .select({
        id: vendors.id,
        name: vendors.name,
        number: vendors.accreditationNo,
        endOn: sql<string>`${vendors.accreditationValidUntil}`.as("end_on"),
      })
      .from(vendors)
      .where(
        db.ofOwner(
          vendors,
          and(
            eq(vendors.isCalibrationLab, true),
            isNull(vendors.deletedAt),
            isNull(vendors.archivedAt),
            sql`${vendors.accreditationValidUntil} > ${after} and ${vendors.accreditationValidUntil} <= ${until}`,
            sql`(${vendors.accreditationValidUntil}, ${vendors.id}) > (${from.on}, ${from.id})`,
          ),
        ),
      )
      .orderBy(vendors.accreditationValidUntil, vendors.id)
      .limit(most),
  notice: ({ id, name, number, endOn }, when, dateFormat) => ({
    title: `Accreditation ends ${when}: ${name}`,
    body: number
      ? `Accreditation ${number} is valid until ${dateText(endOn, dateFormat)}.`
      : `It is valid until ${dateText(endOn, dateFormat)}.`,
    link: `/vendor/detail/${id}`,
    entityKind: "vendor",
  }),
});
