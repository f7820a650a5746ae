import { desc, eq, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import { vendorScores } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { LEAST_JOBS } from "../reports/of-others.ts";
import { share } from "./formulas.ts";
import type { Narrowed } from "./read.ts";
import { cell, filled, type Source, textsOf } from "./source.ts";

/** Vendors that are shown, those with most jobs; the report of them has all. */
const MOST_SHOWN = 12;
const DAYS = 365;
const DAY_MS = 86_400_000;

/** How vendors did in the last twelve months; of one vendor where the page is narrowed to it. None to a person limited to Locations. */
export const vendorScoresOf = (db: ReadingDb, { dimension, value }: Narrowed, may: boolean) =>
  db
    .select()
    .from(vendorScores)
    .where(
      db.ofOwner(
        vendorScores,
        !may ? sql`0` : dimension === "vendor" && value ? eq(vendorScores.id, value) : undefined,
      ),
    )
    .orderBy(desc(vendorScores.jobs), desc(vendorScores.id))
    .limit(MOST_SHOWN);

/** Vendors with most jobs, and what they kept of their promises. */
export function vendorsChart({ vendors, links, ...source }: Source): Chart {
  const { n } = textsOf(source);
  const scored = vendors.filter(({ jobs }) => jobs >= LEAST_JOBS);
  const [first] = vendors;
  const bp = (value: number | null) => (value === null ? null : value / 100);
  const rows = vendors.map(
    ({ id, vendorName, jobs, slaMet, slaCounted, repeats, passes, daysOut, countedOn, ...up }) => {
      const isScored = jobs >= LEAST_JOBS;
      return {
        label: vendorName,
        cells: [
          cell(isScored ? share(slaMet, slaCounted) : null, "percent"),
          cell(isScored ? share(repeats, jobs) : null, "percent"),
          cell(isScored && passes ? (daysOut * DAY_MS) / passes : null, "days"),
          cell(bp(up.uptimeBp), "percent"),
          cell(bp(up.promisedBp), "percent"),
          cell(jobs, "count", links.given(id, { from: addDays(countedOn, -DAYS) })),
        ],
      };
    },
  );
  const report = links.scores();
  return {
    key: "vendors",
    title: "Vendor scores",
    say: first
      ? filled("{vendor} had most: {jobs}. {few}", {
          vendor: first.vendorName,
          jobs: plural(first.jobs, "1 job", "{n} jobs").replace(String(first.jobs), n(first.jobs)),
          few: plural(LEAST_JOBS, "", "Below {n} jobs: n/a."),
        })
      : "No vendor had a job in twelve months, or you are limited to Locations: n/a.",
    how: {
      formula:
        "met ÷ promised, repeat ÷ jobs, Σ days out ÷ passes back, uptime beside what was promised",
      text: "The twelve vendors with most jobs: calls given to them in the twelve months to the last night, whatever period is chosen here. Uptime is that of the devices under its contracts with a promised uptime.",
    },
    more: report ? { text: "All vendors", to: report } : null,
    draw: scored.length ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Vendor",
      heads: ["In time", "Repeat", "Mean days out", "Uptime", "Promised uptime", "Jobs"],
      rows,
    },
  };
}
