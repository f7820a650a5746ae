/** Blocks of a layout: how they are called, begun, found and moved. */
import type { BlockType, FieldGroup, FormBlock, FormLayout, FormSection } from "../form.ts";
import { headFieldNames } from "../head-fields.ts";
import { type OwnField, ownName } from "../own-fields.ts";

export const blockNames: Readonly<Record<BlockType, string>> = {
  fields: "Fields",
  text: "Text",
  statement: "Statement",
  "table.results": "Results",
  "table.up_down": "Up and down",
  "table.safety": "Electrical safety",
  "table.checklist": "Checklist",
  "table.environment": "Environment",
  "table.standards": "Standards",
  "table.budget": "Budget",
  "table.custom": "Own table",
  chart: "Chart",
  own_fields: "Own fields",
  image: "Picture",
  attachments: "Attachments",
  signatures: "Signatures",
  qr: "QR",
  end_mark: "End mark",
};

export const groupNames: Readonly<Record<FieldGroup, string>> = {
  laboratory: "Laboratory",
  title: "Title and number",
  customer: "Customer",
  item: "Item and condition",
  dates: "Dates and place",
  references: "References",
  method: "Method",
  conformity: "Conformity and rule",
  opinion: "Opinions",
  deviations: "Deviations",
  external_providers: "External providers",
  amendment: "Amendment",
};

/** Types of blocks as the designer lists them. */
export const palette: readonly { name: string; types: readonly BlockType[] }[] = [
  { name: "Text", types: ["fields", "own_fields", "text", "statement"] },
  {
    name: "Tables",
    types: [
      ...(["table.results", "table.up_down", "table.safety", "table.checklist"] as const),
      ...(["table.environment", "table.standards", "table.budget", "table.custom"] as const),
    ],
  },
  { name: "Figures", types: ["chart", "image", "attachments"] },
  { name: "Endings", types: ["signatures", "qr", "end_mark"] },
];

/** What bounds a layout. */
export const LAYOUT_LIMITS = {
  ...{ sections: 20, blocks: 80, name: 120, text: 4000, when: 300 },
  ...{ columns: 12, rows: 60, cell: 300, parameters: 40, alt: 200 },
  width: [10, 190] as readonly [number, number],
} as const;

export const blocksOf = ({ sections }: Pick<FormLayout, "sections">): FormBlock[] =>
  sections.flatMap(({ blocks }) => blocks);

/** The fields of one's own that a layout asks for, in its order; what may be hidden is never required. */
export const ownFieldsOf = ({ sections }: Pick<FormLayout, "sections">): OwnField[] =>
  sections.flatMap((section) =>
    section.blocks.flatMap((block) => {
      if (block.type !== "own_fields") return [];
      const mayHide = Boolean(section.when?.trim() || block.when?.trim());
      return block.fields.map((field) => (mayHide ? { ...field, required: false } : field));
    }),
  );

/** What conditions and texts of a layout may name: the fields of the head, and its own. */
export const namesOf = (layout: FormLayout): string[] => [
  ...headFieldNames,
  ...ownFieldsOf(layout).map(({ key }) => ownName(key)),
];

