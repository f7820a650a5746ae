import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, superAdmin } from "#tests/support/client.ts";
import { openWorld, type World } from "#tests/support/world.ts";

let w: World;
let staff: Client;
// Rows are counted that others would add to.
beforeAll(async () => {
  w = await openWorld();
  staff = await superAdmin(w);
});
afterAll(() => w.server.close());

test("machine types tell how many checklists they have without counting them", async () => {
  const newType = async () =>
    (await staff.call("POST", "/api/machine-types", { name: `Type ${newId()}` })).data.id;
  const [first, second] = [await newType(), await newType()];
  const checklist = (machine_type_id: string) => ({
    machine_type_id,
    machine_name: `List ${newId()}`,
    lists: ["Power"],
  });
  const newChecklist = async () =>
    (await staff.call("POST", "/api/pm-checklists", checklist(first))).data.id;
  const path = `/api/pm-checklists/${await newChecklist()}`;
  for (let n = 0; n < 4; n++) await newChecklist();
  const counts = async () => {
    type Row = { id: string; checklists: number };
    const { data } = await staff.call<Row[]>("GET", "/api/machine-types?q=type&size=100");
    return Object.fromEntries(data.map((row) => [row.id, row.checklists]));
  };
  const removeSecond = async () =>
    (await staff.call("DELETE", `/api/machine-types/${second}`)).message;
  expect(await counts()).toMatchObject({ [first]: 5, [second]: 0 });
  await staff.call("PUT", path, checklist(second));
  expect(await counts()).toMatchObject({ [first]: 4, [second]: 1 });
  expect(await removeSecond()).toBe("Used by 1 PM checklist. Archive it or move them first.");
  await staff.call("DELETE", path);
  expect(await counts()).toMatchObject({ [first]: 4, [second]: 0 });
  expect(await removeSecond()).toBe("Machine type deleted");
});

test("companies are found by words of their name and host, by few rows", async () => {
  const at = Date.now();
  const names = Array.from({ length: 900 }, (_, n) => [
    newId(at + n),
    `Hospital ${n} ${n % 300 === 7 ? "Mangrove" : "Group"}`,
    `bulk-${n}`,
  ]);
  await w.env.CONTROL_DB.batch([
    w.env.CONTROL_DB.prepare(
      `insert into companies (id, created_at, updated_at, name, slug, kind, email, phone, country, currency, time_zone, service_type, shard_id, status)
       select value ->> 0, ?1, ?1, value ->> 1, value ->> 2, 'hospital', 'a@b.test', '1', 'IN', 'INR', 'Asia/Kolkata', 2, 'shard-0', 'closed' from json_each(?2)`,
    ).bind(at, JSON.stringify(names)),
  ]);
  const list = async (query: string) => {
    const answer = await staff.page(`/companies.data?${query}`);
    return { read: d1Of(answer).read, text: await answer.text() };
  };
  for (const query of [
    "q=mangrove",
    "q=mangrove+hospital",
    "q=Mang",
    "q=bulk",
    "q=acme",
    "q=nothing-like-it",
    "q=%27%22%25",
    "q=307+mangrove",
  ]) {
    const { read } = await list(query);
    expect([query, read <= 150 ? "few" : read]).toEqual([query, "few"]);
  }
  expect((await list("q=mangrove")).text).toContain("Hospital 307 Mangrove");
  expect((await list("q=bulk-307")).text).toContain("Hospital 307 Mangrove");
  expect((await list("q=acme.localhost")).text).toContain("acme.localhost");
  await w.env.CONTROL_DB.prepare(
    "update companies set name = 'Willow clinic' where slug = 'bulk-307'",
  ).run();
  expect((await list("q=willow")).text).toContain("Willow clinic");
  expect((await list("q=307+mangrove")).text).not.toContain("Willow clinic");
  await w.env.CONTROL_DB.batch([
    w.env.CONTROL_DB.prepare(
      "delete from company_words where company_id in (select id from companies where slug like 'bulk-%')",
    ),
    w.env.CONTROL_DB.prepare("delete from companies where slug like 'bulk-%'"),
  ]);
});
