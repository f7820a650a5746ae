import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { anotherAdmin } from "#worker/domain/people/rules.ts";
import { type Permission, vocabulary } from "#worker/permissions.ts";

let w: World;
let t: Twin;
let admin: Client;
beforeAll(async () => {
  w = await world();
  t = await fill(w, await addCompany(w.env, "elm", 2, 1));
  admin = await clientOf(w, t.company.host, t.company.users.admin.email);
  await t.db
    .prepare(
      "update team_permissions set is_web_permission = 1, is_app_permission = 1 where company_id = ?",
    )
    .bind(t.company.id)
    .run();
  await t.db
    .prepare("update company_profiles set user_count = 4 where company_id = ?")
    .bind(t.company.id)
    .run();
});

type Told = { status: number; message: string; errors?: Record<string, string[]>; data: never };
const tell = async (
  client: Client,
  method: string,
  path: string,
  body?: Record<string, unknown>,
): Promise<Told> => {
  const answer = await client.api(path, { method, ...(body ? { body } : {}) });
  return { ...((await answer.json()) as Told), status: answer.status };
};
const row = <R>(sql: string, ...values: unknown[]) =>
  t.db
    .prepare(sql)
    .bind(...values)
    .first<R>() as Promise<R>;
const statusOf = async (id: string) =>
  (
    await row<{ status: string }>(
      "select status from users where company_id = ? and id = ?",
      t.company.id,
      id,
    )
  ).status;
const userCount = async () =>
  (
    await row<{ user_count: number }>(
      "select user_count from company_profiles where company_id = ?",
      t.company.id,
    )
  ).user_count;
const person = async (
  permissions: string[] = [],
  columns: { status?: string; type?: string } = {},
) => {
  const made = await newPerson(w, t.company, { permissions, ...columns });
  return {
    ...made,
    client: columns.status
      ? (null as never as Client)
      : await clientOf(w, t.company.host, made.email),
  };
};
const secondAdmin = async () => {
  const made = await person();
  await t.db
    .prepare("update users set type = 'admin' where company_id = ? and id = ?")
    .bind(t.company.id, made.id)
    .run();
  return made;
};
const allow = (...permissions: string[]) =>
  permissions.map((permission) => ({ permission, web: "allow", app: "inherit" }));

