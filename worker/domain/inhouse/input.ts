import { z } from "zod";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { inhouseActions, inhouseOutcomes } from "#drizzle/tenant/inhouse.ts";
import { electricalFields } from "../calibration/machine-fields.ts";
import {
  always,
  day,
  described,
  id,
  optionalDay,
  optionalId,
  optionalMoney,
  optionalMultiline,
  optionalText,
  optionalWord,
  word,
} from "../entity/fields.ts";
import { measuredInput } from "../measurement/measured-input.ts";
import { chosenStandards } from "../measurement/standards.ts";

const MOST_RANGES = 80;
const LONGEST_FIGURE = 24;
const figure = (label: string) =>
  z
    .string(`${label} must be a text`)
    .trim()
    .max(LONGEST_FIGURE, `${label} is too long`)
    .refine((text) => text === "" || isTypedNumber(text), `${label} must be a number such as 0.1`);
const range = z.strictObject({
  lo: figure("Range from"),
  hi: figure("Range to"),
  resolution: figure("Resolution"),
});

/** What is corrected of the device's parameters, by the key of the procedure's parameter. */
const ranges = z
  .record(z.string().max(60), range)
  .refine((all) => Object.keys(all).length <= MOST_RANGES, {
    message: `At most ${MOST_RANGES} are kept`,
    abort: true,
  });

const { electricalClass, appliedPart, supply } = electricalFields;

/** A draft of an in-house calibration as its form sends it. */
export const inhouseInput = z
  .strictObject({
    performedOn: described(day("Date"), { label: "Date", as: "day" }),
    technicianId: id("Choose who measured", "Technician"),
    decisionRuleId: optionalId("Decision rule"),
    outcome: optionalWord(inhouseOutcomes, "Outcome"),
    outcomeReason: optionalMultiline(500, "Reason of the outcome"),
    contactOnSite: optionalText(120, "Contact on site"),
    action: word("Action", inhouseActions, "Choose what was done"),
    asFoundMissing: optionalMultiline(500, "Why there are no readings before"),
    deviations: optionalMultiline(2000, "Deviations"),
    cost: optionalMoney("Cost"),
    nextDueOn: optionalDay("Next due"),
    dueOccurrenceId: optionalId("Planned calibration"),
    serviceReportId: optionalId("Service report"),
    ...{ electricalClass, appliedPart, supply, ranges },
    standards: chosenStandards,
    measured: measuredInput,
    /** Why what was verified before is corrected. */
    reason: optionalText(300, "Reason"),
  })
  .refine(({ nextDueOn, performedOn }) => !nextDueOn || nextDueOn > performedOn, {
    path: ["nextDueOn"],
    message: "It must be after the work",
    ...always,
  });
export type InhouseInput = z.output<typeof inhouseInput>;
