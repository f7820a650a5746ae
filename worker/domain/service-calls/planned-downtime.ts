import { z } from "zod";
import { assetRules } from "#app/shared/flows/assets.ts";
import { newId } from "#drizzle/columns.ts";
import { assetDowntimes, assets } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id as idField, text } from "../entity/fields.ts";
import { instantIn, optionalMoment } from "../entity/moments.ts";
import { assertApart, refuseOverlap, refuseTimes } from "./downtime-flow.ts";

export const plannedInput = z.strictObject({
  assetId: idField("Choose the asset", "Asset"),
  startedAt: optionalMoment("Began at"),
  endedAt: optionalMoment("Ended at"),
  reason: text("Reason", 200),
});

/**
 * Begins a planned downtime of a device, now or at a time that has passed; one with an end is entered afterwards.
 * @throws Response 403; 404; 409 for a device that is no longer in use, is down already, or was down then; 422
 */
export async function planDowntime(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-breakdown");
  const { assetId, reason, ...sent } = checked(plannedInput, input);
  const [[asset]] = await db.read(db.byId(assets, assetId));
  if (!asset) return notFound("asset");
  const { lifecycle, version, assetCode, name } = asset;
  if (lifecycle === "condemned" || lifecycle === "disposed")
    conflict(`This asset is ${assetRules.states[lifecycle].toLowerCase()}`);
  const now = Date.now();
  const at = (moment: string) => instantIn(moment, session.company.timeZone);
  const startedAt = sent.startedAt ? at(sent.startedAt) : now;
  const endedAt = sent.endedAt ? at(sent.endedAt) : null;
  refuseTimes({ startedAt, endedAt }, now);
  const id = newId();
  return db
    .commit({
      writes: [
        db.assertUnchanged(assets, { id: assetId, version }),
        assertApart(db, assetId, { startedAt, endedAt }),
        db.inserting(assetDowntimes, { id, assetId, kind: "planned", startedAt, endedAt, reason }),
      ],
      activity: {
        action: "create.asset_downtime",
        kind: "asset_downtime",
        id,
        assetId,
        label: `${assetCode} ${name}`,
        changes: [
          { field: "kind", from: null, to: "planned" },
          { field: "reason", from: null, to: reason },
        ],
      },
      answer: {
        status: 201,
        message: endedAt === null ? "Planned downtime begun" : "Planned downtime added",
        data: { id },
      },
    })
    .catch(refuseOverlap);
}
