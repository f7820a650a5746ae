import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "quince", 2, 1);
  admin = await signedIn(w, company, "admin");
});

test("the people of the list are exported with their teams, formulas as text", async () => {
  const db = w.env[company.shard as "TENANT_DB_1"];
  const add = async (path: string, name: string, more = {}) => {
    const made = await admin.api(`/api/${path}`, { method: "POST", body: { name, ...more } });
    return ((await made.json()) as { data: { id: string } }).data.id;
  };
  const ward = await add("departments", "Ward, north");
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  const crowd = Array.from({ length: 130 }, (_, n) => ({
    ...{
      ...stamps,
      id: newId(),
      email: `e${n}@quince.test`,
      name: `Export ${String(n).padStart(3, "0")}`,
    },
    ...{
      type: "user",
      service_type: 2,
      status: "active",
      department_id: ward,
      designation: n ? null : "=1+1",
    },
  }));
  await insert(db, "users", ...crowd);
  await add("teams", "Night; shift", { member_ids: [crowd[0]!.id] });
  const answer = await admin.page("/users/export.csv?q=export");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/csv"),
  ]);
  expect(answer.headers.get("content-disposition")).toContain("people");
  const lines = (await answer.text())
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  expect([lines.length, lines[0]]).toEqual([
    131,
    "Name,E-mail,Phone,Type,Service type,Designation,Employee code,Location,Teams,Status,Last sign-in",
  ]);
  expect(lines[1]).toContain("Export 000,e0@quince.test");
  expect(lines[1]).toContain('"Ward, north","Night; shift",active');
  expect(lines[1]).not.toContain(",=1+1");
  expect(new Set(lines).size).toBe(131);
  const one = await (await admin.page("/users/export.csv?q=export 007")).text();
  expect(one.trim().split("\r\n")).toHaveLength(2);
});

test("only who may export does, and each export is in the log", async () => {
  const reader = await newPerson(w, company, { permissions: ["view-user"] });
  const refused = await (await clientOf(w, company.host, reader.email)).page("/users/export.csv");
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining("Access Denied"),
  ]);
  const db = w.env[company.shard as "TENANT_DB_1"];
  const logged = await db
    .prepare(
      "select count(*) as n from activity_log where company_id = ? and action like 'export%' and actor_id = ?",
    )
    .bind(company.id, company.users.admin.id)
    .first<{ n: number }>();
  expect(logged!.n).toBe(2);
});
