import { eq, isNull } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import { newId } from "#drizzle/columns.ts";
import { assetAccessories as table } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { dueReplacement } from "../due/choices.ts";
import { checked } from "../entity/fields.ts";
import { explainReferences } from "../entity/references.ts";
import { explainUnsaved, type NewReport, reportToSave } from "../service-reports/create.ts";
import { noChecklist, noFiles } from "../service-reports/save.ts";
import {
  accessories,
  accessoriesWithSchedules,
  replaceInput,
  unlessDisposed,
} from "./accessories.ts";
import { followAccessories } from "./accessory-schedules.ts";

const GONE = "This accessory is archived. Restore it first.";
const called = ({ name, serialNo }: { name: string; serialNo: string | null }) =>
  serialNo ? `${name} ${serialNo}` : name;

/**
 * Puts a new accessory in the place of one, which is archived; taken from stock, it is a part of a service report. One batch.
 * @param assetId the device it must belong to, where the caller names one
 * @throws Response 403, 404, 409 archived, stale, disposed or a shortage, 422
 */
export async function replaceAccessory(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
  assetId?: string,
): Promise<Answer<{ id: string; report_id: string | null }>> {
  const db = session.authorize("edit-asset");
  const [[old = notFound("accessory")], [due]] = await db.read(
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, eq(table.id, id)))
      .limit(1),
    dueReplacement(db, id),
  );
  if (assetId !== undefined && old.assetId !== assetId) notFound("accessory");
  const { fromStock, reason, ...values } = checked(replaceInput, sent);
  const today = dayIn(session.company.timeZone);
  if (values.installedOn && values.installedOn > today)
    invalid({ installedOn: ["It cannot be installed in the future"] });
  if (old.archivedAt) conflict(GONE);
  refuseStale(old, version);
  const newAccessoryId = newId();
  const { assetId: asset } = old;
  const installedOn = values.installedOn ?? today;
  const added = accessoriesWithSchedules(session.company).adding(db, newAccessoryId, {
    ...values,
    installedOn,
    assetId: asset,
  });
  const report = fromStock
    ? reportToSave(session, db, asset, reportOf(values.stockItemId!), noChecklist, noFiles)
    : { id: null, writes: [], activity: null, moves: [] };

  function reportOf(stockItemId: string): NewReport {
    return {
      serviceOn: installedOn,
      serviceType: "other",
      doneBy: session.actor.name,
      remark: reason,
      problemDescription: null,
      actionTaken: `Replaced accessory ${called(old)}${values.serialNo ? ` by ${values.serialNo}` : ""}`,
      machineTypeId: null,
      pmChecklistId: null,
      pmLists: [],
      serviceCostMinor: 0,
      postedTotalMinor: null,
      doneBySignature: null,
      receivedBy: null,
      receivedBySignature: null,
      conditionAfter: null,
      media: null,
      files: [],
      breakdownId: null,
      dueOccurrenceId: due?.id ?? null,
      serviceTicket: ticketNow(session.company.timeZone),
      parts: [{ index: 0, stockItemId, qty: values.qty }],
    };
  }

  return unlessDisposed(session, asset, async () => {
    try {
      return await db.commit({
        writes: [
          db.assertUnchanged(table, old, isNull(table.archivedAt)),
          ...added.writes,
          // What was due is done by the report; its schedule ends with the old one.
          ...report.writes,
          db.updating(table, eq(table.id, id), { archivedAt: Date.now() }),
          ...followAccessories(db, [{ id, before: old, after: null }], today, session.company),
        ],
        activity: [
          {
            action: "replace.accessory",
            kind: "accessory",
            id,
            label: old.name,
            assetId: asset,
            reason,
            changes: [{ field: "replacedBy", from: called(old), to: called(values) }],
          },
          added.activity,
          ...(report.activity ? [report.activity] : []),
        ],
        answer: {
          status: 201,
          message: "Accessory replaced",
          data: { id: newAccessoryId, report_id: report.id },
        },
      });
    } catch (refusal) {
      if (refusal instanceof Response)
        await explainReferences(db, accessories.references, { ...values, assetId: asset });
      if (isRefusal(refusal, 409)) {
        const newer = await db.find(table, id);
        if (newer?.archivedAt) conflict(GONE);
        if (newer) refuseStale(newer, old.version);
      }
      return explainUnsaved(db, asset, report.moves, refusal);
    }
  });
}
