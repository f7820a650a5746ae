import { z } from "zod";
import {
  dayOrders,
  decimalMarks,
  MAP_LIMITS,
  type MapContent,
} from "#app/shared/measuring/instrument-map.ts";
import { sides } from "#app/shared/measuring/measured.ts";
import { isOneLine, text } from "../entity/fields.ts";
import { fromJson } from "../entity/json-field.ts";
import { unitCode } from "./fields.ts";

const column = () => text("Column", MAP_LIMITS.name);
/** What a cell holds; it may be empty. */
const cellText = () =>
  z.string("Text is required").trim().max(MAP_LIMITS.name, "It is too long").refine(isOneLine);
const named = () => text("Name", MAP_LIMITS.name);

const unit = z.discriminatedUnion("in", [
  z.strictObject({ in: z.literal("column"), column: column() }),
  z.strictObject({ in: z.literal("value") }),
  z.strictObject({ in: z.literal("map"), code: unitCode() }),
]);
const target = z.discriminatedUnion("as", [
  z.strictObject({ as: z.literal("check"), name: named() }),
  z.strictObject({
    ...{ as: z.literal("reading"), parameter: named(), side: z.enum(sides), at: column() },
  }),
  z.strictObject({ as: z.literal("environment"), quantity: named() }),
]);
const rule = z.strictObject({
  when: z
    .array(z.strictObject({ column: column(), equals: cellText() }))
    .max(MAP_LIMITS.when, `At most ${MAP_LIMITS.when} columns tell a row`),
  column: column(),
  unit: unit.nullable(),
  to: target,
});

const content = z.strictObject(
  {
    heads: z
      .array(column(), "Columns must be a list")
      .min(1, "Say by which columns the file is known")
      .max(MAP_LIMITS.heads, `At most ${MAP_LIMITS.heads} columns`),
    decimal: z.enum(decimalMarks, "Choose a decimal mark"),
    time: column().nullable(),
    days: z.enum(dayOrders, "Choose how days are written"),
    rules: z
      .array(rule, "Values must be a list")
      .min(1, "Choose at least one value of the file")
      .max(MAP_LIMITS.rules, `At most ${MAP_LIMITS.rules} values`),
  },
  "Say what the file holds",
) satisfies z.ZodType<MapContent>;

/** Room for every rule with every name filled. */
const LONGEST = 200_000;
/** What a map says: an object, or its JSON. */
export const mapContent = () =>
  z.unknown().meta({ type: "object" }).transform(fromJson(LONGEST)).pipe(content);
