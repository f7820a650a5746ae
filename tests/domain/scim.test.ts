import { describe, expect, test } from "vitest";
import { ask, clientAt, signedIn } from "#tests/support/client.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { addCompany, type Company, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "scim", 2, 0);
const other = await addCompany(w.env, "scim-other", 2, 0);
const db = w.env.TENANT_DB_0;
const admin = await signedIn(w, company, "admin");
const SEED = "0123456789abcdef".repeat(2);
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Resource = Record<string, unknown> & { id: string; meta: { version: string } };
type Listed = { totalResults: number; startIndex: number; Resources: Resource[] };
async function tokenOf(of: Company) {
  const client = await signedIn(w, of, "admin");
  const made = await client.call<{ id: string; token: string }>("POST", "/api/directory-tokens", {
    ...{ name: "Directory", days: 30, seed: SEED, password: PASSWORD },
  });
  expect(made.status).toBe(201);
  return made.data;
}
const [own, foreign] = [await tokenOf(company), await tokenOf(other)];

async function scim<B = Resource>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  { at, token }: { at: Company; token: string } = { at: company, token: own.token },
) {
  const answer = await ask(w, at.host, `/scim/v2${path}`, {
    ...{ method, body: body as never },
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text ? JSON.parse(text) : null) as B,
    headers: answer.headers,
  };
}
type Problem = { detail: string; scimType?: string; status: string };
const patching = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const find = async (filter: string, kind = "Users") =>
  (await scim<Listed>("GET", `/${kind}?filter=${encodeURIComponent(filter)}`)).body;

describe("the door", () => {
  test.each([
    ["no token", ""],
    ["a wrong one", "scim_0123"],
    ["another company's", foreign.token],
  ])("is closed to %s", async (_, token) => {
    for (const path of ["/Users", "/Groups", "/ServiceProviderConfig", "/Schemas"]) {
      const answer = await scim<Problem>("GET", path, undefined, {}, { at: company, token });
      expect([answer.status, answer.body.status], path).toEqual([401, "401"]);
    }
  });

  test("is closed to a token that ran out or was revoked", async () => {
    const set = (values: string) =>
      db.prepare(`update scim_tokens set ${values} where company_id = ?`).bind(company.id).run();
    await set("expires_at = 1");
    expect((await scim("GET", "/Users")).status).toBe(401);
    await set("expires_at = 1e15");
    expect((await scim("GET", "/Users")).status).toBe(200);
    const more = await admin.call<{ id: string; token: string }>("POST", "/api/directory-tokens", {
      ...{ name: "Second", days: 1, seed: SEED, password: PASSWORD },
    });
    const second = { at: company, token: more.data.token };
    expect((await scim("GET", "/Users", undefined, {}, second)).status).toBe(200);
    await admin.call("DELETE", `/api/directory-tokens/${more.data.id}`);
    expect((await scim("GET", "/Users", undefined, {}, second)).status).toBe(401);
  });

  test("is shown to Admins alone, without what its tokens are", async () => {
    const page = await admin.text("/settings/sign-in");
    expect(page).toContain("Directory");
    expect(page).not.toContain(own.token);
    const [row] = (
      await db.prepare("select token_hash as hash from scim_tokens where id = ?").bind(own.id).all()
    ).results;
    expect(row!.hash).not.toContain(own.token.slice(5));
    const engineer = await signedIn(w, company, "engineer");
    expect((await engineer.call("POST", "/api/directory-tokens", {})).status).toBe(403);
  });

  test("says what it can do", async () => {
    const config = await scim("GET", "/ServiceProviderConfig");
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect(config.headers.get("content-type")).toBe("application/scim+json");
    const types = await scim<Listed>("GET", "/ResourceTypes");
    expect(types.body.Resources.map(({ id }) => id)).toEqual(["User", "Group"]);
    const schema = "urn:ietf:params:scim:schemas:core:2.0:User";
    expect((await scim("GET", `/Schemas/${schema}`)).body.id).toBe(schema);
    expect((await scim("GET", "/Nothing")).status).toBe(404);
    expect((await scim("POST", "/Users", [] as never)).status).toBe(400);
  });
});

