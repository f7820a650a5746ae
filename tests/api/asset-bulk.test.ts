import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let shard: Rows;
let admin: Client;
let engineer: Client;
let m: Awaited<ReturnType<typeof manyAssets>>;
let team: string;
let stranger: string;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "assetbulk", 2, 1);
  const other = await addCompany(w.env, "otherbulk", 2, 1);
  shard = rowsOf(w, company);
  m = await manyAssets(w, company, 1200);
  stranger = (await manyAssets(w, other, 1)).rows[0]!.id;
  team = await shard.add("teams", { name: "Biomed" });
  admin = await signedIn(w, company, "admin");
  engineer = await signedIn(w, company, "engineer");
});

type Done = { changed: number; same: number; failed: { id: string; reason: string }[] };
const edit = (ids: string[], values: object, by = admin, bulk_id = newId(), headers = {}) =>
  by.call<Done>("POST", "/api/assets/bulk", { bulk_id, ids, ...values }, headers);
const listed = async (query: string) => {
  const ids: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const path: string = `/api/assets?size=100&${query}&after=${encodeURIComponent(after)}`;
    const { data, next } = await admin.call<{ id: string }[]>("GET", path);
    ids.push(...data.map(({ id }) => id));
    after = next;
  }
  return ids;
};
const idsOf = (from: number, to: number) => m.rows.slice(from, to).map(({ id }) => id);

test("two hundred at once: rows, counters, marks and one log row each, under one id", async () => {
  const [to, ids] = [m.departments[29]!.id, idsOf(0, 200)];
  const before = await shard.counter(`assets.department:${to}`);
  const already = m.rows.slice(0, 200).filter((row) => row.department_id === to).length;
  const bulkId = newId();
  const { status, data } = await edit(ids, { department_id: to, team_id: team }, engineer, bulkId);
  expect([status, data]).toEqual([200, { changed: 200, same: 0, failed: [] }]);
  expect(await shard.counter(`assets.department:${to}`)).toBe(before + 200 - already);
  expect((await listed(`department=${to}&team=${team}`)).sort()).toEqual([...ids].sort());
  const log = await shard.all<{ asset_id: string; changes: string }>(
    "select asset_id, changes from activity_log where company_id = ? and reason = ?",
    `Bulk edit ${bulkId}`,
  );
  expect(log.map(({ asset_id }) => asset_id).sort()).toEqual([...ids].sort());
  expect(JSON.parse(log[0]!.changes)).toContainEqual({ field: "team", from: null, to: "Biomed" });
  const label = "select entity_label from activity_log where company_id = ? and entity_id = ?";
  expect(await shard.value<string>(label, bulkId)).toBe("200 of 200 assets");
  const again = await edit(ids, { team_id: team });
  expect(again.data).toEqual({ changed: 0, same: 200, failed: [] });
});

test("what cannot change is named, the rest is changed", async () => {
  const [ok, disposed, condemned, received] = idsOf(200, 204) as [string, string, string, string];
  const put = (lifecycle: string, id: string) => shard.set("assets", id, { lifecycle });
  await Promise.all([
    put("in_service", ok),
    put("disposed", disposed),
    put("condemned", condemned),
    put("received", received),
  ]);
  const gone = newId();
  const ids = [ok, disposed, condemned, received, gone, stranger];
  const { status, message, data } = await edit(ids, { lifecycle: "standby" });
  expect([status, message, data.changed]).toEqual([200, "1 asset changed, 5 could not be", 1]);
  expect(Object.fromEntries(data.failed.map(({ id, reason }) => [id, reason]))).toEqual({
    [disposed]: "This asset is disposed",
    [condemned]: "Only an asset in service goes on standby",
    [received]: "Only an asset in service goes on standby",
    [gone]: "This asset was not found",
    [stranger]: "This asset was not found",
  });
  expect((await edit([disposed], { team_id: team })).data.failed).toMatchObject([
    { reason: "This asset is disposed" },
  ]);
});

test("another category takes the sub-category away", async () => {
  const [from, to] = [m.categories[0]!.id, m.categories[1]!.id];
  const sub = await shard.add("sub_categories", { category_id: from, name: "Sub" });
  const id = m.rows.find(({ category_id }) => category_id === from)!.id;
  await shard.set("assets", id, { sub_category_id: sub });
  expect((await edit([id], { category_id: to })).data.changed).toBe(1);
  const after = { category_id: to, sub_category_id: null };
  expect(await shard.get("assets", id)).toMatchObject(after);
});

