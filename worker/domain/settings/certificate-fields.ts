import { z } from "zod";
import { type StatementKey, statementKeys } from "#app/shared/certificates/document.ts";
import { statementField, statementNames } from "#app/shared/certificates/statements.ts";
import { always, flag, optionalMultiline, optionalText } from "../entity/fields.ts";
import { optionalWebsite } from "../entity/formats.ts";
import type { Settings } from "./vocabulary.ts";

const LONGEST_STATEMENT = 1000;
const wordings = Object.fromEntries(
  statementKeys.map((key) => [
    statementField(key),
    optionalMultiline(LONGEST_STATEMENT, statementNames[key]),
  ]),
);

/** The form of what holds for all certificates. A statement left empty keeps its usual wording. */
export const certificateInput = z
  .strictObject({
    checkerMayApprove: flag(),
    accreditationBody: optionalText(120, "Accreditation body"),
    accreditationNumber: optionalText(60, "Accreditation no"),
    accreditationUrl: optionalWebsite("Public entry", 300),
    ...wordings,
  })
  .superRefine(
    ({ accreditationBody: body, accreditationNumber: no, accreditationUrl: url }, ctx) => {
      const missing = (path: string, message: string) =>
        ctx.addIssue({ code: "custom", message, path: [path] });
      if (!body && (no || url)) missing("accreditationBody", "Name the body that has accredited");
      if (!no && (body || url))
        missing("accreditationNumber", "Write the number that it has given");
    },
    always,
  );
type Sent = z.output<typeof certificateInput>;

export function certificateSettings(sent: Sent) {
  const { accreditationBody: body, accreditationNumber: number, accreditationUrl: url } = sent;
  const worded = statementKeys.flatMap((key): [StatementKey, string][] => {
    const wording = (sent as Record<string, unknown>)[statementField(key)];
    return typeof wording === "string" ? [[key, wording]] : [];
  });
  return {
    accreditation: body && number ? { body, number, url } : null,
    certificate_statements: Object.fromEntries(worded) as Settings["certificate_statements"],
  };
}

export const certificateForm = ({ accreditation, certificate_statements: worded }: Settings) => ({
  accreditationBody: accreditation?.body ?? null,
  accreditationNumber: accreditation?.number ?? null,
  accreditationUrl: accreditation?.url ?? null,
  ...Object.fromEntries(statementKeys.map((key) => [statementField(key), worded[key] ?? null])),
});
