import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { colleague, newPerson } from "#tests/support/person.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, PASSWORD, type World, world } from "#tests/support/world.ts";
import { anotherAdmin } from "#worker/domain/people/rules.ts";
import { type Permission, vocabulary } from "#worker/permissions.ts";

let w: World;
let t: Twin;
let shard: Rows;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  w = await world();
  t = await fill(w, await addCompany(w.env, "elm", 2, 1));
  shard = rowsOf(w, t.company);
  admin = await signedIn(w, t.company, "admin");
  adminId = t.company.users.admin.id;
  await shard.run(
    "update team_permissions set is_web_permission = 1, is_app_permission = 1 where company_id = ?",
  );
  await shard.setProfile({ user_count: 4 });
});

const post = (path: string, body: object = {}, by = admin) => by.call("POST", path, body);
const command = (id: string, verb: string, body: object = {}, by = admin) =>
  post(`/api/users/${id}/${verb}`, body, by);
type Grant = { permission: string; web: string; app: string };
const allow = (...permissions: string[]): Grant[] =>
  permissions.map((permission) => ({ permission, web: "allow", app: "inherit" }));
const putGrants = (id: string, grants: Grant[], by = admin, more: object = {}) =>
  by.call("PUT", `/api/users/${id}/grants`, { grants, ...more });
const person = (...permissions: string[]) => colleague(w, t.company, ...permissions);
const secondAdmin = async () => {
  const { id, email } = await newPerson(w, t.company, { type: "admin" });
  return { id, client: await clientOf(w, t.company.host, email) };
};
const newTeam = async (...members: string[]) => {
  const name = `Team ${newId()}`;
  return { name, id: (await post("/api/teams", { name, member_ids: members })).data.id };
};
const putTeamGrants = async (id: string, permissions: string[], by = admin) => {
  const grants = permissions.map((permission) => ({ permission, web: true, app: true }));
  return (await by.call("PUT", `/api/teams/${id}/grants`, { grants })).status;
};
const userCount = () => shard.profile("user_count");
const seesAssets = async (client: Client) => (await client.api("/api/assets")).status;
const activeAdmins = "type = 'admin' and status = 'active'";
type Effective = { permission: string; web: boolean; web_reason: string };
const effectiveOf = async (id: string, permission: string) => {
  const { data } = await admin.call<{ effective: Effective[] }>("GET", `/api/users/${id}/grants`);
  return data.effective.find((right) => right.permission === permission)!;
};

