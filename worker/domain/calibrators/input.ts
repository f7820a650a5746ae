import { z } from "zod";
import {
  LONGEST_ROLE,
  MOST_ROLES,
  ROLE,
  roleCodesIn,
} from "#app/shared/calibration/calibrators.ts";
import { calibratorKinds } from "#drizzle/tenant/calibrators.ts";
import { calibrationIntervalUnits, intervalSources } from "#drizzle/tenant/machines.ts";
import {
  always,
  described,
  optionalId,
  optionalMultiline,
  optionalText,
  optionalWhole,
  optionalWord,
  text,
  word,
} from "../entity/fields.ts";

const notRoles = `Roles are words of small letters and digits, such as ecg_simulator, with commas between; at most ${MOST_ROLES}`;

const listed = z
  .string()
  .max(MOST_ROLES * (LONGEST_ROLE + 2), { error: notRoles, abort: true })
  .transform(roleCodesIn);
const codes = z
  .array(z.string().max(LONGEST_ROLE, notRoles).regex(ROLE, notRoles))
  .max(MOST_ROLES, notRoles)
  .transform((roles) => [...new Set(roles)]);
/** Codes of roles: a list, or one text with commas between them. */
const roles = described(
  z
    .union([z.array(z.string()).max(MOST_ROLES, notRoles), listed], notRoles)
    .pipe(codes)
    .nullish()
    .transform((value) => value ?? []),
  { label: "Roles" },
);

type Every = { value: number | null; unit: string | null };
const isWhole = ({ value, unit }: Every) => (value === null) === (unit === null);

export const calibratorInput = z
  .strictObject({
    calibratorNo: optionalText(40, "Number"),
    name: text("Name", 150),
    kind: word("Kind", calibratorKinds, "Choose the kind"),
    manufacturer: optionalText(120, "Manufacturer"),
    model: optionalText(120, "Model"),
    serialNo: text("Serial no", 120),
    firmware: optionalText(60, "Firmware"),
    roleCodes: roles,
    locationId: optionalId("Place"),
    custodianId: optionalId("Custodian"),
    intervalValue: optionalWhole("Calibrated every", 1, 3660),
    intervalUnit: optionalWord(calibrationIntervalUnits, "Unit of the interval"),
    intervalSource: optionalWord(intervalSources, "Interval by"),
    checkEveryValue: optionalWhole("Checked every", 1, 3660),
    checkEveryUnit: optionalWord(calibrationIntervalUnits, "Unit of checks"),
    handlingNotes: optionalMultiline(2000, "Handling"),
  })
  .refine(
    ({ intervalValue: value, intervalUnit: unit }) =>
      value === undefined || unit === undefined || isWhole({ value, unit }),
    { path: ["intervalUnit"], error: "An interval is a number and its unit", ...always },
  )
  .refine(
    ({ checkEveryValue: value, checkEveryUnit: unit }) =>
      value === undefined || unit === undefined || isWhole({ value, unit }),
    { path: ["checkEveryUnit"], error: "An interval is a number and its unit", ...always },
  );
export type CalibratorInput = z.output<typeof calibratorInput>;
