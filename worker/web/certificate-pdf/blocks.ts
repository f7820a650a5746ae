import type { PDFImage } from "@cantoo/pdf-lib";
import type { CertificateParameter, PaperDocument } from "#app/shared/certificates/document.ts";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import { type HeadFields, headFields, isShown } from "#app/shared/certificates/head-fields.ts";
import { budgets } from "./budget.ts";
import { errorChart } from "./chart.ts";
import { checklist, safetyTable } from "./checks.ts";
import { checkStrips, endMark, signatureStrips } from "./ending.ts";
import { factStrips } from "./facts.ts";
import { laboratoryHead, titleStrips } from "./page.ts";
import { type Look, looks, type Pen } from "./pen.ts";
import { resultTables } from "./results.ts";
import { gap, heading, heightOf, held, paragraph, type Strip } from "./strips.ts";
import { environmentTable, standardsTable } from "./surroundings.ts";
import { table } from "./table.ts";
import { goesUpAndDown, upDownTables } from "./up-down.ts";
import { filledIn } from "./words.ts";

/** What a block is drawn with. */
export type Drawing = {
  pen: Pen;
  document: PaperDocument;
  documentSha256: string;
  width: number;
  images: { logo: PDFImage | null; mark: PDFImage | null };
  /** The paths of drawn signatures, in the order of the document's. */
  written: readonly (string | null)[];
};
type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;

/** The strips of all that a document's form shows, in its order. */
export function documentStrips(drawing: Drawing): Strip[] {
  const { pen, document, width } = drawing;
  const fields = headFields(document);
  const sections = document.content.form.sections
    .filter(({ when }) => isShown(when, fields))
    .map((section) => ({
      ...section,
      blocks: section.blocks.filter(({ when }) => isShown(when, fields)),
    }));
  const shown = sections.flatMap(({ blocks }) => blocks);
  const parts = sections.flatMap(({ title, blocks }) => {
    const its = blocks.map((block) => blockStrips(block, shown, fields, drawing));
    return title && its.some(({ length }) => length)
      ? [sectionHead(pen, title, width), ...its]
      : its;
  });
  return withEnd(parts.filter(({ length }) => length));
}

const sectionHead = (pen: Pen, title: string, width: number): Strip[] =>
  held([...paragraph(pen, title, width, { size: 12, leading: 15, font: "bold" }), gap(4)]);

/** So much of what was said last goes with the signatures, in points; of more its last words. */
const MOST_BEFORE = 200;

/** What was said last stays with the signatures, so that nobody signs a page that says nothing. */
function withEnd(parts: readonly Strip[][]): Strip[] {
  const at = parts.findIndex(([first]) => first?.sinks);
  return parts.flatMap((strips, nth) => {
    if (nth !== at - 1) return strips;
    if (heightOf(strips) <= MOST_BEFORE) return held(strips);
    const last = strips.findLastIndex(({ draw }) => draw);
    return strips.map((strip, place) => (place >= last ? { ...strip, holds: true } : strip));
  });
}

function blockStrips(
  block: FormBlock,
  shown: readonly FormBlock[],
  fields: HeadFields,
  drawing: Drawing,
): Strip[] {
  const { pen, document, width } = drawing;
  const { content } = document;
  switch (block.type) {
    case "fields":
      return fieldStrips(block, drawing);
    case "text":
      return textStrips(block, fields, drawing);
    case "table.results":
      return resultTables(pen, block, resultsOf(block, shown, content.parameters), document, width);
    case "table.up_down": {
      const some = named(block.parameters, content.parameters).filter(goesUpAndDown);
      return titled(
        block.heading,
        drawing,
        some.flatMap((one) => upDownTables(pen, one, document, width)),
      );
    }
    case "table.safety":
      return safetyTable(pen, block.heading, content, width);
    case "table.checklist": {
      const hasSafety = shown.some(({ type }) => type === "table.safety");
      const checks = content.checks.filter(({ group }) => !hasSafety || group !== "electrical");
      return checklist(pen, block.heading, checks, width);
    }
    case "table.environment":
      return environmentTable(pen, block.heading, content, width);
    case "table.standards":
      return standardsTable(pen, block.heading, content, width);
    case "table.budget": {
      const some = named(block.parameters, content.parameters);
      return titled(
        block.heading,
        drawing,
        some.flatMap((one) => budgets(pen, one, width)),
      );
    }
    case "table.custom":
      return customTable(block, fields, drawing);
    case "chart": {
      const some = named(block.parameters, content.parameters);
      return titled(
        block.heading,
        drawing,
        some.flatMap((one) => errorChart(pen, one, width)),
      );
    }
    case "statement":
      return statementStrips(block, shown, drawing);
    case "signatures":
      return sinking(signatureStrips(pen, document, drawing.written, width));
    case "qr":
      return sinking(checkStrips(pen, document, drawing.documentSha256, width));
    case "end_mark":
      return sinking(endMark(pen, document, width));
  }
}

