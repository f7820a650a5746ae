import { z } from "zod";
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
import { measuredInput } from "../measurement/measured-input.ts";
import { chosenStandards } from "../measurement/standards.ts";
import { attachmentsInput, ownFieldsInput } from "./own-input.ts";

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
    /** Empty: the form that every laboratory has for this kind of report. */
    reportFormId: optionalId("Report form"),
    ownFields: ownFieldsInput,
    attachments: attachmentsInput,
    publicLevel: word("Public check", publicLevels, "Choose what its public check shows"),
    standards: chosenStandards,
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
