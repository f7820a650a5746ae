import { useState } from "react";

/** Which row of a grid a phone shows, as there is room for one at a time; -1 for none. */
export type OneRow = { now: number; onNow: (row: number) => void };

/** The row that was last gone to, or the last one where that is gone. */
export function useOneRow(count: number): OneRow {
  const [row, onNow] = useState(0);
  return { now: Math.min(row, Math.max(0, count - 1)), onNow };
}

/** What a row of the grid says of it: one that is gone into is the one that is shown. */
export const inOneRow = ({ now, onNow }: OneRow, row: number) => ({
  className: row === now ? "is-now" : undefined,
  onFocus: () => onNow(row),
});