/** It goes down to the end of the last page, with all that follows. */
const sinking = ([first, ...rest]: Strip[]): Strip[] =>
  first ? [{ ...first, sinks: true }, ...rest] : [];

const titled = (title: string | null, { pen, width }: Drawing, strips: Strip[]): Strip[] =>
  title && strips.length ? [...heading(pen, title, width), ...strips] : strips;

/** The parameters of these keys, or all. */
const named = (keys: readonly string[], parameters: readonly CertificateParameter[]) =>
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

/** Groups of facts; the laboratory and the title have their own places. */
function fieldStrips({ groups }: Typed<"fields">, drawing: Drawing): Strip[] {
  const { pen, document, width, images } = drawing;
  const strips: Strip[] = [];
  let some: Typed<"fields">["groups"][number][] = [];
  const put = () => {
    strips.push(...factStrips(pen, some, document, width));
    some = [];
  };
  for (const group of groups) {
    if (group !== "laboratory" && group !== "title") {
      some.push(group);
      continue;
    }
    put();
    strips.push(
      ...(group === "title"
        ? titleStrips(pen, document, width)
        : laboratoryHead(pen, document, images, width)),
    );
  }
  put();
  return strips;
}

const textLooks: Readonly<Record<Typed<"text">["style"], Look>> = {
  plain: looks.body,
  heading: looks.heading,
  small: looks.small,
};

function textStrips({ text, style }: Typed<"text">, fields: HeadFields, { pen, width }: Drawing) {
  const filled = filledIn(text, fields);
  if (!filled.trim()) return [];
  return style === "heading"
    ? heading(pen, filled, width)
    : [...paragraph(pen, filled, width, textLooks[style]), gap(8)];
}

function customTable(
  { heading: title, columns, rows }: Typed<"table.custom">,
  fields: HeadFields,
  drawing: Drawing,
): Strip[] {
  if (!columns.length) return [];
  const { pen, width } = drawing;
  const written = rows.map((row) => columns.map((_, nth) => filledIn(row[nth] ?? "", fields)));
  const heads = columns.map((head) => ({ head: filledIn(head, fields) }));
  return [
    ...(title ? heading(pen, title, width) : []),
    ...table(pen, { columns: heads, rows: written }, width),
    gap(8),
  ];
}

/** The company's statements of these keys; of none, all that no other block shows. */
function statementStrips(
  { id, heading: title, keys }: Typed<"statement">,
  shown: readonly FormBlock[],
  { pen, document, width }: Drawing,
): Strip[] {
  const elsewhere = new Set(
    shown.flatMap((block) => (block.type === "statement" && block.id !== id ? block.keys : [])),
  );
  const some = document.content.statements.filter(({ key }) =>
    keys.length ? keys.includes(key) : !elsewhere.has(key),
  );
  if (!some.length) return [];
  return [
    ...(title ? heading(pen, title, width) : []),
    ...some.flatMap(({ text }) => [...paragraph(pen, text, width), gap(2.5)]),
    gap(6.5),
  ];
}
