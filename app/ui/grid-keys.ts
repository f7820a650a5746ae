import type { KeyboardEvent } from "react";

/** A cell of a grid of fields. */
export type GridPlace = { row: number; column: number };
type Pressed = Pick<
  KeyboardEvent<HTMLElement>,
  "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "target" | "nativeEvent"
>;

/** Whether a field's own arrows choose something. */
const chooses = (field: Partial<HTMLInputElement>) =>
  field.tagName === "SELECT" || Boolean(field.getAttribute?.("list"));

/** Whether the caret stands at an end of what a field holds, so that an arrow leaves it. */
function isAtEnd(
  { selectionStart, selectionEnd, value = "" }: Partial<HTMLInputElement>,
  end: "start" | "end",
): boolean {
  if (typeof selectionStart !== "number" || selectionStart !== selectionEnd) return false;
  return selectionStart === (end === "start" ? 0 : value.length);
}

/**
 * The cell that Enter or an arrow leads to from another one, as in a sheet; null for a key that does something else there. Enter in the last
 * row leads to the row below it, which is to be added where there may be one more.
 * @param columns how many columns arrows go through from side to side
 */
export function stepFrom(
  { key, shiftKey, ctrlKey, altKey, metaKey, target, nativeEvent }: Pressed,
  { row, column }: GridPlace,
  { rows, columns }: { rows: number; columns: number },
): GridPlace | null {
  if (altKey || metaKey || nativeEvent.isComposing) return null;
  if (key === "Enter" && !ctrlKey)
    return { row: shiftKey ? Math.max(0, row - 1) : row + 1, column };
  if (shiftKey) return null;
  const field = target as Partial<HTMLInputElement>;
  const isFree = ctrlKey || !chooses(field);
  if (key === "ArrowDown" && isFree) return row + 1 < rows ? { row: row + 1, column } : null;
  if (key === "ArrowUp" && isFree) return row > 0 ? { row: row - 1, column } : null;
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const next = column + by;
  if (ctrlKey || by === 0 || next < 0 || next >= columns) return null;
  return isAtEnd(field, by < 0 ? "start" : "end") ? { row, column: next } : null;
}