/** An id that nothing of the layout has. */
export function freshId(layout: FormLayout, prefix: string): string {
  const taken = new Set([
    ...layout.sections.map(({ id }) => id),
    ...blocksOf(layout).map(({ id }) => id),
  ]);
  const stem = prefix.replace(/\W/g, "_");
  for (let n = 1; ; n++) if (!taken.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

/** A block as it begins. */
export function newBlock(type: BlockType, id: string): FormBlock {
  const own = { id, when: null };
  const all = { heading: null, parameters: [] };
  switch (type) {
    case "fields":
      return { ...own, type, groups: ["customer"] };
    case "text":
      return { ...own, type, text: "", style: "plain" };
    case "statement":
      return { ...own, type, heading: null, keys: [] };
    case "table.results":
      return {
        ...{ ...own, ...all, type, readings: "both" },
        columns: ["nominal", "limits", "value", "error", "u", "k", "verdict"],
      };
    case "table.up_down":
    case "table.budget":
    case "chart":
      return { ...own, ...all, type };
    case "own_fields":
      return { ...own, type, heading: null, look: "list", fields: [] };
    case "image":
      return { ...own, type, picture: null, alt: "", width: 40, align: "left" };
    case "attachments":
      return { ...own, type, heading: blockNames[type], showsPictures: true };
    case "table.custom":
      return { ...own, type, heading: null, columns: ["", ""], rows: [["", ""]] };
    case "signatures":
    case "qr":
    case "end_mark":
      return { ...own, type };
    default:
      return { ...own, type, heading: blockNames[type] };
  }
}

/** The place of a block: its section, and where it stands there. */
export type Place = { section: number; at: number };
export function placeOf({ sections }: FormLayout, id: string): Place | null {
  for (const [section, { blocks }] of sections.entries()) {
    const at = blocks.findIndex((block) => block.id === id);
    if (at >= 0) return { section, at };
  }
  return null;
}

const endings: readonly BlockType[] = ["signatures", "qr", "end_mark"];
/** Where a block goes that nobody has placed: before what a report ends with. */
export function beforeEnding({ sections }: FormLayout): Place {
  const section = sections.length - 1;
  const { blocks } = sections[section]!;
  const last = blocks.findLastIndex(({ type }) => !endings.includes(type));
  return { section, at: last + 1 };
}

const withSection = (
  layout: FormLayout,
  nth: number,
  change: (section: FormSection) => FormSection,
): FormLayout => ({
  ...layout,
  sections: layout.sections.map((one, at) => (at === nth ? change(one) : one)),
});
const withBlocks = (
  layout: FormLayout,
  nth: number,
  change: (blocks: readonly FormBlock[]) => readonly FormBlock[],
): FormLayout =>
  withSection(layout, nth, (section) => ({ ...section, blocks: change(section.blocks) }));

/** With a block at a place. */
export const inserted = (layout: FormLayout, { section, at }: Place, block: FormBlock) =>
  withBlocks(layout, section, (blocks) => blocks.toSpliced(at, 0, block));

export function removed(layout: FormLayout, id: string): FormLayout {
  const place = placeOf(layout, id);
  return place
    ? withBlocks(layout, place.section, (blocks) => blocks.toSpliced(place.at, 1))
    : layout;
}

export function replaced(layout: FormLayout, block: FormBlock): FormLayout {
  const place = placeOf(layout, block.id);
  return place
    ? withBlocks(layout, place.section, (blocks) => blocks.with(place.at, block))
    : layout;
}

/** With a block put to another place, which is counted before it is taken away. */
export function moved(layout: FormLayout, id: string, to: Place): FormLayout {
  const from = placeOf(layout, id);
  if (!from) return layout;
  const block = layout.sections[from.section]!.blocks[from.at]!;
  const isBehind = from.section === to.section && from.at < to.at;
  const place = { ...to, at: isBehind ? to.at - 1 : to.at };
  return inserted(removed(layout, id), place, block);
}

/** With a block one place further up or down, over the border of its section too. */
export function stepped(layout: FormLayout, id: string, by: -1 | 1): FormLayout {
  const from = placeOf(layout, id);
  if (!from) return layout;
  const count = layout.sections[from.section]!.blocks.length;
  const at = from.at + (by === 1 ? 2 : -1);
  if (at >= 0 && at <= count) return moved(layout, id, { ...from, at });
  const section = from.section + by;
  const next = layout.sections[section];
  return next ? moved(layout, id, { section, at: by === 1 ? 0 : next.blocks.length }) : layout;
}

/** With another title or condition of a section. */
export const sectionChanged = (
  layout: FormLayout,
  nth: number,
  values: Partial<Pick<FormSection, "title" | "when">>,
): FormLayout => withSection(layout, nth, (section) => ({ ...section, ...values }));

/** With an empty section behind another one. */
export const sectionAdded = (layout: FormLayout, after: number): FormLayout => ({
  ...layout,
  sections: layout.sections.toSpliced(after + 1, 0, {
    ...{ id: freshId(layout, "section"), title: null, when: null, blocks: [] },
  }),
});

/** Without a section; its blocks go into the one before it, or the one after it. */
export function sectionRemoved(layout: FormLayout, nth: number): FormLayout {
  const { sections } = layout;
  const gone = sections[nth];
  if (!gone || sections.length === 1) return layout;
  const rest = sections.toSpliced(nth, 1);
  const heir = Math.max(0, nth - 1);
  return {
    ...layout,
    sections: rest.map((section, at) =>
      at === heir
        ? {
            ...section,
            blocks:
              nth === 0 ? [...gone.blocks, ...section.blocks] : [...section.blocks, ...gone.blocks],
          }
        : section,
    ),
  };
}
