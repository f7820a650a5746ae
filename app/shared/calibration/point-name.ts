import { signed, withSymbol } from "../metrology/measured.ts";
import { units } from "../metrology/units.ts";
import type { ProcedureParameter } from "./procedure-content.ts";

/**
 * A point as people name it: "200 J", "50 % of range", or its place.
 * @param parameter names the parameter beside a mere place
 */
export function pointName(
  { nominal, pctOfRange }: { nominal: string | null; pctOfRange: string | null },
  unit: ProcedureParameter["unit"],
  at: number,
  parameter?: string,
): string {
  if (nominal) return withSymbol(nominal, units[unit].symbol);
  if (pctOfRange) return `${signed(pctOfRange)} % of range`;
  return parameter ? `point ${at + 1} of ${parameter}` : `point ${at + 1}`;
}
