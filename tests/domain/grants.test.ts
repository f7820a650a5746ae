import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { supportTickets } from "#drizzle/control/index.ts";
import { stores, users } from "#drizzle/tenant/index.ts";
import { ask, type Client, clientAt, signedIn, superAdmin } from "#tests/support/client.ts";
import { enter, goneIn, insideOf, REASON, sendTicket, ticketOf } from "#tests/support/inside.ts";
import { companyDb, rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { addCompany, openWorld, type World } from "#tests/support/world.ts";
import { narrowedInside, refusalInside } from "#worker/auth/inside.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { CustomerDb } from "#worker/db/customer-db.ts";

let w: World;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  w = await openWorld();
  staff = await superAdmin(w);
  admin = await signedIn(w, w.companies.acme, "admin");
});
afterAll(() => w.server.close());
// A grant that a test has left open would keep its holder from entering in the next.
afterEach(() =>
  control("update access_grants set revoked_at = 1, ending = 'left' where revoked_at is null"),
);

const acme = () => w.companies.acme;
const globex = () => w.companies.globex;
const assets = (client: Client) => client.call<{ id: string }[]>("GET", "/api/assets");
const rename = (client: Client, name: string) => client.call("POST", "/api/departments", { name });
const all = async <R>(statement: string, ...values: unknown[]) =>
  (
    await w.env.TENANT_DB_0.prepare(statement)
      .bind(...values)
      .all<R>()
  ).results;
type Logged = {
  action: string;
  actor_kind: string;
  actor_name: string;
  actor_id: string;
  reason: string | null;
};
const logOf = () =>
  all<Logged>(
    "select action, actor_kind, actor_name, actor_id, reason from activity_log where company_id = ? order by id desc limit 5",
    acme().id,
  );
const control = (statement: string, ...values: unknown[]) =>
  w.env.CONTROL_DB.prepare(statement)
    .bind(...values)
    .run();
type Grant = { starts_at: number; ends_at: number; ticket_ends_at: number | null; ending: string };
const grantOf = async (id: string) =>
  (await w.env.CONTROL_DB.prepare("select * from access_grants where id = ?")
    .bind(id)
    .first<Grant>())!;
/** Its time is over, as if it had begun earlier. */
const over = async (id: string) => {
  const now = Date.now();
  await control(
    ...(["update access_grants set starts_at = ?, ends_at = ? where id = ?"] as const),
    ...[now - 1000, now, id],
  );
};
const end = (id: string) => staff.call("POST", `/api/super-admin/access-grants/${id}/revoke`, {});
const isOut = async (client: Client) => {
  expect((await assets(client)).status).toBe(401);
  expect((await client.page("/dashboard")).headers.get("location")).toContain("/login");
};

