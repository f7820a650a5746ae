import { and, inArray, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { gatePasses } from "#drizzle/tenant/index.ts";
import { ending } from "../notifications/endings.ts";

/** What is out on a pass and is to come back: who made the pass out is told. */
export const passReturns = ending({
  kind: "pass.due",
  name: "passes",
  ends: (db, { after, until, from, most }) =>
    db
      .select({
        id: gatePasses.id,
        number: gatePasses.number,
        endOn: sql<string>`${gatePasses.expectedReturnOn}`.as("end_on"),
        createdBy: gatePasses.createdBy,
      })
      .from(gatePasses)
      .where(
        db.ofOwner(
          gatePasses,
          and(
            inArray(gatePasses.status, ["out", "partially_returned"]),
            sql`${gatePasses.expectedReturnOn} > ${after} and ${gatePasses.expectedReturnOn} <= ${until}`,
            sql`(${gatePasses.expectedReturnOn}, ${gatePasses.id}) > (${from.on}, ${from.id})`,
          ),
        ),
      )
      .orderBy(gatePasses.expectedReturnOn, gatePasses.id)
      .limit(most),
  notice: ({ id, number, endOn, createdBy }, when, dateFormat) => ({
    title: `Gate pass ${number} is due back ${when}`,
    body: `Its lines are to come back by ${dateText(endOn, dateFormat)}.`,
    link: `/gate-pass/${id}`,
    entityKind: "gate_pass",
    userIds: [createdBy],
  }),
});