describe("who gives what", () => {
  const granter: Permission[] = [
    "view-user",
    "edit-user",
    "create-user",
    "view-asset",
    "edit-asset",
  ];

  test("every permission: what one holds may be given, anything else is refused and nothing is written", async () => {
    const giver = (await person(...granter)).client;
    const other = await person();
    const team = (await newTeam()).id;
    await putTeamGrants(team, ["view-vendor"]);
    const before = await shard.count("activity_log");
    await each(
      [...vocabulary.keys()].filter((permission) => !granter.includes(permission)),
      async (permission) => {
        const { status } = await putGrants(other.id, allow(permission), giver);
        expect([permission, status]).toEqual([permission, 422]);
      },
    );
    // By a team it is the same: what it grants already stays, what is not held cannot be added.
    for (const permission of ["delete-asset", "view-settings", "approve-stock"])
      expect(await putTeamGrants(team, ["view-vendor", permission], giver)).toBe(422);
    expect(await putTeamGrants(team, [], giver)).toBe(422);
    expect(await shard.count("activity_log")).toEqual(before);
    expect((await putGrants(other.id, allow(...granter), giver)).status).toBe(200);
  }, 180_000);

  test.each(["manage-user", "manage-role", "manage-company", "fly-asset"])(
    "%s is no permission of a company",
    async (permission) => {
      const { id } = await newPerson(w, t.company);
      expect((await putGrants(id, allow(permission))).status).toBe(422);
    },
  );

  test("nobody changes themselves, and an Admin is not there for others", async () => {
    const { id, client } = await person(...granter);
    expect((await putGrants(id, [], client)).status).toBe(403);
    expect((await putGrants(adminId, [])).status).toBe(403);
    for (const verb of ["suspend", "leave"])
      expect([403, 422]).toContain((await command(id, verb, {}, client)).status);
    expect((await command(id, "email", { new_email: "x@y.zz" }, client)).status).toBe(403);
    for (const path of ["", "/grants", "/sessions"])
      expect((await client.call("GET", `/api/users/${adminId}${path}`)).status).toBe(404);
    const list = await client.call<{ type: string }[]>("GET", "/api/users?size=100");
    expect(list.data.filter(({ type }) => type === "admin")).toEqual([]);
  });

  test("nobody makes an Admin but an Admin, nor joins a team whose rights they lack", async () => {
    const giver = await person(...granter);
    const invite = (more: object = {}) => {
      const body = { name: "New", email: `n${newId()}@elm.test`, service_type: 2, ...more };
      return post("/api/users", body, giver.client);
    };
    expect((await invite({ type: "admin" })).errors).toHaveProperty("type");
    expect((await invite({ team_id: t.rows.teams!.id })).errors).toEqual({
      team_id: ["This team has rights you do not have"],
    });
    expect((await invite()).status).toBe(201);
    const { id, name } = await newTeam();
    const body = { name, member_ids: [giver.id] };
    expect((await giver.client.call("PUT", `/api/teams/${id}`, body)).errors).toEqual({
      member_ids: ["You cannot add yourself to a team"],
    });
  });

  test("a grant counts at the next request, and so does its end", async () => {
    const { id, client } = await person();
    expect(await seesAssets(client)).toBe(403);
    await putGrants(id, allow("view-asset"));
    expect(await seesAssets(client)).toBe(200);
    expect(await effectiveOf(id, "view-asset")).toMatchObject({
      web: true,
      web_reason: "own allow",
    });
    await putGrants(id, [{ permission: "view-asset", web: "deny", app: "inherit" }]);
    expect(await seesAssets(client)).toBe(403);
  });

  test("a limited person opens no more Locations to others than they see", async () => {
    const giver = await person(...granter);
    const department_id = String(t.rows.departments!.id);
    const elsewhere = await shard.add("departments", { name: "Elsewhere" });
    await shard.add("user_scopes", { user_id: giver.id, department_id });
    const other = await newPerson(w, t.company);
    const save = async (more: object) =>
      (await putGrants(other.id, allow("view-asset"), giver.client, more)).status;
    expect(await save({})).toBe(403);
    expect(await save({ departments: [department_id] })).toBe(403);
    await shard.add("user_scopes", { user_id: other.id, department_id });
    expect(await save({ departments: [elsewhere] })).toBe(422);
    expect(await save({ departments: [department_id] })).toBe(200);
    expect(await save({ departments: [] })).toBe(422);
    const body = { name: "Guest", email: `g${newId()}@elm.test`, service_type: 2 };
    const guest = await post("/api/users", body, giver.client);
    const scopes = await shard.all(
      "select department_id from user_scopes where company_id = ? and user_id = ?",
      guest.data.id,
    );
    expect(scopes).toEqual([{ department_id }]);
  });
});

