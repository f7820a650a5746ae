import { z } from "zod";
import { instantOf } from "#app/shared/company-time.ts";
import { described } from "./fields.ts";

const LOCAL = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(2200, 0, 1);

/** A time as a form's field gives it: the company's wall clock. */
type Moment = { wall: number } | { at: number };

/**
 * An optional point in time: epoch milliseconds, ISO 8601 with its offset, or the company's wall clock as a form's field gives it
 * (`2026-11-20T14:15`). `instantFrom` makes an instant of it. Empty is nothing.
 */
export const optionalMoment = (label: string) =>
  described(
    z
      .union([z.number(), z.string().trim().max(40)], { error: `${label} must be a time` })
      .nullish()
      .transform((value, ctx): Moment | null => {
        if (value === null || value === undefined || value === "") return null;
        const isWall = typeof value === "string" && LOCAL.test(value);
        const at =
          typeof value === "number"
            ? value
            : /^\d{1,15}$/.test(value)
              ? Number(value)
              : Date.parse(isWall ? `${value}Z` : value);
        if (Number.isInteger(at) && at > EARLIEST && at < LATEST)
          return isWall ? { wall: at } : { at };
        ctx.addIssue({ code: "custom", message: `${label} must be a time` });
        return z.NEVER;
      }),
    { label },
  );

/** The instant of a time that was sent, in epoch milliseconds; null where none was. */
export const instantFrom = (moment: Moment | null, timeZone: string): number | null =>
  moment === null ? null : "at" in moment ? moment.at : instantOf(moment.wall, timeZone);
