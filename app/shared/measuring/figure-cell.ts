import { cellOf } from "../cells.ts";
import { isTypedNumber } from "../metrology/decimal.ts";

/** A cell of a CSV. Figures, and rows of figures with semicolons between, stay figures: a sign in front makes no formula of them. */
export function figureCell(text: string | null | undefined): string {
  const parts = text?.split("; ") ?? [];
  if (text && parts.every(isTypedNumber)) return parts.length > 1 ? `"${text}"` : text;
  return cellOf(text);
}

/** The mark with which a CSV says that it is UTF-8. */
export const BOM = "\uFEFF";
/** A row of a CSV. */
export const csvRow = (cells: readonly string[]) => `${cells.join(",")}\r\n`;
