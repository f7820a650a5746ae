import { z } from "zod";
import { units } from "#app/shared/metrology/units.ts";
import { newId } from "#drizzle/columns.ts";
import { asFoundStates, traceRoutes } from "#drizzle/tenant/calibrator-certificates.ts";
import { optionalDecimal, withDoubles } from "../calibration/fields.ts";
import {
  always,
  day,
  described,
  flag,
  optionalId,
  optionalMultiline,
  optionalText,
  text,
  word,
} from "../entity/fields.ts";
import { ranges } from "./range-input.ts";

const fields = {
  certificateNo: text("Certificate no", 80),
  issuedBy: text("Issued by", 150),
  accreditationBody: optionalText(80, "Accreditation body"),
  accreditationNo: optionalText(80, "Accreditation no"),
  route: word("Traceability", traceRoutes, "Choose how it is traceable"),
  /** The number of our own certificate, where that is what calibrated it. */
  sourceCertificateNo: optionalText(80, "Our certificate"),
  calibratedOn: described(day("Calibrated on"), { label: "Calibrated on", as: "day" }),
  issuedOn: described(day("Issued on"), { label: "Issued on", as: "day" }),
  dueOn: described(day("Due on"), { label: "Due on", as: "day" }),
  asFound: word("As found", asFoundStates, "Choose how it was found"),
  adjusted: flag("Adjusted"),
  envTemp: optionalDecimal("Temperature", { least: "-50", most: "100" }),
  envRh: optionalDecimal("Relative humidity", { least: "0", most: "100" }),
  /** The file that the form was filled from. */
  dccMediaId: optionalId("DCC"),
  note: optionalMultiline(1000, "Note"),
  ranges,
};

/** A certificate of a standard as its form sends it. */
export const certificateInput = z
  .strictObject(fields)
  .refine(({ calibratedOn, issuedOn }) => !calibratedOn || !issuedOn || issuedOn >= calibratedOn, {
    path: ["issuedOn"],
    error: "It cannot be issued before it was calibrated",
    ...always,
  })
  .refine(({ calibratedOn, dueOn }) => !calibratedOn || !dueOn || dueOn > calibratedOn, {
    path: ["dueOn"],
    error: "Due must be after the day of the calibration",
    ...always,
  })
  .refine(({ route, sourceCertificateNo }) => !sourceCertificateNo || route === "in_house", {
    path: ["sourceCertificateNo"],
    error: "Only what was calibrated in house has a certificate of ours",
    ...always,
  });
export type CertificateInput = z.output<typeof certificateInput>;

/** The ranges as rows of their certificate. */
export const rangeRows = (
  { ranges }: CertificateInput,
  calibratorId: string,
  calibratorCertificateId: string,
) =>
  ranges.map(({ rangeLo, rangeHi, frequencyLo, frequencyHi, ...range }, sort) => ({
    id: newId(),
    ...{ calibratorId, calibratorCertificateId, sort },
    ...range,
    quantity: units[range.unit].quantity,
    ...withDoubles({ rangeLo, rangeHi, frequencyLo, frequencyHi }),
  }));
