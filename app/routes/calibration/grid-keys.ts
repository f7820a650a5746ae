import type { KeyboardEvent } from "react";
import { type CellName, cellNames } from "#app/shared/calibration/parameter-rows.ts";

type Place = { row: number; cell: CellName };
/** Cells whose own arrows choose something. */
const choosing: readonly CellName[] = ["unit", "direction", "display"];

/** Whether the caret stands at an end of what a field holds, so that an arrow leaves it. */
function isAtEnd(field: HTMLInputElement, end: "start" | "end"): boolean {
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd) return false;
  return selectionStart === (end === "start" ? 0 : value.length);
}

/** The cell that a key leads to from another one; null for a key that does something else there. A row below the last one is to be added. */
export function stepFrom(event: KeyboardEvent<HTMLElement>, { row, cell }: Place): Place | null {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
  if (altKey || metaKey || event.nativeEvent.isComposing) return null;
  if (key === "Enter" && !ctrlKey) return { row: shiftKey ? Math.max(0, row - 1) : row + 1, cell };
  if (shiftKey) return null;
  const isFree = ctrlKey || !choosing.includes(cell);
  // The arrow down does not add a row: only Enter does.
  if (key === "ArrowDown" && isFree) return isLastRow(target) ? null : { row: row + 1, cell };
  if (key === "ArrowUp" && isFree) return row > 0 ? { row: row - 1, cell } : null;
  if (ctrlKey || !(target instanceof HTMLInputElement)) return null;
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const next = cellNames[cellNames.indexOf(cell) + by];
  if (by === 0 || !next) return null;
  return isAtEnd(target, by < 0 ? "start" : "end") ? { row, cell: next } : null;
}

const isLastRow = (target: EventTarget) =>
  !(target as HTMLElement).closest("[data-row]")?.nextElementSibling?.matches("[data-row]");
