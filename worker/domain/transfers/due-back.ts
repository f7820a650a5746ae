import { and, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { assetTransfers, lentWhere } from "#drizzle/tenant/index.ts";
import { ending } from "../notifications/endings.ts";

/** What is lent and is to come back: who asked for it and who has it are told. */
export const transferReturns = ending({
  kind: "transfer.due",
  name: "transfers",
  ends: (db, { after, until, from, most }) =>
    db
      .select({
        id: assetTransfers.id,
        number: assetTransfers.number,
        endOn: sql<string>`${assetTransfers.dueBackOn}`.as("end_on"),
        requestedBy: assetTransfers.requestedBy,
        receivedBy: assetTransfers.receivedBy,
      })
      .from(assetTransfers)
      .where(
        db.ofOwner(
          assetTransfers,
          and(
            sql.raw(lentWhere),
            sql`${assetTransfers.dueBackOn} > ${after} and ${assetTransfers.dueBackOn} <= ${until}`,
            sql`(${assetTransfers.dueBackOn}, ${assetTransfers.id}) > (${from.on}, ${from.id})`,
          ),
        ),
      )
      .orderBy(assetTransfers.dueBackOn, assetTransfers.id)
      .limit(most),
  notice: ({ id, number, endOn, requestedBy, receivedBy }, when, dateFormat) => ({
    title: `Transfer ${number} is due back ${when}`,
    body: `It is to come back by ${dateText(endOn, dateFormat)}.`,
    link: `/asset-transfer/${id}`,
    entityKind: "asset_transfer",
    userIds: [requestedBy, receivedBy],
  }),
});