describe("people", () => {
  const made = async (email: string, more: object = {}) =>
    scim("POST", "/Users", { userName: email, displayName: "Asha Rao", ...more });

  test("are added with an invitation and without rights, found, read and listed", async () => {
    const added = await made("asha@scim.test", { externalId: "e-1" });
    expect(added.status).toBe(201);
    const { id } = added.body;
    expect(added.body).toMatchObject({
      ...{ userName: "asha@scim.test", displayName: "Asha Rao", externalId: "e-1", active: true },
      name: { givenName: "Asha", familyName: "Rao" },
    });
    expect(added.headers.get("etag")).toBe(added.body.meta.version);
    expect(await mailsTo(w, "asha@scim.test", company)).toHaveLength(1);
    const [row] = (await db.prepare("select type, status from users where id = ?").bind(id).all())
      .results;
    expect(row).toEqual({ type: "user", status: "invited" });
    for (const filter of [
      'userName eq "Asha@scim.test"',
      'externalId eq "e-1"',
      'displayName eq "Asha Rao"',
      'userName sw "asha@" and active eq true',
      'emails[type eq "work"].value eq "asha@scim.test"',
      `id eq "${id}"`,
    ])
      expect(await find(filter), filter).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await find('userName eq "nobody@scim.test"')).totalResults).toBe(0);
    expect((await made("asha@scim.test")).body).toMatchObject({ scimType: "uniqueness" });
    const all = await scim<Listed>("GET", "/Users?startIndex=2&count=2");
    expect(all.body).toMatchObject({ startIndex: 2, itemsPerPage: 2 });
    const ids = (await scim<Listed>("GET", "/Users")).body.Resources.map((one) => one.id);
    expect(all.body.Resources.map((one) => one.id)).toEqual(ids.slice(1, 3));
  });

  test.each([
    ['userName co "a"', "invalidFilter"],
    ['title eq "a"', "invalidFilter"],
    ['userName eq "a" or id eq "b"', "invalidFilter"],
    ["active eq true", "invalidFilter"],
    ["(", "invalidFilter"],
    [`userName eq "${"a".repeat(600)}"`, "invalidFilter"],
  ])("are not found by %s", async (filter, scimType) => {
    const answer = await scim<Problem>("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
  });

  test("are changed as Entra and Okta ask for it, and by the version that was read", async () => {
    const { body: person } = await made("patched@scim.test");
    const entra = await scim(
      "PATCH",
      `/Users/${person.id}`,
      patching(
        { op: "Replace", path: "name.familyName", value: "Menon" },
        { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "1" },
        { op: "Replace", path: "active", value: "False" },
      ),
    );
    expect(entra.body).toMatchObject({ displayName: "Asha Menon", active: false });
    const okta = await scim(
      "PATCH",
      `/Users/${person.id}`,
      patching({ op: "replace", value: { active: true, displayName: "Asha M" } }),
    );
    expect(okta.body).toMatchObject({ displayName: "Asha M", active: true });
    const late = { "if-match": person.meta.version };
    const put = { userName: "patched@scim.test", displayName: "Late" };
    expect((await scim("PUT", `/Users/${person.id}`, put, late)).status).toBe(412);
    const now = { "if-match": okta.headers.get("etag")! };
    expect((await scim("PUT", `/Users/${person.id}`, put, now)).body.displayName).toBe("Late");
    for (const operation of [
      { op: "replace", path: "colour", value: "red" },
      { op: "remove", path: "userName" },
      { op: "twist", path: "active", value: true },
      { op: "replace", path: "userName", value: "new@unproved.test" },
    ])
      expect((await scim("PATCH", `/Users/${person.id}`, patching(operation))).status).toBe(400);
  });

  test("who are no longer active are signed out at once", async () => {
    const { id } = company.users.engineer;
    const client = await clientAt(w, company, id);
    expect((await client.page("/profile")).status).toBe(200);
    const off = await scim(
      "PATCH",
      `/Users/${id}`,
      patching({ op: "replace", path: "active", value: false }),
    );
    expect(off.body.active).toBe(false);
    expect((await client.page("/profile")).status).toBe(302);
    expect((await client.api("/api/assets")).status).toBe(401);
    await scim("PATCH", `/Users/${id}`, patching({ op: "replace", path: "active", value: true }));
    const [row] = (await db.prepare("select status from users where id = ?").bind(id).all())
      .results;
    expect(row).toEqual({ status: "active" });
  });

  test("leave, and are there no longer", async () => {
    const { body: person } = await made("leaving@scim.test");
    expect((await scim("DELETE", `/Users/${person.id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${person.id}`)).status).toBe(404);
    expect((await scim("DELETE", `/Users/${person.id}`)).status).toBe(404);
  });

  test("who are the last Admin, or the one for emergencies, stay", async () => {
    const { id } = company.users.admin;
    const off = patching({ op: "replace", path: "active", value: false });
    expect((await scim("PATCH", `/Users/${id}`, off)).status).toBe(409);
    expect((await scim("DELETE", `/Users/${id}`)).status).toBe(409);
    await db
      .prepare("update users set type = 'admin' where id = ?")
      .bind(company.users.viewer.id)
      .run();
    await db
      .prepare(
        `insert into identity_providers (company_id, id, created_at, updated_at, name, issuer, client_id, client_secret, scopes, email_claim, name_claim, is_enforced, emergency_user_id)
          values (?1, ?1, 1, 1, 'P', 'https://p.test', 'c', 's', 'openid', 'email', 'name', 1, ?2)`,
      )
      .bind(company.id, id)
      .run();
    const refused = await scim<Problem>("PATCH", `/Users/${id}`, off);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "This Admin is named for emergencies of sign-in. Name another one in the settings first.",
    ]);
    await db.prepare("delete from identity_providers where company_id = ?").bind(company.id).run();
    const moved = patching({ op: "replace", path: "userName", value: "taken@scim.test" });
    expect((await scim<Problem>("PATCH", `/Users/${id}`, moved)).body.scimType).toBe("mutability");
  });
});

