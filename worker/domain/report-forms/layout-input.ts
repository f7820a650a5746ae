import { z } from "zod";
import { statementKeys } from "#app/shared/certificates/document.ts";
import { type FormLayout, fieldGroups, resultColumns } from "#app/shared/certificates/form.ts";
import { LAYOUT_LIMITS as most } from "#app/shared/certificates/forms/layout.ts";
import { isOneLine } from "../entity/fields.ts";
import { fromJson } from "../entity/json-field.ts";

const id = () =>
  z
    .string("An id is required")
    .regex(/^[a-z0-9_]{1,60}$/, "An id is small letters, digits and underscores");
const line = (length: number) =>
  z.string("Text is required").trim().max(length, "It is too long").refine(isOneLine);
const lineOrNone = (length: number) =>
  line(length)
    .nullable()
    .transform((text) => text || null);
const heading = () => lineOrNone(most.name);
const when = () => lineOrNone(most.when);
const own = { id: id(), when: when() };
const parameters = z
  .array(line(60), "Parameters must be a list")
  .max(most.parameters, `At most ${most.parameters} parameters`);
/** Words of a list, each once. */
const some = <T extends string>(words: readonly T[]) =>
  z
    .array(z.enum(words), "It must be a list")
    .max(words.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, "Each is chosen once");

const block = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ ...own, type: z.literal("fields"), groups: some(fieldGroups) }),
    z.strictObject({
      ...{ ...own, type: z.literal("text"), style: z.enum(["plain", "heading", "small"]) },
      text: z.string("Text is required").max(most.text, "The text is too long"),
    }),
    z.strictObject({
      ...{ ...own, type: z.literal("table.results"), heading: heading(), parameters },
      readings: z.enum(["both", "as_found", "as_left"]),
      columns: some(resultColumns),
    }),
    z.strictObject({ ...own, type: z.literal("table.up_down"), heading: heading(), parameters }),
    z.strictObject({ ...own, type: z.literal("table.safety"), heading: heading() }),
    z.strictObject({ ...own, type: z.literal("table.checklist"), heading: heading() }),
    z.strictObject({ ...own, type: z.literal("table.environment"), heading: heading() }),
    z.strictObject({ ...own, type: z.literal("table.standards"), heading: heading() }),
    z.strictObject({ ...own, type: z.literal("table.budget"), heading: heading(), parameters }),
    z.strictObject({
      ...{ ...own, type: z.literal("table.custom"), heading: heading() },
      columns: z.array(line(most.cell)).max(most.columns, `At most ${most.columns} columns`),
      rows: z
        .array(z.array(line(most.cell)).max(most.columns))
        .max(most.rows, `At most ${most.rows} rows`),
    }),
    z.strictObject({ ...own, type: z.literal("chart"), heading: heading(), parameters }),
    z.strictObject({
      ...{ ...own, type: z.literal("statement"), heading: heading() },
      keys: some(statementKeys),
    }),
    z.strictObject({ ...own, type: z.literal("signatures") }),
    z.strictObject({ ...own, type: z.literal("qr") }),
    z.strictObject({ ...own, type: z.literal("end_mark") }),
  ],
  "A block has a type that is not known",
);

const [LEAST_MARGIN, MOST_MARGIN] = [8, 40];
const margin = z
  .number("A margin is a number of millimetres")
  .min(LEAST_MARGIN, `A margin is at least ${LEAST_MARGIN} mm`)
  .max(MOST_MARGIN, `A margin is at most ${MOST_MARGIN} mm`);

const layout = z
  .strictObject(
    {
      page: z.strictObject({
        paper: z.enum(["a4", "letter"]),
        orientation: z.enum(["portrait", "landscape"]),
        margins: z.strictObject({ top: margin, right: margin, bottom: margin, left: margin }),
      }),
      sections: z
        .array(
          z.strictObject({
            ...{ id: id(), title: lineOrNone(most.name), when: when() },
            blocks: z.array(block).max(most.blocks, `At most ${most.blocks} blocks`),
          }),
        )
        .min(1, "A form has at least one section")
        .max(most.sections, `At most ${most.sections} sections`),
    },
    "Say how the report is laid out",
  )
  .refine(
    ({ sections }) => sections.reduce((sum, { blocks }) => sum + blocks.length, 0) <= most.blocks,
    `At most ${most.blocks} blocks`,
  )
  .refine(({ sections }) => {
    const ids = sections.flatMap((one) => [one.id, ...one.blocks.map((its) => its.id)]);
    return new Set(ids).size === ids.length;
  }, "Two parts of a form have the same id") satisfies z.ZodType<FormLayout>;

/** Room for every block with every text filled. */
const LONGEST = 400_000;
/** How a report is laid out: an object, or its JSON. */
export const layoutInput = () =>
  z.unknown().meta({ type: "object" }).transform(fromJson(LONGEST)).pipe(layout);
