import { z } from "zod";
import { isTypedNumber, typedNumber } from "#app/shared/metrology/decimal.ts";
import type { Tolerance } from "#app/shared/metrology/tolerance.ts";
import {
  LONGEST_TOLERANCE,
  parseTolerance,
  toleranceText,
} from "#app/shared/metrology/tolerance-text.ts";
import { type UnitCode, unitCodes } from "#app/shared/metrology/units.ts";
import { described } from "../entity/fields.ts";

const MOST_TYPED = 40;
type Limits = { above?: string; least?: string; most?: string };

/** Why a figure is outside its limits, as a sentence; null where it is within. */
function outside(label: string, figure: string, { above, least, most }: Limits): string | null {
  const value = typedNumber(figure)!;
  if (above !== undefined && value.lte(above)) return `${label} must be above ${above}`;
  if (least !== undefined && value.lt(least)) return `${label} must be at least ${least}`;
  return most !== undefined && value.gt(most) ? `${label} must be at most ${most}` : null;
}

/**
 * A decimal as it was typed: `10.00` stays `10.00`. A comma, a space inside or nothing is an error, never a zero.
 * @param limits bounds as decimal text; `above` itself is outside
 */
export const decimalText = (label: string, limits: Limits = {}) =>
  described(
    z
      .string({ error: `${label} is required` })
      .trim()
      .min(1, `${label} is required`)
      .max(MOST_TYPED, { error: `${label} must be a number such as 12.50`, abort: true })
      .superRefine((figure, ctx) => {
        if (figure === "") return;
        const message = isTypedNumber(figure)
          ? outside(label, figure, limits)
          : `${label} must be a number such as 12.50`;
        if (message) ctx.addIssue({ code: "custom", message });
      })
      .meta({ examples: ["12.50"] }),
    { label },
  );

/** The same; empty is nothing. */
export const optionalDecimal = (label: string, limits: Limits = {}) =>
  described(
    z
      .union([z.literal("").transform(() => null), z.null(), decimalText(label, limits)])
      .optional()
      .transform((value) => value ?? null),
    { label },
  );

/** The code of a unit of results. */
export const unitCode = () =>
  described(
    z.enum(unitCodes as [UnitCode, ...UnitCode[]], {
      error: ({ input }) => ((input ?? "") === "" ? "Choose a unit" : "Unit is not a known unit"),
    }),
    { label: "Unit" },
  );

/** A tolerance: as one text such as `±max(15 %, 3)`, or in the form in which it is stored. */
export const tolerance = (label = "Tolerance") =>
  described(
    z
      .union(
        [z.string().max(LONGEST_TOLERANCE), z.looseObject({ op: z.string() })],
        `${label} is required`,
      )
      .meta({ examples: ["±max(15 %, 3)"] })
      .transform((sent, ctx): Tolerance => {
        const read = parseTolerance(typeof sent === "string" ? sent : textOf(sent));
        if (read.problem === undefined) return read.tolerance;
        ctx.addIssue({ code: "custom", message: read.problem });
        return z.NEVER;
      }),
    { label },
  );

/** A stored form goes through its text, so that nothing but a tolerance comes out. */
const textOf = (stored: Record<string, unknown>): string => {
  const text = toleranceText(stored as Tolerance) as string | undefined;
  return text === undefined ? "" : text.slice(0, LONGEST_TOLERANCE + 1);
};

/** The doubles of searched decimals, by the names of their columns: what `searchedDecimal` keeps beside each. */
export const withDoubles = <K extends string>(values: Record<K, string | null>) =>
  Object.fromEntries(
    (Object.entries(values) as [K, string | null][]).flatMap(([name, figure]) => [
      [name, figure],
      [`${name}Num`, figure === null ? null : Number(figure)],
    ]),
  ) as Record<K, string | null> & Record<`${K}Num`, number | null>;
