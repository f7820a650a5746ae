/** What a report must say (ISO/IEC 17025:2017, 7.8.2 to 7.8.8), where a layout says it, and how it is placed. */
import type { CertificateKind, StatementKey } from "../document.ts";
import type { FieldGroup, FormBlock, FormLayout, ResultColumn } from "../form.ts";
import { blocksOf, freshId, inserted, newBlock, replaced } from "./layout.ts";

type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;
export type Element = {
  key: string;
  name: string;
  /** Of ISO/IEC 17025:2017. */
  clause: string;
  /** Why a layout does not say it; null where it does. @param blocks those that are shown on every report */
  missing: (blocks: readonly FormBlock[]) => string | null;
  /** The layout with it. */
  place: (layout: FormLayout) => FormLayout;
  /** What the button that places it says. */
  verb: string;
};

const isOf =
  <T extends FormBlock["type"]>(type: T) =>
  (block: FormBlock): block is Typed<T> =>
    block.type === type;
const isAlways = (one: { when: string | null }) => one.when === null || one.when.trim() === "";

/** The blocks that are shown on every report. */
export const blocksAlways = ({ sections }: FormLayout): FormBlock[] =>
  sections.filter(isAlways).flatMap(({ blocks }) => blocks.filter(isAlways));

/** Where a block goes that is placed: the head's end, the results' end, or the very end. */
const sectionFor = ({ sections }: FormLayout, where: "head" | "results" | "end") =>
  where === "head" ? 0 : where === "end" ? sections.length - 1 : Math.max(0, sections.length - 2);
function added(layout: FormLayout, where: "head" | "results" | "end", block: FormBlock) {
  const section = sectionFor(layout, where);
  return inserted(layout, { section, at: layout.sections[section]!.blocks.length }, block);
}
const begun = <T extends FormBlock["type"]>(layout: FormLayout, type: T) =>
  newBlock(type, freshId(layout, type)) as Typed<T>;

const group = (key: FieldGroup, name: string, clause: string): Element => ({
  ...{ key, name, clause, verb: "Place" },
  missing: (blocks) =>
    blocks.some((block) => block.type === "fields" && block.groups.includes(key)) ? null : "Field",
  place: (layout) => {
    const last = blocksAlways(layout)
      .filter(isOf("fields"))
      .findLast(({ groups }) => !groups.includes("laboratory"));
    return last
      ? replaced(layout, { ...last, groups: [...last.groups, key] })
      : added(layout, "head", { ...begun(layout, "fields"), groups: [key] });
  },
});

const says = (blocks: readonly FormBlock[], key: StatementKey) =>
  blocks.some(
    (block) => block.type === "statement" && (block.keys.length === 0 || block.keys.includes(key)),
  );
const statement = (key: StatementKey, name: string, clause: string): Element => ({
  ...{ key, name, clause, verb: "Place" },
  missing: (blocks) => (says(blocks, key) ? null : "Statement"),
  place: (layout) => {
    const last = blocksAlways(layout).findLast(isOf("statement"));
    return last
      ? replaced(layout, { ...last, keys: [...last.keys, key] })
      : added(layout, "results", { ...begun(layout, "statement"), keys: [key] });
  },
});

const block = (
  type: "table.environment" | "table.standards" | "signatures" | "end_mark",
  name: string,
  clause: string,
): Element => ({
  ...{ key: type, name, clause, verb: "Place" },
  missing: (blocks) => (blocks.some((one) => one.type === type) ? null : "Block"),
  place: (layout) => added(layout, type.startsWith("table") ? "head" : "end", begun(layout, type)),
});

const shows = (blocks: readonly FormBlock[], column: ResultColumn) =>
  blocks.filter(isOf("table.results")).every(({ columns }) => columns.includes(column));
const hasResults = (blocks: readonly FormBlock[]) =>
  blocks.some(({ type }) => type === "table.results" || type === "table.up_down");
const withColumn = (layout: FormLayout, column: ResultColumn, after: ResultColumn) =>
  blocksOf(layout)
    .filter(isOf("table.results"))
    .filter(({ columns }) => !columns.includes(column))
    .reduce<FormLayout>((before, one) => {
      const at = one.columns.indexOf(after) + 1 || one.columns.length;
      return replaced(before, { ...one, columns: one.columns.toSpliced(at, 0, column) });
    }, layout);

