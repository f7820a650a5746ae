import type { DayOrder } from "#drizzle/tenant/imports.ts";
import { dayOf } from "./columns.ts";

/** The dates of all columns, as rows pass by. */
export class DayOrders {
  readonly #columns = new Map<number, DayOrder>();

  /** Looks at a row's cells. */
  see(rowNo: number, cells: readonly string[]): void {
    for (const [at, text] of cells.entries()) {
      const told = dayOf(text);
      if (!told) continue;
      const column = this.#columns.get(at) ?? {};
      this.#columns.set(at, column);
      column[told] ??= [rowNo, text];
    }
  }

  /** What was seen, by the number of the column; columns without such dates are left out. */
  seen(): Record<string, DayOrder> {
    return Object.fromEntries(this.#columns);
  }
}

/** How a column is to be read: as its dates say, else as a person said; null where nobody has. */
export const dayFirstOf = (order: DayOrder | undefined, said: boolean | null): boolean | null => {
  if (order?.first && !order.second) return true;
  if (order?.second && !order.first) return false;
  return said;
};

/** Whether only a person can say how a column is to be read. */
export const isUndecided = (order: DayOrder | undefined): boolean =>
  order !== undefined && order.either !== undefined && !order.first && !order.second;

/** Why a column cannot be read: two of its rows write dates in different orders. */
export function contradiction(order: DayOrder | undefined): string | null {
  if (!order?.first || !order.second) return null;
  const [[firstRow, first], [secondRow, second]] = [order.first, order.second];
  return `Row ${firstRow} has ${first}, where the day comes first, and row ${secondRow} has ${second}, where the month does. Write them alike and bring the file in again, or leave the column out.`;
}
