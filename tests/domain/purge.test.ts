import { beforeAll, expect, test } from "vitest";
import { workDone } from "#tests/support/clock.ts";
import { copyRows, idOf } from "#tests/support/copies.ts";
import { hashOf, shardsWith } from "#tests/support/moving.ts";
import { type Twin, twins } from "#tests/support/twins.ts";
import { type World, world } from "#tests/support/world.ts";
import { takeAwayPart } from "#worker/domain/platform/company-rows/take-away.ts";

const DAY_MS = 86_400_000;
let w: World;
let own: Twin;
let near: Twin;
beforeAll(async () => {
  w = await world();
  ({ own, near } = await twins(w));
});

const control = () => w.env.CONTROL_DB;
/** The night's purge by itself, with all the parts it leads to. */
async function purge(at: number) {
  await control()
    .prepare(
      "insert into platform_jobs (id, lease_until) values ('purge', ?) on conflict do update set lease_until = excluded.lease_until",
    )
    .bind(Date.now() + 60_000)
    .run();
  await w.env.JOB_QUEUE.send({ job: "purge", shard: "CONTROL_DB", owner: "platform", at });
  await workDone(w);
}
const close = ({ company }: Twin, at: number) =>
  control()
    .prepare("update companies set status = 'closed', closed_at = ? where id = ?")
    .bind(at, company.id)
    .run();
const filesOf = async ({ company }: Twin) =>
  (await w.env.MEDIA.list({ prefix: `c/${company.id}/` })).objects.map(({ key }) => key).sort();
const linesOf = async ({ company }: Twin, action: string) =>
  (
    await control()
      .prepare("select changes from platform_activity_log where entity_id = ? and action = ?")
      .bind(company.id, action)
      .all<{ changes: string }>()
  ).results;
const countOf = (table: string, { company }: Twin) =>
  control()
    .prepare(`select count(*) as n from ${table} where company_id = ?`)
    .bind(company.id)
    .first<number>("n");

test("90 days after it was closed a company's rows and files are gone, and nothing of its neighbour's", async () => {
  const now = Date.now();
  await close(own, now - 80 * DAY_MS);
  const head = `c/${own.company.id}/audit/2026-01-02`;
  await w.env.MEDIA.put(head, "{}");
  await purge(now);
  expect(await shardsWith(w, own.company)).toEqual([own.company.shard]);
  const users = await own.db
    .prepare("select count(*) as n from users where company_id = ?")
    .bind(own.company.id)
    .first<number>("n");
  const [orders, logged] = [await countOf("orders", own), await countOf("subscription_log", own)];
  const beside = await hashOf(w, near.company, near.company.shard);
  const files = await filesOf(near);

  await close(own, now - 91 * DAY_MS);
  await purge(now);
  expect(await shardsWith(w, own.company)).toEqual([]);
  expect(await filesOf(own)).toEqual([head]);
  const [line] = await linesOf(own, "purge.company");
  const changes = JSON.parse(line!.changes) as { field: string; from: number; to: number }[];
  expect(changes).toContainEqual({ field: "users", from: users, to: 0 });
  expect(changes.length).toBeGreaterThan(100);
  expect([await countOf("orders", own), await countOf("subscription_log", own)]).toEqual([
    orders,
    logged,
  ]);
  expect(orders).toBeGreaterThan(0);
  expect(await hashOf(w, near.company, near.company.shard)).toBe(beside);
  expect(await filesOf(near)).toEqual(files);

  await purge(now + DAY_MS);
  expect(await linesOf(own, "purge.company")).toHaveLength(1);
});

test("a company that was opened again in time stays", async () => {
  const now = Date.now();
  await close(near, now - 91 * DAY_MS);
  await control()
    .prepare("update companies set status = 'active' where id = ?")
    .bind(near.company.id)
    .run();
  await purge(now);
  expect(await shardsWith(w, near.company)).toEqual([near.company.shard]);
  expect(await linesOf(near, "begin_purge.company")).toEqual([]);
});

test("a part of a company's rows reads no more of them, however many it has and whatever points where", async () => {
  const { company, db } = near;
  const many = 3_000;
  const before = (table: string) => `iif(n = 1, null, ${idOf(table, "n - 1")})`;
  await copyRows(near, [
    [
      "users",
      400,
      { name: "'Person ' || n", email: "'person' || n || '@many.test'", employee_code: "null" },
    ],
    ["media", many, { object_key: "'c/many/' || n", uploaded_by: idOf("users", "n % 400 + 1") }],
    [
      "locations",
      many,
      { name: "'Room ' || n", path: "'Room ' || n", code: "null", parent_id: before("locations") },
    ],
    [
      "breakdowns",
      many,
      {
        ...{ number: "'M-' || n", follow_token_hash: "null", raised_by_report_id: "null" },
        duplicate_of_id: before("breakdowns"),
      },
    ],
    [
      "certificate_reports",
      many,
      {
        ...{ status: "'cancelled'", name: "'M-' || n", certificate_no: "null", base_no: "null" },
        ...{ verify_token: "'m' || n", document_sha256: "null" },
        revision_of_id: before("certificate_reports"),
        replaced_by_id: before("certificate_reports"),
      },
    ],
  ]);
  let [read, taken] = [0, 0];
  const counted = new Proxy(db, {
    get: (target, key) =>
      key === "batch"
        ? async (statements: D1PreparedStatement[]) => {
            const results = await target.batch(statements);
            read = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
            taken += results.reduce((sum, { meta }) => sum + meta.changes, 0);
            return results;
          }
        : Reflect.get(target, key).bind(target),
  });
  let most = 0;
  for (let next: string | null = ""; next !== null; ) {
    next = await takeAwayPart(counted, company.id, next);
    most = Math.max(most, read);
  }
  expect(taken).toBeGreaterThan(4 * many);
  expect(most).toBeLessThan(12 * 500);
  expect(await shardsWith(w, company)).toEqual([]);
});