describe("who gives what", () => {
  const granter: Permission[] = [
    "view-user",
    "edit-user",
    "create-user",
    "view-asset",
    "edit-asset",
  ];

  test("every permission: what one holds may be given, anything else is refused and nothing is written", async () => {
    const giver = await person(granter);
    const other = await person();
    const made = await tell(admin, "POST", "/api/teams", { name: `Rights ${newId()}` });
    const team = `/api/teams/${(made.data as { id: string }).id}/grants`;
    const kept = { permission: "view-vendor", web: true, app: true };
    await tell(admin, "PUT", team, { grants: [kept] });
    const written = () =>
      row<{ n: number }>(
        "select count(*) as n from activity_log where company_id = ?",
        t.company.id,
      );
    const before = await written();
    const held = await each([...vocabulary.keys()], async (permission) => {
      if (granter.includes(permission)) return [permission];
      const told = await tell(giver.client, "PUT", `/api/users/${other.id}/grants`, {
        grants: allow(permission),
      });
      expect([permission, told.status]).toEqual([permission, 422]);
      return [];
    });
    // By a team it is the same: what it grants already stays, what is not held cannot be added.
    for (const permission of ["delete-asset", "view-settings", "approve-stock"])
      expect(
        (
          await tell(giver.client, "PUT", team, {
            grants: [kept, { permission, web: true, app: false }],
          })
        ).status,
      ).toBe(422);
    expect((await tell(giver.client, "PUT", team, { grants: [] })).status).toBe(422);
    expect(await written()).toEqual(before);
    expect(
      (
        await tell(giver.client, "PUT", `/api/users/${other.id}/grants`, {
          grants: allow(...held.flat()),
        })
      ).status,
    ).toBe(200);
  }, 180_000);

  test("names of the platform are no permission of a company", async () => {
    const other = await person();
    for (const permission of ["manage-user", "manage-role", "manage-company", "fly-asset"])
      expect(
        (await tell(admin, "PUT", `/api/users/${other.id}/grants`, { grants: allow(permission) }))
          .status,
      ).toBe(422);
  });

  test("nobody changes themselves, and an Admin is not there for others", async () => {
    const giver = await person(granter);
    expect(
      (await tell(giver.client, "PUT", `/api/users/${giver.id}/grants`, { grants: [] })).status,
    ).toBe(403);
    expect(
      (await tell(admin, "PUT", `/api/users/${t.company.users.admin.id}/grants`, { grants: [] }))
        .status,
    ).toBe(403);
    for (const verb of ["suspend", "leave", "email"])
      expect([
        verb,
        (
          await tell(giver.client, "POST", `/api/users/${giver.id}/${verb}`, {
            new_email: "x@y.zz",
          })
        ).status,
      ]).toEqual([
        verb,
        verb === "email" ? 403 : expect.toSatisfy((status) => status === 403 || status === 422),
      ]);
    const boss = t.company.users.admin.id;
    for (const verb of ["suspend", "leave", "send-link", "sign-out"])
      expect([
        verb,
        (await tell(giver.client, "POST", `/api/users/${boss}/${verb}`, {})).status,
      ]).toEqual([verb, 404]);
    for (const path of [
      `/api/users/${boss}`,
      `/api/users/${boss}/grants`,
      `/api/users/${boss}/sessions`,
    ])
      expect([path, (await tell(giver.client, "GET", path)).status]).toEqual([path, 404]);
    const list = (await tell(giver.client, "GET", "/api/users?size=100")) as unknown as {
      data: { id: string; type: string }[];
    };
    expect(list.data.filter(({ type }) => type === "admin")).toEqual([]);
  });

  test("nobody makes an Admin but an Admin, nor joins a team whose rights they lack", async () => {
    const giver = await person(granter);
    const invite = (more: object) =>
      tell(giver.client, "POST", "/api/users", {
        name: "New",
        email: `n${newId()}@elm.test`,
        service_type: 2,
        ...more,
      });
    expect((await invite({ type: "admin" })).errors).toHaveProperty("type");
    expect((await invite({ team_id: t.rows.teams!.id })).errors).toEqual({
      team_id: ["This team has rights you do not have"],
    });
    expect((await invite({})).status).toBe(201);
    const team = { name: `Own ${newId()}`, member_ids: [giver.id] };
    const made = await tell(admin, "POST", "/api/teams", { ...team, member_ids: [] });
    const id = (made.data as { id: string }).id;
    expect((await tell(giver.client, "PUT", `/api/teams/${id}`, team)).errors).toEqual({
      member_ids: ["You cannot add yourself to a team"],
    });
  });

  test("a grant counts at the next request, and so does its end", async () => {
    const other = await person();
    const ask_ = async () => (await other.client.api("/api/assets")).status;
    expect(await ask_()).toBe(403);
    await tell(admin, "PUT", `/api/users/${other.id}/grants`, { grants: allow("view-asset") });
    expect(await ask_()).toBe(200);
    const read = (await tell(admin, "GET", `/api/users/${other.id}/grants`)) as unknown as {
      data: { effective: { permission: string; web: boolean; web_reason: string }[] };
    };
    expect(read.data.effective.find(({ permission }) => permission === "view-asset")).toMatchObject(
      { web: true, web_reason: "own allow" },
    );
    await tell(admin, "PUT", `/api/users/${other.id}/grants`, {
      grants: [{ permission: "view-asset", web: "deny", app: "inherit" }],
    });
    expect(await ask_()).toBe(403);
  });

  test("a limited person opens no more Locations to others than they see", async () => {
    const giver = await person([...granter]);
    const place = String(t.rows.departments!.id);
    const elsewhere = newId();
    const shared = { company_id: t.company.id, created_at: 1, updated_at: 1 };
    await insert(t.db, "departments", { ...shared, id: elsewhere, name: "Elsewhere" });
    await insert(t.db, "user_scopes", {
      ...shared,
      id: newId(),
      user_id: giver.id,
      department_id: place,
    });
    const other = await person();
    const save = (departments: string[] | undefined, ...permissions: string[]) =>
      tell(giver.client, "PUT", `/api/users/${other.id}/grants`, {
        grants: allow(...permissions),
        ...(departments ? { departments } : {}),
      });
    expect((await save(undefined, "view-asset")).status).toBe(403);
    expect((await save([place], "view-asset")).status).toBe(403);
    await insert(t.db, "user_scopes", {
      ...shared,
      id: newId(),
      user_id: other.id,
      department_id: place,
    });
    expect((await save([elsewhere], "view-asset")).status).toBe(422);
    expect((await save([place], "view-asset")).status).toBe(200);
    expect((await save([], "view-asset")).status).toBe(422);
    const guest = await tell(giver.client, "POST", "/api/users", {
      name: "Guest",
      email: `g${newId()}@elm.test`,
      service_type: 2,
    });
    const scopes = await t.db
      .prepare("select department_id from user_scopes where company_id = ? and user_id = ?")
      .bind(t.company.id, (guest.data as { id: string }).id)
      .all();
    expect(scopes.results).toEqual([{ department_id: place }]);
  });
});

