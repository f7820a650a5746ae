/** What of a layout cannot be drawn: conditions that cannot be read, texts that name no field, tables without columns. */
import type { FormBlock, FormLayout, FormSection } from "../form.ts";
import { conditionProblem } from "../head-fields.ts";
import { expressionProblem, isChosen, numberKeys, type OwnField } from "../own-fields.ts";
import { blockNames, blocksOf, namesOf, ownFieldsOf } from "./layout.ts";

export type LayoutProblem = {
  /** The block or section that it is about. */
  id: string;
  message: string;
};

/** The first thing between braces that is no field of a report; null where there is none. @param names of fields */
export function strangeToken(text: string, names: readonly string[]): string | null {
  for (const [, token = ""] of text.matchAll(/\{\{([^{}]*)\}\}/g))
    if (!names.includes(token.trim())) return token.trim();
  return null;
}

const textsOf = (block: FormBlock): readonly string[] => {
  if (block.type === "text") return [block.text];
  return block.type === "table.custom" ? [...block.columns, ...block.rows.flat()] : [];
};

/** What is wrong with a field of one's own, as a sentence. @param fields all of the layout */
export function fieldProblem(field: OwnField, fields: readonly OwnField[]): string | null {
  const { label, type, options } = field;
  if (!label.trim()) return "A field has no label";
  if (isChosen(type) && options.length < 2) return `"${label}" needs at least two choices`;
  if (new Set(options).size < options.length) return `"${label}" has a choice twice`;
  if (type !== "calc") return null;
  const problem = expressionProblem(field, numberKeys(fields));
  return problem && `"${label}": ${problem}`;
}

type Known = { names: readonly string[]; fields: readonly OwnField[] };
function ofBlock(block: FormBlock, { names, fields }: Known): string | null {
  const { type } = block;
  if (type === "fields" && block.groups.length === 0) return "Choose at least one group of fields";
  if (type === "text" && !block.text.trim()) return "The text is empty";
  if (type === "table.results" && block.columns.length === 0) return "Choose at least one column";
  if (type === "table.custom" && block.columns.length === 0) return "Add at least one column";
  if (type === "image" && !block.picture) return "Choose a picture";
  if (type === "own_fields") {
    if (block.fields.length === 0) return "Add at least one field";
    const its = block.fields.map((field) => fieldProblem(field, fields)).find((one) => one);
    if (its) return its;
  }
  const strange = textsOf(block)
    .map((text) => strangeToken(text, names))
    .find((one) => one !== null);
  return strange === undefined ? null : `No field is called "${strange}"`;
}

/** What must be mended before a layout can be published, by block or section. */
export function layoutProblems(layout: FormLayout): LayoutProblem[] {
  const known = { names: namesOf(layout), fields: ownFieldsOf(layout) };
  const all = blocksOf(layout);
  const end = all.findIndex(({ type }) => type === "end_mark");
  const isFollowed = end >= 0 && end < all.length - 1;
  return [
    ...(isFollowed ? [{ id: all[end]!.id, message: "End mark: something stands after it" }] : []),
    ...layout.sections.flatMap((section) => problemsOf(section, known)),
  ];
}

function problemsOf(section: FormSection, known: Known): LayoutProblem[] {
  const its = conditionProblem(section.when, known.names);
  return [
    ...(its ? [{ id: section.id, message: `Show when: ${its}` }] : []),
    ...section.blocks.flatMap((block) => {
      const when = conditionProblem(block.when, known.names);
      const found = [ofBlock(block, known), when && `Show when: ${when}`];
      return found.flatMap((message) =>
        message ? [{ id: block.id, message: `${blockNames[block.type]}: ${message}` }] : [],
      );
    }),
  ];
}
