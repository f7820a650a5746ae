import { sql } from "drizzle-orm";
import { kindWord } from "#app/shared/contracts.ts";
import { dateText } from "#app/shared/dates.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { coverOfReport } from "./cover.ts";

/** What a report cost, in minor units, on which device, and what covered that: `coverOfReport`. */
export type Charged = {
  asset_code: string;
  service_minor: number;
  parts_minor: number;
  report_cover: string | null;
};
/** Its columns in a query of a report and its device. */
export const chargedColumns = (db: ReadingDb) => ({
  asset_code: sql<string>`${assets.assetCode}`.as("charged_asset"),
  service_minor: sql<number>`${serviceReports.serviceCostMinor}`.as("service_minor"),
  parts_minor: sql<number>`${serviceReports.partsCostMinor}`.as("parts_minor"),
  report_cover: coverOfReport(db),
});
type Covered = [
  kind: string,
  number: string | null,
  until: string,
  hasLabour: number,
  hasSpares: number,
];

/** Asks whether a cost was charged that the device's cover includes; nothing otherwise. */
export function chargedWarning(
  session: Session,
  {
    asset_code: code,
    service_minor: service = 0,
    parts_minor: parts = 0,
    report_cover: cover,
  }: Partial<Charged>,
): string[] {
  if (!cover) return [];
  const [kind, number, until, hasLabour, hasSpares] = JSON.parse(cover) as Covered;
  if (!(service > 0 && hasLabour) && !(parts > 0 && hasSpares)) return [];
  const name = number === null ? kindWord(kind) : `${kindWord(kind)} ${number}`;
  const on = dateText(until, settingOf(session.company, "date_format"));
  return [`${code} is covered by ${name} until ${on}. Was it charged?`];
}
