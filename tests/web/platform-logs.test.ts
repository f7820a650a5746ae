import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, superAdmin, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { insert, openWorld, type World } from "#tests/support/world.ts";

const LOGS = "/super-admin/activity-logs";
const LOGINS = "/super-admin/login-logs";
const START = Date.UTC(2025, 0, 1);
let w: World;
let auditor: Client;

const entry = (at: number, more: Record<string, unknown> = {}) => ({
  ...{ id: newId(at), at, actor_kind: "staff", actor_id: "staff-super", actor_name: "Super" },
  ...{ via: "web", action: "update.machine_type", entity_kind: "machine_type" },
  ...{ entity_id: newId(at), entity_label: "Ventilator", request_id: newId(at) },
  changes: '[{"field":"name","from":"Old","to":"New"}]',
  ...more,
});
const attempt = (at: number, more: Record<string, unknown> = {}) => ({
  ...{ id: newId(at), at, email_tried: "someone@plumbline.test", result: "success" },
  ...{ ip: "198.51.100.7", country: "IN", ...more },
});

beforeAll(async () => {
  w = await openWorld();
  auditor = await staffWith(w, "auditor", ["manage-activity-log", "manage-login-logs"]);
  const rows = Array.from({ length: 600 }, (_, n) => entry(START + n * 3_600_000));
  for (let at = 0; at < rows.length; at += 100)
    await insert(w.env.CONTROL_DB, "platform_activity_log", ...rows.slice(at, at + 100));
  await insert(
    w.env.CONTROL_DB,
    "platform_activity_log",
    entry(START + 1000, {
      ...{ action: "suspend.company", entity_kind: "company", entity_id: w.companies.acme.id },
      ...{ entity_label: "acme", reason: "Asked for", actor_id: "staff-auditor" },
      changes: '[{"field":"status","from":"active","to":"suspended"}]',
    }),
  );
  await insert(
    w.env.CONTROL_DB,
    "staff_login_log",
    ...Array.from({ length: 60 }, (_, n) => attempt(START + n * 60_000)),
    attempt(START + 500, { email_tried: "rare@plumbline.test", result: "bad_password" }),
  );
});

const page = async (path: string) => {
  const answer = await auditor.page(path);
  return { html: await expectAnswer(answer, 200), ...d1Of(answer) };
};

// A world of its own: what other tests leave waiting is counted for the menu, too.
afterAll(() => w.server.close());

test("the platform's log is read page by page in few rows, whatever is asked", async () => {
  for (const query of [
    "",
    "?size=100",
    "?action=suspend",
    "?kind=company",
    `?company=${w.companies.acme.id}`,
    "?person=staff-auditor",
    "?q=acme&from=2025-01-01&to=2025-01-02",
  ]) {
    const { trips, read } = await page(LOGS + query);
    expect([query, trips]).toEqual([query, upTo(2)]);
    expect(read, query).toBeLessThanOrEqual(700);
  }
});

test("what is rare is found by looking further back, with its company, and opens with its fields", async () => {
  const { html } = await page(`${LOGS}?action=suspend&to=2025-01-02`);
  expect(html).toContain("Suspended company");
  const id = /entry=([\w-]+)/.exec(html)![1]!;
  const opened = await page(`${LOGS}?entry=${id}`);
  for (const text of ["Asked for", "active", "suspended", "not yet sealed"])
    expect(opened.html.toLowerCase()).toContain(text.toLowerCase());
  const far = await page(`${LOGS}?kind=company`);
  expect(far.html).toContain("Continue to look further back");
});

test("what a person did is found at once, by few rows, also among what is about a company", async () => {
  const did = await page(`${LOGS}?person=staff-auditor&to=2025-01-02`);
  expect(did.html).toContain("Suspended company");
  expect(did.html).not.toContain("Continue to look further back");
  expect(did.read).toBeLessThanOrEqual(150);
  const about = `${LOGS}?company=${w.companies.acme.id}&to=2025-01-02`;
  expect((await page(`${about}&person=staff-auditor`)).html).toContain("Suspended company");
  expect((await page(`${about}&person=staff-super`)).html).not.toContain("Suspended company");
  const csv = await auditor.text(`${LOGS}/export.csv?person=staff-auditor&to=2025-01-02`);
  expect(csv.trim().split("\r\n")).toHaveLength(2);
});

test("the log is exported with its filters, and each export is in the log", async () => {
  const csv = await auditor.text(`${LOGS}/export.csv?kind=company&to=2025-01-02`);
  const lines = csv.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Company");
  expect(lines[1]).toContain("Suspended company");
  expect(
    await w.env.CONTROL_DB.prepare(
      "select entity_id, actor_id from platform_activity_log where action = 'export.activity_log' order by id desc limit 1",
    ).first(),
  ).toEqual({ entity_id: "staff-auditor", actor_id: "staff-auditor" });
  for (let taken = 2; taken < 5; taken++)
    expect((await auditor.page(`${LOGS}/export.csv?to=2024-01-02`)).status).toBe(200);
  expect((await auditor.page(`${LOGS}/export.csv?to=2024-01-02`)).status).toBe(429);
});