describe("teams", () => {
  test("are made, filled and emptied, and give what they give", async () => {
    const [one, two] = [company.users.engineer.id, company.users.viewer.id];
    const added = await scim("POST", "/Groups", {
      ...{ displayName: "Ward engineers", externalId: "g-1", members: [{ value: one }] },
    });
    expect(added.status).toBe(201);
    const { id } = added.body;
    const members = async () =>
      ((await scim("GET", `/Groups/${id}`)).body.members as { value: string }[])
        .map(({ value }) => value)
        .sort();
    expect(await members()).toEqual([one]);
    const patch = (...operations: object[]) =>
      scim("PATCH", `/Groups/${id}`, patching(...operations));
    await patch({ op: "Add", path: "members", value: [{ value: two }, { value: one }] });
    expect(await members()).toEqual([one, two].sort());
    await patch({ op: "Remove", path: `members[value eq "${one}"]` });
    expect(await members()).toEqual([two]);
    await patch({ op: "replace", value: { id, displayName: "Wards" } });
    await patch({ op: "replace", path: "members", value: [{ value: one }] });
    expect(await members()).toEqual([one]);
    expect(await find('displayName eq "Wards"', "Groups")).toMatchObject({
      ...{ totalResults: 1, Resources: [{ id, externalId: "g-1" }] },
    });
    const bare = await scim<Listed>("GET", "/Groups?excludedAttributes=members");
    expect(bare.body.Resources[0]).not.toHaveProperty("members");
    expect((await scim("GET", `/Users/${one}`)).body.groups).toEqual([
      { value: id, display: "Wards" },
    ]);
    expect((await scim<Problem>("POST", "/Groups", { displayName: "Wards" })).body.scimType).toBe(
      "uniqueness",
    );
    expect((await scim("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await scim("GET", `/Groups/${id}`)).status).toBe(404);
    const left = await db.prepare("select 1 from team_members where team_id = ?").bind(id).all();
    expect(left.results).toEqual([]);
  });

  test("take nobody of another company, and nobody who is unknown, in the same words", async () => {
    const { body: team } = await scim("POST", "/Groups", { displayName: "Closed" });
    const answers = await Promise.all(
      [other.users.viewer.id, "0193aaaa-0000-7000-8000-000000000000"].map((value) =>
        scim<Problem>(
          "PATCH",
          `/Groups/${team.id}`,
          patching({ op: "add", path: "members", value: [{ value }] }),
        ),
      ),
    );
    for (const answer of answers)
      expect([answer.status, answer.body.detail]).toEqual([400, "A member was not found"]);
  });
});

describe("another company's records", async () => {
  const there = { at: other, token: foreign.token };
  const team = await scim("POST", "/Groups", { displayName: "Theirs" }, {}, there);
  const ids = { Users: other.users.viewer.id, Groups: team.body.id };
  const unknown = "0193aaaa-0000-7000-8000-000000000000";
  const dump = async () =>
    Promise.all(
      ["users", "teams", "team_members", "scim_names"].map(
        async (table) =>
          (await db.prepare(`select * from ${table} where company_id = ?`).bind(other.id).all())
            .results,
      ),
    );
  const off = patching({ op: "replace", path: "displayName", value: "Mine now" });
  test.each([
    ["GET", undefined],
    ["PUT", { userName: "x@scim.test", displayName: "Mine now" }],
    ["PATCH", off],
    ["DELETE", undefined],
  ])("are not there to %s", async (method, body) => {
    const before = await dump();
    for (const [kind, id] of Object.entries(ids)) {
      const [theirs, nobodys] = [
        await scim<Problem>(method, `/${kind}/${id}`, body),
        await scim<Problem>(method, `/${kind}/${unknown}`, body),
      ];
      expect(theirs.status, kind).toBe(404);
      expect(theirs.body).toEqual(nobodys.body);
    }
    expect(await dump()).toEqual(before);
  });

  test("are found by no filter", async () => {
    expect((await find(`userName eq "${other.users.viewer.email}"`)).totalResults).toBe(0);
    expect((await find('displayName eq "Theirs"', "Groups")).totalResults).toBe(0);
    expect((await find(`members eq "${other.users.viewer.id}"`, "Groups")).totalResults).toBe(0);
  });
});
