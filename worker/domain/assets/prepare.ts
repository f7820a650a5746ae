import { eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assetDetails, assets, companyProfiles } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { planDates, plansOf, type Wanted, withoutPlans } from "../due/plan.ts";
import { changesBetween } from "../entity/changes.ts";
import { type Numbering, takeNumber, takenNumber } from "../entity/numbers.ts";
import type { Asset } from "./find.ts";
import { type AssetInput, type AssetUpdate, emScoreOf, placeNames, splitDetails } from "./input.ts";
import { logged, type Proof, provenStill } from "./proof.ts";

/**
 * What one device adds to a batch: its statements in order, and its entry in the log. Counters and search rows follow once for all
 * devices of a batch: `countAssets` or `recounting`, `indexedAssets`, and `settingPlans` for the plans.
 */
type Prepared = { writes: Statement[]; activity: Activity; plans: Wanted[] };

/** 128 random bits: the QR label's address tells nothing and cannot be guessed. */
export const newQrToken = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Stops the batch when `count` more devices exceed the plan. */
export const assertRoomFor = (
  db: CompanyDb,
  limit: number | null | undefined,
  count = 1,
): Statement[] =>
  limit === undefined || limit === null
    ? []
    : [
        db.assert(
          "asset_limit",
          sql`(select "asset_count" from ${companyProfiles} where ${db.ofOwner(companyProfiles)}) + cast(${count - 1} as integer) < cast(${limit} as integer)`,
        ),
      ];

/** A device's two rows, its plans that change and its entry in the log. */
type Rows = {
  main: Record<string, unknown>;
  details: Record<string, unknown>;
  plans: Wanted[];
  activity: Activity;
};

/** The rows of a new device. Category defaults fill what was left open. */
export function newAsset(id: string, values: AssetInput, proof: Proof): Rows {
  const { main, details } = splitDetails(values);
  const { category, subCategory } = proof;
  const known = {
    ...withoutPlans(main),
    id,
    qrToken: newQrToken(),
    machineTypeName: proof.machineTypeName,
    criticality:
      values.criticality ??
      subCategory?.defaultCriticality ??
      category?.defaultCriticality ??
      "medium",
    emScore: emScoreOf(values),
    lifecycle: values.lifecycle ?? (values.putToUseOn ? "in_service" : "received"),
    condition: values.condition ?? "working",
    ownership: values.ownership ?? "owned",
  } as const;
  const rest = {
    ...details,
    depMethod:
      values.depMethod ?? subCategory?.defaultDepMethod ?? category?.defaultDepMethod ?? null,
    usefulLifeMonths:
      values.usefulLifeMonths ??
      subCategory?.defaultLifeMonths ??
      category?.defaultLifeMonths ??
      null,
    specJson: proof.spec,
  };
  const { assetCode } = values;
  const shown = {
    ...known,
    ...pick(values, planDates),
    ...(assetCode ? { assetCode } : { assetCode: null }),
    ...rest,
    id: null,
  };
  return {
    main: known,
    details: { ...rest, id },
    plans: plansOf(id, values, null),
    activity: {
      action: "create.asset",
      kind: "asset",
      id,
      assetId: id,
      label: [assetCode, values.name].filter(Boolean).join(" "),
      changes: changesBetween({}, logged(shown, proof.names, category?.fieldSchema)),
    },
  };
}

/** A new device; without a code it takes the company's next number in the batch. */
export function addingAsset(
  db: CompanyDb,
  id: string,
  values: AssetInput,
  proof: Proof,
  numbering: Numbering,
): Prepared {
  const { main, details, plans, activity } = newAsset(id, values, proof);
  const { assetCode } = values;
  return {
    plans,
    writes: [
      ...provenStill(db, id, values, null),
      ...(assetCode
        ? []
        : [
            takeNumber(db, numbering, {
              table: assets,
              column: assets.assetCode,
              living: isNull(assets.deletedAt),
            }),
          ]),
      db.inserting(assets, { ...main, assetCode: assetCode ?? takenNumber(db, numbering) }),
      db.inserting(assetDetails, details),
    ],
    activity,
  };
}

/** The rows of a changed device. Place, lifecycle and condition stay, but for commissioning. */
export function changedAsset(values: AssetUpdate, before: Asset, proof: Proof): Rows {
  const { id } = before;
  const { main, details } = splitDetails(values);
  for (const name of placeNames) delete main[name];
  const commissioned = before.lifecycle === "received" && values.putToUseOn !== null;
  const row: Record<string, unknown> = {
    ...withoutPlans(main),
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
  const schema = proof.category?.fieldSchema;
  // The log also names own fields that were removed.
  const cleared = {
    ...Object.fromEntries(Object.keys(before.specJson ?? {}).map((key) => [key, null])),
    ...proof.spec,
  };
  return {
    main: row,
    details: { ...details, specJson: proof.spec },
    plans: plansOf(id, values, before),
    activity: {
      action: "update.asset",
      kind: "asset",
      id,
      assetId: id,
      label: `${values.assetCode} ${values.name}`,
      changes: changesBetween(
        logged({ ...before, specJson: before.specJson ?? {} }, oldNames, schema),
        logged(
          { ...row, ...pick(values, planDates), ...details, specJson: cleared },
          proof.names,
          schema,
        ),
      ),
    },
  };
}

/** A changed device as it was read; the batch stops when it has moved on. */
export function changingAsset(
  db: CompanyDb,
  values: AssetUpdate,
  before: Asset,
  proof: Proof,
): Prepared {
  const { id } = before;
  const { main, details, plans, activity } = changedAsset(values, before, proof);
  return {
    plans,
    writes: [
      db.assertUnchanged(assets, before),
      ...provenStill(db, id, values, before),
      db.updating(assets, eq(assets.id, id), main),
      db.updating(assetDetails, eq(assetDetails.id, id), details),
    ],
    activity,
  };
}
