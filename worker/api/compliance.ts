import { complianceStandings, exclusionWords, risks } from "#app/shared/compliance.ts";
import { dueExceptions, dueKinds } from "#app/shared/due-standing.ts";
import { dueClosings } from "#drizzle/tenant/index.ts";
import { criticalities } from "#drizzle/words.ts";
import { complianceOf } from "../domain/compliance/figures.ts";
import { listClosings } from "../domain/compliance/list.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { filter } from "./resource-calls.ts";
import {
  columnsShape,
  day,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const month: Schema = { ...text, pattern: "^\\d{4}-\\d{2}$", description: "YYYY-MM" };
const percent: Schema = { type: "number", description: "With one decimal, rounded down" };
const counts = { due: whole, on_time: whole, late: whole, not_done: whole, open: whole };
const tally = { ...counts, excluded: whole, percent: orNull(percent) };
const byRisk = object(
  Object.fromEntries(Object.keys(risks).map((risk) => [risk, object(tally)] as const)),
);
const narrowing = {
  kind: oneOf(...Object.keys(dueKinds)),
  criticality: oneOf(...criticalities),
  location: filter,
  category: filter,
  team: filter,
};
const call = companyCalls({ tag: "PM compliance", needs: "view-asset" });

type Named = Record<string, object>;
const eachToWire = (named: Named) =>
  Object.fromEntries(Object.entries(named).map(([key, one]) => [key, toWire(one)]));

/** What was due of each month as it was frozen, and what came of it. */
export const complianceCalls: Call[] = [
  call({
    get: "/pm-compliance",
    says: "PM compliance by month, 36 at most and the last 13 unless named, with each risk apart. Of Location, category and team one narrows it; of two nothing is told",
    query: { from: month, to: month, ...narrowing },
    answer: data(
      object({
        ...{ total: object(tally), risks: byRisk, through: orNull(day), is_too_narrow: truth },
        months: list(
          object({ month, state: oneOf("open", "closed", "settled"), ...tally, risks: byRisk }),
        ),
      }),
    ),
    async run({ session, query }) {
      const names = ["from", "to", ...Object.keys(narrowing)];
      const asked = names.map((name) => [name, query.get(name) || undefined]);
      const figures = await complianceOf(session, Object.fromEntries(asked));
      return {
        ...figures,
        ...{ total: toWire(figures.total), risks: eachToWire(figures.risks) },
        months: figures.months.map(({ risks, ...one }) => ({
          ...toWire(one),
          risks: eachToWire(risks),
        })),
      };
    },
  }),
  call({
    get: "/pm-compliance/dates",
    says: "The dates of a month as they were frozen, newest first; those of `tab` excluded with who, when and why",
    query: listQuery(
      ["newest"],
      { tab: oneOf("all", ...Object.keys(complianceStandings)), month, ...narrowing },
      false,
    ),
    answer: page(
      columnsShape(
        dueClosings,
        "id assetId kind dueOn opensOn closesOn criticality standing excludedBy excludedAt reason outcome settledAt withdrawnAt month",
        {
          exclusion: orNull(oneOf(...Object.keys(exclusionWords))),
          ...{ asset_code: text, asset_name: text, location: text, done_on: orNull(day) },
          ...{ deferrals: whole, exception: orNull(oneOf(...Object.values(dueExceptions))) },
        },
      ),
    ),
    run: ({ session, query }) => listClosings(session, query),
  }),
];
