import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { staffWith } from "#tests/support/staff.ts";
import { type World, world } from "#tests/support/world.ts";
import { platformPermissions } from "#worker/permissions.ts";

let w: World;
let root: Client;
beforeAll(async () => {
  w = await world();
  root = await superAdmin(w);
});

type Told = {
  success: boolean;
  message: string;
  data: Record<string, unknown> & { id: string };
  errors?: Record<string, string[]>;
};
const call = async (
  client: Client,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  key?: string,
) => {
  const response = await client.api(path, {
    method,
    body,
    ...(key ? { headers: { "idempotency-key": key } } : {}),
  });
  return { status: response.status, d1: d1Of(response), ...((await response.json()) as Told) };
};
const one = <R>(sql: string, ...values: unknown[]) =>
  w.env.CONTROL_DB.prepare(sql)
    .bind(...values)
    .first<R>();
let made = 0;
const fresh = (word: string) => `${word}-${(++made).toString(36)}`;
const newRole = async (permissions: string[] = []) => {
  const { data } = await call(root, "POST", "/api/roles", { name: fresh("Role") });
  if (permissions.length)
    expect((await call(root, "PUT", `/api/roles/${data.id}/grants`, { permissions })).status).toBe(
      200,
    );
  return data.id;
};
const idOf = (name: string) => `staff-${name}`;
const post = (path: string, fields: Record<string, string>, client = root) =>
  client.page(path, { method: "POST", body: new URLSearchParams(fields) });
const flashOf = (response: Response) =>
  decodeURIComponent(response.headers.getSetCookie().join(";"));