describe("people come and go", () => {
  test("a pasted list is answered line by line, and is sent once", async () => {
    const mark = newId().slice(-12);
    const known = await person();
    const before = await userCount();
    const body = {
      people: `Asha Rao <asha-${mark}@elm.test>\nnobody\n${known.email}\nravi.kumar-${mark}@elm.test; tara-${mark}@elm.test\nasha-${mark}@elm.test`,
      service_type: 2,
    };
    const send = () =>
      admin.api("/api/users/invite", {
        method: "POST",
        body,
        headers: { "Idempotency-Key": mark },
      });
    const first = (await (await send()).json()) as {
      data: { invited: number; results: { problem: string | null }[] };
    };
    expect(first.data.results.map(({ problem }) => problem)).toEqual([
      null,
      "No e-mail address",
      "Is here already",
      null,
      null,
      "Twice in this list",
    ]);
    expect(await (await send()).json()).toEqual(first);
    expect(await userCount()).toBe(before + 3);
    expect((await mailsTo(w, `asha-${mark}@elm.test`, t.company)).length).toBe(1);
  });

  test("the plan's limit holds, however many come at once", async () => {
    const count = await userCount();
    const limit = (limits: object) =>
      t.db
        .prepare("update company_profiles set limits = ? where company_id = ?")
        .bind(JSON.stringify(limits), t.company.id)
        .run();
    await limit({ max_users: count + 2 });
    try {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, nth) =>
          tell(admin, "POST", "/api/users", {
            name: `P${nth}`,
            email: `limit${nth}-${newId()}@elm.test`,
            service_type: 2,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.message).toBe(
        `Your plan allows ${count + 2} people`,
      );
      expect(await userCount()).toBe(count + 2);
    } finally {
      await limit({});
    }
  });

  test("two Admins demote, suspend and mark each other as left: one stays", async () => {
    for (const verb of ["demote", "suspend", "leave"]) {
      const [one, two] = [await secondAdmin(), await secondAdmin()];
      const others = await t.db
        .prepare(
          "select id from users where company_id = ? and type = 'admin' and status = 'active' and id not in (?, ?)",
        )
        .bind(t.company.id, one.id, two.id)
        .all<{ id: string }>();
      const hold = (status: string) =>
        t.db.batch(
          others.results.map(({ id }) =>
            t.db
              .prepare("update users set status = ? where company_id = ? and id = ?")
              .bind(status, t.company.id, id),
          ),
        );
      await hold("suspended");
      const against = (by: Client, id: string) =>
        verb === "demote"
          ? tell(by, "PUT", `/api/users/${id}`, { name: "Demoted", type: "user", service_type: 2 })
          : tell(by, "POST", `/api/users/${id}/${verb}`, {});
      const answers = await Promise.all([against(one.client, two.id), against(two.client, one.id)]);
      const stays = await row<{ n: number }>(
        "select count(*) as n from users where company_id = ? and type = 'admin' and status = 'active'",
        t.company.id,
      );
      await hold("active");
      expect([verb, stays.n, answers.filter(({ status }) => status === 200).length]).toEqual([
        verb,
        1,
        1,
      ]);
    }
  });

  test("the last Admin stays, even when both were asked to go at one moment", async () => {
    const { id } = t.company.users.admin;
    const stamp = {
      actorKind: "user",
      actorId: id,
      actorName: "Admin",
      via: "api",
      ip: null,
      userAgent: null,
      requestId: newId(),
    } as const;
    const db = new CompanyDb(t.db, t.company.id, stamp);
    const going = (who: string) =>
      db
        .commit({
          writes: [anotherAdmin(db, who)],
          activity: { action: "suspend.user", kind: "user", id: who, label: "Admin" },
          answer: { status: 200, message: "", data: null },
        })
        .then(({ status }) => status)
        .catch((refusal: Response) => refusal.status);
    const admins = await t.db
      .prepare("select id from users where company_id = ? and type = 'admin' and status = 'active'")
      .bind(t.company.id)
      .all<{ id: string }>();
    expect(admins.results.map((one) => one.id)).toContain(id);
    expect(await going(admins.results.length > 1 ? id : newId())).toBe(200);
    const others = (status: string) =>
      t.db
        .prepare("update users set status = ? where company_id = ? and type = 'admin' and id <> ?")
        .bind(status, t.company.id, id)
        .run();
    await others("suspended");
    expect(await going(id)).toBe(409);
    await others("active");
  });

  test("who leaves hands over what they answered for", async () => {
    const leaver = await person();
    const heir = await person();
    const asset = String(t.rows.assets!.id);
    await t.db.batch([
      t.db
        .prepare("update assets set custodian_user_id = ? where company_id = ? and id = ?")
        .bind(leaver.id, t.company.id, asset),
      t.db
        .prepare("update stores set keeper_user_id = ? where company_id = ?")
        .bind(leaver.id, t.company.id),
      t.db
        .prepare("update teams set leader_user_id = ? where company_id = ?")
        .bind(leaver.id, t.company.id),
    ]);
    const before = await userCount();
    const leave = (body: object) =>
      tell(admin, "POST", `/api/users/${leaver.id}/leave`, body as Record<string, unknown>);
    expect((await leave({ custodian: leaver.id })).status).toBe(422);
    expect((await leave({ custodian: newId() })).status).toBe(404);
    expect(
      (await leave({ custodian: heir.id, stores: heir.id, reason: "Moved away" })).status,
    ).toBe(200);
    const after = await row<{ custodian: string; keeper: string; leader: string | null }>(
      `select (select custodian_user_id from assets where company_id = ?1 and id = ?2) as custodian,
        (select keeper_user_id from stores where company_id = ?1 limit 1) as keeper,
        (select leader_user_id from teams where company_id = ?1 limit 1) as leader`,
      t.company.id,
      asset,
    );
    expect(after).toEqual({ custodian: heir.id, keeper: heir.id, leader: null });
    expect([await statusOf(leaver.id), await userCount()]).toEqual(["left", before - 1]);
    expect((await leaver.client.api("/api/assets")).status).toBe(401);
    expect((await tell(admin, "POST", `/api/users/${leaver.id}/reactivate`, {})).status).toBe(200);
    expect(await userCount()).toBe(before);
  });

  test("a suspended person is out at once, and back with the same password", async () => {
    const one = await person(["view-asset"]);
    expect((await one.client.api("/api/assets")).status).toBe(200);
    expect((await tell(admin, "POST", `/api/users/${one.id}/suspend`, {})).status).toBe(200);
    expect((await one.client.api("/api/assets")).status).toBe(401);
    await expect(clientOf(w, t.company.host, one.email)).rejects.toThrow("401");
    expect((await tell(admin, "POST", `/api/users/${one.id}/reactivate`, {})).status).toBe(200);
    await clientOf(w, t.company.host, one.email);
  });

  test("another address counts once it is confirmed, and ends the sessions", async () => {
    const one = await person(["view-asset"]);
    const wanted = `moved-${newId()}@elm.test`;
    expect(
      (await tell(admin, "POST", `/api/users/${one.id}/email`, { new_email: wanted })).status,
    ).toBe(200);
    expect((await one.client.api("/api/assets")).status).toBe(200);
    expect((await mailsTo(w, one.email, t.company))[0]?.subject).toBe(
      "A new e-mail address was asked for",
    );
    const link = /http:\/\/[^\s]+(\/verify-email\/\S+)/.exec(
      (await mailsTo(w, wanted, t.company))[0]!.text,
    )![1]!;
    const confirmed = await ask(w, t.company.host, link, {
      method: "POST",
      body: new URLSearchParams({}),
      headers: { origin: `http://${t.company.host}` },
    });
    expect(confirmed.status).toBe(302);
    expect((await one.client.api("/api/assets")).status).toBe(401);
    await clientOf(w, t.company.host, wanted);
  });

  test("a session of a person ends alone, or with all", async () => {
    const one = await person(["view-asset"]);
    const second = await clientOf(w, t.company.host, one.email);
    const open = (await tell(admin, "GET", `/api/users/${one.id}/sessions`)) as unknown as {
      data: { id: string }[];
    };
    expect(open.data.length).toBeGreaterThanOrEqual(2);
    expect(
      (await tell(admin, "POST", `/api/users/${one.id}/sign-out`, { session_id: newId() })).status,
    ).toBe(404);
    expect((await tell(admin, "POST", `/api/users/${one.id}/sign-out`, {})).status).toBe(200);
    expect([
      (await one.client.api("/api/assets")).status,
      (await second.api("/api/assets")).status,
    ]).toEqual([401, 401]);
  });
});

