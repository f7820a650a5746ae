import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { manyAssets } from "./many-assets.ts";
import { newPerson } from "./person.ts";
import { rowsOf } from "./rows.ts";
import { addCompany, type World } from "./world.ts";

/** How many rows a busy company has. */
export const BUSY = { assets: 10_000, occurrences: 40_000, people: 200, teams: 50 } as const;

const numbers = (most: number) =>
  `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${most - 1})`;
const idOf = (sort: number, n: string) => `printf('%08x-0000-7000-8000-%012x', ${sort}, ${n})`;

/**
 * A hospital with 10,000 devices and their year of planned services, 40,000 in all: four of every device, spread evenly
 * from a year ago; those of the time before this month are done. Every 50th schedule has a lead of its own. A fifth of the services is assigned to persons.
 */
export async function busyCompany(w: World, name: string, today: string) {
  const company = await addCompany(w.env, name, 2, 1);
  const shard = rowsOf(w, company);
  await manyAssets(w, company, BUSY.assets);
  // One in ten looks after devices.
  const permissionsOf = (n: number) => ["view-asset", ...(n % 10 ? [] : ["edit-asset"])];
  const first = await newPerson(w, company, { permissions: permissionsOf(0) });
  const others = Array.from({ length: BUSY.people - 1 }, (_, n) => ({
    id: newId(),
    email: `person${n}@${name}.test`,
  }));
  const people = [first, ...others];
  await shard.add(
    "users",
    ...others.map((one) => ({
      ...{ ...one, name: "Pat Person", type: "user", service_type: 2, status: "active" },
    })),
  );
  await shard.add(
    "user_permissions",
    ...others.flatMap(({ id }, n) =>
      permissionsOf(n + 1).map((permission) => ({
        user_id: id,
        permission,
        web: "allow",
        app: "allow",
      })),
    ),
  );
  const teams = Array.from({ length: BUSY.teams }, (_, n) => ({
    id: `00000003-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
    name: `Team ${n}`,
    leader_user_id: people[n]!.id,
  }));
  await shard.add("teams", ...teams);
  await shard.add(
    "team_members",
    ...people.map(({ id }, n) => ({ user_id: id, team_id: teams[n % BUSY.teams]!.id })),
  );
  const numbered = "select id, row_number() over (order by id) - 1 as n from";
  const own = "where company_id = ?1";
  await shard.run(
    `update assets set lifecycle = 'in_service', warranty_end_on = date(?2, (n % 1000 - 100) || ' days'), team_id = ${idOf(3, `n % ${BUSY.teams}`)}
     from (${numbered} assets ${own}) as one where assets.company_id = ?1 and assets.id = one.id`,
    today,
  );
  await shard.run(
    `insert into schedules (company_id, id, created_at, updated_at, version, asset_id, kind, title, source, mode, anchor_on,
       interval_unit, interval_count, window_before_days, window_after_days, lead_days)
     select ?1, ${idOf(1, "n")}, 1, 1, 1, id, 'pm', 'Quarterly PM', 'oem', 'fixed', date(?2, (n % 91 - 365) || ' days'),
       'month', 3, 15, 15, iif(n % 50, 30, 20) from (${numbered} assets ${own}) ${own.replace("company_id", "?1")}`,
    today,
  );
  const person = `(select value from json_each(?3) where key = n % ${BUSY.people})`;
  await shard.run(
    `${numbers(BUSY.occurrences)} insert into due_occurrences (company_id, id, created_at, updated_at, version, schedule_id, asset_id, kind, due_on,
       opens_on, closes_on, status, assigned_user_id)
     select ?1, ${idOf(2, "n")}, 1, 1, 1, ${idOf(1, `n % ${BUSY.assets}`)}, plan.asset_id, 'pm', date(plan.anchor_on, (n / ${BUSY.assets} * 120) || ' days'),
       date(plan.anchor_on, (n / ${BUSY.assets} * 120 - 15) || ' days'), date(plan.anchor_on, (n / ${BUSY.assets} * 120 + 15) || ' days'), iif(date(plan.anchor_on, (n / ${BUSY.assets} * 120) || ' days') < date(?2, '-20 days'), 'done', 'scheduled'),
       iif(n % 5, null, ${person})
     from numbers join schedules as plan on plan.company_id = ?1 and plan.id = ${idOf(1, `n % ${BUSY.assets}`)}
`,
    today,
    JSON.stringify(people.map(({ id }) => id)),
  );
  return { company, shard, people, teams, from: addDays(today, -60) };
}
