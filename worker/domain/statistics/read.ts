import { inArray, sql } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { statistics } from "#drizzle/tenant/index.ts";
import type { Figures } from "#drizzle/tenant/statistics.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { recordColumns } from "../assets/filters.ts";
import { complianceReading } from "../compliance/figures.ts";
import { chosenOf } from "../lists/chosen.ts";
import { stockValue } from "../stock/value.ts";
import { vendorScoresOf } from "./charts-vendors.ts";
import { NOW } from "./count-now.ts";
import { locationsOf, namesOf, shownOf } from "./named.ts";
import type { StatisticsPeriod } from "./period.ts";
import { rankedOf } from "./ranked.ts";
import { type Dimension, dimensions, rowId } from "./tally.ts";

/** What a page is narrowed to: a Location, and one value of one dimension. */
export type Narrowed = {
  department: string | null;
  dimension: Dimension | null;
  value: string | null;
  /** Filters that the address names besides, which do not count. */
  ignored: Dimension[];
};

/** The filters of an address. Of the dimensions the first one counts. */
export function narrowedBy(params: URLSearchParams): Narrowed {
  const askedFor = (name: string) => {
    const value = params.get(name) ?? "";
    return /^[\w-]{1,64}$/.test(value) ? value : null;
  };
  const [dimension, ...ignored] = dimensions.filter((name) => askedFor(name));
  return {
    department: askedFor("department"),
    dimension: dimension ?? null,
    value: dimension ? askedFor(dimension) : null,
    ignored,
  };
}

const yearsOf = ({ months, before }: StatisticsPeriod) => [
  ...new Set([...months, ...(before?.months ?? [])].map((month) => month.slice(0, 4))),
];

function rowsOf(db: ReadingDb, period: StatisticsPeriod, narrowed: Narrowed) {
  const { dimension, value } = narrowed;
  const places = locationsOf(db, narrowed.department);
  const shown = dimension ? [dimension] : ["all", "category", "criticality"];
  const ids = [...yearsOf(period), NOW].flatMap((of) =>
    places.flatMap((place) => [
      ...shown.map((one) => rowId(of, one, place)),
      ...(dimension || place ? [] : [rowId(of, "department", null)]),
    ]),
  );
  const figures = value
    ? sql<string>`json_object(${value}, json(coalesce(${statistics.figures} -> ${`$."${value}"`}, '{}')))`
    : sql<string>`${statistics.figures}`;
  return db
    .select({
      id: statistics.id,
      figures: figures.as("counted_figures"),
      countedAt: statistics.countedAt,
    })
    .from(statistics)
    .where(db.ofOwner(statistics, inArray(statistics.id, among(ids))));
}

type Row = { id: string; figures: string; countedAt: number };

/** Sums of what was counted, of one slice of a company. */
export class Sums {
  readonly #rows = new Map<string, Figures[]>();
  readonly countedAt: number | null;

  constructor(
    rows: readonly Row[],
    readonly narrowed: Narrowed,
  ) {
    for (const { id, figures } of rows) {
      const key = id.slice(0, id.lastIndexOf(":"));
      const parsed = typeof figures === "string" ? (JSON.parse(figures) as Figures) : figures;
      this.#keep(key, parsed);
      const [period, dimension, place] = id.split(":");
      // Of a limited person the Locations are known by their own rows.
      if (place && dimension === "all")
        this.#keep(`${period}:department`, { [place]: parsed[""] ?? {} });
    }
    this.countedAt = rows.length ? Math.min(...rows.map(({ countedAt }) => countedAt)) : null;
  }

  #keep(key: string, figures: Figures): void {
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), figures]);
  }

  #of(period: string, by: string | null, value: string, metric: string) {
    const dimension = by ?? this.narrowed.dimension ?? "all";
    const own = by ? value : (this.narrowed.value ?? "");
    return (this.#rows.get(`${period}:${dimension}`) ?? []).flatMap(
      (figures) => figures[own]?.[metric] ?? [],
    ) as (number | readonly number[])[];
  }

  #monthly(month: string, metric: string, by: string | null, value: string) {
    const at = Number(month.slice(5)) - 1;
    const dimension = by ?? this.narrowed.dimension ?? "all";
    const own = by ? value : (this.narrowed.value ?? "");
    return (this.#rows.get(`${month.slice(0, 4)}:${dimension}`) ?? []).map((figures) => {
      const months = figures[own]?.[metric];
      return Array.isArray(months) ? months[at] : undefined;
    });
  }

  /** What a metric was in months together. @param by a dimension that is not narrowed, and one of its values */
  sum(metric: string, months: readonly string[], by: string | null = null, value = ""): number {
    let sum = 0;
    for (const month of months)
      for (const part of this.#monthly(month, metric, by, value))
        if (typeof part === "number") sum += part;
    return sum;
  }

  /** The values that a metric lists in months. */
  list(metric: string, months: readonly string[]): number[] {
    return months.flatMap((month) =>
      this.#monthly(month, metric, null, "").flatMap((part) =>
        typeof part === "object" ? [...part] : [],
      ),
    );
  }

  /** What stands today. */
  now(metric: string, by: string | null = null, value = ""): number {
    return this.#of(NOW, by, value, metric).reduce<number>(
      (sum, part) => sum + (typeof part === "number" ? part : 0),
      0,
    );
  }

  /** The values of a dimension in a period, a year's or today's. */
  values(by: string, periods: readonly string[]): string[] {
    return [
      ...new Set(
        periods.flatMap((period) =>
          (this.#rows.get(`${period}:${by}`) ?? []).flatMap((figures) => Object.keys(figures)),
        ),
      ),
    ];
  }

  /** The names of metrics that begin with a word, in months or today. */
  metrics(prefix: string, periods: readonly string[]): string[] {
    const dimension = this.narrowed.dimension ?? "all";
    const own = this.narrowed.value ?? "";
    return [
      ...new Set(
        periods.flatMap((period) =>
          (this.#rows.get(`${period}:${dimension}`) ?? []).flatMap((figures) =>
            Object.keys(figures[own] ?? {}).filter((name) => name.startsWith(prefix)),
          ),
        ),
      ),
    ];
  }
}

