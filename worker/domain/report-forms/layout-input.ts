import { z } from "zod";
import { statementKeys } from "#app/shared/certificates/document.ts";
import { type FormLayout, fieldGroups, resultColumns } from "#app/shared/certificates/form.ts";
import { LAYOUT_LIMITS as most, ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { OWN_LIMITS, ownFieldTypes } from "#app/shared/certificates/own-fields.ts";
import { unitCodes } from "#app/shared/metrology/units.ts";
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

const MOST_DECIMALS = 6;
const [LEAST_WIDTH, MOST_WIDTH] = most.width;
/** A field of one's own, as the form asks for it. */
const ownField = z.strictObject({
  key: z
    .string("A field has a key")
    .regex(/^[a-z][a-z0-9_]{0,39}$/, "A key is small letters, digits and underscores"),
  label: line(OWN_LIMITS.label),
  type: z.enum(ownFieldTypes, "Choose what kind of field it is"),
  required: z.boolean("Say whether it is required"),
  options: z
    .array(line(OWN_LIMITS.option), "Choices must be a list")
    .max(OWN_LIMITS.options, `At most ${OWN_LIMITS.options} choices`)
    .refine((all) => all.every((one) => one !== ""), "A choice is empty"),
  unit: z.enum(unitCodes as [string, ...string[]], "This unit is not known").nullable(),
  expression: lineOrNone(most.when),
  decimals: z.number("Decimals are a number").int().min(0).max(MOST_DECIMALS),
});
/** What a layout says of a picture; its row says all else. */
const picture = z.strictObject({
  id: z.uuid("This is no picture"),
  name: z.string().max(255),
  mime: z.string().max(60),
  bytes: z.number().int().min(0),
  sha256: z.string().max(64),
});

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
      ...{ ...own, type: z.literal("own_fields"), heading: heading() },
      look: z.enum(["list", "grid"]),
      fields: z.array(ownField, "Fields must be a list"),
    }),
    z.strictObject({
      ...{ ...own, type: z.literal("image"), picture: picture.nullable(), alt: line(most.alt) },
      width: z
        .number("A width is a number of millimetres")
        .min(LEAST_WIDTH, `A picture is at least ${LEAST_WIDTH} mm wide`)
        .max(MOST_WIDTH, `A picture is at most ${MOST_WIDTH} mm wide`),
      align: z.enum(["left", "center", "right"]),
    }),
    z.strictObject({
      ...{ ...own, type: z.literal("attachments"), heading: heading() },
      showsPictures: z.boolean("Say whether pictures are shown"),
    }),
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
  }, "Two parts of a form have the same id")
  .refine(
    (whole) => ownFieldsOf(whole).length <= OWN_LIMITS.fields,
    `At most ${OWN_LIMITS.fields} fields of your own`,
  )
  .refine((whole) => {
    const keys = ownFieldsOf(whole).map(({ key }) => key);
    return new Set(keys).size === keys.length;
  }, "Two fields have the same key") satisfies z.ZodType<FormLayout>;

/** Room for every block with every text filled. */
const LONGEST = 400_000;
/** How a report is laid out: an object, or its JSON. */
export const layoutInput = () =>
  z.unknown().meta({ type: "object" }).transform(fromJson(LONGEST)).pipe(layout);