const results: Element = {
  ...{ key: "results", name: "Results with units", clause: "7.8.2.1 m", verb: "Place" },
  missing: (blocks) => {
    if (!hasResults(blocks)) return "Block";
    return shows(blocks, "value") ? null : "Results do not show the value";
  },
  place: (layout) =>
    hasResults(blocksAlways(layout))
      ? withColumn(layout, "value", "limits")
      : added(layout, "results", begun(layout, "table.results")),
};
/** Of a report that may have no measured values: what was tested or done. */
const findings: Element = {
  ...{ key: "findings", name: "What was found", clause: "7.8.2.1 m", verb: "Place" },
  missing: (blocks) =>
    hasResults(blocks) ||
    blocks.some(({ type }) => type === "table.safety" || type === "table.checklist")
      ? null
      : "Block",
  place: (layout) => added(layout, "results", begun(layout, "table.checklist")),
};
const uncertainty: Element = {
  ...{ key: "uncertainty", name: "Uncertainty", clause: "7.8.4.1 a", verb: "Place" },
  missing: (blocks) => {
    if (!shows(blocks, "u")) return "Results do not show U";
    return says(blocks, "uncertainty") ? null : "Statement";
  },
  place: (layout) =>
    shows(blocksAlways(layout), "u")
      ? statement("uncertainty", "", "").place(layout)
      : withColumn(layout, "u", "error"),
};
const traceability: Element = {
  ...{ key: "traceability", name: "Traceability", clause: "7.8.4.1 c", verb: "Place" },
  missing: (blocks) => {
    if (!blocks.some(({ type }) => type === "table.standards")) return "Block of standards";
    return says(blocks, "traceability") ? null : "Statement";
  },
  place: (layout) =>
    blocksAlways(layout).some(({ type }) => type === "table.standards")
      ? statement("traceability", "", "").place(layout)
      : added(layout, "head", begun(layout, "table.standards")),
};
const bothSides: Element = {
  ...{ key: "both_sides", name: "Before and after adjustment", clause: "7.8.4.1 d" },
  verb: "Show both",
  missing: (blocks) => {
    const tables = blocks.filter(isOf("table.results"));
    if (tables.some(({ readings }) => readings === "both")) return null;
    const shown = new Set(tables.map(({ readings }) => readings));
    if (shown.has("as_found") && shown.has("as_left")) return null;
    if (shown.has("as_found")) return "Results shows only as found";
    return shown.has("as_left") ? "Results shows only as left" : null;
  },
  place: (layout) =>
    blocksOf(layout)
      .filter(isOf("table.results"))
      .reduce<FormLayout>((before, one) => replaced(before, { ...one, readings: "both" }), layout),
};

const everywhere: readonly Element[] = [
  group("title", "Title", "7.8.2.1 a"),
  group("laboratory", "Laboratory and address", "7.8.2.1 b"),
  { ...group("dates", "Place of work", "7.8.2.1 c"), key: "place" },
  block("end_mark", "Number on every page, end mark", "7.8.2.1 d"),
  group("customer", "Customer", "7.8.2.1 e"),
  group("method", "Method, with sampling where relevant", "7.8.2.1 f, k"),
  group("item", "Item and condition", "7.8.2.1 g"),
  group("dates", "Dates of receipt, work and issue", "7.8.2.1 h, i, j"),
  statement("items_only", "Only the items described", "7.8.2.1 l"),
  group("deviations", "Deviations from the method", "7.8.2.1 n"),
  block("signatures", "Who authorised", "7.8.2.1 o"),
  group("external_providers", "External providers", "7.8.2.1 p"),
  statement("no_partial_copy", "Copies in full only", "7.8.2.1"),
  group("conformity", "Conformity and rule", "7.8.6.2"),
  group("opinion", "Opinions, where given", "7.8.7"),
  group("amendment", "Amendments", "7.8.8"),
];
const ofCalibrations: readonly Element[] = [
  results,
  uncertainty,
  block("table.environment", "Environment", "7.8.4.1 b"),
  traceability,
  bothSides,
];

/** What a report of a kind must say. */
export const elementsOf = (kind: CertificateKind): readonly Element[] =>
  kind === "calibration" ? [...everywhere, ...ofCalibrations] : [...everywhere, findings];

export type Missing = { element: Element; why: string };
/** What a layout of a kind does not say, and what it does. A part that is shown under a condition is not counted. */
export function elementsIn(kind: CertificateKind, layout: FormLayout) {
  const blocks = blocksAlways(layout);
  const missing: Missing[] = [];
  const placed: Element[] = [];
  for (const element of elementsOf(kind)) {
    const why = element.missing(blocks);
    if (why === null) placed.push(element);
    else missing.push({ element, why });
  }
  return { missing, placed };
}