test("a team that is used is not deleted; one that is not takes its rights with it", async () => {
  const used = await tell(admin, "DELETE", `/api/teams/${t.rows.teams!.id}`);
  expect([used.status, used.message]).toEqual([409, expect.stringContaining("Used by")]);
  const member = await person();
  const made = await tell(admin, "POST", "/api/teams", {
    name: `Nights ${newId()}`,
    member_ids: [member.id],
  });
  const id = (made.data as { id: string }).id;
  await tell(admin, "PUT", `/api/teams/${id}/grants`, {
    grants: [{ permission: "view-asset", web: true, app: false }],
  });
  expect((await member.client.api("/api/assets")).status).toBe(200);
  expect((await tell(admin, "DELETE", `/api/teams/${id}`)).status).toBe(200);
  expect((await member.client.api("/api/assets")).status).toBe(403);
});

test("an archived team gives no rights, and only who holds them all restores it", async () => {
  const member = await person();
  const made = await tell(admin, "POST", "/api/teams", {
    name: `Old ${newId()}`,
    member_ids: [member.id],
  });
  const { id } = made.data as { id: string };
  await tell(admin, "PUT", `/api/teams/${id}/grants`, {
    grants: [{ permission: "view-asset", web: true, app: true }],
  });
  const opens = async () => [
    (await member.client.api("/api/assets")).status,
    (await (await member.client.page("/dashboard")).text()).includes("/all-assets/"),
  ];
  const effective = async () => {
    const read = await tell(admin, "GET", `/api/users/${member.id}/grants`);
    const list = (
      read.data as { effective: { permission: string; web: boolean; web_reason: string }[] }
    ).effective;
    const { web, web_reason } = list.find(({ permission }) => permission === "view-asset")!;
    return [web, web_reason.split(" ")[0]];
  };
  const page = async () =>
    (await (await admin.page(`/user/permission/${member.id}.data`)).text()).includes(`Old ${id}`);
  expect([await opens(), await effective()]).toEqual([
    [200, true],
    [true, "team"],
  ]);
  expect((await tell(admin, "POST", `/api/teams/${id}/archive`, {})).status).toBe(200);
  expect([await opens(), await effective(), await page()]).toEqual([
    [403, false],
    [false, "not"],
    false,
  ]);
  const restore = async (by: Client) =>
    (await tell(by, "POST", `/api/teams/${id}/restore`, {})).status;
  const lacking = await person(["view-user", "edit-user"]);
  expect(await restore(lacking.client)).toBe(403);
  const within = await person(["view-user", "edit-user", "view-asset"]);
  await insert(t.db, "team_members", {
    company_id: t.company.id,
    id: newId(),
    created_at: 1,
    updated_at: 1,
    team_id: id,
    user_id: within.id,
  });
  expect(await restore(within.client)).toBe(403);
  await t.db
    .prepare("delete from team_members where company_id = ? and user_id = ?")
    .bind(t.company.id, within.id)
    .run();
  expect(await restore(within.client)).toBe(200);
  expect(await opens()).toEqual([200, true]);
});

