import { z } from "zod";
import { ends } from "#app/shared/measuring/measured.ts";
import { adjustments, performancePlaces, publicLevels } from "#drizzle/tenant/certificates.ts";
import {
  always,
  day,
  described,
  flag,
  optionalDay,
  optionalId,
  optionalMultiline,
  optionalText,
  text,
  word,
} from "../entity/fields.ts";
import { chosenStandard, MOST_STANDARDS } from "./standards.ts";

const LONGEST_KEY = 60;
/** Readings are kept as typed, right or wrong: what is no number is told beside it. */
const LONGEST_TYPED = 40;
const MOST_READINGS = 50;
const MOST_LINES = 4_000;
const MOST_CHECKS = 200;
const MOST_PARAMETERS = 80;
const MOST_CONDITIONS = 40;

const key = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]*$/, "It is not a key")
    .max(LONGEST_KEY);
const typed = () => z.string("It must be a text").max(LONGEST_TYPED, "It is too long");
const some = (most: number) => `At most ${most} are kept`;
const record = <V extends z.ZodType>(value: V, most: number) =>
  z
    .record(key(), value)
    .refine((all) => Object.keys(all).length <= most, { message: some(most), abort: true });
const readings = z.array(typed()).max(MOST_READINGS, some(MOST_READINGS));
const numbers = z.array(z.number().int().min(0).max(MOST_READINGS)).max(MOST_READINGS);
const line = z.strictObject({
  indication: readings,
  reference: readings,
  imported: z
    .union([numbers, z.strictObject({ indication: numbers, reference: numbers })])
    .default([]),
});
const check = z.strictObject({
  answer: z.enum(["yes", "no", "na"]).nullable(),
  value: typed(),
  remark: z.string().max(300, "It is too long"),
  imported: z.boolean().optional(),
});
const room = z.strictObject({
  first: typed(),
  last: typed(),
  imported: z.array(z.enum(ends)).max(ends.length).optional(),
});

/** What was typed of a measurement, as a form or a client sends it. */
export const measuredInput = z.strictObject({
  as_found: record(line, MOST_LINES),
  as_left: record(line, MOST_LINES),
  adjusted: z.array(key()).max(MOST_PARAMETERS),
  bothSides: z.array(key()).max(MOST_PARAMETERS),
  notMeasured: record(z.string().trim().min(1).max(300), MOST_LINES),
  checks: record(check, MOST_CHECKS),
  environment: z.array(room).max(MOST_CONDITIONS, some(MOST_CONDITIONS)),
  acclimatised: typed(),
});

/** A draft as its form sends it. */
export const draftInput = z
  .strictObject({
    title: text("Title", 120),
    consumerSiteId: optionalId("Site"),
    jobNo: optionalText(60, "Job no"),
    requestNo: optionalText(60, "Request no"),
    poNo: optionalText(60, "PO no"),
    schemeNo: optionalText(60, "Scheme no"),
    receivedOn: optionalDay("Received on"),
    conditionOnReceipt: optionalMultiline(500, "Condition on receipt"),
    calStartOn: described(day("Calibrated from"), { label: "Calibrated from", as: "day" }),
    calEndOn: described(day("Calibrated to"), { label: "Calibrated to", as: "day" }),
    performedAt: word("Performed at", performancePlaces, "Choose where it is done"),
    performedAddress: optionalMultiline(300, "Address"),
    accredited: flag("Accredited"),
    decisionRuleId: optionalId("Decision rule"),
    adjustment: word("Adjustment", adjustments, "Choose what was done"),
    asFoundMissing: optionalMultiline(500, "Why there are no readings before"),
    deviations: optionalMultiline(2000, "Deviations"),
    externalProviders: optionalMultiline(500, "External providers"),
    opinion: optionalMultiline(2000, "Opinion"),
    opinionBy: optionalText(120, "Opinion by"),
    showDue: flag("Due date on the certificate"),
    nextDueOn: optionalDay("Next due"),
    publicLevel: word("Public check", publicLevels, "Choose what its public check shows"),
    standards: z
      .array(chosenStandard, "Standards must be a list")
      .max(MOST_STANDARDS, some(MOST_STANDARDS)),
    measured: measuredInput,
    /** Why what was signed before is corrected. */
    reason: optionalText(300, "Reason"),
  })
  .refine(({ calStartOn, calEndOn }) => calStartOn <= calEndOn, {
    path: ["calEndOn"],
    message: "It must not be before its first day",
    ...always,
  })
  .refine(({ receivedOn, calStartOn }) => !receivedOn || receivedOn <= calStartOn, {
    path: ["receivedOn"],
    message: "It must not be after the first day of the work",
    ...always,
  })
  .refine(({ nextDueOn, calEndOn }) => !nextDueOn || nextDueOn > calEndOn, {
    path: ["nextDueOn"],
    message: "It must be after the work",
    ...always,
  });
export type DraftInput = z.output<typeof draftInput>;
