/** What somebody might have filled in of a form's own fields, to look at it with. */
import type { FormLayout } from "../form.ts";
import { isChosen, type OwnAnswer, type OwnField, type OwnFieldType } from "../own-fields.ts";
import { ownFieldsOf } from "./layout.ts";

const samples: Readonly<Partial<Record<OwnFieldType, string>>> = {
  ...{ text: "Text", textarea: "Some lines of text", number: "12.5", date: "2026-11-20" },
  ...{ datetime: "2026-11-20T10:30", checkbox: "yes", user: "A person", unit: "V" },
  ...{ calibrator: "CAL-01, Analyser", machine: "DUC-000001, Defibrillator", file: "A file.pdf" },
  ...{ consumer: "A customer", signature: "M20 60L60 30L90 70L130 25L170 65L230 45" },
};

function sampleOf({ type, options, decimals }: OwnField): OwnAnswer["value"] {
  if (type === "multiselect") return options.slice(0, 2);
  if (isChosen(type)) return options[0] ?? null;
  return type === "calc" ? (12.5).toFixed(decimals) : (samples[type] ?? null);
}

type Sampled = { content: { own_fields?: readonly OwnAnswer[] } };
/** A sample document with an answer to each field of a layout. */
export const withSamples = <D extends Sampled>(
  document: D,
  layout: Pick<FormLayout, "sections">,
): D => ({
  ...document,
  content: {
    ...document.content,
    own_fields: ownFieldsOf(layout).map((field) => ({
      ...{ key: field.key, label: field.label, type: field.type, unit: field.unit },
      value: sampleOf(field),
    })),
  },
});
