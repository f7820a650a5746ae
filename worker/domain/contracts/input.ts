import { z } from "zod";
import { included, MOST_NOTICE_DAYS } from "#app/shared/contracts.ts";
import { contractKinds, contracts } from "#drizzle/tenant/masters.ts";
import {
  always,
  day,
  id,
  optionalDay,
  optionalFlag,
  optionalMoney,
  optionalMultiline,
  optionalPercent,
  optionalWhole,
  optionalWord,
  text,
} from "../entity/fields.ts";
import { referencesOf } from "../entity/references.ts";

const HOURS_OF_YEAR = 8784;
/** So many devices are added or taken off in one batch. */
export const MOST_AT_ONCE = 200;

const fields = {
  number: text("Number", 60),
  kind: z.enum(contractKinds, "Choose the kind"),
  vendorId: id("Vendor is required", "Vendor"),
  startOn: day("Start"),
  endOn: day("End"),
  valueMinor: optionalMoney("Value"),
  billing: optionalWord(contracts.billing.enumValues, "Billing"),
  hasLabour: optionalFlag("Labour included"),
  hasSpares: optionalFlag("Spares included"),
  exclusions: optionalMultiline(2000, "Exclusions"),
  pmVisitsPerYear: optionalWhole("PM visits a year", 1, 366),
  responseHours: optionalWhole("Response", 1, HOURS_OF_YEAR),
  resolveHours: optionalWhole("Resolution", 1, HOURS_OF_YEAR),
  uptimeBp: optionalPercent("Uptime"),
  penaltyNote: optionalMultiline(2000, "Penalty"),
  noticeDays: optionalWhole("Notice", 0, MOST_NOTICE_DAYS),
  remarks: optionalMultiline(2000, "Remarks"),
};

/** A contract as its form sends it. What is not said of labour and spares is as the kind has it. */
export const contractInput = z
  .strictObject(fields)
  .refine(({ startOn, endOn }) => !startOn || !endOn || endOn >= startOn, {
    path: ["endOn"],
    message: "End cannot be before the start",
    ...always,
  });
export type ContractInput = z.output<typeof contractInput>;
export const contractReferences = referencesOf<"vendorId">(contracts, { shape: fields });

/** The columns of a contract from its form. */
export const columnsOf = ({ hasLabour, hasSpares, ...rest }: ContractInput) => ({
  ...rest,
  hasLabour: hasLabour ?? included[rest.kind].labour,
  hasSpares: hasSpares ?? included[rest.kind].spares,
});

const TOO_MANY = `At most ${MOST_AT_ONCE} assets at once`;
/** Ids of devices: a list, or one text with commas between. */
const assetIds = z
  .union([
    z.array(z.string()),
    z
      .string()
      .max(MOST_AT_ONCE * 70, TOO_MANY)
      .transform((ids) =>
        ids
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean),
      ),
  ])
  .pipe(
    z
      .array(z.string().min(1).max(64))
      .min(1, "Choose at least one asset")
      .max(MOST_AT_ONCE, TOO_MANY),
  );

export const addInput = z.strictObject({ assetIds, fromOn: optionalDay("Covered from") });
export const removeInput = z.strictObject({ assetIds });
export const shareInput = z.strictObject({
  assetId: id("Choose the asset", "Asset"),
  valueShareMinor: optionalMoney("Share"),
});
