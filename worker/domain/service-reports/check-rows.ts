import { z } from "zod";
import { isReading, LONGEST_UNIT } from "#app/shared/check-limits.ts";
import { checkUnnamed, MAX_CHECKS, readingNoNumber } from "#app/shared/report-rules.ts";
import type { CheckRow } from "#drizzle/tenant/maintenance.ts";

/** Room for every check with its remark. */
const LONGEST_CHECKS = 1_500_000;
/** Unknown fields of one check that are named; an answer lists no more. */
const MOST_NAMED = 5;

/** A text, number or flag as a text; a list or an object is none. */
const word = z
  .unknown()
  .optional()
  .transform((value) =>
    value === null || value === undefined || typeof value === "object" ? "" : String(value),
  );
const number = (says: string) =>
  word.pipe(
    z
      .string()
      .trim()
      .refine((text) => text === "" || isReading(text), says),
  );

const check = z.preprocess(
  (row) => (row && typeof row === "object" && !Array.isArray(row) ? row : {}),
  z
    .looseObject({
      name: word.pipe(
        z.string().trim().min(1, checkUnnamed).max(200, "A check can have at most 200 characters"),
      ),
      status: word
        .transform((status) => status || "na")
        .pipe(z.enum(["yes", "no", "na"], "Status must be yes, no or na")),
      remark: word.pipe(z.string().trim().max(1000, "A remark can have at most 1000 characters")),
      unit: word.pipe(
        z.string().trim().max(LONGEST_UNIT, `A unit can have at most ${LONGEST_UNIT} characters`),
      ),
      low: number("The lower limit must be a number"),
      high: number("The upper limit must be a number"),
      value: number(readingNoNumber),
    })
    .superRefine(
      ({ name, status, remark, unit, low, high, value, ...more }, ctx) => {
        for (const key of Object.keys(more).slice(0, MOST_NAMED))
          ctx.addIssue({
            code: "custom",
            message: `${key.slice(0, 30)} is not a field of a check`,
          });
        if (low && high && Number(low) > Number(high))
          ctx.addIssue({
            code: "custom",
            path: ["low"],
            message: "The lower limit is above the upper limit",
          });
      },
      { when: () => true },
    )
    .transform(
      ({ name, status, remark, unit, low, high, value }): CheckRow => ({
        ...{ name, status, remark },
        ...(unit || low || high || value ? { unit, low, high, value } : {}),
      }),
    ),
);

const parsed = (json: string): unknown => {
  try {
    return json.length > LONGEST_CHECKS ? null : JSON.parse(json);
  } catch {
    return null;
  }
};

/** The posted checklist: JSON text of its rows, none where it is blank. */
export const checkRows = z
  .string()
  .optional()
  .transform((json, ctx): unknown[] => {
    const rows = json?.trim() ? parsed(json) : [];
    if (Array.isArray(rows) && rows.length <= MAX_CHECKS) return rows;
    ctx.addIssue({
      code: "custom",
      message: Array.isArray(rows)
        ? `A checklist can have at most ${MAX_CHECKS} rows`
        : "The checklist is not readable",
    });
    return z.NEVER;
  })
  .pipe(z.array(check));
