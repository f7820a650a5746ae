import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import {
  MOST_MACHINES,
  openRequests,
  recalibrationRules,
} from "#app/shared/flows/recalibration-requests.ts";
import { whyNot } from "#app/shared/flows/rules.ts";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import {
  recalibrationRequestLines as lines,
  machines,
  recalibrationRequests as table,
} from "#drizzle/tenant/index.ts";
import type { ContactSession } from "../../contact-session.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import { checked, optionalDay, optionalMultiline } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";

/** What a contact asks for. */
export const requestInput = z.strictObject({
  machines: z
    .array(z.string().min(1).max(64), { error: "Choose at least one machine" })
    .min(1, "Choose at least one machine")
    .max(MOST_MACHINES, `A request can have at most ${MOST_MACHINES} machines`),
  wishedOn: optionalDay("Wished date"),
  note: optionalMultiline(1000, "Note"),
});

const chosen = (db: ReadingDb, ids: readonly string[]) =>
  db
    .select({ id: machines.id, machineNo: machines.machineNo, status: machines.status })
    .from(machines)
    .where(db.ofOwner(machines, and(inArray(machines.id, among(ids)), isNull(machines.deletedAt))))
    .limit(MOST_MACHINES);

const isWaiting = inArray(table.status, openRequests);
/** Those of the machines that an open request names, with its number. */
const waiting = (db: ReadingDb, ids: readonly string[]) =>
  db
    .select({ machineNo: machines.machineNo, requestNo: table.requestNo })
    .from(lines)
    .innerJoin(table, and(pointsTo(lines.recalibrationRequestId, table), isWaiting))
    .innerJoin(machines, pointsTo(lines.machineId, machines))
    .where(db.ofOwner(lines, inArray(lines.machineId, among(ids))))
    .limit(1);

const refuseAsked = (one: { machineNo: string; requestNo: string } | undefined) => {
  if (one) invalid({ machines: [`${one.machineNo} is in the request ${one.requestNo} already`] });
};
const gone = ["lost", "retired"];

/**
 * Asks the laboratory to calibrate machines again; people who may answer are told.
 * @throws Response 402; 404 for a machine that is not the consumer's; 422
 */
export async function askForRecalibration(
  session: ContactSession,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.writing();
  const { machines: named, wishedOn, note } = checked(requestInput, sent);
  const ids = [...new Set(named)];
  const { company, actor, origin } = session;
  const at = Date.now();
  if (wishedOn && wishedOn < dayIn(company.timeZone, at))
    invalid({ wishedOn: ["It cannot be in the past"] });
  const [found, [asked], [own]] = await db.read(
    chosen(db, ids),
    waiting(db, ids),
    formatQuery(db, "recalibration"),
  );
  if (found.length < ids.length) notFound("machine");
  const lost = found.find(({ status }) => gone.includes(status));
  if (lost) invalid({ machines: [`${lost.machineNo} is lost or retired: tell the laboratory`] });
  refuseAsked(asked);
  const id = newId(at);
  const numbering = numberingOf("recalibration", company, own, at);
  const isAsked = sql`exists (select 1 from ${lines} as "other" join ${table} as "open" on "open"."company_id" = "other"."company_id"
    and "open"."id" = "other"."recalibration_request_id" where "other"."company_id" = ${db.companyId} and "other"."machine_id" in ${among(ids)}
    and "open"."status" in ${among(openRequests)})`;
  const count = ids.length;
  const title = `${actor.consumerName} asks for recalibration`;
  const body = plural(count, "1 machine", "{n} machines");
  try {
    return await db.commit({
      writes: [
        db.assert("state", sql`not ${isAsked}`),
        takeNumber(db, numbering, { table, column: table.requestNo }),
        db.inserting(table, {
          ...{ id, requestNo: takenNumber(db, numbering), consumerId: actor.consumerId },
          ...{ contactId: actor.contactId, wishedOn, note, lineCount: count },
        }),
        db.insertingAll(
          lines,
          ids.map((machineId) => ({ id: newId(at), recalibrationRequestId: id, machineId })),
        ),
        ...notifying(
          db,
          origin,
          "recalibration.requested",
          [
            {
              ...{ key: `recalibration:${id}`, title, body },
              ...{ link: `/recalibration-request/${id}` },
              ...{ entityKind: "recalibration_request", entityId: id },
            },
          ],
          at,
        ),
      ],
      activity: {
        ...{ action: "request.recalibration_request", kind: "recalibration_request", id },
        label: actor.consumerName,
        changes: [{ field: "machines", from: null, to: count }],
      },
      answer: {
        status: 201,
        message: "The laboratory has your request",
        data: { id },
      },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) refuseAsked((await db.read(waiting(db, ids)))[0][0]);
    throw refusal;
  }
}

/** What the rules know of a contact: nobody among colleagues. */
const nobody = { id: null, isAdmin: false, permissions: [], settings: {} };

/** Takes a request back that the laboratory has not answered. @throws Response 402; 404; 409 */
export async function withdrawRequest(
  session: ContactSession,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.writing();
  const [[request]] = await db.read(db.byId(table, id));
  const before = request ?? notFound("request");
  const at = Date.now();
  const refuse = (row: typeof before) => {
    const why = whyNot(recalibrationRules, "withdraw", row, { ...nobody, now: at });
    if (why) conflict(why);
  };
  refuse(before);
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(table, before, eq(table.status, "requested")),
        db.updating(table, eq(table.id, id), { status: "withdrawn", withdrawnAt: at }),
      ],
      activity: {
        ...{ action: "withdraw.recalibration_request", kind: "recalibration_request", id },
        label: before.requestNo,
        changes: [{ field: "status", from: before.status, to: "withdrawn" }],
      },
      answer: { status: 200, message: "Request withdrawn", data: { id } },
    });
  } catch (refusal) {
    if (!isRefusal(refusal, 409)) throw refusal;
    const [[newer]] = await db.read(db.byId(table, id));
    if (newer) refuse(newer);
    throw refusal;
  }
}
