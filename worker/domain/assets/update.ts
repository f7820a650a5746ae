import { dayIn } from "#app/shared/company-time.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, invalid, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { coverOfDevices } from "../contracts/cover.ts";
import { settingPlans } from "../due/plan.ts";
import { meantDates, planStanding, schedulesOf } from "../due/plan-read.ts";
import { recounting } from "./effects.ts";
import { type Asset, assetOf, assetQueries } from "./find.ts";
import { type AssetUpdate, assetUpdate, placeNames, readForm } from "./input.ts";
import { changingAsset } from "./prepare.ts";
import { proven } from "./proof.ts";
import { indexedAsset } from "./searching.ts";

const moved = {
  departmentId: "Location is changed by a move",
  locationId: "Place is changed by a move",
  room: "Room is changed by a move",
  lifecycle: "Lifecycle is not changed by this form",
  condition: "Condition is not changed by this form",
};

/** Errors where the form names another place or state than the device has, which only moves change. */
export const elsewhereErrors = (
  values: AssetUpdate,
  before: Pick<Asset, (typeof placeNames)[number]>,
): FieldErrors =>
  Object.fromEntries(
    placeNames
      .filter((name) => values[name] !== null && values[name] !== before[name])
      .map((name) => [name, [moved[name]]]),
  );

/**
 * Saves a changed device. Location, place, room, lifecycle and condition are not this form's: other values of them are refused.
 * @throws Response 403, 404, 409 when someone else changed it or it is disposed, 422 with every message
 */
export async function updateAsset(
  session: Session,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset");
  const { values: sent, errors } = readForm(assetUpdate, input);
  const editable = ([row, details]: readonly [...Parameters<typeof assetOf>[0], unknown]) => {
    const asset = assetOf([row, details]);
    refuseStale(asset, version);
    if (asset.lifecycle === "disposed") conflict("This asset is disposed");
    return asset;
  };
  const first = await db.firstAnswer<{ id: string }>();
  if (first) return first;
  const queries = [...assetQueries(db, id), schedulesOf(db, [id])] as const;
  const prove = () => proven(session, db, id, { values: sent, errors }, queries, editable);
  const { proof, rows } = await prove();
  const [row, details, planned] = rows;
  const before = assetOf([row, details]);
  const { values, errors: fixed } = meantDates(sent, before, planStanding(planned));
  const elsewhere = { ...elsewhereErrors(values, before), ...fixed };
  if (Object.keys(elsewhere).length) invalid(elsewhere);
  const isWarrantySame =
    values.warrantyStartOn === before.warrantyStartOn &&
    values.warrantyEndOn === before.warrantyEndOn;
  const { writes, activity, plans } = changingAsset(db, values, before, proof);
  try {
    const answer = await db.commit({
      writes: [
        ...recounting(db, [id], ...writes),
        ...settingPlans(db, plans, session.company),
        ...indexedAsset(db, id),
        ...(isWarrantySame ? [] : [coverOfDevices(db, [id], dayIn(session.company.timeZone))]),
      ],
      activity,
      answer: { status: 200, message: "Asset saved", data: { id } },
    });
    return proof.warnings.length ? { ...answer, warnings: proof.warnings } : answer;
  } catch (refusal) {
    await prove();
    throw refusal;
  }
}
