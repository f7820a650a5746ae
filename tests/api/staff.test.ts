import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, superAdmin } from "#tests/support/client.ts";
import { staffWith } from "#tests/support/staff.ts";
import { type World, world } from "#tests/support/world.ts";
import { platformPermissions } from "#worker/permissions.ts";

let w: World;
let root: Client;
beforeAll(async () => {
  w = await world();
  root = await superAdmin(w);
});

const first = (sql: string, ...values: unknown[]) =>
  w.env.CONTROL_DB.prepare(sql)
    .bind(...values)
    .first();
let count = 0;
const fresh = (word: string) => `${word}-${(++count).toString(36)}`;
const putGrants = (role: string, body: object, by = root) =>
  by.call("PUT", `/api/roles/${role}/grants`, body);
const newRole = async (permissions: string[] = []) => {
  const { id } = (await root.call("POST", "/api/roles", { name: fresh("Role") })).data;
  expect((await putGrants(id, { permissions })).status).toBe(200);
  return id;
};
/** Carries out a command on a person of the platform's, by the name they were made with. */
const command = (name: string, verb: string, body: object = {}, by = root) =>
  by.call("POST", `/api/super-admin/users/staff-${name}/${verb}`, body);
const seesTypes = async (by: Client) => (await by.api("/api/machine-types")).status;

