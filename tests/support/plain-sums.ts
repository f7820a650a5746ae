import { expect } from "vitest";

/** Sums of statistics by plain SQL, in the clock of India: of each Location by month. */
const sums: Record<string, string> = {
  opened: `select asset.department_id as place, strftime('%Y-%m', call.reported_at / 1000 + 19800, 'unixepoch') as month, count(*) as n
    from breakdowns as call join assets as asset on asset.company_id = call.company_id and asset.id = call.asset_id
    where call.company_id = ?1 and call.status not in ('cancelled', 'closed_duplicate') and call.reported_at < ?2 group by 1, 2`,
  "response:high": `select asset.department_id as place, strftime('%Y-%m', call.reported_at / 1000 + 19800, 'unixepoch') as month, sum(first_response_at - reported_at) as n
    from breakdowns as call join assets as asset on asset.company_id = call.company_id and asset.id = call.asset_id
    where call.company_id = ?1 and call.status not in ('cancelled', 'closed_duplicate') and call.priority = 'high' and call.reported_at < ?2
      and first_response_at is not null group by 1, 2 having n > 0`,
  failures: `select asset.department_id as place, strftime('%Y-%m', call.reported_at / 1000 + 19800, 'unixepoch') as month, count(*) as n
    from breakdowns as call join assets as asset on asset.company_id = call.company_id and asset.id = call.asset_id
    where call.company_id = ?1 and call.status not in ('cancelled', 'closed_duplicate') and call.equipment_down and call.reported_at < ?2
      and coalesce(call.cause_code, '') not in ('no_problem_found', 'user_error') group by 1, 2`,
  closed: `select asset.department_id as place, strftime('%Y-%m', call.closed_at / 1000 + 19800, 'unixepoch') as month, count(*) as n
    from breakdowns as call join assets as asset on asset.company_id = call.company_id and asset.id = call.asset_id
    where call.company_id = ?1 and call.status in ('closed', 'closed_condemned') and call.closed_at is not null and call.closed_at < ?2 group by 1, 2`,
  "cost:labour": `select asset.department_id as place, substr(service_on, 1, 7) as month, sum(report.service_cost_minor) as n
    from service_reports as report join assets as asset on asset.company_id = report.company_id and asset.id = report.asset_id
    where report.company_id = ?1 and report.cancelled_at is null and billed_to = 'internal' and ?2 group by 1, 2 having n > 0`,
  down: `with recursive months(month, begins, ends) as (
      select '2023-01', unixepoch('2023-01-01') - 19800, unixepoch('2023-02-01') - 19800
      union all select strftime('%Y-%m', ends + 19800, 'unixepoch'), ends, unixepoch(strftime('%Y-%m-%d', ends + 19800, 'unixepoch'), '+1 month') - 19800
      from months where ends * 1000 < ?2),
    used(id, place, begins, ends) as (
      select asset.id, department_id, coalesce(unixepoch(coalesce(put_to_use_on, purchase_on)) - 19800, 0) * 1000, coalesce((unixepoch(condemned_on) - 19800) * 1000, ?2)
      from assets as asset join asset_details as details on details.company_id = asset.company_id and details.id = asset.id
      where asset.company_id = ?1 and not (lifecycle = 'received' and put_to_use_on is null)),
    parts(place, month, begins, ends) as (
      select used.place, month, max(started_at, months.begins * 1000, used.begins), min(coalesce(ended_at, ?2), months.ends * 1000, used.ends, ?2)
      from asset_downtimes as time join used on used.id = time.asset_id cross join months
      where time.company_id = ?1 and time.kind = 'unplanned' and time.cancelled_at is null)
    select place, month, sum(ends - begins) as n from parts where ends > begins group by 1, 2`,
};

/** The months' own counts of compliance: of frozen dates by how they stand, and what plain SQL says of those that were due. */
const frozen = {
  kept: `select month || ' ' || each.key as key, each.value as n from due_months, json_each(due_months.counts) as each
    where due_months.company_id = ?1 and dimension = 'all' and each.value > 0`,
  said: `select month || ' ' || kind || '.' || criticality || '.' || standing as key, count(*) as n
    from due_closings where company_id = ?1 group by 1`,
};

/** Fails where the figures that a company keeps differ from what plain SQL makes of its records. */
export async function expectPlainSums(db: D1Database, companyId: string, now: number) {
  const read = async <R>(query: string, ...values: unknown[]) =>
    (
      await db
        .prepare(query)
        .bind(companyId, ...values)
        .all<R>()
    ).results;
  const kept: string[] = [];
  const rows = await read<{ id: string; figures: string }>(
    "select id, figures from statistics where company_id = ? and id like '20__:all:%'",
  );
  for (const { id, figures } of rows)
    for (const metric of Object.keys(sums))
      for (const [at, n] of ((JSON.parse(figures)[""]?.[metric] ?? []) as number[]).entries())
        if (n)
          kept.push(
            `${metric} ${id.slice(9)} ${id.slice(0, 4)}-${String(at + 1).padStart(2, "0")} ${n}`,
          );
  const said: string[] = [];
  for (const [metric, query] of Object.entries(sums)) {
    const found = await read<{ place: string; month: string; n: number }>(query, now);
    const whole = new Map<string, number>();
    for (const { place, month, n } of found) {
      said.push(`${metric} ${place} ${month} ${n}`);
      whole.set(month, (whole.get(month) ?? 0) + n);
    }
    for (const [month, n] of whole) said.push(`${metric}  ${month} ${n}`);
  }
  expect(kept.sort()).toEqual(said.sort());
  const lines = async (query: string) =>
    (await read<{ key: string; n: number }>(query)).map(({ key, n }) => `${key} ${n}`).sort();
  expect(await lines(frozen.kept)).toEqual(await lines(frozen.said));
  return kept.length;
}
