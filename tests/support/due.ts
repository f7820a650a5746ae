import { expect } from "vitest";
import { usualMinutes } from "#app/shared/due-load.ts";
import { datesBetween, type IntervalUnit, windowOf } from "#app/shared/due-series.ts";
import type { rowsOf } from "./rows.ts";

type Planned = {
  assetId: string;
  kind?: string;
  /** The first due date; those after it follow by the interval, up to `until`. */
  from: string;
  until: string;
  every?: readonly [number, IntervalUnit];
  before?: number;
  after?: number;
  /** Further columns of the schedule, and of each of its occurrences. */
  schedule?: Record<string, unknown>;
  occurrence?: Record<string, unknown>;
};

/** A fixed schedule of a device with its occurrences, written past the app. Answers the id of the schedule. */
export async function planned(rows: ReturnType<typeof rowsOf>, plan: Planned): Promise<string> {
  const { assetId, kind = "pm", from, until, every = [6, "month"], before = 15, after = 15 } = plan;
  const [intervalCount, intervalUnit] = every;
  const scheduleId = await rows.add("schedules", {
    ...{ asset_id: assetId, kind, title: `${kind} of the test`, source: "oem", mode: "fixed" },
    ...{ interval_unit: intervalUnit, interval_count: intervalCount, anchor_on: from },
    ...{ window_before_days: before, window_after_days: after, ...plan.schedule },
  });
  const dates = datesBetween({ anchorOn: from, intervalUnit, intervalCount }, "0001-01-01", until);
  const occurrences = dates.map((dueOn) => {
    const { opensOn, closesOn } = windowOf(dueOn, before, after);
    return {
      ...{ schedule_id: scheduleId, asset_id: assetId, kind, due_on: dueOn, status: "scheduled" },
      ...{ opens_on: opensOn, closes_on: closesOn, ...plan.occurrence },
    };
  });
  if (occurrences.length) await rows.add("due_occurrences", ...occurrences);
  return scheduleId;
}

/** Expects that the days of the calendar are kept as its occurrences say, and a count of them none below zero. */
export async function expectDaysKept(rows: ReturnType<typeof rowsOf>) {
  const usual = Object.entries(usualMinutes)
    .map(([kind, minutes]) => `when '${kind}' then ${minutes}`)
    .join(" ");
  const said = await rows.all(
    `select o.plan_on || iif(o.status in ('done', 'missed'), ' ' || o.status, ' open ' || coalesce(o.opens_on, o.plan_on)) as id,
      count(*) as count, sum(coalesce(s.minutes, case o.kind ${usual} end)) as minutes
      from due_occurrences o join schedules s on s.company_id = o.company_id and s.id = o.schedule_id
      where o.company_id = ?1 and o.status <> 'cancelled' group by 1 order by 1`,
  );
  expect(
    await rows.all(
      "select id, count, minutes from due_days where company_id = ?1 and (count <> 0 or minutes <> 0) order by id",
    ),
  ).toEqual(said);
}
