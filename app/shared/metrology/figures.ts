/** Figures of a point as they are typed: numbers, and expressions over what is known at the point. */
import { type Decimal, isTypedNumber, setupNumber } from "./decimal.ts";
import { expressionOf } from "./expression.ts";
import { numberOf } from "./reckon.ts";

/** What is wrong with how the point is set up, as a sentence. */
export class SetupError extends Error {}

/** A typed number. @throws SetupError for anything else */
export const number = (typed: string | null | undefined, what: string): Decimal => {
  const value = setupNumber(typed);
  if (!value) throw new SetupError(`${what} is not a number`);
  return value;
};

/** What expressions may name at a point, with its value. */
export type Named = Readonly<Record<string, number>>;
/** A typed number or what an expression comes to. @throws SetupError or ExpressionError */
export function figure(expression: string | null | undefined, named: Named, what: string): number {
  if (expression === null || expression === undefined) throw new SetupError(`${what} is missing`);
  const typed = expression.trim();
  // The double nearest to what is typed, as that of its decimal.
  if (isTypedNumber(typed)) return Number(typed);
  return numberOf(expressionOf(expression), named);
}