describe("entering", () => {
  test("needs a reason, one to four hours, and the password where they also write", async () => {
    const short = await enter(staff, acme(), { reason: "too short" });
    expect([short.status, short.message]).toEqual([422, "Reason must have at least 10 characters"]);
    const none = await enter(staff, acme(), { reason: " " });
    expect(none.errors).toEqual({ reason: ["Reason is required"] });
    expect((await enter(staff, acme(), { hours: 5 })).status).toBe(422);
    const path = `/api/companies/${acme().id}/enter`;
    const body = { reason: REASON, hours: 1, is_write: true };
    expect((await staff.call("POST", path, body)).errors).toEqual({
      password: ["Password is required"],
    });
    const wrong = await staff.call("POST", path, { ...body, password: "no such password" });
    expect(wrong.errors).toEqual({ password: ["This password is wrong"] });
    const other = await staffWith(w, "without-right", ["manage-plan"]);
    expect((await enter(other, acme())).status).toBe(403);
    expect((await enter(staff, { ...acme(), id: "nobody" })).status).toBe(404);
  });

  test("lasts for the hours that were asked for", async () => {
    for (const hours of [1, 4]) {
      const { data } = await enter(staff, globex(), { hours });
      const { starts_at, ends_at } = await grantOf(data.id);
      expect(ends_at - starts_at).toBe(hours * 3_600_000);
      await end(data.id);
    }
  });

  test("is into a company that is at work and has a host", async () => {
    const company = await addCompany(w.env, "not-to-enter", 2, 0);
    const why = async () => {
      const { status, message } = await enter(staff, company);
      return [status, message];
    };
    for (const [status, words] of [
      ["closed", "This company is closed"],
      ["pending_verification", "This company waits for verification"],
    ] as const) {
      await control("update companies set status = ? where id = ?", status, company.id);
      expect(await why()).toEqual([409, words]);
    }
    await control("update companies set status = 'active' where id = ?", company.id);
    await control("delete from domains where company_id = ?", company.id);
    expect(await why()).toEqual([409, "This company has no host"]);
  });

  test("is told in the company's log, to its Admins and in the platform's log, and counts once", async () => {
    const { status, data } = await enter(staff, acme());
    expect(status).toBe(200);
    expect((await logOf())[0]).toEqual({
      ...{
        action: "enter.company",
        actor_kind: "staff",
        actor_name: "Platform: Platform Admin",
      },
      ...{ actor_id: "staff-super", reason: REASON },
    });
    expect(
      await all(
        "select user_id, title, body from notifications where company_id = ? and kind = 'staff.entered'",
        acme().id,
      ),
    ).toEqual([
      {
        user_id: acme().users.admin.id,
        title: "Platform Admin of the platform has entered to read",
        body: REASON,
      },
    ]);
    const entry = await w.env.CONTROL_DB.prepare(
      "select action, company_id, reason from platform_activity_log order by id desc limit 1",
    ).first();
    expect(entry).toEqual({ action: "enter.company", company_id: acme().id, reason: REASON });
    const again = await enter(staff, acme());
    expect([again.status, again.message]).toEqual([409, "You are inside this company already"]);
    expect((await end(data.id)).status).toBe(200);
    expect((await logOf())[0]).toMatchObject({ action: "exit.company", actor_kind: "staff" });
    expect((await end(data.id)).status).toBe(404);
  });
});

describe("the ticket", () => {
  test("goes over in the body of a form, once, within a minute, to its company alone", async () => {
    const { data } = await enter(staff, acme());
    const { answer, page, ticket } = await ticketOf(staff, data.id);
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(page).toContain(`action="http://${acme().host}/enter"`);
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
    expect(answer.headers.get("content-security-policy")).toContain(
      `form-action http://${acme().host};`,
    );
    const kept = await w.env.CONTROL_DB.prepare(
      "select count(*) as n from access_grants where ticket_hash = ?",
    )
      .bind(ticket)
      .first("n");
    expect(kept, "its hash is kept, not itself").toBe(0);
    const { ticket_ends_at: until } = await grantOf(data.id);
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
    expect((await sendTicket(w, globex().host, ticket)).status, "another company").toBe(401);
    expect((await sendTicket(w, acme().host, ticket, "http://evil.test")).status).toBe(403);
    const entered = await sendTicket(w, acme().host, ticket);
    expect([entered.status, entered.headers.get("location")]).toEqual([302, "/dashboard"]);
    expect((await sendTicket(w, acme().host, ticket)).status, "twice").toBe(401);
    const late = (await ticketOf(staff, data.id)).ticket;
    await control("update access_grants set ticket_ends_at = ? where id = ?", Date.now(), data.id);
    expect((await sendTicket(w, acme().host, late)).status, "after a minute").toBe(401);
    const other = await staffWith(w, "with-right", ["manage-company"]);
    const isSentBack = async (client: Client, why: string) => {
      const back = await client.form("/companies/go-in", { id: data.id });
      expect([back.status, back.headers.get("location")], why).toEqual([302, "/companies/inside"]);
    };
    await isSentBack(other, "of others");
    await end(data.id);
    await isSentBack(staff, "ended");
  });
});

