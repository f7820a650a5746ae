import { type SQL, sql } from "drizzle-orm";
import { fiscalYears, riseOf } from "#app/shared/replacement.ts";
import { replacementScores } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { firstMonthOf } from "../entity/numbers.ts";
import { settingOf } from "../settings/vocabulary.ts";

export const YEARS = 5;
const { replaceOn, priceMinor } = replacementScores;

/** The fiscal years of a company's budget, and what prices rise by in a year, in 1/100 of a percent. */
export type Budget = { years: { from: string; to: string; name: string }[]; inflationBp: number };

export const budgetIn = ({ company }: Session, today: string): Budget => ({
  years: fiscalYears(today, firstMonthOf(company), YEARS),
  inflationBp: settingOf(company, "replacement_inflation_bp"),
});

/** In which of the years a device is due, from 0: what was due before them is in the first. */
export const yearOf = ({ years }: Budget): SQL =>
  sql`(${sql.join(
    years.slice(1).map(({ from }) => sql`(${replaceOn} >= ${from})`),
    sql` + `,
  )})`;

/** What a device that is due costs in its year, in minor units to the whole unit: no forecast is finer. Null without a price, and after the years. */
export const amountOf = (
  budget: Budget,
): SQL => sql`(case when ${replaceOn} <= ${budget.years.at(-1)!.to}
  then cast(100 * round(${priceMinor} * (case ${yearOf(budget)} ${sql.join(
    budget.years.map(
      (_, at) => sql`when ${sql.raw(String(at))} then ${riseOf(budget.inflationBp, at)}`,
    ),
    sql` `,
  )} end) / 100.0) as integer) end)`;