/** The filters by their names in the list of assets, whose records the address names. */
const records = ["department", "category", "vendor", "team", "place"] as const;

/** What is read of the Locations of a limited person at most: rows of each, and looks through the list of them. */
const [MOST_OF_PLACES, LOOKS] = [174, 5];

/** Whether a person is limited to more Locations than can be summed for a period: a row of each and of each month of PM is read. */
export function isTooWide(
  { scope }: ReadingDb,
  period: StatisticsPeriod,
  { department, dimension }: Narrowed,
): boolean {
  if (!scope || department) return false;
  const kinds = dimension ? 1 : 3;
  const each = kinds * (yearsOf(period).length + 1) + period.months.length + LOOKS;
  return scope.departments.length * each > MOST_OF_PLACES;
}

/** PM compliance of a period and of the one before it, as the frozen months tell it. */
function frozenOf(
  db: ReadingDb,
  session: Session,
  { first, months, before }: StatisticsPeriod,
  { department, dimension, value }: Narrowed,
) {
  const of = (from: string, to: string) =>
    complianceReading(db, session, {
      ...{ from, to, location: department ?? undefined },
      ...(dimension && value ? { [dimension]: value } : {}),
    });
  // Of a limited person a row of each Location and month is read: the period alone.
  const past = before && !db.scope ? before : null;
  return {
    isKnown: dimension !== "vendor" && dimension !== "place",
    now: of(first, months.at(-1) ?? first),
    before: past && of(past.first, past.months.at(-1) ?? past.last),
  };
}

/** Everything a page of statistics shows, in two round trips. */
export async function readStatistics(
  session: Session,
  db: ReadingDb,
  period: StatisticsPeriod,
  narrowed: Narrowed,
) {
  const asked = { [narrowed.dimension ?? ""]: narrowed.value ?? "" };
  const named = { ...asked, ...(narrowed.department ? { department: narrowed.department } : {}) };
  const columns = Object.fromEntries(records.map((name) => [name, recordColumns[name]!]));
  const chosen = chosenOf(db, columns, named);
  const places = locationsOf(db, narrowed.department);
  const ranked = rankedOf(db, period, places, narrowed.dimension !== null);
  const frozen = frozenOf(db, session, period, narrowed);
  const [rows, departmentNames, categoryNames, top, [stock], vendors, settled, months, ...others] =
    await db.read(
      rowsOf(db, period, narrowed),
      namesOf(db, "department", narrowed),
      namesOf(db, "category", narrowed),
      ranked.statement,
      stockValue(db),
      vendorScoresOf(db, narrowed, session.can("view-vendor") && session.can("view-breakdown")),
      frozen.now.job,
      frozen.now.counts,
      ...(frozen.before ? [frozen.before.counts] : []),
      ...chosen.statements,
    );
  const monthsBefore = frozen.before ? (others[0] as typeof months) : [];
  const names = others.slice(frozen.before ? 1 : 0);
  const sums = new Sums(rows as Row[], narrowed);
  const pm = frozen.now.told(settled, months);
  return {
    sums,
    vendors,
    /** Null where no frozen count tells it: for a vendor or place, or for two of Location, category and team together. */
    pm: frozen.isKnown && !pm.isTooNarrow ? pm : null,
    pmBefore: frozen.before?.told(settled, monthsBefore) ?? null,
    departments: shownOf(db, "department", departmentNames, sums),
    categories: shownOf(db, "category", categoryNames, sums),
    ranked: ranked.isKnown ? await ranked.first(top) : null,
    /** All Locations without a filter: what belongs to no Location is told of them alone. */
    isWhole: !db.scope && !narrowed.department && !narrowed.dimension,
    stockMinor: session.can("view-stock") ? (stock?.value ?? 0) : null,
    chosen: chosen.of(names as never) as Record<string, Choice>,
  };
}
export type Read = Awaited<ReturnType<typeof readStatistics>>;
