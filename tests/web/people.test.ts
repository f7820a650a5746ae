import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "quince", 2, 1);
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");

test("the people of the list are exported with their teams, formulas as text, and each export is in the log", async () => {
  const create = async (path: string, body: object) =>
    (await admin.call("POST", `/api/${path}`, body)).data.id;
  const ward = await create("departments", { name: "Ward, north" });
  const crowd = Array.from({ length: 130 }, (_, n) => ({
    ...{ email: `e${n}@quince.test`, name: `Export ${String(n).padStart(3, "0")}`, type: "user" },
    ...{ service_type: 2, status: "active", department_id: ward },
    designation: n ? null : "=1+1",
  }));
  const first = await shard.add("users", ...crowd);
  await create("teams", { name: "Night; shift", member_ids: [first] });
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
  expect(lines[1]).toContain('"Ward, north","Night; shift",Active');
  expect(lines[1]).not.toContain(",=1+1");
  expect(new Set(lines).size).toBe(131);
  const one = await admin.text("/users/export.csv?q=export 007");
  expect(one.trim().split("\r\n")).toHaveLength(2);
  expect(await shard.count("activity_log", "action like 'export%'")).toBe(2);
});
