import { describe, expect, test } from "vitest";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { minute, night } from "#tests/support/clock.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { addCompany, type Company, inserting, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const staff = await superAdmin(w);
const control = w.env.CONTROL_DB;
const dbOf = ({ shard }: Company) => w.env[shard as "TENANT_DB_0"];

type Entry = {
  id: string;
  user_id: string;
  name: string;
  email: string;
  status: string;
  refusal: string | null;
  is_owner: boolean;
  last_login_at: number | null;
};
/** The Admins of a company as the list shows them. */
const listed = async ({ id }: Company, more = "") =>
  (await staff.call<Entry[]>("GET", `/api/admins?company=${id}${more}`)).data;
const entryOf = async (company: Company, userId: string) =>
  (await listed(company)).find(({ user_id }) => user_id === userId)!;
const act = (entry: Entry, verb: string, body: Record<string, string> = {}) =>
  staff.call("POST", `/api/admins/${entry.id}/${verb}`, body);
const userIn = (company: Company, id: string) =>
  dbOf(company)
    .prepare("select status, session_epoch, version from users where company_id = ? and id = ?")
    .bind(company.id, id)
    .first<{ status: string; session_epoch: number; version: number }>();

let made = 0;
/** A company of which the directory knows the Admin, and a second one where that is asked for. */
async function known(second?: "active" | "invited") {
  const company = await addCompany(w.env, `direct${++made}`, 2, made % 2);
  const other = newId();
  if (second)
    await inserting(dbOf(company), "users", {
      ...{ company_id: company.id, id: other, name: "Second Admin", type: "admin" },
      ...{ email: `second@direct${made}.test`, service_type: 2, status: second },
      ...{ created_at: 1, updated_at: 1 },
    }).run();
  await night(w);
  return { company, first: company.users.admin.id, other };
}
const sole = await addCompany(w.env, "tabbed", 2, 0);
const reason = { reason: "Asked for by phone" };

describe("the directory follows its companies", () => {
  test("an old database gets into it at night, and no User does", async () => {
    const { company, first } = await known();
    expect(await listed(company)).toMatchObject([
      { user_id: first, status: "active", is_owner: false, last_login_at: null },
    ]);
  });

  test("an Admin who signs in, changes their name or is invited is told of within a minute", async () => {
    const { company, first } = await known();
    const admin = await signedIn(w, company, "admin");
    await admin.form("/profile", { intent: "details", name: "Renamed Admin", phone: "" });
    await admin.call("POST", "/api/users", {
      ...{ name: "Invited Admin", email: "new@direct.test", type: "admin", service_type: 2 },
    });
    await minute(w);
    const rows = await listed(company);
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ["Invited Admin", "invited"],
      ["Renamed Admin", "active"],
    ]);
    expect((await entryOf(company, first)).last_login_at).not.toBeNull();
    expect((await listed(company, "&q=renam")).map(({ user_id }) => user_id)).toEqual([first]);
  });

  test("who becomes a User is taken out, and found no more", async () => {
    const { company, other } = await known("active");
    const admin = await signedIn(w, company, "admin");
    const changed = await admin.call("PUT", `/api/users/${other}`, {
      ...{ name: "Second Admin", type: "user", service_type: 2, password: PASSWORD },
    });
    expect(changed.status).toBe(200);
    await minute(w);
    expect((await listed(company)).map(({ user_id }) => user_id)).not.toContain(other);
    expect(await listed(company, "&q=second")).toEqual([]);
  });

  test("what changes of a User is not told", async () => {
    const { company } = await known();
    await signedIn(w, company, "engineer");
    const waiting = await dbOf(company)
      .prepare("select count(*) as n from outbox where company_id = ? and topic = 'company.admins'")
      .bind(company.id)
      .first<{ n: number }>();
    expect(waiting).toEqual({ n: 0 });
  });
});

