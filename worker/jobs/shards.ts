import { shardOf } from "../tenancy/hosts.ts";

/** Every shard that is bound. */
export const shardsOf = (env: Env): D1Database[] =>
  Object.keys(env)
    .filter((name) => /^TENANT_DB_\w+$/.test(name))
    .map((binding) => shardOf(env, binding));

/** Companies with rows in a partial index, by steps through it, whatever their number. */
export async function waitingCompanies(db: D1Database, table: string, index: string, where: string): Promise<string[]> {
  const first = `min(${table}.company_id) from ${table} indexed by ${index} where ${where}`;
  const { results } = await db
    .prepare(
      `with recursive waiting(id) as (select ${first}
        union all select (select ${first} and ${table}.company_id > waiting.id) from waiting where waiting.id is not null)
      select id from waiting where id is not null`,
    )
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Companies whose outbox holds something of a topic that is due. */
export async function companiesWith(db: D1Database, topic: string, now: number): Promise<string[]> {
  const { results } = await db
    .prepare("select distinct company_id from outbox indexed by outbox_waiting where sent_at is null and topic = ? and next_at <= ?")
    .bind(topic, now)
    .all<{ company_id: string }>();
  return results.map(({ company_id }) => company_id);
}
