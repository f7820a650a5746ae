import { idFrom } from "#drizzle/columns.ts";
import { personSession } from "../auth/person-session.ts";
import { goOnWithRuns } from "../domain/runs/go-on.ts";
import { KEPT_DAYS } from "../domain/runs/runs.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import { runKinds } from "../web/run-kinds.ts";
import type { Part } from "./message.ts";

const HOST = "select primary_host from company_profiles where company_id = ?1 and id = ?1";

/** Goes on with what people have asked to be made in the background. */
export async function goOnWithFiles({ env, db, owner, at }: Part): Promise<string | null> {
  const company = await db.prepare(HOST).bind(owner).first<{ primary_host: string }>();
  if (!company) return null;
  const isMore = await goOnWithRuns({
    ...{ env, at, kinds: runKinds, db: openForJob(db, owner) },
    origin: originOf(env, company.primary_host),
    sessionOf: (userId) => personSession(env, db, owner, userId),
  });
  return isMore ? "" : null;
}

const DAY_MS = 86_400_000;
const SWEPT = 250;
const OVER = `company_id = ?1 and id in (select id from report_runs where company_id = ?1 and id < ?2
  and status in ('done', 'failed') order by id limit ${SWEPT})`;
const FREE = `update company_profiles set storage_bytes = max(0, storage_bytes - (select coalesce(sum(bytes), 0) from report_runs where ${OVER}))
  where company_id = ?1 and id = ?1`;
const REMOVE = `delete from report_runs where ${OVER}`;
const THERE =
  "select value from json_each(?2) as asked where exists (select 1 from report_runs where company_id = ?1 and id = asked.value)";

/** Takes runs away that were asked for 30 days ago, so that their room is free, and the files of those that are gone. */
export async function sweepRuns({ env, db, owner, at, from }: Part): Promise<string | null> {
  const before = idFrom(at - KEPT_DAYS * DAY_MS);
  await db.batch([FREE, REMOVE].map((statement) => db.prepare(statement).bind(owner, before)));
  const page = await env.MEDIA.list({
    prefix: `c/${owner}/runs/`,
    limit: SWEPT,
    ...(from ? { cursor: from } : {}),
  });
  const idOf = (key: string) => key.split("/")[3] ?? "";
  const ids = [...new Set(page.objects.map(({ key }) => idOf(key)))];
  if (ids.length) {
    const { results } = await db
      .prepare(THERE)
      .bind(owner, JSON.stringify(ids))
      .all<{ value: string }>();
    const there = new Set(results.map(({ value }) => value));
    const gone = page.objects.map(({ key }) => key).filter((key) => !there.has(idOf(key)));
    if (gone.length) await env.MEDIA.delete(gone);
  }
  return page.truncated ? page.cursor : null;
}
