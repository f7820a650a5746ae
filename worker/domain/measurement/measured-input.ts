import { z } from "zod";
import { ends } from "#app/shared/measuring/measured.ts";

const LONGEST_KEY = 60;
/** Readings are kept as typed, right or wrong: what is no number is told beside it. */
const LONGEST_TYPED = 40;
const MOST_READINGS = 50;
const MOST_LINES = 4_000;
const MOST_CHECKS = 200;
const MOST_PARAMETERS = 80;
const MOST_CONDITIONS = 40;

const key = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]*$/, "It is not a key")
    .max(LONGEST_KEY);
const typed = () => z.string("It must be a text").max(LONGEST_TYPED, "It is too long");
const some = (most: number) => `At most ${most} are kept`;
const record = <V extends z.ZodType>(value: V, most: number) =>
  z
    .record(key(), value)
    .refine((all) => Object.keys(all).length <= most, { message: some(most), abort: true });
const readings = z.array(typed()).max(MOST_READINGS, some(MOST_READINGS));
const numbers = z.array(z.number().int().min(0).max(MOST_READINGS)).max(MOST_READINGS);
const line = z.strictObject({
  indication: readings,
  reference: readings,
  imported: z
    .union([numbers, z.strictObject({ indication: numbers, reference: numbers })])
    .default([]),
});
const check = z.strictObject({
  answer: z.enum(["yes", "no", "na"]).nullable(),
  value: typed(),
  remark: z.string().max(300, "It is too long"),
  imported: z.boolean().optional(),
});
const room = z.strictObject({
  first: typed(),
  last: typed(),
  imported: z.array(z.enum(ends)).max(ends.length).optional(),
});

/** What was typed of a measurement, as a form or a client sends it. */
export const measuredInput = z.strictObject({
  as_found: record(line, MOST_LINES),
  as_left: record(line, MOST_LINES),
  adjusted: z.array(key()).max(MOST_PARAMETERS),
  bothSides: z.array(key()).max(MOST_PARAMETERS),
  notMeasured: record(z.string().trim().min(1).max(300), MOST_LINES),
  checks: record(check, MOST_CHECKS),
  environment: z.array(room).max(MOST_CONDITIONS, some(MOST_CONDITIONS)),
  acclimatised: typed(),
});
