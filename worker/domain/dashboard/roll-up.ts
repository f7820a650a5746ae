import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { endOfWeeks, monthsTo } from "#app/shared/due-weeks.ts";
import { idFrom } from "#drizzle/columns.ts";
import { assets, counters, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { countingLate } from "../transfers/late.ts";
import { morningRows } from "./morning.ts";
import { moreFigures } from "./roll-up-more.ts";
import { allOut, OUT } from "./stock-out.ts";

/** How many months the chart of reports shows. */
export const REPORT_MONTHS = 6;

/** Counters of a company as they were at the beginning of its day; people limited to Locations see none of them. */
export const rolledUp = {
  prefix: "figures.",
  /** When they were counted, in epoch milliseconds. */
  at: "figures.at",
  /** Devices whose PM is overdue. */
  overdue: "figures.pm_overdue",
  /** Devices whose PM falls due in the week of a Monday. */
  week: (monday: string) => `figures.pm:${monday}`,
  /** Reports of a type with a date in a month. */
  reports: (type: "pm" | "other", month: string) => `figures.reports:${type}:${month}`,
};

/** The Monday of the week a date column is in, in SQL. */
const mondayIn = sql`date(${assets.nextPmOn}, '-' || ((strftime('%w', ${assets.nextPmOn}) + 6) % 7) || ' days')`;

/**
 * Counts what a dashboard shows of a whole company and no index can count in few rows. Counting again gives the same.
 * @param today the company's calendar date, in its time zone
 */
export async function countFigures(db: CompanyDb, today: string, timeZone = "UTC"): Promise<void> {
  const [first, ...others] = countingFigures(db, today, timeZone);
  await db.read(first, ...others);
}

/** The statements that count them, of what their batch has written before. */
export function countingFigures(
  db: CompanyDb,
  today: string,
  timeZone: string,
): [Statement, ...Statement[]] {
  const ahead = db.ofOwner(
    assets,
    and(
      isNotNull(assets.nextPmOn),
      isNull(assets.deletedAt),
      gte(assets.nextPmOn, today),
      lt(assets.nextPmOn, endOfWeeks(today)),
    ),
  );
  const at = Date.now();
  const [firstMonth] = monthsTo(today, REPORT_MONTHS);
  const written = db.ofOwner(
    serviceReports,
    and(
      // A report is written on its date or later: ids begin with the time.
      gte(serviceReports.id, idFrom(Date.parse(addDays(`${firstMonth}-01`, -1)))),
      isNull(serviceReports.cancelledAt),
      gte(serviceReports.serviceOn, `${firstMonth}-01`),
    ),
  );
  const begins = sql.raw(`'${rolledUp.prefix}'`);
  return [
    db.removing(counters, sql`${counters.id} >= ${begins} and ${counters.id} < 'figures/'`),
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, 'figures.pm:' || ${mondayIn}, count(*) from ${assets} where ${ahead} group by 2`),
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, ${rolledUp.overdue}, count(*) from ${assets} where ${db.ofOwner(
        assets,
        and(isNotNull(assets.nextPmOn), isNull(assets.deletedAt), lt(assets.nextPmOn, today)),
      )}`),
    db.run(sql`insert into ${counters} ("company_id", "id", "value")
      select ${db.companyId}, 'figures.reports:' || ${serviceReports.serviceType} || ':' || substr(${serviceReports.serviceOn}, 1, 7), count(*)
      from ${serviceReports} where ${written} group by 2`),
    db.run(
      sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, ${OUT}, (${allOut(db)})`,
    ),
    countingLate(db, today),
    ...moreFigures(db, today, timeZone),
    db.inserting(counters, { id: rolledUp.at, value: at }),
    ...morningRows(db, today, at),
  ];
}

/** Whether a morning has counted. */
export const hasFigures = (db: CompanyDb): SQL => db.exists(counters, eq(counters.id, rolledUp.at));