test("rights that a service type excludes are met before another one lets them count", async () => {
  const editor = await person(["view-user", "edit-user"]);
  const other = await person(["approve-stock"]);
  const type = (service_type: number) =>
    t.db
      .prepare("update users set service_type = ? where company_id = ? and id = ?")
      .bind(service_type, t.company.id, other.id)
      .run();
  const save = (service_type: number) =>
    tell(editor.client, "PUT", `/api/users/${other.id}`, { name: "Other", service_type });
  expect((await save(1)).status).toBe(403);
  await type(1);
  expect((await save(1)).status).toBe(200);
  expect((await save(2)).status).toBe(403);
  expect(
    (await tell(admin, "PUT", `/api/users/${other.id}`, { name: "Other", service_type: 2 })).status,
  ).toBe(200);
});

test("the log tells a person's name to who sees people, or is that person", async () => {
  const [reader, editor] = [await person(["view-asset"]), await person(["view-user"])];
  const other = await person();
  await t.db
    .prepare("update users set name = 'Named Nowhere' where company_id = ? and id = ?")
    .bind(t.company.id, other.id)
    .run();
  const boss = (await secondAdmin()).id;
  await t.db
    .prepare("update users set name = 'Hidden Chief' where company_id = ? and id = ?")
    .bind(t.company.id, boss)
    .run();
  const tells = async (by: Client, id: string, name: string) =>
    (await (await by.page(`/activity-logs.data?person=${id}`)).text()).includes(name);
  expect(await tells(reader.client, other.id, "Named Nowhere")).toBe(false);
  expect(await tells(editor.client, other.id, "Named Nowhere")).toBe(true);
  expect(await tells(other.client, other.id, "Named Nowhere")).toBe(true);
  expect(await tells(editor.client, boss, "Hidden Chief")).toBe(false);
  expect(await tells(admin, boss, "Hidden Chief")).toBe(true);
});

test("who must choose another password opens the profile and nothing else", async () => {
  const one = await person(["view-asset"]);
  const must = (flag: number) =>
    t.db
      .prepare("update users set must_change_password = ? where company_id = ? and id = ?")
      .bind(flag, t.company.id, one.id)
      .run();
  await must(1);
  const page = await one.client.page("/all-assets");
  expect([page.status, page.headers.get("location")]).toEqual([302, "/profile#password"]);
  expect([
    (await one.client.page("/profile")).status,
    (await one.client.api("/api/assets")).status,
  ]).toEqual([200, 403]);
  const body = new URLSearchParams({
    intent: "password",
    currentPassword: "Calibrate-2026-demo",
    password: "Plumb-lines-hang-straight-26",
    repeat: "Plumb-lines-hang-straight-26",
  });
  expect((await one.client.page("/profile", { method: "POST", body })).status).toBe(200);
  expect((await one.client.page("/all-assets")).status).toBe(200);
});