describe("roles", () => {
  test("are added, named anew, archived, restored and deleted", async () => {
    const name = fresh("Editor");
    const added = await call(
      root,
      "POST",
      "/api/roles",
      { name, description: "Help pages" },
      fresh("key"),
    );
    expect([added.status, added.message]).toEqual([201, "Role added"]);
    expect(added.d1.trips).toBeLessThanOrEqual(3);
    const path = `/api/roles/${added.data.id}`;
    expect((await call(root, "POST", "/api/roles", { name: name.toUpperCase() })).errors).toEqual({
      name: ["Name is already used"],
    });
    expect((await call(root, "PUT", path, { name: `${name} two`, version: 1 })).message).toBe(
      "Role saved",
    );
    expect((await call(root, "PUT", path, { name: "Late", version: 1 })).status).toBe(409);
    expect((await call(root, "GET", path)).data).toMatchObject({
      name: `${name} two`,
      is_system: false,
    });
    expect((await post("/roles", { intent: "archive", id: added.data.id })).status).toBe(302);
    expect(
      (
        (await call(root, "GET", "/api/roles?state=archived")).data as unknown as { id: string }[]
      ).map(({ id }) => id),
    ).toContain(added.data.id);
    expect((await post("/roles", { intent: "restore", id: added.data.id })).status).toBe(302);
    expect((await call(root, "DELETE", path)).message).toBe("Role deleted");
    expect((await call(root, "GET", path)).status).toBe(404);
  });

  test("one that somebody has stays, and so does the system's", async () => {
    await staffWith(w, "holder", ["manage-help"]);
    const used = await call(root, "DELETE", "/api/roles/role-holder");
    expect([used.status, used.message]).toEqual([
      409,
      "Used by 1 person. Archive it or move them first.",
    ]);
    for (const [method, path, body] of [
      ["PUT", "/api/roles/role-super", { name: "Root" }],
      ["DELETE", "/api/roles/role-super", undefined],
      ["PUT", "/api/roles/role-super/grants", { permissions: [] }],
    ] as const) {
      const refused = await call(root, method, path, body);
      expect([path, refused.status, refused.message]).toEqual([
        path,
        409,
        "The system role is not changed",
      ]);
    }
    const list = await (await root.page("/roles")).text();
    expect(list).not.toContain("edit=role-super");
    expect(list).toContain("edit=role-holder");
  });

  test("their rights are saved as a whole, count at the next request, and take their rows along", async () => {
    const holder = await staffWith(w, "rights", []);
    const grants = "/api/roles/role-rights/grants";
    expect((await holder.api("/api/machine-types")).status).toBe(403);
    const before = (await call(root, "GET", grants)).data as unknown as {
      version: number;
      permissions: string[];
      locked: null;
    };
    expect(before).toEqual({ version: expect.any(Number), permissions: [], locked: null });
    const saved = await call(root, "PUT", grants, {
      version: before.version,
      permissions: ["manage-pm-checklist", "manage-help"],
    });
    expect([saved.status, saved.message]).toEqual([200, "Rights of rights saved"]);
    expect(saved.d1.trips).toBeLessThanOrEqual(3);
    expect((await holder.api("/api/machine-types")).status).toBe(200);
    expect(
      (await call(root, "PUT", grants, { version: before.version, permissions: [] })).status,
    ).toBe(409);
    const unknown = await call(root, "PUT", grants, { permissions: ["view-asset"] });
    expect([unknown.status, unknown.errors]).toEqual([
      422,
      { "permissions.0": ["This right is not known"] },
    ]);
    const page = await post("/role/permission/role-rights", { permissions: "manage-help" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/roles"]);
    expect((await holder.api("/api/machine-types")).status).toBe(403);
    expect((await call(root, "GET", grants)).data).toMatchObject({ permissions: ["manage-help"] });

    const short = await newRole(["manage-help"]);
    expect((await call(root, "DELETE", `/api/roles/${short}`)).status).toBe(200);
    expect(await one("select 1 from role_permissions where role_id = ?", short)).toBeNull();
  });

  test("nobody gives a right they lack, nor changes the rights of their own role", async () => {
    const lesser = await staffWith(w, "lesser", ["manage-role", "manage-help"]);
    const other = await newRole(["manage-plan"]);
    const more = await call(lesser, "PUT", `/api/roles/${other}/grants`, {
      permissions: ["manage-plan", "manage-company"],
    });
    expect([more.status, more.errors]).toEqual([
      422,
      { "manage-company": ["You do not have this right yourself"] },
    ]);
    const less = await call(lesser, "PUT", `/api/roles/${other}/grants`, { permissions: [] });
    expect([less.status, less.errors]).toEqual([
      422,
      { "manage-plan": ["You do not have this right yourself"] },
    ]);
    expect(
      (
        await call(lesser, "PUT", `/api/roles/${other}/grants`, {
          permissions: ["manage-plan", "manage-help"],
        })
      ).status,
    ).toBe(200);
    const own = await call(lesser, "PUT", "/api/roles/role-lesser/grants", {
      permissions: ["manage-role"],
    });
    expect([own.status, own.message]).toEqual([
      403,
      "You cannot change the rights of your own role",
    ]);
    expect((await call(lesser, "GET", "/api/roles/role-lesser/grants")).data).toMatchObject({
      locked: "Nobody changes the rights of their own role.",
    });
  });
});

describe("the platform's people", () => {
  const invited = async (roleId: string, client = root) => {
    const email = `${fresh("guest")}@plumbline.test`;
    return {
      email,
      ...(await call(client, "POST", "/api/super-admin/users", {
        name: "Gus Guest",
        email,
        role_id: roleId,
      })),
    };
  };

  test("are invited once, with a link by mail, and are listed and found", async () => {
    const role = await newRole(["manage-help"]);
    const key = fresh("invite");
    const body = { name: "Ida Invited", email: `${fresh("Ida")}@plumbline.test`, role_id: role };
    const first = await call(root, "POST", "/api/super-admin/users", body, key);
    const again = await call(root, "POST", "/api/super-admin/users", body, key);
    expect([first.status, again.status, again.data.id]).toEqual([201, 201, first.data.id]);
    expect(first.message).toBe(`${body.email.toLowerCase()} gets an invitation`);
    expect(
      await one(
        "select count(*) n from staff_tokens where user_id = ? and purpose = 'invite'",
        first.data.id,
      ),
    ).toEqual({ n: 1 });
    const twice = await call(root, "POST", "/api/super-admin/users", body);
    expect([twice.status, twice.errors]).toEqual([422, { email: ["E-mail is already used"] }]);
    const listed = await call(
      root,
      "GET",
      `/api/super-admin/users?role=${role}&status=invited&q=ida`,
    );
    expect(listed.data).toMatchObject([
      { id: first.data.id, status: "invited", has_two_factors: 0 },
    ]);
    expect((await call(root, "GET", `/api/super-admin/users/${first.data.id}`)).data).toMatchObject(
      { email: body.email.toLowerCase() },
    );
    expect((await call(root, "GET", `/api/super-admin/users/${newId()}`)).status).toBe(404);
  });

  test("are suspended, out at once, and taken back", async () => {
    const person = await staffWith(w, "paused", ["manage-pm-checklist"]);
    const path = `/api/super-admin/users/${idOf("paused")}`;
    expect((await person.api("/api/machine-types")).status).toBe(200);
    const suspended = await call(root, "POST", `${path}/suspend`, {});
    expect([suspended.status, suspended.message]).toEqual([200, "paused is suspended"]);
    expect((await person.api("/api/machine-types")).status).toBe(401);
    expect((await person.page("/dashboard")).status).toBe(302);
    const again = await call(root, "POST", `${path}/suspend`, {});
    expect([again.status, again.message]).toEqual([409, "paused is suspended"]);
    expect((await call(root, "POST", `${path}/send-link`, {})).status).toBe(409);
    expect((await call(root, "POST", `${path}/reactivate`, {})).message).toBe(
      "paused can sign in again",
    );
    expect(await one("select status from staff where id = ?", idOf("paused"))).toEqual({
      status: "active",
    });
    const link = await call(root, "POST", `${path}/send-link`, {});
    expect([link.status, link.message]).toEqual([200, "A link was sent to paused@plumbline.test"]);
  });

  test("get another role, which counts at the next request", async () => {
    const person = await staffWith(w, "moved", []);
    const role = await newRole(["manage-pm-checklist"]);
    const path = `/api/super-admin/users/${idOf("moved")}/role`;
    expect((await person.api("/api/machine-types")).status).toBe(403);
    expect((await call(root, "POST", path, { role_id: role })).status).toBe(200);
    expect((await person.api("/api/machine-types")).status).toBe(200);
    expect((await call(root, "POST", path, { role_id: newId() })).status).toBe(404);
    expect((await call(root, "POST", path, {})).errors).toEqual({ role_id: ["Role is required"] });
    expect(
      (
        await post("/super-admin/users", {
          intent: "role",
          person: idOf("moved"),
          roleId: "role-moved",
        })
      ).status,
    ).toBe(302);
    expect((await person.api("/api/machine-types")).status).toBe(403);
  });

  test("are signed out everywhere", async () => {
    const person = await staffWith(w, "outside", ["manage-pm-checklist"]);
    const done = await post("/super-admin/users", { intent: "sign-out", person: idOf("outside") });
    expect([done.status, flashOf(done)]).toEqual([
      302,
      expect.stringContaining("outside is signed out everywhere"),
    ]);
    expect((await person.api("/api/machine-types")).status).toBe(401);
    expect((await person.page("/dashboard")).status).toBe(302);
  });

  test("nobody does any of it to themselves, gives a role above their own, or touches who has one", async () => {
    const chief = await staffWith(w, "chief", ["manage-user", "manage-help"]);
    for (const word of ["suspend", "reactivate", "send-link", "sign-out", "role"]) {
      const own = await call(
        chief,
        "POST",
        `/api/super-admin/users/${idOf("chief")}/${word}`,
        word === "role" ? { role_id: "role-chief" } : {},
      );
      expect([word, own.status, own.message]).toEqual([
        word,
        403,
        "You cannot do this to yourself",
      ]);
    }
    const above = ["This role has rights you do not have"];
    expect((await invited("role-super", chief)).errors).toEqual({ role_id: above });
    expect((await invited(await newRole(["manage-company"]), chief)).errors).toEqual({
      role_id: above,
    });
    const guest = await invited(await newRole(["manage-help"]), chief);
    expect(guest.status).toBe(201);
    for (const word of ["suspend", "role"])
      expect(
        (
          await call(
            chief,
            "POST",
            `/api/super-admin/users/staff-super/${word}`,
            word === "role" ? { role_id: "role-chief" } : {},
          )
        ).errors,
      ).toEqual({
        role_id: above,
      });
    expect((await root.api("/api/roles")).status).toBe(200);
  });

  test("the last superadmin stays, whoever asks", async () => {
    const equal = await staffWith(w, "equal", [...platformPermissions]);
    const path = "/api/super-admin/users/staff-super";
    for (const [word, body] of [
      ["suspend", {}],
      ["role", { role_id: "role-equal" }],
    ] as const) {
      const refused = await call(equal, "POST", `${path}/${word}`, body);
      expect([word, refused.status, refused.message]).toEqual([
        word,
        409,
        "The platform needs at least one active superadmin",
      ]);
    }
    expect(
      (
        await call(root, "POST", `/api/super-admin/users/${idOf("equal")}/role`, {
          role_id: "role-super",
        })
      ).status,
    ).toBe(200);
    const [demoted, demoting] = await Promise.all([
      call(equal, "POST", `${path}/role`, { role_id: "role-equal" }),
      call(root, "POST", `/api/super-admin/users/${idOf("equal")}/role`, { role_id: "role-equal" }),
    ]);
    expect([demoted.status, demoting.status].filter((status) => status === 200)).toHaveLength(1);
    expect(
      await one("select count(*) n from staff where role_id = 'role-super' and status = 'active'"),
    ).toEqual({ n: 1 });
    await w.env.CONTROL_DB.prepare(
      "update staff set role_id = 'role-super' where id = 'staff-super'",
    ).run();
  });
});

test("a role without the right, and a company's people, are refused", async () => {
  const clerk = await staffWith(w, "no-rights", ["manage-plan"]);
  const admin = await signedIn(w, w.companies.acme, "admin");
  for (const path of ["/roles", "/role/permission/role-no-rights", "/super-admin/users"]) {
    for (const person of [clerk, admin]) {
      const page = await person.page(path);
      expect([path, page.status, await page.text()]).toEqual([
        path,
        403,
        expect.stringContaining("Access Denied"),
      ]);
    }
    expect([path, (await post(path, { intent: "create", name: "x" }, clerk)).status]).toEqual([
      path,
      403,
    ]);
  }
  for (const path of ["/api/roles", "/api/roles/role-super/grants", "/api/super-admin/users"]) {
    expect([path, (await clerk.api(path)).status]).toEqual([path, 403]);
    expect([path, [401, 404]]).toEqual([
      path,
      expect.arrayContaining([(await admin.api(path)).status]),
    ]);
  }
});