describe("roles", () => {
  test("are added, named anew, archived, restored and deleted", async () => {
    const name = fresh("Editor");
    const added = await root.call("POST", "/api/roles", { name, description: "Help pages" });
    expect([added.status, added.message]).toEqual([201, "Role added"]);
    const { id } = added.data;
    const path = `/api/roles/${id}`;
    expect((await root.call("POST", "/api/roles", { name: name.toUpperCase() })).errors).toEqual({
      name: ["Name is already used"],
    });
    expect((await root.call("PUT", path, { name: `${name} two`, version: 1 })).message).toBe(
      "Role saved",
    );
    expect((await root.call("PUT", path, { name: "Late", version: 1 })).status).toBe(409);
    expect((await root.call("GET", path)).data).toMatchObject({
      name: `${name} two`,
      is_system: false,
    });
    expect((await root.form("/roles", { intent: "archive", id })).status).toBe(302);
    const archived = await root.call<{ id: string }[]>("GET", "/api/roles?state=archived");
    expect(archived.data.map((role) => role.id)).toContain(id);
    expect((await root.form("/roles", { intent: "restore", id })).status).toBe(302);
    expect((await root.call("DELETE", path)).message).toBe("Role deleted");
    expect((await root.call("GET", path)).status).toBe(404);
  });

  test("one that somebody has stays, and so does the system's", async () => {
    await staffWith(w, "holder", ["manage-help"]);
    expect(await root.call("DELETE", "/api/roles/role-holder")).toMatchObject({
      status: 409,
      message: "Used by 1 person. Archive it or move them first.",
    });
    for (const [method, path, body] of [
      ["PUT", "/api/roles/role-super", { name: "Root" }],
      ["DELETE", "/api/roles/role-super", undefined],
      ["PUT", "/api/roles/role-super/grants", { permissions: [] }],
    ] as const)
      expect(await root.call(method, path, body)).toMatchObject({
        status: 409,
        message: "The system role is not changed",
      });
    const list = await root.text("/roles?whole=1");
    expect(list).not.toContain("edit=role-super");
    expect(list).toContain("edit=role-holder");
  });

  test("their rights are saved as a whole, count at the next request, and take their rows along", async () => {
    const holder = await staffWith(w, "rights", []);
    expect(await seesTypes(holder)).toBe(403);
    const read = async () => (await root.call("GET", "/api/roles/role-rights/grants")).data;
    const before = await read();
    expect(before).toEqual({ version: expect.any(Number), permissions: [], locked: null });
    const { version } = before;
    const permissions = ["manage-pm-checklist", "manage-help"];
    const saved = await putGrants("role-rights", { version, permissions });
    expect([saved.status, saved.message]).toEqual([200, "Rights of rights saved"]);
    expect(await seesTypes(holder)).toBe(200);
    expect((await putGrants("role-rights", { version, permissions: [] })).status).toBe(409);
    expect((await putGrants("role-rights", { permissions: ["view-asset"] })).errors).toEqual({
      "permissions.0": ["This right is not known"],
    });
    const page = await root.form("/role/permission/role-rights", { permissions: "manage-help" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/roles"]);
    expect(await seesTypes(holder)).toBe(403);
    expect(await read()).toMatchObject({ permissions: ["manage-help"] });

    const short = await newRole(["manage-help"]);
    expect((await root.call("DELETE", `/api/roles/${short}`)).status).toBe(200);
    expect(await first("select 1 from role_permissions where role_id = ?", short)).toBeNull();
  });

  test("nobody gives a right they lack, nor changes the rights of their own role", async () => {
    const lesser = await staffWith(w, "lesser", ["manage-role", "manage-help"]);
    const other = await newRole(["manage-plan"]);
    const put = (...permissions: string[]) => putGrants(other, { permissions }, lesser);
    const lacking = ["You do not have this right yourself"];
    expect((await put("manage-plan", "manage-company")).errors).toEqual({
      "manage-company": lacking,
    });
    expect((await put()).errors).toEqual({ "manage-plan": lacking });
    expect((await put("manage-plan", "manage-help")).status).toBe(200);
    const refused = await putGrants("role-lesser", { permissions: ["manage-role"] }, lesser);
    expect([refused.status, refused.message]).toEqual([
      403,
      "You cannot change the rights of your own role",
    ]);
    expect((await lesser.call("GET", "/api/roles/role-lesser/grants")).data).toMatchObject({
      locked: "Nobody changes the rights of their own role.",
    });
  });
});

describe("the platform's people", () => {
  const invite = (role_id: string, by = root, key: string = newId(), word = "guest") => {
    const body = { name: "Ida Invited", email: `${word}${key}@plumbline.test`, role_id };
    return by.call("POST", "/api/super-admin/users", body, { "idempotency-key": key });
  };

  test("are invited once, with a link by mail, and are listed and found", async () => {
    const role = await newRole(["manage-help"]);
    const key = newId();
    const email = `ida${key}@plumbline.test`;
    const [invited, again] = [
      await invite(role, root, key, "Ida"),
      await invite(role, root, key, "Ida"),
    ];
    const { id } = invited.data;
    expect([invited.status, again.status, again.data.id]).toEqual([201, 201, id]);
    expect(invited.message).toBe(`${email} gets an invitation`);
    const links = "select count(*) n from staff_tokens where user_id = ? and purpose = 'invite'";
    expect(await first(links, id)).toEqual({ n: 1 });
    const twice = { name: "Ida", email, role_id: role };
    expect((await root.call("POST", "/api/super-admin/users", twice)).errors).toEqual({
      email: ["E-mail is already used"],
    });
    const query = `role=${role}&status=invited&q=ida`;
    expect((await root.call("GET", `/api/super-admin/users?${query}`)).data).toMatchObject([
      { id, status: "invited", has_two_factors: 0 },
    ]);
    expect((await root.call("GET", `/api/super-admin/users/${id}`)).data).toMatchObject({ email });
    expect((await root.call("GET", `/api/super-admin/users/${newId()}`)).status).toBe(404);
  });

  test("are suspended, out at once, and taken back", async () => {
    const person = await staffWith(w, "paused", ["manage-pm-checklist"]);
    expect(await seesTypes(person)).toBe(200);
    const suspend = async () => {
      const { status, message } = await command("paused", "suspend");
      return [status, message];
    };
    expect(await suspend()).toEqual([200, "paused is suspended"]);
    expect(await seesTypes(person)).toBe(401);
    expect((await person.page("/dashboard")).status).toBe(302);
    expect(await suspend()).toEqual([409, "paused is suspended"]);
    expect((await command("paused", "send-link")).status).toBe(409);
    expect((await command("paused", "reactivate")).message).toBe("paused can sign in again");
    expect(await first("select status from staff where id = 'staff-paused'")).toEqual({
      status: "active",
    });
    expect(await command("paused", "send-link")).toMatchObject({
      status: 200,
      message: "A link was sent to paused@plumbline.test",
    });
  });

  test("get another role, which counts at the next request", async () => {
    const person = await staffWith(w, "moved", []);
    const role_id = await newRole(["manage-pm-checklist"]);
    expect(await seesTypes(person)).toBe(403);
    expect((await command("moved", "role", { role_id })).status).toBe(200);
    expect(await seesTypes(person)).toBe(200);
    expect((await command("moved", "role", { role_id: newId() })).status).toBe(404);
    expect((await command("moved", "role")).errors).toEqual({ role_id: ["Role is required"] });
    const fields = { intent: "role", person: "staff-moved", roleId: "role-moved" };
    expect((await root.form("/super-admin/users", fields)).status).toBe(302);
    expect(await seesTypes(person)).toBe(403);
  });

  test("are signed out everywhere", async () => {
    const person = await staffWith(w, "outside", ["manage-pm-checklist"]);
    const fields = { intent: "sign-out", person: "staff-outside" };
    const answer = await root.form("/super-admin/users", fields);
    const toast = decodeURIComponent(answer.headers.getSetCookie().join(";"));
    expect(answer.status).toBe(302);
    expect(toast).toContain("outside is signed out everywhere");
    expect(await seesTypes(person)).toBe(401);
    expect((await person.page("/dashboard")).status).toBe(302);
  });

  test("nobody does any of it to themselves, gives a role above their own, or touches who has one", async () => {
    const chief = await staffWith(w, "chief", ["manage-user", "manage-help"]);
    const bodyOf = (verb: string) => (verb === "role" ? { role_id: "role-chief" } : {});
    for (const verb of ["suspend", "reactivate", "send-link", "sign-out", "role"]) {
      const { status, message } = await command("chief", verb, bodyOf(verb), chief);
      expect([verb, status, message]).toEqual([verb, 403, "You cannot do this to yourself"]);
    }
    const role_id = ["This role has rights you do not have"];
    for (const role of ["role-super", await newRole(["manage-company"])])
      expect((await invite(role, chief)).errors).toEqual({ role_id });
    expect((await invite(await newRole(["manage-help"]), chief)).status).toBe(201);
    for (const verb of ["suspend", "role"])
      expect((await command("super", verb, bodyOf(verb), chief)).errors).toEqual({ role_id });
    expect((await root.api("/api/roles")).status).toBe(200);
  });

  test("the last superadmin stays, whoever asks", async () => {
    // Tests of the same world may have left others.
    const others = "role_id = 'role-super' and id <> 'staff-super'";
    await w.env.CONTROL_DB.prepare(`update staff set status = 'suspended' where ${others}`).run();
    const equal = await staffWith(w, "equal", [...platformPermissions]);
    const lesserRole = { role_id: "role-equal" };
    for (const [verb, body] of [
      ["suspend", {}],
      ["role", lesserRole],
    ] as const)
      expect(await command("super", verb, body, equal)).toMatchObject({
        status: 409,
        message: "The platform needs at least one active superadmin",
      });
    expect((await command("equal", "role", { role_id: "role-super" })).status).toBe(200);
    const answers = await Promise.all([
      command("super", "role", lesserRole, equal),
      command("equal", "role", lesserRole),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await first(
        "select count(*) n from staff where role_id = 'role-super' and status = 'active'",
      ),
    ).toEqual({ n: 1 });
    await w.env.CONTROL_DB.prepare(
      "update staff set role_id = 'role-super' where id = 'staff-super'",
    ).run();
  });
});
