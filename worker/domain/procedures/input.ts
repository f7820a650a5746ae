import { z } from "zod";
import { id, optionalDay, optionalId, optionalMultiline, optionalText } from "../entity/fields.ts";
import { contentInput } from "./content-input.ts";
import { procedureInput } from "./procedures.ts";

/** A draft as its editor and the API send it. */
export const draftInput = z.strictObject({
  methodReference: optionalText(200, "Method").transform((value) => value ?? ""),
  decisionRuleId: optionalId("Decision rule"),
  effectiveOn: optionalDay("In force from"),
  changeNote: optionalMultiline(1000, "What is new"),
  content: contentInput,
});
export type DraftInput = z.output<typeof draftInput>;

/** A new procedure with its first draft; without a template the draft is nearly empty. */
export const beginInput = procedureInput.extend({ templateId: optionalId("Template") });
/** The same where the template is asked for. */
export const fromTemplateInput = procedureInput.extend({
  templateId: id("Choose the template", "Template"),
});
