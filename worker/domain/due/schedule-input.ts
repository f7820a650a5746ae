import { z } from "zod";
import { addDays } from "#app/shared/company-time.ts";
import { type IntervalUnit, intervalUnits, type Series } from "#app/shared/due-series.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { scheduleKinds, schedules } from "#drizzle/tenant/index.ts";
import { invalid } from "../../refusals.ts";
import {
  always,
  day,
  flag,
  optionalDay,
  optionalId,
  optionalMultiline,
  optionalText,
  optionalWhole,
  whole,
  word,
} from "../entity/fields.ts";
import { referencesOf } from "../entity/references.ts";

/** So many devices get a schedule in one batch. */
export const MOST_AT_ONCE = 100;
/** How far from today the first date of a schedule may lie, in days: arrears of a year, and plans of ten. */
const EARLIEST = 400;
const LATEST = 3660;
const MOST_OF: Record<IntervalUnit, number> = { day: 3650, week: 520, month: 120, year: 10 };

const fields = {
  kind: word("Kind", scheduleKinds, "Choose a kind"),
  title: optionalText(120, "Title"),
  intervalCount: whole("Every", 1, 3650),
  intervalUnit: word("Interval", intervalUnits, "Choose days, weeks, months or years"),
  mode: word("Dates", schedules.mode.enumValues, "Choose how the dates go on"),
  anchorOn: day("First date"),
  endsOn: optionalDay("Last date"),
  windowBeforeDays: optionalWhole("Days before", 0, 180),
  windowAfterDays: optionalWhole("Days after", 0, 180),
  leadDays: optionalWhole("Reminder", 0, 365),
  minutes: optionalWhole("Time it takes", 1, 10_080),
  source: word("Source", schedules.source.enumValues, "Choose where the interval comes from"),
  sourceReason: optionalMultiline(500, "Reason"),
  needsSignature: flag("Signature"),
  teamId: optionalId("Team"),
  vendorId: optionalId("Vendor"),
  contractId: optionalId("Contract"),
  accessoryId: optionalId("Accessory"),
  machineTypeId: optionalId("Machine type"),
  pmChecklistId: optionalId("PM checklist"),
};
export const scheduleFieldNames = Object.keys(fields) as (keyof typeof fields)[];

/** Rules over several fields of a schedule. */
const ruled = <S extends z.ZodType<z.output<z.ZodObject<typeof fields>>>>(schema: S) =>
  schema
    .refine(({ source, sourceReason }) => source !== "alternative" || sourceReason, {
      path: ["sourceReason"],
      message: "Say why the interval differs from the manufacturer's",
      ...always,
    })
    .refine(({ anchorOn, endsOn }) => !anchorOn || !endsOn || endsOn >= anchorOn, {
      path: ["endsOn"],
      message: "Last date cannot be before the first",
      ...always,
    })
    .refine(
      ({ intervalUnit, intervalCount }) =>
        !(intervalUnit in MOST_OF) || !(intervalCount > MOST_OF[intervalUnit]),
      { path: ["intervalCount"], message: "An interval is ten years at most", ...always },
    );

/** A schedule of a device as its form sends it. */
export const scheduleInput = ruled(z.strictObject(fields));
export type ScheduleInput = z.output<typeof scheduleInput>;

const TOO_MANY = `At most ${MOST_AT_ONCE} assets at once`;
/** Ids of devices: a list, or one text with commas between. */
export const assetIds = () =>
  z
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
/** The same schedule for each of up to 100 devices. */
export const schedulesInput = ruled(
  z.strictObject({
    ...fields,
    assetIds: assetIds(),
    /** Devices that have an active schedule of the kind get none. */
    leavesPlanned: flag("Leave out assets that have one of this kind"),
  }),
);
export type SchedulesInput = z.output<typeof schedulesInput>;

/** What a schedule points to among the company's records. */
export const scheduleReferences = referencesOf<
  "teamId" | "vendorId" | "contractId" | "accessoryId"
>(schedules, { shape: fields });

/** The columns of a schedule from its form. */
export const columnsOf = ({ title, leadDays, ...rest }: ScheduleInput) => ({
  ...rest,
  title: title ?? dueKinds[rest.kind],
  leadDays: leadDays ?? (schedules.leadDays.default as number),
});

/** @throws Response 422 for a first date that lies too far back or ahead */
export function checkAnchor({ anchorOn }: Pick<Series, "anchorOn">, today: string): void {
  if (anchorOn < addDays(today, -EARLIEST))
    invalid({ anchorOn: ["The first date can be a year back at most"] });
  if (anchorOn > addDays(today, LATEST))
    invalid({ anchorOn: ["The first date can be ten years ahead at most"] });
}