test("attempts to sign in are filtered by result, address and day", async () => {
  const failed = await page(`${LOGINS}?result=failed&from=2025-01-01&to=2025-01-01`);
  expect(failed.html).toContain("rare@plumbline.test");
  expect(failed.html).not.toContain("someone@plumbline.test");
  const one = await page(`${LOGINS}?q=rare@plumbline.test`);
  expect(one.html).toContain("Wrong password");
  expect(one.read).toBeLessThanOrEqual(60);
  expect((await page(`${LOGINS}?to=2024-12-31`)).html).not.toContain("someone@plumbline.test");
});

test("a company's sign-ins are read once both logs say who looks, one company at a time", async () => {
  const { acme, globex } = w.companies;
  const [shard, other] = [rowsOf(w, acme), rowsOf(w, globex)];
  const at = Date.now();
  await shard.addUnstamped("login_log", {
    ...attempt(at, { email_tried: "ward@acme.test", result: "locked" }),
  });
  await other.addUnstamped("login_log", { ...attempt(at, { email_tried: "x@globex.test" }) });
  const closed = await page(`${LOGINS}?company=${acme.id}`);
  expect(closed.html).toContain("is not open to you");
  expect(closed.html).not.toContain("ward@acme.test");
  const api = `/api/super-admin/login-logs?company=${acme.id}`;
  expect((await auditor.call("GET", api)).status).toBe(403);

  const unsaid = await auditor.call("POST", "/api/super-admin/login-logs/look", {
    company_id: acme.id,
  });
  expect([unsaid.status, Object.keys(unsaid.errors ?? {})]).toEqual([422, ["reason"]]);
  const went = await auditor.form(LOGINS, {
    ...{ intent: "look", companyId: acme.id, reason: "Locked out, says the ward" },
  });
  expect(went.headers.get("location")).toBe(`${LOGINS}?company=${acme.id}`);
  const open = await page(`${LOGINS}?company=${acme.id}`);
  expect(open.html).toContain("ward@acme.test");
  expect(open.html).not.toContain("x@globex.test");
  expect((await auditor.call("GET", api)).status).toBe(200);

  const told = "action, entity_kind, entity_id, actor_kind, actor_name, reason, ip";
  const own = await shard.db
    .prepare(`select ${told} from activity_log where company_id = ? and action = 'look.login_log'`)
    .bind(acme.id)
    .all();
  expect(own.results).toEqual([
    {
      ...{ action: "look.login_log", entity_kind: "company", entity_id: acme.id },
      ...{ actor_kind: "staff", actor_name: "auditor", reason: "Locked out, says the ward" },
      ip: null,
    },
  ]);
  const platform = await w.env.CONTROL_DB.prepare(
    "select company_id, actor_id from platform_activity_log where action = 'look.login_log'",
  ).all();
  expect(platform.results).toEqual([{ company_id: acme.id, actor_id: "staff-auditor" }]);

  // It opened one company's log, to one person.
  expect((await page(`${LOGINS}?company=${globex.id}`)).html).toContain("is not open to you");
  const colleague = await superAdmin(w);
  expect((await colleague.call("GET", api)).status).toBe(403);
  const admin = await signedIn(w, acme, "admin");
  expect(await expectAnswer(await admin.page("/activity-logs"), 200)).toContain(
    "Looked at the sign-ins of company",
  );
});

test("a look ends after an hour", async () => {
  const { initech } = w.companies;
  const at = Date.now() - 61 * 60_000;
  await insert(
    w.env.CONTROL_DB,
    "platform_activity_log",
    entry(at, {
      ...{ action: "look.login_log", entity_kind: "company", entity_id: initech.id },
      ...{ actor_id: "staff-auditor", company_id: initech.id },
    }),
  );
  expect((await page(`${LOGINS}?company=${initech.id}`)).html).toContain("is not open to you");
});

test("logs and pickers are for who may read them", async () => {
  const clerk = await staffWith(w, "logs-clerk", ["manage-coupon"]);
  for (const path of [LOGS, `${LOGS}/export.csv`, LOGINS])
    expect([path, (await clerk.page(path)).status]).toEqual([path, 403]);
  const choices = "/super-admin/choices?list=companies&q=ac";
  expect((await clerk.page(choices)).status).toBe(403);
  const found = (await (await auditor.page(choices)).json()) as { label: string }[];
  expect(found.map(({ label }) => label)).toContain("acme");
  expect((await auditor.page("/super-admin/choices?list=none")).status).toBe(404);
});
