import type { Figures } from "#drizzle/tenant/statistics.ts";

/** What devices are counted by. A place is counted with everything under it. */
export const dimensions = ["category", "criticality", "vendor", "team", "place"] as const;
export type Dimension = (typeof dimensions)[number];

/** Where a device counts: its Location, and its value in each dimension it has one in. */
export type Counted = {
  departmentId: string;
  values: readonly (readonly [dimension: Dimension, value: string])[];
};

/** The id of a row of figures. @param period a year, a month, or `now` */
export const rowId = (period: string, dimension: string, departmentId: string | null) =>
  `${period}:${dimension}:${departmentId ?? ""}`;

type Metrics = Record<string, number | (number | number[])[]>;
export type TalliedRow = { id: string; departmentId: string | null; figures: Figures };
const NONE = "";
const MONTHS = 12;
/** Devices whose own sums a row holds. */
const MOST_RANKABLE = 9_000;

/** Sums of one period by Location and dimension. */
export class Tally {
  readonly #rows = new Map<string, TalliedRow>();
  readonly #places = new WeakMap<Counted, readonly Metrics[]>();

  constructor(readonly period: string) {}

  #at(period: string, dimension: string, departmentId: string | null, value: string): Metrics {
    const id = rowId(period, dimension, departmentId);
    const row = this.#rows.get(id) ?? { id, departmentId, figures: {} };
    this.#rows.set(id, row);
    row.figures[value] ??= {};
    return row.figures[value] as Metrics;
  }

  /** Every sum that a device is part of: of its Location and of all, by itself and by each of its values. */
  #of(device: Counted): readonly Metrics[] {
    const known = this.#places.get(device);
    if (known) return known;
    const { departmentId, values } = device;
    const found = [
      ...[null, departmentId].flatMap((of) => [
        this.#at(this.period, "all", of, NONE),
        ...values.map(([dimension, value]) => this.#at(this.period, dimension, of, value)),
      ]),
      this.#at(this.period, "department", null, departmentId),
    ];
    this.#places.set(device, found);
    return found;
  }

  /** Adds to a sum that has no months. */
  add(device: Counted, metric: string, by = 1): void {
    if (by === 0) return;
    for (const metrics of this.#of(device))
      metrics[metric] = ((metrics[metric] as number | undefined) ?? 0) + by;
  }

  /** Adds to what is of no device, such as stock: it counts for the whole company alone. */
  addWhole(metric: string, by: number): void {
    const metrics = this.#at(this.period, "all", null, NONE);
    if (by) metrics[metric] = ((metrics[metric] as number | undefined) ?? 0) + by;
  }

  /** Adds to a month, 0 to 11, of the year. */
  addIn(device: Counted, metric: string, month: number, by = 1): void {
    if (by === 0) return;
    for (const metrics of this.#of(device)) {
      metrics[metric] ??= Array.from({ length: MONTHS }, () => 0);
      const months = metrics[metric] as number[];
      months[month]! += by;
    }
  }

  /** Keeps a value in the list of a month. */
  listIn(device: Counted, metric: string, month: number, value: number): void {
    for (const metrics of this.#of(device)) {
      metrics[metric] ??= Array.from({ length: MONTHS }, () => []);
      (metrics[metric] as number[][])[month]!.push(value);
    }
  }

  /** Adds to what a device itself had in a month and in its year: its place in the list, by how much. */
  addOf(id: string, { departmentId }: Counted, month: string, place: number, by: number): void {
    if (by === 0) return;
    for (const span of [month, this.period])
      for (const of of [null, departmentId]) {
        const metrics = this.#at(span, "asset", of, id);
        metrics.of ??= [0, 0, 0];
        const sums = metrics.of as number[];
        sums[place]! += by;
      }
  }

  /** The rows that have anything in them, each list in order, so that counting again gives the same. */
  rows(): TalliedRow[] {
    const rows = [...this.#rows.values()];
    for (const row of rows)
      if (row.id.split(":")[1] === "asset") row.figures = withMost(row.figures);
    for (const { figures } of rows)
      for (const metrics of Object.values(figures))
        for (const values of Object.values(metrics))
          if (Array.isArray(values))
            for (const list of values)
              if (Array.isArray(list)) (list as number[]).sort((a, b) => a - b);
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/**
 * What devices had, of so many as have most of anything: a row of D1 is 2 MB at most, and a device takes some 80 bytes of it.
 * Ranks over several spans are exact for companies with fewer devices that had anything.
 */
function withMost(figures: Figures): Figures {
  const all = Object.entries(figures);
  if (all.length <= MOST_RANKABLE) return figures;
  const of = (metrics: Figures[string], kind: number) => (metrics.of as number[])[kind]!;
  const kept = [0, 1, 2].flatMap((kind) =>
    [...all]
      .sort(([a, x], [b, y]) => of(y, kind) - of(x, kind) || (a < b ? -1 : 1))
      .slice(0, MOST_RANKABLE / 3),
  );
  return Object.fromEntries(kept);
}
