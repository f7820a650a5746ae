import { getTableColumns, getTableName } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import * as schema from "#drizzle/control/index.ts";
import { workDone } from "#tests/support/clock.ts";
import { copyRows, idOf } from "#tests/support/copies.ts";
import { hashOf, shardsWith } from "#tests/support/moving.ts";
import { tablesOf } from "#tests/support/schema.ts";
import { type Twin, twins } from "#tests/support/twins.ts";
import { type World, world } from "#tests/support/world.ts";
import {
  goingAtPlatform,
  stayingAtPlatform,
} from "#worker/domain/platform/company-rows/at-platform.ts";
import { takeAwayPart, takenAway } from "#worker/domain/platform/company-rows/take-away.ts";

const DAY_MS = 86_400_000;
let w: World;
let own: Twin;
let near: Twin;
let far: Twin;
beforeAll(async () => {
  w = await world();
  ({ own, near, far } = await twins(w));
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

/** The rows of a company in each table of the platform that names one. */
const countsOf = async (twin: Twin) => {
  const tables = [...goingAtPlatform, ...Object.keys(stayingAtPlatform)];
  const counts = await Promise.all(tables.map((table) => countOf(table, twin)));
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]!]));
};
const filesOfTickets = async ({ company }: Twin) => {
  const { results } = await control()
    .prepare("select object_key from platform_media where company_id = ?")
    .bind(company.id)
    .all<{ object_key: string }>();
  return results.map((row) => row.object_key);
};

test("of each table of the platform that names a company it is said whether its rows go", () => {
  const named = tablesOf(schema)
    .filter((table) => "companyId" in getTableColumns(table))
    .map((table) => getTableName(table));
  expect([...goingAtPlatform, ...Object.keys(stayingAtPlatform)].sort()).toEqual(named.sort());
});

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

test("of a company that is gone the platform keeps its name, its invoices and its logs, and nobody's data", async () => {
  const now = Date.now();
  const custom = (host: string) =>
    control()
      .prepare(
        "insert into domains (id, created_at, updated_at, hostname, company_id, kind, status) values (?, 0, 0, ?, ?, 'custom', 'retired')",
      )
      .bind(host, host, far.company.id)
      .run();
  await custom("equipment.gone.example");
  const files = await filesOfTickets(far);
  expect(files.length).toBeGreaterThan(0);
  for (const key of files) await w.env.MEDIA.put(key, "said");
  const [before, beside] = [await countsOf(far), await countsOf(near)];
  for (const table of goingAtPlatform.filter((name) => name !== "signups"))
    expect(before[table], table).toBeGreaterThan(0);

  await close(far, now - 91 * DAY_MS);
  await purge(now);
  const after = await countsOf(far);
  for (const table of goingAtPlatform) expect(after[table], table).toBe(0);
  for (const table of Object.keys(stayingAtPlatform))
    expect(after[table], table).toBeGreaterThanOrEqual(
      before[table]! - (table === "domains" ? 1 : 0),
    );
  expect(await countsOf(near)).toEqual(beside);
  for (const key of files) expect(await w.env.MEDIA.head(key), key).toBeNull();
  const [line] = await linesOf(far, "purge.company");
  expect(JSON.parse(line!.changes)).toContainEqual({
    ...{ field: "support_tickets", from: before.support_tickets, to: 0 },
  });

  const left = await control()
    .prepare(
      "select name, email, phone, address, tax_ids, (select group_concat(hostname) from domains where company_id = companies.id) as hosts from companies where id = ?",
    )
    .bind(far.company.id)
    .first();
  expect(left).toMatchObject({ email: "", phone: "", address: null, tax_ids: "[]" });
  expect(left!.name).not.toBe("");
  expect(left!.hosts).toBe(far.company.host);
  const ordered = await control()
    .prepare("select requester_name, requester_email, buyer from orders where company_id = ?")
    .bind(far.company.id)
    .first();
  expect(ordered).toMatchObject({ requester_name: "", requester_email: "" });
  expect(ordered!.buyer).not.toBe("");
  expect(
    await control()
      .prepare("select count(*) as n from search_index where record_id = ?")
      .bind(String(far.rows.admin_directory!.id))
      .first<number>("n"),
  ).toBe(0);
});

test("a reply of a ticket goes with the company alone", async () => {
  const removing = control()
    .prepare("delete from support_replies where company_id = ?")
    .bind(near.company.id)
    .run();
  await expect(removing).rejects.toThrow("support_replies_no_delete");
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
  expect((await takenAway(db, company.id)).certificate_reports).toBeGreaterThan(many);
});
