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

type Found = { name: string; plan: string | null; ends_on: string | null };

/** A plan that one in fifty of the companies of this file has. */
const subscribing = () =>
  [
    `insert into plans (id, created_at, updated_at, code, name, service_type) values ('rare-plan', 1, 1, 'rare', 'Rare plan', 2)`,
    `insert into plan_versions (id, created_at, updated_at, plan_id, version_no, currency, price_monthly_minor, price_yearly_minor, trial_days, valid_from)
     values ('rare-version', 1, 1, 'rare-plan', 1, 'INR', 1, 1, 0, '2020-01-01')`,
    `insert into subscriptions (id, created_at, updated_at, company_id, plan_version_id, status, billing, starts_on, current_period_end, grace_days, limits)
     select id, 1, 1, id, 'rare-version', 'active', 'monthly', '2026-01-01', '2099-01-01', 10, '{"max_assets":20,"max_storage_mb":5}'
     from companies where slug like 'bulk-%0' and substr(slug, 6) % 50 = 0`,
  ].map((sql) => w.env.CONTROL_DB.prepare(sql));

test("companies are found by words of their name and host, by plan, country, shard and status, by few rows", async () => {
  const at = Date.now();
  const names = Array.from({ length: 900 }, (_, n) => [
    newId(at + n),
    `Hospital ${n} ${n % 300 === 7 ? "Mangrove" : "Group"}`,
    `bulk-${n}`,
  ]);
  await w.env.CONTROL_DB.batch([
    w.env.CONTROL_DB.prepare(
      `insert into companies (id, created_at, updated_at, name, slug, kind, email, phone, country, currency, time_zone, service_type, shard_id, status)
       select value ->> 0, ?1, ?1, value ->> 1, value ->> 2, 'hospital', 'a@b.test', '1', iif(key % 30 = 0, 'NP', 'IN'), 'INR', 'Asia/Kolkata', 2, 'shard-0', 'closed' from json_each(?2)`,
    ).bind(at, JSON.stringify(names)),
    ...subscribing(),
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
    ...["", "sort=created", "sort=created&dir=desc", "dir=desc"].flatMap((order) =>
      ["", "status=closed", "plan=rare-plan", "plan=none", "country=NP", "shard=shard-0"].map(
        (filter) => `${filter}&${order}`,
      ),
    ),
  ]) {
    const { read } = await list(query);
    expect([query, read <= 150 ? "few" : read]).toEqual([query, "few"]);
  }
  const found = async (query: string) =>
    (await staff.call<Found[]>("GET", `/api/companies?size=100&${query}`)).data;
  const ofPlan = await found("plan=rare-plan");
  expect(ofPlan).toHaveLength(18);
  expect(ofPlan[0]).toMatchObject({
    ...{ plan: "Rare plan", shard: "shard-0", ends_on: "2099-01-01", asset_count: 0 },
    ...{ most_assets: 20, most_users: null, most_storage_mb: 5 },
  });
  expect(await found("country=NP")).toHaveLength(30);
  expect(await found("country=NP&plan=rare-plan&status=closed")).toHaveLength(6);
  expect((await found("country=NP&sort=created&dir=desc"))[0]?.name).toBe("Hospital 870 Group");
  expect((await list("q=mangrove")).text).toContain("Hospital 307 Mangrove");
  expect((await list("q=bulk-307")).text).toContain("Hospital 307 Mangrove");
  expect((await list("q=acme.localhost")).text).toContain("acme.localhost");
  await w.env.CONTROL_DB.prepare(
    "update companies set name = 'Willow clinic' where slug = 'bulk-307'",
  ).run();
  expect((await list("q=willow")).text).toContain("Willow clinic");
  expect((await list("q=307+mangrove")).text).not.toContain("Willow clinic");
  await w.env.CONTROL_DB.prepare(
    "update subscriptions set status = 'cancelled' where plan_version_id = 'rare-version'",
  ).run();
  expect(await found("plan=rare-plan")).toEqual([]);
  await w.env.CONTROL_DB.batch([
    w.env.CONTROL_DB.prepare("delete from subscriptions where plan_version_id = 'rare-version'"),
    w.env.CONTROL_DB.prepare(
      "delete from company_words where company_id in (select id from companies where slug like 'bulk-%')",
    ),
    w.env.CONTROL_DB.prepare("delete from companies where slug like 'bulk-%'"),
  ]);
});