describe("people come and go", () => {
  test("a pasted list is answered line by line, and is sent once", async () => {
    const mark = newId().slice(-12);
    const known = await newPerson(w, t.company);
    const before = await userCount();
    const body = {
      people: `Asha Rao <asha-${mark}@elm.test>\nnobody\n${known.email}\nravi.kumar-${mark}@elm.test; tara-${mark}@elm.test\nasha-${mark}@elm.test`,
      service_type: 2,
    };
    type Invited = { results: { problem: string | null }[] };
    const send = async () =>
      (await admin.call<Invited>("POST", "/api/users/invite", body, { "Idempotency-Key": mark }))
        .data;
    const first = await send();
    expect(first.results.map(({ problem }) => problem)).toEqual([
      null,
      "No e-mail address",
      "Is here already",
      null,
      null,
      "Twice in this list",
    ]);
    expect(await send()).toEqual(first);
    expect(await userCount()).toBe(before + 3);
    expect((await mailsTo(w, `asha-${mark}@elm.test`, t.company)).length).toBe(1);
  });

  test("the plan's limit holds, however many come at once", async () => {
    const most = (await userCount()) + 2;
    await shard.setProfile({ limits: JSON.stringify({ max_users: most }) });
    try {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, nth) => {
          const email = `limit${nth}-${newId()}@elm.test`;
          return post("/api/users", { name: `P${nth}`, email, service_type: 2 });
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.message).toBe(
        `Your plan allows ${most} people`,
      );
      expect(await userCount()).toBe(most);
    } finally {
      await shard.setProfile({ limits: "{}" });
    }
  });

  test.each(["demote", "suspend", "leave"])(
    "two Admins who %s each other at once: one stays",
    async (verb) => {
      const [one, two] = [await secondAdmin(), await secondAdmin()];
      const others = await shard.all<{ id: string }>(
        `select id from users where company_id = ? and ${activeAdmins} and id not in (?, ?)`,
        one.id,
        two.id,
      );
      const hold = async (status: string) => {
        for (const { id } of others) await shard.set("users", id, { status });
      };
      await hold("suspended");
      const demoted = { name: "Demoted", type: "user", service_type: 2, password: PASSWORD };
      const against = async (by: Client, id: string) =>
        verb === "demote"
          ? (await by.call("PUT", `/api/users/${id}`, demoted)).status
          : (await command(id, verb, {}, by)).status;
      const statuses = await Promise.all([
        against(one.client, two.id),
        against(two.client, one.id),
      ]);
      const staying = await shard.count("users", activeAdmins);
      await hold("active");
      expect([staying, statuses.filter((status) => status === 200).length]).toEqual([1, 1]);
    },
  );

  test("the last Admin stays, even when both were asked to go at one moment", async () => {
    const db = companyDb(shard);
    const going = (id: string) =>
      db
        .commit({
          writes: [anotherAdmin(db, id)],
          activity: { action: "suspend.user", kind: "user", id, label: "Admin" },
          answer: { status: 200, message: "", data: null },
        })
        .then(({ status }) => status)
        .catch((refusal: Response) => refusal.status);
    await secondAdmin();
    expect(await going(adminId)).toBe(200);
    const others = (status: string) =>
      shard.run(
        "update users set status = ?2 where company_id = ?1 and type = 'admin' and id <> ?3",
        status,
        adminId,
      );
    await others("suspended");
    expect(await going(adminId)).toBe(409);
    await others("active");
  });

  test("who leaves hands over what they answered for", async () => {
    const [leaver, heir] = [await person(), await newPerson(w, t.company)];
    const idOf = (table: string) => String(t.rows[table]!.id);
    await shard.set("assets", idOf("assets"), { custodian_user_id: leaver.id });
    await shard.set("stores", idOf("stores"), { keeper_user_id: leaver.id });
    await shard.set("teams", idOf("teams"), { leader_user_id: leaver.id });
    const before = await userCount();
    const leave = async (body: object) => (await command(leaver.id, "leave", body)).status;
    expect(await leave({ custodian: leaver.id })).toBe(422);
    expect(await leave({ custodian: newId() })).toBe(404);
    const handing = { custodian: heir.id, stores: heir.id, reason: "Moved away" };
    expect(await leave(handing)).toBe(200);
    expect([
      (await shard.get("assets", idOf("assets"))).custodian_user_id,
      (await shard.get("stores", idOf("stores"))).keeper_user_id,
      (await shard.get("teams", idOf("teams"))).leader_user_id,
      (await shard.get("users", leaver.id)).status,
      await userCount(),
    ]).toEqual([heir.id, heir.id, null, "left", before - 1]);
    expect(await seesAssets(leaver.client)).toBe(401);
    expect((await command(leaver.id, "reactivate")).status).toBe(200);
    expect(await userCount()).toBe(before);
  });

  test("a suspended person is out at once, and back with the same password", async () => {
    const { id, email, client } = await person("view-asset");
    expect(await seesAssets(client)).toBe(200);
    expect((await command(id, "suspend")).status).toBe(200);
    expect(await seesAssets(client)).toBe(401);
    await expect(clientOf(w, t.company.host, email)).rejects.toThrow("401");
    expect((await command(id, "reactivate")).status).toBe(200);
    await clientOf(w, t.company.host, email);
  });

  test("another address counts once it is confirmed, and ends the sessions", async () => {
    const { id, email, client } = await person("view-asset");
    const new_email = `moved-${newId()}@elm.test`;
    expect((await command(id, "email", { new_email, password: PASSWORD })).status).toBe(200);
    expect(await seesAssets(client)).toBe(200);
    expect((await mailsTo(w, email, t.company))[0]?.subject).toBe(
      "A new e-mail address was asked for",
    );
    const [letter] = await mailsTo(w, new_email, t.company);
    const confirmed = await ask(w, t.company.host, linkIn(letter), {
      method: "POST",
      body: new URLSearchParams({}),
      headers: { origin: `http://${t.company.host}` },
    });
    expect(confirmed.status).toBe(302);
    expect(await seesAssets(client)).toBe(401);
    await clientOf(w, t.company.host, new_email);
  });

  test("a session of a person ends alone, or with all", async () => {
    const { id, email, client } = await person("view-asset");
    const second = await clientOf(w, t.company.host, email);
    const open = await admin.call<object[]>("GET", `/api/users/${id}/sessions`);
    expect(open.data.length).toBeGreaterThanOrEqual(2);
    expect((await command(id, "sign-out", { session_id: newId() })).status).toBe(404);
    expect((await command(id, "sign-out")).status).toBe(200);
    expect([await seesAssets(client), await seesAssets(second)]).toEqual([401, 401]);
  });
});

