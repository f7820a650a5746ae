import { and, asc, gte, isNull, lt, min, notInArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { breakdowns, companyProfiles, serviceReports, statistics } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { countNow, NOW } from "./count-now.ts";
import { type Counting, countYear } from "./count-year.ts";
import { readDevices } from "./devices.ts";
import { difference } from "./difference.ts";
import type { TalliedRow } from "./tally.ts";

/** So many calendar years are kept, this one among them. */
export const YEARS = 6;
/** Characters of figures in one statement. */
const MOST_TEXT = 400_000;

/** The time zone of a company; null where it is not there. */
export async function zoneOf(db: ReadingDb): Promise<string | null> {
  const [[profile]] = await db.read(
    db
      .select({ timeZone: companyProfiles.timeZone })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
  );
  return profile?.timeZone ?? null;
}

/** What is counted of a company today, the newest first: how it stands, and its years. */
export async function periodsToCount(db: ReadingDb, at: Counting): Promise<string[]> {
  const year = Number(dayIn(at.timeZone, at.now).slice(0, 4));
  const [[call], [report]] = await db.read(
    db
      .select({ at: min(breakdowns.reportedAt) })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns)),
    db
      .select({ on: serviceReports.serviceOn })
      .from(serviceReports)
      .where(db.ofOwner(serviceReports, isNull(serviceReports.cancelledAt)))
      .orderBy(asc(serviceReports.id))
      .limit(1),
  );
  const first = Math.min(
    year - 1,
    call?.at ? Number(dayIn(at.timeZone, call.at).slice(0, 4)) : year,
    report ? Number(report.on.slice(0, 4)) : year,
  );
  const years = Math.min(YEARS, year - first + 1);
  return [NOW, ...Array.from({ length: years }, (_, back) => String(year - back))];
}

/** The rows of a period as the records say them. */
export async function countPeriod(
  db: ReadingDb,
  period: string,
  at: Counting,
): Promise<TalliedRow[]> {
  const devices = await readDevices(db);
  return period === NOW ? countNow(db, devices, at) : countYear(db, period, devices, at);
}

/** The ids of a period's rows; those of a year's months are among them. */
const ofPeriod = (period: string) =>
  and(gte(statistics.id, `${period}-`), lt(statistics.id, `${period};`));

/** The rows of a period as they are kept. */
export const keptRows = (db: ReadingDb, period: string) =>
  db
    .select({
      id: statistics.id,
      departmentId: statistics.departmentId,
      figures: statistics.figures,
    })
    .from(statistics)
    .where(db.ofOwner(statistics, ofPeriod(period)))
    .orderBy(asc(statistics.id));

/** When a company's figures were counted; null where none were. */
export async function keptAt(db: ReadingDb): Promise<number | null> {
  const [[row]] = await db.read(
    db
      .select({ at: statistics.countedAt })
      .from(statistics)
      .where(db.ofOwner(statistics, ofPeriod(NOW)))
      .limit(1),
  );
  return row?.at ?? null;
}

function chunksOf(rows: readonly TalliedRow[]): TalliedRow[][] {
  const chunks: TalliedRow[][] = [];
  let size = MOST_TEXT;
  for (const row of rows) {
    const length = JSON.stringify(row.figures).length;
    if (size + length > MOST_TEXT) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)!.push(row);
    size += length;
  }
  return chunks;
}

/** Counts a period of a company anew, and keeps it. Counting again gives the same. */
export async function keepPeriod(db: CompanyDb, period: string, at: Counting): Promise<void> {
  const rows = await countPeriod(db, period, at);
  for (const chunk of chunksOf(rows)) {
    const ids = chunk.map(({ id }) => id);
    await db.read(
      db.removing(
        statistics,
        sql`${statistics.id} in (select "value" from json_each(${JSON.stringify(ids)}))`,
      ),
      db.insertingAll(
        statistics,
        chunk.map((row) => ({ ...row, countedAt: at.now })),
      ),
    );
  }
  const all = rows.map(({ id }) => id);
  await db.read(
    db.removing(
      statistics,
      and(
        ofPeriod(period),
        notInArray(statistics.id, sql`(select "value" from json_each(${JSON.stringify(all)}))`),
      )!,
    ),
  );
}

/** Counts all periods of a company. */
export async function keepStatistics(db: CompanyDb, at: Counting): Promise<void> {
  for (const period of await periodsToCount(db, at)) await keepPeriod(db, period, at);
}

/** Where what is kept of a period is not what its records say: the first row, and both figures of it; null where they agree. */
export async function firstDifference(db: ReadingDb, period: string, at: Counting) {
  const [kept] = await db.read(keptRows(db, period));
  const counted = await countPeriod(db, period, at);
  const ids = [...new Set([...kept, ...counted].map(({ id }) => id))].sort();
  for (const id of ids) {
    const [is, says] = [kept, counted].map((rows) => rows.find((row) => row.id === id)?.figures);
    const found = difference(is ?? {}, says ?? {});
    if (found) return { id, ...found };
  }
  return null;
}
