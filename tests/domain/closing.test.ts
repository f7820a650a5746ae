import { describe, expect, test } from "vitest";
import { purgeDay } from "#app/shared/company-standing.ts";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { firstOf, subscribed } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import {
  addCompany,
  type Company,
  companyToday,
  inserting,
  PASSWORD,
  TIME_ZONE,
  world,
} from "#tests/support/world.ts";

const w = await world();
await offer(w);
const db = w.env.CONTROL_DB;
const first = await staffWith(w, "first-closer", ["manage-company", "manage-transaction"]);
const second = await staffWith(w, "second-closer", ["manage-company"]);
const helper = await staffWith(w, "helper", ["manage-help"]);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let made = 0;
/** A company with a subscription that holds, and its Admin. */
async function customer() {
  const company = await addCompany(w.env, `leaver${++made}`, 2, made % 2);
  const periodEnd = addDays(companyToday(), 100);
  await subscribed(w, company, periodEnd, { limits: '{"max_assets":500}' });
  await rowsOf(w, company).setProfile({ period_end: periodEnd, limits: '{"max_assets":500}' });
  const admin = await signedIn(w, company, "admin");
  return { company, admin, shard: rowsOf(w, company), periodEnd };
}

const one = firstOf<Record<string, string>>(db);
const companyRow = ({ id }: Company) =>
  one<{ status: string; closed_at: number | null; version: number }>(
    "select status, closed_at, version from companies where id = ?",
    id,
  );
const subscription = ({ id }: Company) =>
  one<{ status: string }>("select status from subscriptions where company_id = ?", id);
const saidBy = async (answer: Response) => {
  const { message, errors } = (await answer.json()) as { message: string; errors?: object };
  return [answer.status, errors ? Object.values(errors).flat()[0] : message];
};
const post = (by: Client, path: string, body: Record<string, unknown>) =>
  by.api(path, { method: "POST", body });
const closeOwn = (by: Client, name: string, password = PASSWORD) =>
  post(by, "/api/company/close", { name, password });
const asking = (by: Client, { id }: Company, kind = "close", password = PASSWORD) =>
  post(by, `/api/companies/${id}/${kind}`, { reason: "Asked for by letter", password });
const openRequest = async ({ id }: Company) =>
  (await one<{ id: string }>(
    "select id from company_closings where company_id = ? and status = 'open'",
    id,
  ))!.id;
const confirming = async (by: Client, company: Company, requestId?: string, password = PASSWORD) =>
  post(by, `/api/companies/${company.id}/confirm`, {
    request_id: requestId ?? (await openRequest(company)),
    password,
  });

/** What of the company answers no longer. */
async function expectGone({ company, admin }: { company: Company; admin: Client }) {
  for (const path of ["/login", "/dashboard", "/verify/none", "/q/none", "/portal"])
    expect((await ask(w, company.host, path)).status, path).toBe(404);
  expect((await admin.api("/api/settings")).status).toBe(404);
  expect((await admin.page("/dashboard")).status).toBe(404);
}