test("a team that is not used takes its rights with it", async () => {
  const member = await person();
  const { id } = await newTeam(member.id);
  await putTeamGrants(id, ["view-asset"]);
  expect(await seesAssets(member.client)).toBe(200);
  expect((await admin.call("DELETE", `/api/teams/${id}`)).status).toBe(200);
  expect(await seesAssets(member.client)).toBe(403);
});

test("an archived team gives no rights, and only who holds them all restores it", async () => {
  const member = await person();
  const { id } = await newTeam(member.id);
  await putTeamGrants(id, ["view-asset"]);
  const opens = async () => [
    await seesAssets(member.client),
    (await member.client.text("/dashboard")).includes("/all-assets/"),
  ];
  const effective = async () => {
    const { web, web_reason } = await effectiveOf(member.id, "view-asset");
    return [web, web_reason.split(" ")[0]];
  };
  expect([await opens(), await effective()]).toEqual([
    [200, true],
    [true, "team"],
  ]);
  expect((await post(`/api/teams/${id}/archive`)).status).toBe(200);
  expect([await opens(), await effective()]).toEqual([
    [403, false],
    [false, "not"],
  ]);
  const restore = async (by: Client) => (await post(`/api/teams/${id}/restore`, {}, by)).status;
  const lacking = await person("view-user", "edit-user");
  expect(await restore(lacking.client)).toBe(403);
  const within = await person("view-user", "edit-user", "view-asset");
  await shard.add("team_members", { team_id: id, user_id: within.id });
  expect(await restore(within.client)).toBe(403);
  await shard.run("delete from team_members where company_id = ? and user_id = ?", within.id);
  expect(await restore(within.client)).toBe(200);
  expect(await opens()).toEqual([200, true]);
});

test("rights that a service type excludes are met before another one lets them count", async () => {
  const editor = await person("view-user", "edit-user");
  const { id } = await newPerson(w, t.company, { permissions: ["approve-stock"] });
  const save = async (service_type: number, by = editor.client) =>
    (await by.call("PUT", `/api/users/${id}`, { name: "Other", service_type })).status;
  expect(await save(1)).toBe(403);
  await shard.set("users", id, { service_type: 1 });
  expect(await save(1)).toBe(200);
  expect(await save(2)).toBe(403);
  expect(await save(2, admin)).toBe(200);
});

