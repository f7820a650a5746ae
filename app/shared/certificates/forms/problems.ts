/** What of a layout cannot be drawn: conditions that cannot be read, texts that name no field, tables without columns. */
import type { FormBlock, FormLayout } from "../form.ts";
import { conditionProblem, headFieldNames } from "../head-fields.ts";
import { blockNames } from "./layout.ts";

export type LayoutProblem = {
  /** The block or section that it is about. */
  id: string;
  message: string;
};

const known = new Set(headFieldNames);
/** The first thing between braces that is no field of a report; null where there is none. */
export function strangeToken(text: string): string | null {
  for (const [, token = ""] of text.matchAll(/\{\{([^{}]*)\}\}/g))
    if (!known.has(token.trim())) return token.trim();
  return null;
}

const textsOf = (block: FormBlock): readonly string[] => {
  if (block.type === "text") return [block.text];
  return block.type === "table.custom" ? [...block.columns, ...block.rows.flat()] : [];
};

function ofBlock(block: FormBlock): string | null {
  const { type } = block;
  if (type === "fields" && block.groups.length === 0) return "Choose at least one group of fields";
  if (type === "text" && !block.text.trim()) return "The text is empty";
  if (type === "table.results" && block.columns.length === 0) return "Choose at least one column";
  if (type === "table.custom" && block.columns.length === 0) return "Add at least one column";
  const strange = textsOf(block)
    .map(strangeToken)
    .find((one) => one !== null);
  return strange === undefined ? null : `No field is called "${strange}"`;
}

/** What must be mended before a layout can be published, by block or section. */
export function layoutProblems({ sections }: FormLayout): LayoutProblem[] {
  return sections.flatMap((section) => {
    const its = conditionProblem(section.when);
    return [
      ...(its ? [{ id: section.id, message: `Show when: ${its}` }] : []),
      ...section.blocks.flatMap((block) => {
        const found = [
          ofBlock(block),
          conditionProblem(block.when) && `Show when: ${conditionProblem(block.when)}`,
        ];
        return found.flatMap((message) =>
          message ? [{ id: block.id, message: `${blockNames[block.type]}: ${message}` }] : [],
        );
      }),
    ];
  });
}