describe("inside to read", () => {
  test("everything an Admin sees opens, and every write is refused in words through both doors", async () => {
    const { id, client } = await insideOf(w, staff, acme());
    expect((await assets(client)).status).toBe(200);
    expect((await client.page("/all-assets")).status).toBe(200);
    const words =
      "You are here to read. To change something, enter again and ask to write as well.";
    const refused = await rename(client, "Ward of staff");
    expect([refused.status, refused.message]).toEqual([403, words]);
    const form = await client.form("/departments.data", { intent: "create", name: "Ward" });
    expect([form.status, (await form.text()).includes(words)]).toEqual([403, true]);
    const profile = await client.call("GET", "/api/notifications/preferences");
    expect([profile.status, profile.message]).toEqual([403, "You have no profile in this company"]);
    const own = await client.call("POST", "/api/saved-views", {
      ...{ page: "/all-assets", name: "Mine", query: "" },
    });
    expect(own.status).toSatisfy((status: number) => status >= 400 && status < 500);
    expect(await client.text("/dashboard")).toContain("Platform Admin");
    await end(id);
  });

  test("is held by the handles of both databases, whichever door is forgotten", async () => {
    const { stamp } = companyDb(rowsOf(w, acme()));
    const inside = (isWrite: boolean) => ({
      ...{ grantId: newId(), name: "Platform Admin", reason: REASON, isWrite },
      until: Date.now() + 60_000,
    });
    const writes = async (isWrite: boolean, table: typeof stores | typeof users) => {
      const only = narrowedInside(inside(isWrite));
      const db = new CompanyDb(w.env.TENANT_DB_0, acme().id, stamp, null, only);
      await db.read(db.updating(table, sql`false`, { name: "By staff" }));
    };
    await expect(writes(false, stores)).rejects.toMatchObject({ status: 403 });
    await expect(writes(true, users)).rejects.toMatchObject({ status: 403 });
    await writes(true, stores);
    const asks = async () => {
      const db = new CustomerDb(w.env.CONTROL_DB, acme().id, stamp, refusalInside(inside(true)));
      await db.read(db.updating(supportTickets, sql`false`, { subject: "By staff" }));
    };
    await expect(asks()).rejects.toMatchObject({ status: 403 });
  });

  test("takes two round trips for a page that is known, and refuses a write after two", async () => {
    const { id, client } = await insideOf(w, staff, acme());
    await assets(client);
    expect((await assets(client)).trips).toBeLessThanOrEqual(2);
    expect((await rename(client, "Ward")).trips).toBeLessThanOrEqual(2);
    await end(id);
  });
});

describe("inside to write", () => {
  test("each write is in the company's log with the staff's name, and names no person of the company", async () => {
    const { id, client } = await insideOf(w, staff, acme(), { isWrite: true });
    const made = await rename(client, "Ward that staff made");
    expect(made.status).toBe(201);
    expect((await logOf())[0]).toEqual({
      ...{
        action: "create.department",
        actor_kind: "staff",
        actor_name: "Platform: Platform Admin",
      },
      ...{ actor_id: "staff-super", reason: null },
    });
    const [notice] = await all<{ title: string }>(
      "select title from notifications where company_id = ? and kind = 'staff.entered' order by id desc limit 1",
      acme().id,
    );
    expect(notice!.title).toBe("Platform Admin of the platform has entered, and may write");
    await end(id);
    await isOut(client);
  });
});