describe("an Admin", () => {
  test("closes their company by its name and their password, and everything ends at once", async () => {
    const by = await customer();
    const { company, admin, shard } = by;
    const placed = await post(admin, "/api/orders", {
      ...{ plan_id: OFFERED.plan, billing: "yearly", coupon_code: "TWIN10" },
      ...{ legal_name: "Hill", address: "4 Hill Road", region: "Karnataka" },
    });
    expect(placed.status).toBe(201);
    const wish = await post(admin, "/api/domain-requests", { hostname: `l${newId().slice(-11)}x` });
    expect(wish.status).toBe(201);
    const upgrade = await post(admin, "/api/upgrade-requests", {
      ...{ plan_id: OFFERED.plan, billing: "yearly", extra_assets: 5 },
      ...{ legal_name: "Hill", address: "4 Hill Road", region: "Karnataka" },
    });
    expect(upgrade.status).toBe(201);
    expect(await saidBy(await closeOwn(admin, "Another name"))).toEqual([
      422,
      "This is not the name of the company",
    ]);
    expect(await saidBy(await closeOwn(admin, company.name, "not it"))).toEqual([
      422,
      "This password is wrong",
    ]);
    const user = await colleague(w, company, "view-settings", "edit-settings");
    expect((await closeOwn(user.client, company.name)).status).toBe(403);
    expect((await companyRow(company))!.status).toBe("active");

    const answer = await closeOwn(admin, company.name);
    const { data } = (await answer.json()) as { data: { purge_on: string } };
    expect(answer.status).toBe(200);
    const row = (await companyRow(company))!;
    expect(row.status).toBe("closed");
    expect(data.purge_on).toBe(purgeDay(row.closed_at!, TIME_ZONE));
    expect(data.purge_on).toBe(addDays(companyToday(), 90));
    await expectGone(by);
    expect((await subscription(company))!.status).toBe("cancelled");
    for (const table of ["orders", "domain_requests", "upgrade_requests"])
      expect(await one(`select status from ${table} where company_id = ?`, company.id)).toEqual({
        status: "cancelled",
      });
    expect(
      await one("select 1 from coupon_redemptions where company_id = ?", company.id),
    ).toBeNull();
    expect(await shard.count("sessions", "revoked_at is null")).toBe(0);
    expect(await shard.profile("status")).toBe("closed");
    const logged = await shard.first(
      "select actor_name, actor_kind from activity_log where company_id = ? and action = 'close.company'",
    );
    expect(logged).toEqual({ actor_name: `admin of ${company.name}`, actor_kind: "user" });
    expect(
      await one(
        "select actor_name, company_id from platform_activity_log where entity_id = ? and action = 'close.company'",
        company.id,
      ),
    ).toEqual({ actor_name: `admin of ${company.name}`, company_id: company.id });
    const letters = await shard.all<{ payload: string }>(
      "select payload from outbox where company_id = ? and payload like '%was closed%'",
    );
    expect(letters).toHaveLength(1);
    expect(JSON.parse(letters[0]!.payload)).toMatchObject({ to: company.users.admin.email });
  });

  test("closes it while it is suspended as well", async () => {
    const by = await customer();
    await by.shard.setProfile({ period_end: addDays(companyToday(), -60) });
    expect((await closeOwn(by.admin, by.company.name)).status).toBe(200);
    await expectGone(by);
  });
});