test("the log tells a person's name to who sees people, or is that person", async () => {
  const [reader, editor] = [await person("view-asset"), await person("view-user")];
  const [other, chief] = [await person(), await newPerson(w, t.company, { type: "admin" })];
  await shard.set("users", other.id, { name: "Named Nowhere" });
  await shard.set("users", chief.id, { name: "Hidden Chief" });
  const tells = async (by: Client, id: string, name: string) =>
    (await by.text(`/activity-logs.data?person=${id}`)).includes(name);
  expect(await tells(reader.client, other.id, "Named Nowhere")).toBe(false);
  expect(await tells(editor.client, other.id, "Named Nowhere")).toBe(true);
  expect(await tells(other.client, other.id, "Named Nowhere")).toBe(true);
  expect(await tells(editor.client, chief.id, "Hidden Chief")).toBe(false);
  expect(await tells(admin, chief.id, "Hidden Chief")).toBe(true);
});

test("who must choose another password opens the profile and nothing else", async () => {
  const { id, client } = await person("view-asset");
  await shard.set("users", id, { must_change_password: 1 });
  const page = await client.page("/all-assets");
  expect([page.status, page.headers.get("location")]).toEqual([302, "/profile#password"]);
  expect([(await client.page("/profile")).status, await seesAssets(client)]).toEqual([200, 403]);
  const password = "Plumb-lines-hang-straight-26";
  const fields = { intent: "password", currentPassword: PASSWORD, password, repeat: password };
  expect((await client.form("/profile", fields)).status).toBe(200);
  expect((await client.page("/all-assets")).status).toBe(200);
});

describe("a preset", () => {
  type Given = { grants: { permission: string; web: string; app: string }[] };
  const grantsOf = async (path: string) =>
    (await admin.call<Given>("GET", `${path}/grants`)).data.grants;
  const newcomer = (more: object) => ({
    name: "Nia New",
    email: `${newId()}@elm.test`,
    service_type: 2,
    ...more,
  });

  test("gives a new person its rights, and what its giver holds of them alone", async () => {
    const full = await post("/api/users", newcomer({ preset: "ward" }));
    expect(
      (await grantsOf(`/api/users/${full.data.id}`)).map((one) => one.permission).sort(),
    ).toEqual([
      ...["create-asset-transfer", "create-breakdown", "view-asset", "view-asset-transfer"],
      ...["view-breakdown", "view-department"],
    ]);
    const giver = (await person("create-user", "edit-user", "view-asset", "delete-asset")).client;
    const part = await post("/api/users", newcomer({ preset: "ward" }), giver);
    expect(await grantsOf(`/api/users/${part.data.id}`)).toEqual([
      { permission: "view-asset", web: "allow", app: "allow" },
    ]);
  });

  test("is given by nobody who may not give rights", async () => {
    const { client } = await person("create-user", "view-asset");
    expect((await post("/api/users", newcomer({ preset: "ward" }), client)).status).toBe(403);
    expect((await post("/api/users", newcomer({}), client)).status).toBe(201);
    const team = { name: `Team ${newId()}`, preset: "ward" };
    expect((await post("/api/teams", team, client)).status).toBe(403);
    expect((await post("/api/users", newcomer({ preset: "king" }))).status).toBe(422);
  });

  test("goes to a new team, though never to one's own", async () => {
    const { id, client } = await person("create-user", "edit-user", "view-asset");
    const team = { name: `Team ${newId()}`, preset: "viewer" };
    expect((await post("/api/teams", { ...team, member_ids: [id] }, client)).status).toBe(422);
    const { data } = await post("/api/teams", team, client);
    expect(await grantsOf(`/api/teams/${data.id}`)).toEqual([
      { permission: "view-asset", web: true, app: true },
    ]);
  });

  test("what a form does not speak of stays as it was", async () => {
    const { id } = await person("view-gate-pass", "edit-vendor");
    const fields = { "level.web.stock": "view", "level.web.vendor": "none", confirm: "1" };
    expect((await admin.form(`/user/permission/${id}`, fields)).status).toBeLessThan(400);
    const marks = (await grantsOf(`/api/users/${id}`)).map(
      ({ permission, web, app }) => `${permission} ${web} ${app}`,
    );
    expect(marks.sort()).toEqual([
      "edit-vendor inherit allow",
      "view-gate-pass allow allow",
      "view-stock allow inherit",
    ]);
  });
});
