import { z } from "zod";
import { assetDetails, ownerships } from "#drizzle/tenant/assets.ts";
import { conditions, criticalities, depreciationMethods } from "#drizzle/words.ts";
import {
  id,
  optionalDay,
  optionalFlag,
  optionalId,
  optionalPercent,
  optionalWhole,
  optionalWord,
} from "../entity/fields.ts";
import { LONGEST_INTERVAL } from "./input.ts";

/** So many devices change in one batch. */
const MOST_AT_ONCE = 200;

/** Columns of `assets` that a bulk edit may set. */
const main = {
  departmentId: optionalId(),
  locationId: optionalId(),
  teamId: optionalId(),
  vendorId: optionalId(),
  custodianUserId: optionalId("Custodian"),
  categoryId: optionalId(),
  subCategoryId: optionalId(),
  lifecycle: optionalWord(["in_service", "standby"]),
  condition: optionalWord(conditions),
  criticality: optionalWord(criticalities),
  ownership: optionalWord(ownerships),
  purchaseOn: optionalDay("Purchase date"),
  putToUseOn: optionalDay("Put to use"),
  warrantyStartOn: optionalDay("Warranty start"),
  warrantyEndOn: optionalDay("Warranty end"),
  endOfSupportOn: optionalDay("End of support"),
  pmRequired: optionalFlag("PM required"),
  calRequired: optionalFlag("Calibration required"),
  pmMonths: optionalWhole("PM every", 1, LONGEST_INTERVAL),
  calMonths: optionalWhole("Calibration every", 1, LONGEST_INTERVAL),
  nextPmOn: optionalDay("Next PM"),
  nextCalOn: optionalDay("Next calibration"),
};
/** Columns of `asset_details` that it may set. */
const details = {
  funding: optionalWord(assetDetails.funding.enumValues),
  expectedLifeYears: optionalWhole("Expected life", 1, 100),
  depMethod: optionalWord(depreciationMethods, "Depreciation"),
  usefulLifeMonths: optionalWhole("Useful life", 1, 1200),
  depRateBp: optionalPercent("Depreciation a year"),
};
type Main = keyof typeof main;
type Details = keyof typeof details;
export const mainFields = Object.keys(main) as Main[];
export const detailFields = Object.keys(details) as Details[];
const fields = [...mainFields, ...detailFields];

/** What may be emptied, by its name on the wire. */
const clearable = {
  location_id: "locationId",
  team_id: "teamId",
  vendor_id: "vendorId",
  custodian_user_id: "custodianUserId",
  sub_category_id: "subCategoryId",
  purchase_on: "purchaseOn",
  put_to_use_on: "putToUseOn",
  warranty_start_on: "warrantyStartOn",
  warranty_end_on: "warrantyEndOn",
  end_of_support_on: "endOfSupportOn",
  pm_months: "pmMonths",
  cal_months: "calMonths",
  next_pm_on: "nextPmOn",
  next_cal_on: "nextCalOn",
  funding: "funding",
  expected_life_years: "expectedLifeYears",
  dep_method: "depMethod",
  useful_life_months: "usefulLifeMonths",
  dep_rate_bp: "depRateBp",
} as const satisfies Record<string, Main | Details>;
const names = Object.keys(clearable) as [keyof typeof clearable];

/** A list, or one text with commas between. */
const listOf = (max: number, message: string) =>
  z.union([
    z.array(z.string()),
    z
      .string()
      .max(max, message)
      .transform((text) => text.split(",").map((one) => one.trim())),
  ]);
const TOO_MANY = `At most ${MOST_AT_ONCE} assets at once`;

/** One step of a bulk edit: up to 200 devices, and what they shall be. What is not sent stays. */
export const bulkInput = z
  .strictObject({
    /** The same for every step of one bulk edit: by it the activity log shows them as one. */
    bulkId: id("The bulk edit needs an id"),
    ids: listOf(MOST_AT_ONCE * 70, TOO_MANY).pipe(
      z
        .array(z.string().min(1).max(64))
        .min(1, "Choose at least one asset")
        .max(MOST_AT_ONCE, TOO_MANY),
    ),
    ...main,
    ...details,
    /** Fields that are emptied, by their names on the wire. */
    clear: listOf(1000, "Too many fields to empty")
      .pipe(z.array(z.enum(names, "This field cannot be emptied")).max(names.length))
      .nullish()
      .transform((asked) => (asked ?? []).map((name) => clearable[name])),
  })
  .refine((values) => values.clear.length > 0 || fields.some((name) => values[name] !== null), {
    path: ["form"],
    message: "Choose what to change",
  })
  .refine((values) => values.clear.every((name) => values[name] === null), {
    path: ["clear"],
    message: "A field is either set or emptied",
  });
export type BulkInput = z.output<typeof bulkInput>;
/** What each device gets: the fields that are set, and null for those that are emptied. */
export type BulkChange = Partial<{ [F in Main | Details]: BulkInput[F] }>;

/** The fields that a bulk edit changes, with their new values. */
export const changeOf = (values: BulkInput): BulkChange =>
  Object.fromEntries(
    fields.flatMap((name) =>
      values[name] !== null || (values.clear as string[]).includes(name)
        ? [[name, values[name]]]
        : [],
    ),
  );
