import { refuse } from "../../refusals.ts";

const LONGEST = 500;
const MOST_PARTS = 5;

/** One comparison of a filter; the attribute's name in small letters. */
export type Part = { name: string; op: "eq" | "sw"; value: string };

/** @throws Response 400 in SCIM's words */
export const badFilter = (message: string): never =>
  refuse(400, message, { data: { scimType: "invalidFilter" } });
export const badValue = (message: string): never =>
  refuse(400, message, { data: { scimType: "invalidValue" } });
export const badPath = (message: string): never =>
  refuse(400, message, { data: { scimType: "invalidPath" } });

const part =
  /^\s*([A-Za-z][\w.:]*(?:\[type eq "work"\]\.value)?) +(eq|sw) +("(?:[^"\\]|\\["\\/])*"|true|false)\s*/i;

/**
 * The comparisons of a filter that are joined by `and`.
 * @throws Response 400 for a filter that is longer, or says anything else
 */
export function partsOf(filter: string): Part[] {
  if (filter.length > LONGEST) badFilter(`A filter can have at most ${LONGEST} characters`);
  const parts: Part[] = [];
  let rest = filter;
  for (;;) {
    const found = part.exec(rest);
    if (!found || parts.length >= MOST_PARTS)
      return badFilter("Filters are comparisons by eq or sw, joined by and");
    const [whole, name = "", op = "", value = ""] = found;
    parts.push({
      name: name.toLowerCase(),
      op: op.toLowerCase() === "sw" ? "sw" : "eq",
      value: value.startsWith('"') ? (JSON.parse(value) as string) : value.toLowerCase(),
    });
    rest = rest.slice(whole.length);
    if (!rest) return parts;
    const joined = /^and +/i.exec(rest);
    if (!joined) return badFilter("Filters are comparisons by eq or sw, joined by and");
    rest = rest.slice(joined[0].length);
  }
}

const MOST_COUNT = 100;
const FURTHEST = 10_000;
/** Which rows of a list are asked for: `startIndex` counts from 1. @throws Response 400 */
export function sliceOf(params: URLSearchParams): { startIndex: number; count: number } {
  const whole = (name: string, otherwise: number) => {
    const text = params.get(name);
    if (text === null) return otherwise;
    return /^-?\d{1,9}$/.test(text) ? Number(text) : badValue(`${name} must be a whole number`);
  };
  const startIndex = Math.max(1, whole("startIndex", 1));
  if (startIndex > FURTHEST) badValue(`startIndex can be at most ${FURTHEST}`);
  return { startIndex, count: Math.min(MOST_COUNT, Math.max(0, whole("count", MOST_COUNT))) };
}