test("two people at once: every asset ends as one of them said, and the counters add up", async () => {
  const ids = idsOf(400, 500);
  const [one, two] = [m.departments[10]!.id, m.departments[11]!.id];
  const answers = await Promise.all([
    edit(ids, { department_id: one }),
    edit(ids, { department_id: two }, engineer),
    edit(ids, { team_id: team }),
  ]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const counts = await shard.all<{ id: string; n: number }>(
    "select department_id as id, count(*) as n from assets where company_id = ? group by 1",
  );
  for (const { id, n } of counts)
    expect([id, await shard.counter(`assets.department:${id}`)]).toEqual([id, n]);
  const ends = await shard.all<{ id: string }>(
    "select distinct department_id as id from assets where company_id = ? and id in (select value from json_each(?))",
    JSON.stringify(ids),
  );
  expect(ends).toHaveLength(1);
  const together = await listed(`department=${ends[0]!.id}`);
  expect(together.filter((id) => ids.includes(id))).toHaveLength(100);
});

test("it takes 1 to 200 assets, something to change, and no disposal", async () => {
  const ids = idsOf(600, 601);
  expect((await edit(ids, {})).status).toBe(422);
  expect((await edit([], { team_id: team })).status).toBe(422);
  expect((await edit(Array.from({ length: 201 }, newId), { team_id: team })).status).toBe(422);
  expect((await edit(ids, { lifecycle: "disposed" })).status).toBe(422);
});

test("the ids of all that match come a window at a time", async () => {
  const ids: string[] = [];
  let pages = 0;
  for (let from: string | null = ""; from !== null; pages++) {
    const path: string = `/api/assets/ids?${from && `from=${encodeURIComponent(from)}`}`;
    const { data, next } = await admin.call<string[]>("GET", path);
    ids.push(...data);
    from = next;
  }
  expect([pages, ids.length, new Set(ids).size]).toEqual([6, 1200, 1200]);
  const query = "condition=not_working&q=ventilator";
  const broken = await admin.call<string[]>("GET", `/api/assets/ids?${query}`);
  expect(broken.data.sort()).toEqual(
    m.rows
      .filter((row) => row.condition === "not_working" && row.name === "Ventilator")
      .map(({ id }) => id)
      .sort(),
  );
});

test("any fields at once, also those of the details; what is emptied is empty, and the rest stays", async () => {
  const ids = idsOf(700, 710);
  const [category_id, vendor_id, location_id] = [
    m.categories[2]!.id,
    await shard.add("vendors", { name: "Bulk supplies", phone: "1", is_supplier: 1 }),
    await shard.add("locations", {
      name: "East",
      level: "site",
      path: "East",
      depth: 1,
      path_ids: "/x/",
    }),
  ];
  const sub_category_id = await shard.add("sub_categories", { category_id, name: "Bulk sub" });
  const set = {
    ...{ category_id, sub_category_id, vendor_id, location_id },
    ...{ criticality: "high", condition: "working_limited", ownership: "leased" },
    ...{ pm_months: 6, pm_required: false, cal_required: true, next_cal_on: "2030-01-31" },
    ...{ warranty_start_on: "2026-01-01", warranty_end_on: "2028-12-31" },
  };
  await shard.add("asset_details", ...ids.map((id) => ({ id })));
  const details = { funding: "grant", dep_method: "slm", useful_life_months: 96 };
  const first = await edit(ids, { ...set, ...details });
  expect([first.status, first.data]).toEqual([200, { changed: 10, same: 0, failed: [] }]);
  const id = ids[3]!;
  const flags = { pm_required: 0, cal_required: 1 };
  expect(await shard.get("assets", id)).toMatchObject({ ...set, ...flags });
  expect(await shard.get("asset_details", id)).toMatchObject(details);
  expect(await shard.counter(`assets.vendor:${vendor_id}`)).toBe(10);
  expect((await listed(`vendor=${vendor_id}&condition=working_limited`)).sort()).toEqual(
    [...ids].sort(),
  );
  const log = (await shard.first<{ changes: string }>(
    "select changes from activity_log where company_id = ? and asset_id = ? order by id desc limit 1",
    id,
  ))!;
  for (const change of [
    { field: "vendor", from: null, to: "Bulk supplies" },
    { field: "place", from: null, to: "East" },
    { field: "usefulLifeMonths", from: null, to: 96 },
  ])
    expect(JSON.parse(log.changes)).toContainEqual(change);

  const clear = ["vendor_id", "warranty_end_on", "useful_life_months"];
  expect((await edit(ids, { clear })).data).toMatchObject({ changed: 10 });
  const emptied = { vendor_id: null, warranty_end_on: null, warranty_start_on: "2026-01-01" };
  expect(await shard.get("assets", id)).toMatchObject({ ...emptied, location_id });
  const life = { useful_life_months: null, dep_method: "slm" };
  expect(await shard.get("asset_details", id)).toMatchObject(life);
  expect(await shard.counter(`assets.vendor:${vendor_id}`)).toBe(0);
  expect((await edit(ids, { clear })).data).toMatchObject({ changed: 0, same: 10 });
});

test("what a device's other fields forbid is named, and a field is not set and emptied at once", async () => {
  const [late, other] = idsOf(720, 722) as [string, string];
  await shard.set("assets", late, { warranty_start_on: "2027-06-01" });
  const ends = await edit([late, other], { warranty_end_on: "2027-01-01" });
  expect(ends.data).toMatchObject({
    changed: 1,
    failed: [{ id: late, reason: "Warranty ends before it starts" }],
  });
  const category_id = m.categories[5]!.id;
  const sub_category_id = await shard.add("sub_categories", { category_id, name: "Of five" });
  const misfit = m.rows.find((row) => row.category_id !== category_id)!.id;
  expect((await edit([misfit], { sub_category_id })).data.failed).toMatchObject([
    { reason: "Sub-category belongs to another category" },
  ]);
  const both = await edit([other], { team_id: team, clear: ["team_id"] });
  expect(both).toMatchObject({
    status: 422,
    errors: { clear: ["A field is either set or emptied"] },
  });
  expect((await edit([other], { clear: ["name"] })).status).toBe(422);
});
