import { sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

/** The Next PM of a report's device, after a PM; null after other work. */
export const nextPmAfter = sql<
  string | null
>`iif(${serviceReports.serviceType} = 'pm', ${assets.nextPmOn}, null)`.as("next_pm_on");

/** A message with what Next PM became; a full stop comes only between two sentences. */
export const withNextPm = ({ company }: Session, message: string, on: string | null) =>
  on === null ? message : `${message}. Next PM: ${dateText(on, settingOf(company, "date_format"))}`;
