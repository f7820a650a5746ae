import { typedNumber } from "../metrology/decimal.ts";
import { ExpressionError, expressionOf } from "../metrology/expression.ts";

/** What a version lacks, or what is wrong with it. */
export type Gap = {
  /** The field, as errors of its form name it: `parameters.0.points.2.tolerance`. */
  path: string;
  message: string;
  /** A figure that waits to be confirmed, where everything else is to be said or set right. */
  isToVerify?: true;
};

export type Report = (path: string, message: string) => void;

/** Why a text is neither a number nor an expression over some names; null when it is one. */
export function expressionProblem(text: string, names: Iterable<string>): string | null {
  if (typedNumber(text)) return null;
  try {
    expressionOf(text, names);
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause.message;
    throw cause;
  }
}
