/** What the blocks of a form say of a document, before it is drawn on paper or shown on a screen. */
import type { CertificateParameter, PaperContent, PaperDocument } from "../document.ts";
import type { DocumentFile } from "../document-file.ts";
import type { FormBlock, ReportForm } from "../form.ts";
import { type HeadFields, headFields, isShown } from "../head-fields.ts";
import { budgets } from "./budget.ts";
import { checklist, safetyTable } from "./checks.ts";
import { attachmentParts, isPicture, ownParts, pictureParts } from "./own.ts";
import { type Part, titled } from "./parts.ts";
import { resultTables } from "./results.ts";
import { environmentTable, standardsTable } from "./surroundings.ts";
import { goesUpAndDown, upDownTables } from "./up-down.ts";
import { filledIn } from "./words.ts";

type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;
/** Blocks that are nothing but parts; the others are drawn each in its own way. */
export type PartsBlock = Typed<
  | ("table.results" | "table.up_down" | "table.safety" | "table.checklist")
  | ("table.environment" | "table.standards" | "table.budget" | "table.custom")
  | ("own_fields" | "image" | "attachments")
>;

export type Shown = {
  document: PaperDocument;
  fields: HeadFields;
  sections: ReportForm["sections"];
  /** All blocks of all sections that are shown. */
  blocks: readonly FormBlock[];
};
/** What of a document's form is shown, by its conditions. */
export function shownOf(document: PaperDocument): Shown {
  const fields = headFields(document);
  const sections = document.content.form.sections
    .filter(({ when }) => isShown(when, fields))
    .map((section) => ({
      ...section,
      blocks: section.blocks.filter(({ when }) => isShown(when, fields)),
    }));
  return { document, fields, sections, blocks: sections.flatMap(({ blocks }) => blocks) };
}

/** The parts of a block. */
export function partsOfBlock(block: PartsBlock, shown: Shown): Part[] {
  const { content } = shown.document;
  switch (block.type) {
    case "table.results":
      return resultTables(block, resultsOf(block, shown.blocks, content.parameters), content);
    case "table.up_down": {
      const some = named(block.parameters, content.parameters).filter(goesUpAndDown);
      return titled(
        block.heading,
        some.flatMap((one) => upDownTables(one, content)),
      );
    }
    case "table.safety":
      return safetyTable(block.heading, content);
    case "table.checklist":
      return checklist(block.heading, checksOf(shown.blocks, content));
    case "table.environment":
      return environmentTable(block.heading, content);
    case "table.standards":
      return standardsTable(block.heading, content);
    case "table.budget":
      return titled(block.heading, named(block.parameters, content.parameters).flatMap(budgets));
    case "table.custom":
      return customTable(block, shown.fields);
    case "own_fields":
      return ownParts(block, content);
    case "image":
      return pictureParts(block);
    case "attachments":
      return attachmentParts(block, content);
  }
}

/** The parameters of these keys, or all. */
export const named = (keys: readonly string[], parameters: readonly CertificateParameter[]) =>
  keys.length ? parameters.filter(({ key }) => keys.includes(key)) : parameters;

/** The parameters of a table of results: those it names, else those that no other table shows. */
function resultsOf(
  { id, parameters: keys }: Typed<"table.results">,
  shown: readonly FormBlock[],
  parameters: readonly CertificateParameter[],
): readonly CertificateParameter[] {
  if (keys.length) return named(keys, parameters);
  const others = shown.filter((block) => block.id !== id);
  const taken = new Set(
    others.flatMap((block) => {
      if (block.type === "table.results") return block.parameters;
      if (block.type !== "table.up_down") return [];
      return named(block.parameters, parameters)
        .filter(goesUpAndDown)
        .map(({ key }) => key);
    }),
  );
  return parameters.filter(({ key }) => !taken.has(key));
}

/** Checks that no table of electrical safety shows. */
function checksOf(shown: readonly FormBlock[], { checks }: PaperContent) {
  const hasSafety = shown.some(({ type }) => type === "table.safety");
  return checks.filter(({ group }) => !hasSafety || group !== "electrical");
}

function customTable(
  { heading: title, columns, rows }: Typed<"table.custom">,
  fields: HeadFields,
): Part[] {
  if (!columns.length) return [];
  const written = rows.map((row) => columns.map((_, nth) => filledIn(row[nth] ?? "", fields)));
  const heads = columns.map((head) => ({ head: filledIn(head, fields) }));
  return titled(title, [{ is: "table", table: { columns: heads, rows: written } }]);
}

/** The pictures that a document's paper shows, each once. */
export function picturesOf(document: PaperDocument): DocumentFile[] {
  const { content, issue } = document;
  const shown = shownOf(document);
  const files = [
    ...(content.lab.logo ? [content.lab.logo] : []),
    ...issue.signatures.flatMap(({ image }) => image ?? []),
    ...shown.blocks.flatMap((block) => {
      if (block.type !== "own_fields" && block.type !== "image" && block.type !== "attachments")
        return [];
      return partsOfBlock(block, shown).flatMap((part) => {
        if (part.is === "picture") return [part.file];
        return part.is === "pictures" ? part.pictures.map(({ file }) => file) : [];
      });
    }),
  ];
  return [...new Map(files.filter(isPicture).map((file) => [file.id, file])).values()];
}

/** The company's statements of a block's keys; of none, all that no other block shows. */
export function statementsOf(
  { id, keys }: Typed<"statement">,
  { document, blocks }: Pick<Shown, "document" | "blocks">,
): readonly { key: string; text: string }[] {
  const elsewhere = new Set<string>(
    blocks.flatMap((block) => (block.type === "statement" && block.id !== id ? block.keys : [])),
  );
  return document.content.statements.filter(({ key }) =>
    keys.length ? keys.includes(key) : !elsewhere.has(key),
  );
}
