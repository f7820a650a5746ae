import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { addMonths, dayIn } from "#app/shared/company-time.ts";
import { addTallies, type Risk, risks, type Tally, tallyOf } from "#app/shared/compliance.ts";
import { companyJobs, dueMonths } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { asRows } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Session } from "../../session.ts";
import { monthOf } from "./closing.ts";

/** The months that are told where none are named: the open one and a year before it. */
export const MONTHS = 13;
const MOST_MONTHS = 36;

/** What of a company is told. Of Location, category and team one can be named; kind and criticality narrow any. */
export type ComplianceFilters = {
  /** YYYY-MM, both included. */
  from?: string | undefined;
  to?: string | undefined;
  location?: string | undefined;
  category?: string | undefined;
  team?: string | undefined;
  kind?: string | undefined;
  criticality?: string | undefined;
};

export type MonthTally = Tally & {
  month: string;
  /** The month that runs is told so far; one that is over is closed, and settled once no outcome is missing. */
  state: "open" | "closed" | "settled";
  risks: Record<Risk, Tally>;
};
export type Compliance = {
  months: MonthTally[];
  total: Tally;
  risks: Record<Risk, Tally>;
  /** The last day whose dates are frozen; null before the first morning. */
  through: string | null;
  /** More than one of Location, category and team was named, or one besides the Locations a person is limited to: nothing is told. */
  isTooNarrow: boolean;
};

const isMonth = (text: string | undefined): text is string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? "");
const monthsBetween = (from: string, to: string) => {
  const months: string[] = [];
  for (
    let on = `${from}-01`;
    monthOf(on) <= to && months.length < MOST_MONTHS;
    on = addMonths(on, 1)
  )
    months.push(monthOf(on));
  return months;
};

/** The months of an address, oldest first, 36 at most; the last 13 unless others are named. */
export function monthsAsked({ from, to }: ComplianceFilters, today: string): string[] {
  const last = isMonth(to) ? to : monthOf(today);
  const first = isMonth(from) && from <= last ? from : monthOf(addMonths(`${last}-01`, 1 - MONTHS));
  return monthsBetween(first, last);
}

/** Which rows of counts are read; null where none tells it. */
function partOf(db: ReadingDb, { location, category, team }: ComplianceFilters): SQL | null {
  const named = { department: location, category, team };
  const asked = Object.entries(named).filter(([, value]) => value);
  const [first] = asked;
  // One value is compared as one: among a list the index would be walked for every Location of a limited person.
  const of = (dimension: string, value: string) =>
    sql`${dueMonths.dimension} = ${dimension} and ${dueMonths.value} = ${value}`;
  if (asked.length > 1) return null;
  if (db.scope)
    return !first
      ? sql`${dueMonths.dimension} = 'department' and ${dueMonths.value} = "place"."value"`
      : first[0] === "department"
        ? of("department", first[1]!)
        : null;
  return first ? of(first[0], first[1]!) : of("all", "");
}

/**
 * PM compliance by month and risk. It reads a row of counts a month, or one a month and Location for a limited person, and is always what
 * the frozen rows add up to. One round trip.
 * @throws Response 403 without view-asset
 */
export async function complianceOf(
  session: Session,
  filters: ComplianceFilters,
): Promise<Compliance> {
  return complianceIn(session.authorize("view-asset"), session, filters);
}

/** The same by a handle that is open already, such as an export's. */
export async function complianceIn(
  db: ReadingDb,
  session: Session,
  filters: ComplianceFilters,
): Promise<Compliance> {
  const { job, counts, told } = complianceReading(db, session, filters);
  return told(...(await db.read(job, counts)));
}

/** The same as statements for a batch of others, and what their rows tell. */
export function complianceReading(db: ReadingDb, session: Session, filters: ComplianceFilters) {
  const today = dayIn(session.company.timeZone);
  const months = monthsAsked(filters, today);
  const part = partOf(db, filters);
  const job = db
    .select({ doneOn: companyJobs.doneOn })
    .from(companyJobs)
    .where(db.ofOwner(companyJobs, eq(companyJobs.id, "closings")))
    .limit(1);
  const { location, category, team } = filters;
  // Each Location of a limited person is looked up by itself: in a list the index would be walked for each.
  const ofEach = db.scope && !location && !category && !team ? db.scope.departments : null;
  const counts = db
    .select({
      month: sql<string>`${dueMonths.month}`.as("of_month"),
      counts: sql`${dueMonths.counts}`.mapWith(dueMonths.counts).as("month_counts"),
    })
    .from(
      ofEach
        ? sql`${asRows(ofEach)} as "place" cross join ${acrossLocations(dueMonths, "each row is shown or not by its own Location")}`
        : sql`${dueMonths}`,
    )
    .where(
      db.ofOwner(
        dueMonths,
        and(
          part ?? sql`${dueMonths.id} = ''`,
          months.length === 1
            ? eq(dueMonths.month, months[0]!)
            : and(gte(dueMonths.month, months[0]!), lte(dueMonths.month, months.at(-1)!)),
        ),
      ),
    );
  const told = ([done]: Results<[typeof job]>[0], rows: Results<[typeof counts]>[0]) =>
    toldOf({ months, rows, doneOn: done?.doneOn ?? null, filters, isTooNarrow: part === null });
  return { job, counts, told };
}

type Counts = { month: string; counts: Record<string, number> };
type Found = {
  months: readonly string[];
  rows: readonly Counts[];
  doneOn: string | null;
  filters: ComplianceFilters;
  isTooNarrow: boolean;
};

function toldOf({ months, rows, doneOn, filters, isTooNarrow }: Found): Compliance {
  const { kind, criticality } = filters;
  const fits = (its: string, critical: string) =>
    (!kind || its === kind) && (!criticality || critical === criticality);
  const told = months.map((month): MonthTally => {
    const counts = rows.filter((row) => row.month === month).map((row) => row.counts);
    const sum = (among: (kind: string, criticality: string) => boolean) =>
      addTallies(counts.map((one) => tallyOf(one, among)));
    const tally = sum(fits);
    const isOver = month < monthOf(doneOn ?? "");
    return {
      month,
      ...tally,
      state: isOver ? (tally.open ? "closed" : "settled") : "open",
      risks: ofRisks((of) => sum((its, critical) => fits(its, critical) && of.includes(critical))),
    };
  });
  return {
    months: told,
    total: addTallies(told),
    risks: ofRisks((_, risk) => addTallies(told.map((month) => month.risks[risk]))),
    through: doneOn,
    isTooNarrow,
  };
}

function ofRisks(tally: (of: readonly string[], risk: Risk) => Tally): Record<Risk, Tally> {
  const entries = (Object.keys(risks) as Risk[]).map((risk) => [risk, tally(risks[risk].of, risk)]);
  return Object.fromEntries(entries) as Record<Risk, Tally>;
}