describe("the end", () => {
  test("comes at its instant, and the next minute's job notes it", async () => {
    const goesOn = await insideOf(w, staff, globex());
    const { id, client } = await insideOf(w, staff, acme());
    await over(id);
    await isOut(client);
    const worker = await w.server.getWorker();
    await worker.scheduled({ cron: "* * * * *" });
    await expect
      .poll(
        () =>
          w.env.CONTROL_DB.prepare("select ending from access_grants where id = ?")
            .bind(id)
            .first("ending"),
        { timeout: 20_000 },
      )
      .toBe("ran_out");
    await worker.scheduled({ cron: "* * * * *" });
    await expect
      .poll(async () => (await logOf())[0]?.action, { timeout: 20_000 })
      .toBe("run_out.company");
    expect((await assets(goesOn.client)).status).toBe(200);
    await end(goesOn.id);
  });

  test("that nobody has noted yet opens nothing, stands in no list, and keeps nobody from entering again", async () => {
    const { id } = await insideOf(w, staff, acme());
    const listed = async () =>
      (await staff.call<{ id: string }[]>("GET", "/api/super-admin/access-grants")).data.map(
        (grant) => grant.id,
      );
    expect(await listed()).toContain(id);
    await over(id);
    expect(await listed()).not.toContain(id);
    const back = await staff.form("/companies/go-in", { id });
    expect([back.status, back.headers.get("location")]).toEqual([302, "/companies/inside"]);
    const again = await enter(staff, acme());
    expect(again.status).toBe(200);
    expect((await grantOf(id)).ending).toBe("ran_out");
    await end(again.data.id);
  });

  test("by another is told to the company as such", async () => {
    const other = await staffWith(w, "ends-others", ["manage-company"]);
    const { id, client } = await insideOf(w, staff, acme());
    const ended = await other.call("POST", `/api/super-admin/access-grants/${id}/revoke`, {});
    expect(ended.status).toBe(200);
    await isOut(client);
    expect((await grantOf(id)).ending).toBe("revoked");
    expect((await logOf())[0]).toMatchObject({
      ...{ action: "cut_off.company", actor_name: "Platform: ends-others" },
    });
  });

  test("comes with half an hour without a request, which those inside put off, once a minute at most", async () => {
    const member = await staffWith(w, "idle", ["manage-company"]);
    const { client } = await insideOf(w, member, acme());
    const seen = async () =>
      (await w.env.CONTROL_DB.prepare(
        "select max(last_seen_at) as at from staff_sessions where user_id = 'staff-idle'",
      ).first<{ at: number }>())!.at;
    const back = (minutes: number) =>
      control(
        ...(["update staff_sessions set last_seen_at = ? where user_id = 'staff-idle'"] as const),
        Date.now() - minutes * 60_000,
      );
    await back(29);
    const before = await seen();
    const answer = await client.page("/dashboard");
    expect(answer.status).toBe(200);
    await expect.poll(seen).toBeGreaterThan(before + 28 * 60_000);
    const moved = await seen();
    await client.page("/dashboard");
    await client.api("/api/assets");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await seen()).toBe(moved);
    await back(31);
    await isOut(client);
  });

  test("comes at once with leaving, suspension, a lost right, another password, and the end of the sign-in", async () => {
    const person = await staffWith(w, "careful", ["manage-company"]);
    const left = await insideOf(w, person, acme());
    const leaving = await left.client.form("/session/leave");
    expect([leaving.status, (await leaving.text()).includes("/companies")]).toEqual([200, true]);
    await isOut(left.client);

    const { id, client } = await insideOf(w, person, acme());
    const role = "update role_permissions set value = ? where role_id = 'role-careful'";
    await control(role, 0);
    await isOut(client);
    await control(role, 1);
    expect((await assets(client)).status).toBe(200);
    await control("update staff set status = 'suspended' where id = 'staff-careful'");
    await isOut(client);
    await control("update staff set status = 'active' where id = 'staff-careful'");
    const epoch = "update staff set session_epoch = session_epoch + ? where id = 'staff-careful'";
    await control(epoch, 1);
    await isOut(client);
    await control(epoch, -1);
    const session = "update staff_sessions set expires_at = ? where user_id = 'staff-careful'";
    await control(session, Date.now() - 1);
    await isOut(client);
    await control(session, Date.now() + 3_600_000);
    expect((await assets(client)).status).toBe(200);
    await control("update staff_sessions set revoked_at = 1 where user_id = 'staff-careful'");
    await isOut(client);
    const anew = await clientAt(w, null, "staff-careful");
    const back = await goneIn(w, anew, acme(), id);
    expect((await assets(back)).status).toBe(200);
    await end(id);
    await isOut(back);
  });
});

describe("each session is worth nothing elsewhere", () => {
  test("one inside a company opens no other, nor the platform; the platform's opens no company", async () => {
    const { id, client } = await insideOf(w, staff, acme());
    const foreign = { authorization: `Bearer ${client.token}` };
    for (const host of [globex().host, "localhost"]) {
      const path = host === "localhost" ? "/api/companies" : "/api/assets";
      expect((await ask(w, host, path, { headers: foreign })).status, host).toBe(401);
      const page = await ask(w, host, "/dashboard", { headers: { cookie: client.cookie } });
      expect(page.status, host).not.toBe(200);
    }
    const platforms = { authorization: `Bearer ${staff.token}` };
    expect((await ask(w, acme().host, "/api/assets", { headers: platforms })).status).toBe(401);
    expect((await admin.form("/session/leave")).status, "nobody else leaves").toBe(404);
    await end(id);
  });
});
