import { z } from "zod";
import { instantOf } from "#app/shared/company-time.ts";
import { described } from "./fields.ts";

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const isMoment = (text: string) =>
  (LOCAL.test(text) && !Number.isNaN(Date.parse(`${text}Z`))) ||
  (EXACT.test(text) && !Number.isNaN(Date.parse(text)));

/** An instant as a form or a client sends it: the company's date and time of day, or one with its offset from UTC. */
export const moment = (label: string) =>
  described(
    z
      .string({ error: `${label} is required` })
      .trim()
      .min(1, `${label} is required`)
      .max(40, { abort: true })
      .refine(isMoment, `${label} must be a date and time`),
    { label },
  );
/** The same; empty is nothing. */
export const optionalMoment = (label: string) =>
  described(
    z
      .union([z.literal("").transform(() => null), z.null(), moment(label)])
      .optional()
      .transform((value) => value ?? null),
    { label },
  );

/**
 * The instant that a moment names, in epoch milliseconds.
 * @param before a stored instant that a form shows to the minute: it stays when the form sends the same minute
 */
export function instantIn(text: string, timeZone: string, before?: number | null): number {
  const at = LOCAL.test(text) ? instantOf(Date.parse(`${text}Z`), timeZone) : Date.parse(text);
  const isSame =
    before !== undefined && before !== null && before - at >= 0 && before - at < 60_000;
  return isSame && !/T\d\d:\d\d:/.test(text) ? before : at;
}
