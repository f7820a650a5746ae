import { openDirect } from "../support/direct.ts";
import { main } from "../support/project.ts";

const REPORTS = 100_000;
const LOG = 1_000_000;
/** Reports of the first device, which has a long life behind it. */
const OF_FIRST = 900;

/** The id of a copy, in SQL: in the order of the numbers, before all that comes later. */
const idOf = (number: string) =>
  `printf('01900000-%04x-7000-8000-%012x', ${number} >> 16, ${number})`;

/** Gives a company of the databases in STATE a past by its slug: `node scripts/bench/history.ts demo`. */
main(() => addHistory(process.argv[2]!));

/** What each device knows of the costs of its reports. */
const keepCosts = `update assets set (service_cost_minor, cost_years) = (
  select coalesce(sum((costs ->> 0) + (costs ->> 1) + (costs ->> 2)), 0), json_group_object(year, json(costs)) from (
    select substr(service_on, 1, 4) as year, json_array(sum(iif(service_type = 'pm', service_cost_minor, 0)),
      sum(iif(service_type = 'pm', 0, service_cost_minor)), sum(parts_cost_minor)) as costs
    from service_reports where company_id = assets.company_id and asset_id = assets.id and cancelled_at is null group by 1))
  where company_id = ?`;

/** Gives a company's devices a past: copies of its newest report and log entry, 900 of the reports about its first device. */
async function addHistory(slug: string): Promise<void> {
  const { db, filling, close } = openDirect("company_profiles", `slug = '${slug}'`);
  try {
    const { id: company } = (await db
      .prepare("select id from company_profiles where slug = ?")
      .bind(slug)
      .first<{ id: string }>())!;
    const device = (most: number) =>
      `(select id from devices where place = iif(n <= ${most}, 0, n % (select count(*) from devices)))`;
    const last = await db
      .prepare("select coalesce(max(seq), 0) as seq from activity_log where company_id = ?")
      .bind(company)
      .first<{ seq: number }>();
    const copies: [table: string, count: number, changed: Record<string, string>][] = [
      [
        "service_reports",
        REPORTS,
        {
          asset_id: device(OF_FIRST),
          breakdown_id: "null",
          service_ticket: "printf('PM-%012d', 100101000000 + n)",
          service_on: "date('2010-01-01', (n % 3000) || ' days')",
        },
      ],
      [
        "activity_log",
        LOG,
        {
          asset_id: device(2 * OF_FIRST),
          seq: `${last!.seq} + n`,
          prev_hash: "null",
        },
      ],
    ];
    await db.prepare("create temp table devices (place integer primary key, id text)").run();
    await db
      .prepare(
        "insert into devices select row_number() over (order by asset_code) - 1, id from assets where company_id = ? and deleted_at is null",
      )
      .bind(company)
      .run();
    for (const [table, count, changed] of copies) {
      const { results } = await db
        .prepare(`select name from pragma_table_info('${table}')`)
        .all<{ name: string }>();
      const names = results.map(({ name }) => name);
      const values = names.map((name) =>
        name === "id" ? idOf("n") : (changed[name] ?? `one."${name}"`),
      );
      const copy = db
        .prepare(
          `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}),
            one as materialized (select * from "${table}" where company_id = ? order by id desc limit 1)
           insert into "${table}" (${names.join(", ")}) select ${values.join(", ")} from numbers cross join one`,
        )
        .bind(company);
      await filling(table, async () => void (await copy.run()));
    }
    await db.prepare(keepCosts).bind(company).run();
  } finally {
    close();
  }
}