describe("the staff", () => {
  test("close a company by two: one asks, another confirms, and both logs say who", async () => {
    const by = await customer();
    const { company, shard } = by;
    expect(await saidBy(await asking(first, company, "close", "not it"))).toEqual([
      422,
      "This password is wrong",
    ]);
    expect((await asking(helper, company)).status).toBe(403);
    expect((await asking(first, company)).status).toBe(200);
    expect((await companyRow(company))!.status).toBe("active");
    expect((await by.admin.page("/dashboard")).status).toBe(200);
    expect(await saidBy(await asking(second, company))).toEqual([
      409,
      "Another request about this company waits for a second person",
    ]);
    expect(await saidBy(await confirming(first, company))).toEqual([
      409,
      "Somebody else confirms what you have asked for",
    ]);
    expect((await confirming(helper, company)).status).toBe(403);
    expect((await confirming(second, company, newId())).status).toBe(404);
    expect(await saidBy(await confirming(second, company, undefined, "not it"))).toEqual([
      422,
      "This password is wrong",
    ]);
    expect((await companyRow(company))!.status).toBe("active");
    expect((await confirming(second, company)).status).toBe(200);
    await expectGone(by);
    expect(await saidBy(await asking(first, company))).toEqual([409, "This company is closed"]);
    expect(
      await shard.first(
        "select actor_name, actor_kind, reason from activity_log where company_id = ? and action = 'close.company'",
      ),
    ).toEqual({
      ...{ actor_name: "second-closer", actor_kind: "staff", reason: "Asked for by letter" },
    });
    const { changes } = (await one(
      "select changes from platform_activity_log where entity_id = ? and action = 'close.company'",
      company.id,
    ))!;
    expect(changes).toContain("first-closer");
  });

  test("are held to two people and to 24 hours by the database as well", async () => {
    const { company } = await customer();
    expect((await asking(first, company)).status).toBe(200);
    const id = await openRequest(company);
    const asked = await one<{ expires_at: number }>(
      "select expires_at from company_closings where id = ?",
      id,
    );
    expect(asked!.expires_at).toBeGreaterThan(Date.now() + 23.9 * HOUR_MS);
    expect(asked!.expires_at).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
    await expect(
      db
        .prepare(
          "update company_closings set status = 'confirmed', decided_by = asked_by where id = ?",
        )
        .bind(id)
        .run(),
    ).rejects.toThrow(/company_closings_two_people/);
    await db
      .prepare("update company_closings set expires_at = ? where id = ?")
      .bind(Date.now() - 1, id)
      .run();
    expect((await confirming(second, company, id)).status).toBe(409);
    const withdrawn = post(first, `/api/companies/${company.id}/withdraw`, { request_id: id });
    expect((await withdrawn).status).toBe(409);
    const waiting = await first.call<{ id: string }[]>("GET", "/api/companies?waiting=any");
    expect(waiting.data.map((one) => one.id)).not.toContain(company.id);
    expect((await companyRow(company))!.status).toBe("active");
    expect((await asking(second, company)).status).toBe(200);
    expect(await one("select status from company_closings where id = ?", id)).toEqual({
      status: "lapsed",
    });
  });

  test("of two who confirm at once one does, and of a confirmation and a withdrawal one holds", async () => {
    const { company } = await customer();
    const third = await staffWith(w, "third-closer", ["manage-company"]);
    expect((await asking(first, company)).status).toBe(200);
    const id = await openRequest(company);
    const answers = await Promise.all([
      confirming(second, company, id),
      confirming(third, company, id),
      post(first, `/api/companies/${company.id}/withdraw`, { request_id: id }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = (await one("select status from company_closings where id = ?", id))!;
    expect([status, (await companyRow(company))!.status]).toEqual(
      status === "confirmed" ? ["confirmed", "closed"] : ["withdrawn", "active"],
    );
  });

  test("open it again by two within 90 days, and it stands as its dates say", async () => {
    const { company, shard, periodEnd } = await customer();
    expect(await saidBy(await asking(first, company, "reopen"))).toEqual([
      409,
      "This company is not closed",
    ]);
    const admin = await signedIn(w, company, "admin");
    expect((await closeOwn(admin, company.name)).status).toBe(200);
    expect((await asking(second, company, "reopen")).status).toBe(200);
    expect((await confirming(second, company)).status).toBe(409);
    expect((await confirming(first, company)).status).toBe(200);
    expect(await companyRow(company)).toMatchObject({ status: "active", closed_at: null });
    expect((await subscription(company))!.status).toBe("active");
    expect(
      await shard.first("select status, period_end from company_profiles where company_id = ?"),
    ).toEqual({ status: "active", period_end: periodEnd });
    // The sessions of before have ended; with the password one comes in again.
    expect((await admin.api("/api/settings")).status).toBe(401);
    const again = await clientOf(w, company.host, company.users.admin.email);
    expect((await again.page("/dashboard")).status).toBe(200);
    const letters = await shard.count("outbox", "payload like '%is open again%'");
    expect(letters).toBe(1);
    // What has ended while it was closed follows from its dates.
    await shard.setProfile({ period_end: addDays(companyToday(), -60) });
    expect(await (await again.page("/subscription")).text()).toContain(
      "Your subscription has ended.",
    );
  });

  test("cannot open it again once its days are over", async () => {
    const { company, admin } = await customer();
    expect((await closeOwn(admin, company.name)).status).toBe(200);
    await db
      .prepare("update companies set closed_at = ? where id = ?")
      .bind(Date.now() - 90 * DAY_MS, company.id)
      .run();
    expect(await saidBy(await asking(first, company, "reopen"))).toEqual([
      409,
      "The days in which it could be opened again are over",
    ]);
  });

  test("cannot open it again once its removal has begun, not even where it was asked for before", async () => {
    const { company, admin } = await customer();
    expect((await closeOwn(admin, company.name)).status).toBe(200);
    expect((await asking(first, company, "reopen")).status).toBe(200);
    await inserting(db, "purges", { id: company.id, started_at: 1 }).run();
    expect((await confirming(second, company)).status).toBe(409);
    expect((await companyRow(company))!.status).toBe("closed");
  });

  test("see in the list what waits, and when a closed company's data is removed", async () => {
    const { company, admin } = await customer();
    expect((await asking(first, company)).status).toBe(200);
    type Listed = { id: string; purge_on: string | null; request_kind: string | null };
    const listed = async (query: string) => {
      const { data } = (await (await second.api(`/api/companies?${query}`)).json()) as {
        data: Listed[];
      };
      return data.find(({ id }) => id === company.id);
    };
    expect(await listed("waiting=close")).toMatchObject({ request_kind: "close", purge_on: null });
    expect(await listed("waiting=reopen")).toBeUndefined();
    expect(await second.text(`/company/${company.id}`)).toContain("Closing to be confirmed");
    expect((await closeOwn(admin, company.name)).status).toBe(200);
    // What was asked is answered by the Admin's own closing.
    expect(await listed(`q=${company.name}&status=closed`)).toMatchObject({
      request_kind: null,
      purge_on: addDays(companyToday(), 90),
    });
  });
});
