import { dayIn } from "#app/shared/company-time.ts";
import { FEWEST } from "#app/shared/comparison.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import type { Cell } from "./cells.ts";
import { type ComparedRow, comparing } from "./compare.ts";
import { comparedIn } from "./find.ts";

const HOUR_MS = 3_600_000;
/** Milliseconds and shares in the unit that the file names, money in whole units. */
const units: Record<ComparedRow["as"], { unit: string; of: (value: number) => string }> = {
  money: { unit: "", of: (value) => formatMinor(Math.round(value)) },
  years: { unit: "years", of: (value) => value.toFixed(1) },
  count: { unit: "", of: String },
  rate: { unit: "a year", of: (value) => value.toFixed(2) },
  days: { unit: "days", of: (value) => (value / HOUR_MS / 24).toFixed(1) },
  hours: { unit: "hours", of: (value) => (value / HOUR_MS).toFixed(1) },
  percent: { unit: "%", of: (value) => value.toFixed(2) },
  text: { unit: "", of: String },
};
const signs = { more: "> ", less: "< ", about: "~ " };

function cellText({ figure, text, on }: Cell, as: ComparedRow["as"]): string | null {
  if (figure) return `${figure.bound ? signs[figure.bound] : ""}${units[as].of(figure.value)}`;
  return [text, on].filter(Boolean).join(" ") || null;
}

/** Devices side by side as a file: a row for each metric, and none for fewer than two. @throws Response 403, 429 */
export async function exportComparison(session: Session, params: URLSearchParams): Promise<Export> {
  const { timeZone } = session.company;
  const { ids, period, keys } = comparedIn(params, timeZone);
  const db = await beginExport(session, "export-asset-comparison", "Asset comparison");
  const { statements, compared } = comparing(db, ids, period, timeZone);
  const { devices, rows } = compared(await db.read(...statements), keys);
  const named = rows.map(({ label, as, cells }) => [
    label,
    units[as].unit,
    ...cells.map((cell) => cellText(cell, as)),
  ]);
  async function* pages() {
    if (devices.length >= FEWEST)
      yield [
        ["Name", "", ...devices.map(({ name }) => name)],
        ["Period", "", ...devices.map(() => `${period.from} – ${period.to}`)],
        ...named,
      ];
  }
  return {
    name: `asset-comparison-${dayIn(timeZone)}`,
    head: ["Metric", "Unit", ...devices.map(({ assetCode }) => assetCode)],
    pages: pages(),
  };
}
