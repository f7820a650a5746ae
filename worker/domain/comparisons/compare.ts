import { PM_WINDOW_DAYS } from "#app/shared/asset-care.ts";
import { marksOf, partYears } from "#app/shared/asset-metrics.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { type MetricKey, metricKeys, metricOf } from "#app/shared/comparison.ts";
import { pick } from "#app/shared/pick.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { fieldsIn } from "../assets/own-fields.ts";
import { type Cell, cellsOf, type Device, type Read, type Times } from "./cells.ts";
import { type Period, windowOf } from "./period.ts";
import {
  callsFrom,
  costsIn,
  devicesOf,
  downBefore,
  downIn,
  reportsUntil,
  sharesOf,
} from "./queries.ts";

/** Records that are read of all devices together. */
const MOST_ROWS = 230;
/** What a device costs that is at every limit: one record more of each kind, and the last time down before the period. */
const BEYOND = 6;
/** A device that was in more contracts costs a row more for each. */
const USUAL_LINES = 6;

/** So many records of each kind are read of a device, and one more that tells whether there are others. */
function limitsOf(devices: number, parts: number): Times["limits"] {
  const lines = devices > 3 ? 2 : 4;
  const ofLines = USUAL_LINES + 6 * (lines + 1);
  const each = Math.floor(MOST_ROWS / Math.max(1, devices)) - BEYOND - ofLines;
  const few = Math.floor(each / 5);
  const costs = parts ? Math.max(2, Math.floor(few / parts)) : 0;
  return { costs, down: few, reports: few, lines, calls: each - 2 * few - costs * parts };
}

/** The statements that measure one device. */
const measuring = (db: ReadingDb, id: string, { to }: Period, { window, parts, limits }: Times) => [
  callsFrom(db, id, window, limits.calls + 1),
  downIn(db, id, window, limits.down + 1),
  downBefore(db, id, window),
  reportsUntil(db, id, addDays(to, PM_WINDOW_DAYS), limits.reports + 1),
  sharesOf(db, id, limits.lines + 1),
  ...parts.map((part) => costsIn(db, id, part, limits.costs + 1)),
];

/** The own fields of the devices' categories, those of one label in one row. */
function ownRows(devices: readonly Device[]) {
  const labels = new Map<string, string>();
  for (const { fieldSchema } of devices)
    for (const { label } of fieldsIn(fieldSchema))
      if (!labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
  return [...labels].map(([plain, label]) => ({
    key: `field:${plain}`,
    label,
    as: "text" as const,
    marks: devices.map(() => null),
    cells: devices.map(({ fieldSchema, specJson }): Cell => {
      const field = fieldsIn(fieldSchema).find((one) => one.label.toLowerCase() === plain);
      const value = field && (specJson as Record<string, unknown>)[field.key];
      const text =
        value === true ? "Yes" : value === false ? "No" : value === undefined ? null : value;
      const isDate = field?.type === "date" && typeof text === "string";
      return {
        figure: null,
        ...(isDate ? { on: text } : { text: text === null ? null : `${text}` }),
      };
    }),
  }));
}

const isSame = ({ cells }: { cells: readonly Cell[] }) =>
  cells.every((cell) => JSON.stringify(cell) === JSON.stringify(cells[0]));

/** The statements of a comparison; hand their rows to `comparedOf`. */
export function comparing(db: ReadingDb, ids: readonly string[], period: Period, timeZone: string) {
  const [today, now] = [dayIn(timeZone), Date.now()];
  const parts = partYears(period, today);
  const window = windowOf(period, timeZone, now);
  const limits = limitsOf(ids.length, parts.length);
  const times: Times = { today, now, timeZone, window, parts, limits };
  const statements: Statement[] = ids.flatMap((id) => measuring(db, id, period, times));
  const each = 5 + parts.length;

  /** @param keys the metrics that are shown, all where there are none */
  return {
    statements: [devicesOf(db, ids), ...statements] as [Statement, ...Statement[]],
    compared(results: readonly unknown[], keys: readonly MetricKey[]) {
      const [found, ...measured] = results as [Device[], ...never[][]];
      const devices = ids.flatMap((id) => found.find((device) => device.id === id) ?? []);
      const cells = devices.map((device) => {
        const at = ids.indexOf(device.id) * each;
        const own = measured.slice(at, at + each);
        return cellsOf(device, period, own as unknown as Read, times);
      });
      const shown = metricKeys.filter((key) => keys.length === 0 || keys.includes(key));
      const rows = shown.flatMap((key) => {
        if (key === "fields") return ownRows(devices);
        const { label, as, better } = metricOf(key);
        const row = cells.map((of) => of[key]);
        const marks = better
          ? marksOf(
              row.map(({ figure }) => figure),
              better,
            )
          : row.map(() => null);
        return [{ key: key as string, label, as, cells: row, marks }];
      });
      return {
        devices: devices.map((device) => ({
          ...pick(device, ["id", "assetCode", "name", "make", "model", "lifecycle"]),
          ...pick(device, ["categoryName", "departmentName"]),
        })),
        rows: rows.map((row) => ({ ...row, isSame: isSame(row) })),
        categories: [...new Set(devices.map(({ categoryName }) => categoryName))],
        chart: cells.map(({ parts, labour, contract, down }) => ({
          partsMinor: parts.figure?.value ?? 0,
          labourMinor: labour.figure?.value ?? 0,
          contractMinor: contract.figure?.value ?? 0,
          downMs: down.figure?.value ?? null,
        })),
        isUnkept: devices.some(({ addsUp }) => !addsUp),
      };
    },
  };
}
export type Compared = ReturnType<ReturnType<typeof comparing>["compared"]>;
export type ComparedRow = Compared["rows"][number];