describe("staff act on a company's Admin", () => {
  test("suspended by their password, signed out at once, and taken back", async () => {
    const { company, other } = await known("active");
    const entry = await entryOf(company, other);
    expect((await act(entry, "suspend", { ...reason, password: "wrong" })).status).toBe(422);
    const done = await act(entry, "suspend", { ...reason, password: PASSWORD });
    expect(done.status).toBe(200);
    expect(await userIn(company, other)).toMatchObject({ status: "suspended", session_epoch: 1 });
    expect(await entryOf(company, other)).toMatchObject({ status: "suspended", refusal: null });
    const logged = await dbOf(company)
      .prepare(
        "select action, actor_kind, reason from activity_log where company_id = ? and entity_id = ?",
      )
      .bind(company.id, other)
      .first();
    expect(logged).toEqual({ action: "suspend.user", actor_kind: "staff", ...reason });
    await act(entry, "reactivate", reason);
    // Who has never had a password gets an invitation.
    expect(await entryOf(company, other)).toMatchObject({ status: "invited" });
  });

  test("the last active one is not suspended, and the refusal says so", async () => {
    const { company, first } = await known("invited");
    const entry = await entryOf(company, first);
    const { status, message } = await act(entry, "suspend", { ...reason, password: PASSWORD });
    expect([status, message]).toEqual([
      409,
      `${entry.name} is the last active Admin of ${company.name}. Make another Admin first.`,
    ]);
    expect(await userIn(company, first)).toMatchObject({ status: "active" });
  });

  test("nor is the one for emergencies, while people sign in by the company's provider alone", async () => {
    const { company, other } = await known("active");
    await rowsOf(w, company).add("identity_providers", {
      ...{ id: company.id, name: "Account", issuer: "https://login.example", client_id: "x" },
      ...{ client_secret: "x", scopes: "openid", email_claim: "email", name_claim: "name" },
      ...{ is_enforced: 1, is_offered: 1, emergency_user_id: other },
    });
    const entry = await entryOf(company, other);
    await act(entry, "suspend", { ...reason, password: PASSWORD });
    expect(await userIn(company, other)).toMatchObject({ status: "active" });
    expect((await entryOf(company, other)).refusal).toContain("named for emergencies of sign-in");
  });

  test("what the directory does not know yet the shard refuses, and the list says why", async () => {
    const { company, first, other } = await known("active");
    // Another Admin has left since: nobody has told of it yet.
    await dbOf(company)
      .prepare(
        "update users set status = 'left', version = version + 1 where company_id = ? and id = ?",
      )
      .bind(company.id, other)
      .run();
    const entry = await entryOf(company, first);
    await act(entry, "suspend", { ...reason, password: PASSWORD });
    expect(await userIn(company, first)).toMatchObject({ status: "active" });
    expect(await entryOf(company, first)).toMatchObject({
      status: "active",
      refusal: "A company needs at least one active Admin",
    });
    const waiting = await control
      .prepare("select count(*) as n from outbox where topic = 'company.admin' and sent_at is null")
      .first();
    expect(waiting).toEqual({ n: 0 });
    const entries = await control
      .prepare("select action, reason from platform_activity_log where company_id = ? order by id")
      .bind(company.id)
      .all();
    expect(entries.results.at(-1)).toEqual({
      action: "refuse.admin",
      reason: "A company needs at least one active Admin",
    });
  });

  test("a message that comes twice is carried out once, and refuses nothing", async () => {
    const { company, other } = await known("active");
    const entry = await entryOf(company, other);
    await act(entry, "suspend", { ...reason, password: PASSWORD });
    const before = await userIn(company, other);
    await control
      .prepare("update outbox set sent_at = null, next_at = 1 where topic = 'company.admin'")
      .run();
    await minute(w);
    expect(await userIn(company, other)).toEqual(before);
    expect(await entryOf(company, other)).toMatchObject({ status: "suspended", refusal: null });
  });

  test("an invited one is sent the invitation again, an active one a reset link", async () => {
    const { company, first, other } = await known("invited");
    await act(await entryOf(company, first), "send-link");
    await act(await entryOf(company, other), "send-link");
    const { results } = await dbOf(company)
      .prepare("select user_id, purpose from user_tokens where company_id = ? and used_at is null")
      .bind(company.id)
      .all<{ user_id: string; purpose: string }>();
    expect(results.map(({ user_id, purpose }) => [user_id, purpose]).sort()).toEqual(
      [
        [first, "reset_password"],
        [other, "invite"],
      ].sort(),
    );
  });

  test("an active one becomes the owner, an invited one does not", async () => {
    const { company, first, other } = await known("invited");
    expect((await act(await entryOf(company, other), "make-owner", reason)).status).toBe(409);
    await act(await entryOf(company, first), "make-owner", reason);
    expect(await entryOf(company, first)).toMatchObject({ is_owner: true });
  });

  test("only with the right to manage companies", async () => {
    const { company, first } = await known();
    const other = await staffWith(w, "directory-helper", ["manage-help"]);
    const entry = await entryOf(company, first);
    expect((await other.call("GET", "/api/admins")).status).toBe(403);
    expect((await other.call("POST", `/api/admins/${entry.id}/send-link`)).status).toBe(403);
    expect((await other.page("/admins")).status).toBe(403);
  });
});

test("what a company uses is kept day by day, beside the company too", async () => {
  const { company } = await known();
  const version = () =>
    control.prepare("select version from companies where id = ?").bind(company.id).first();
  const before = await version();
  await dbOf(company)
    .prepare(
      "update company_profiles set asset_count = 7, storage_bytes = 2048 where company_id = ?",
    )
    .bind(company.id)
    .run();
  const tomorrow = Date.now() + 86_400_000;
  const month = dayIn("Asia/Kolkata", tomorrow).slice(0, 7);
  await rowsOf(w, company).addUnstamped("counters", {
    id: `certificates.issued_in.${month}`,
    value: 9,
  });
  await night(w, tomorrow);
  const { results } = await control
    .prepare(
      "select asset_count, storage_bytes, certificate_count from company_usage where company_id = ? order by day",
    )
    .bind(company.id)
    .all();
  expect(results).toEqual([
    { asset_count: 0, storage_bytes: 0, certificate_count: 0 },
    { asset_count: 7, storage_bytes: 2048, certificate_count: 9 },
  ]);
  expect(await version()).toEqual(before);
  const page = await staff.text(`/company/${company.id}?tab=usage`);
  expect(page).toContain("Usage by day");
});

describe("a company's page", () => {
  const tabs = {
    profile: "manage-company",
    domains: "manage-company",
    usage: "manage-company",
    subscription: "manage-company",
    orders: "manage-transaction",
    requests: "manage-company",
    tickets: "manage-support-ticket",
    admins: "manage-company",
    activity: "manage-activity-log",
  };
  test.each(Object.entries(tabs))("%s opens by its permission alone", async (tab, permission) => {
    const { id } = sole;
    const path = `/company/${id}?tab=${tab}`;
    const own = await staffWith(w, `tab-${tab}`, [...new Set(["manage-company", permission])]);
    const without = await staffWith(w, `without-${tab}`, ["manage-company"]);
    expect((await own.page(path)).status).toBe(200);
    expect((await without.page(path)).status).toBe(permission === "manage-company" ? 200 : 403);
    const shown = await without.text(`/company/${id}`);
    expect(shown.includes(`?tab=${tab}"`)).toBe(
      permission === "manage-company" && tab !== "profile",
    );
  });

  test("there is none of a company that is not there", async () => {
    expect((await staff.page("/company/01900000-0000-7000-8000-000000000000")).status).toBe(404);
  });
});
