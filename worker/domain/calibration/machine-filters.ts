import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { usedStates } from "#app/shared/flows/machines.ts";
import { machines as table } from "#drizzle/tenant/index.ts";
import { isDay } from "../entity/fields.ts";

/** Days ahead within which something is due, by the words of the filter. */
const windows: Record<string, number> = { overdue: -1, "7": 7, "30": 30, "60": 60 };

/** The last day of a window of due dates; a day stands for itself. */
export const dueUntil = (window: string, today: string): string | undefined => {
  if (Object.hasOwn(windows, window)) return addDays(today, windows[window]!);
  return isDay(window) ? window : undefined;
};

/** Machines that are to be calibrated up to a day; one that is lost or retired is not. */
export const dueBy = (day: string): SQL =>
  and(sql`${table.orderOn} <= ${day}`, inArray(table.status, [...usedStates]))!;

/** Filters of the list, the API, the export and of labels. */
export const machineFilters = {
  status: (status: string) => eq(table.status, status as "active"),
  due: (window: string, today: string) => {
    const day = dueUntil(window, today);
    return day === undefined ? undefined : dueBy(day);
  },
  consumer: (id: string) => eq(table.consumerId, id),
  model: (id: string) => eq(table.machineModelId, id),
  risk: (risk: string) => eq(table.risk, risk as "high"),
  owner: (owner: string) => eq(table.owner, owner as "consumer"),
};
