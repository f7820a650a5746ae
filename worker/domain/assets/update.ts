import { and, eq } from "drizzle-orm";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, invalid, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../changes.ts";
import { checked } from "../fields.ts";
import { recountAsset } from "./effects.ts";
import { assetOf, assetQueries } from "./find.ts";
import { assetUpdate, emScoreOf, placeNames, splitDetails } from "./input.ts";
import { logged, proven, provenStill } from "./proof.ts";
import { indexedAsset } from "./searching.ts";

const moved = {
  departmentId: "Location is changed by a move",
  locationId: "Place is changed by a move",
  room: "Room is changed by a move",
  lifecycle: "Lifecycle is not changed by this form",
  condition: "Condition is not changed by this form",
};

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
  const values = checked(assetUpdate, input);
  const seen = version === undefined || version === "" ? null : Number(version);
  const editable = (row: Row<typeof assets> | undefined) => {
    if (!row) return notFound("asset");
    if (seen !== null && seen !== row.version) stale(row);
    if (row.lifecycle === "disposed") conflict("This asset is disposed");
    return row;
  };
  const first = await db.firstAnswer<{ id: string }>();
  if (first) return first;
  const prove = () => proven(session, db, id, values, assetQueries(db, id), ([found]) => editable(found[0]));
  const { proof, rows } = await prove();
  const before = assetOf(rows[0], rows[1], rows[2]);
  const elsewhere = placeNames.filter((name) => values[name] !== null && values[name] !== before[name]);
  if (elsewhere.length) invalid(Object.fromEntries(elsewhere.map((name) => [name, [moved[name]]])));

  const { main, details } = splitDetails(values);
  for (const name of placeNames) delete main[name];
  const commissioned = before.lifecycle === "received" && values.putToUseOn !== null;
  const row: Record<string, unknown> = {
    ...main,
    machineTypeName: values.machineTypeId ? proof.machineTypeName : null,
    criticality: values.criticality ?? before.criticality,
    ownership: values.ownership ?? before.ownership,
    emScore: emScoreOf(values),
    ...(commissioned ? { lifecycle: "in_service" } : {}),
  };
  const oldNames = {
    categoryId: before.categoryName,
    subCategoryId: before.subCategoryName,
    vendorId: before.vendorName,
    teamId: before.teamName,
    custodianUserId: before.custodianName,
  };

  try {
    return await db.commit({
      writes: [
        db.assert("state", db.exists(assets, and(eq(assets.id, id), eq(assets.version, before.version))!)),
        ...provenStill(db, id, values, before),
        db.updating(assets, eq(assets.id, id), row),
        db.updating(assetDetails, eq(assetDetails.id, id), details),
        ...indexedAsset(db, id),
        ...recountAsset(db, before, { ...before, categoryId: values.categoryId }),
      ],
      activity: {
        action: "update.asset",
        kind: "asset",
        id,
        assetId: id,
        label: `${values.assetCode} ${values.name}`,
        changes: changesBetween(logged(before, oldNames), logged({ ...row, ...details }, proof.names)),
      },
      answer: { status: 200, message: "Asset saved", data: { id } },
    });
  } catch (refusal) {
    await prove();
    throw refusal;
  }
}
