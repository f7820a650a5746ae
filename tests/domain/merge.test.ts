import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { departmentWord } from "#drizzle/search.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "rowan", 2, 2);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
});

let nth = 0;
const name = () => `Merge ${++nth}`;
const add = async (path: string, more: object = {}) =>
  (await admin.call("POST", `/api/${path}`, { name: name(), ...more })).data.id;
const put = (path: string, body: object) =>
  admin.call("PUT", `/api/${path}`, { name: name(), ...body });
const counts = (...names: string[]) => Promise.all(names.map(shard.counter));
const isArchived = async (table: string, id: string) =>
  (await shard.get(table, id)).archived_at !== null;

/** Sends the dialog's form until nothing is left, as the dialog does; answers how often it was sent. */
async function merge(page: string, id: string, into: string) {
  for (let calls = 1; calls <= 50; calls++) {
    const answer = await admin.form(`${page}.data`, { intent: "merge", id, into });
    const text = await answer.text();
    expect([answer.status, answer.status < 300 ? "" : text]).toEqual([200, ""]);
    expect(d1Of(answer).trips).toBeLessThanOrEqual(3);
    if (!/"left",1/.test(text)) return calls;
  }
  throw new Error("it does not end");
}

/** Assets past the app, with the counters of what they belong to. */
async function manyAssets(count: number, values: Record<string, string>) {
  const at = Date.now();
  const ids = Array.from({ length: count }, (_, n) => newId(at + n));
  const rows = ids.map((id) => ({ id, asset_code: id, name: "Crowd", qr_token: id, ...values }));
  await shard.add("assets", ...rows);
  for (const [column, id] of Object.entries(values))
    await shard.run(
      "insert into counters (company_id, id, value) values (?1, ?2, ?3) on conflict do update set value = value + ?3",
      `assets.${column.replace(/_id$/, "")}:${id}`,
      count,
    );
  return ids;
}

test("a Location goes into another in chunks: assets, people, scopes, teams, stores and open calls, and nothing is left behind", async () => {
  const category = await add("categories");
  const [source, target] = [await add("departments"), await add("departments")];
  const ids = await manyAssets(450, { category_id: category, department_id: source });
  const store = await add("stores", { department_id: source });
  const [first, second] = [company.users.viewer.id, company.users.engineer.id];
  await shard.add(
    "user_scopes",
    { user_id: first, department_id: source },
    { user_id: second, department_id: source },
    { user_id: second, department_id: target },
  );
  const team_id = await shard.add("teams", { name: name() });
  await shard.add("team_departments", { team_id, department_id: source });
  const addCall = (status: string) =>
    shard.add("breakdowns", {
      number: name(),
      asset_id: ids[0]!,
      department_id: source,
      source: "web",
      reported_by_name: "R",
      reported_at: 1,
      problem: "P",
      priority: "low",
      status,
    });
  const [open, closed] = [await addCall("new"), await addCall("closed")];

  const path = `/merge-preview?of=departments&id=${source}`;
  const preview = (await (await admin.page(path)).json()) as { text: string }[];
  expect(preview.map(({ text }) => text)).toEqual([
    "450 assets",
    "1 store",
    "2 scopes of people",
    "1 team",
    "1 open service call",
  ]);
  expect(await merge("/departments", source, target)).toBe(3);

  const counted = () =>
    counts(
      `assets.department:${source}`,
      `assets.department:${target}`,
      `assets.category:${category}`,
    );
  expect(await shard.count("assets", "department_id = ?", target)).toBe(450);
  expect(await counted()).toEqual([0, 450, 450]);
  expect((await shard.get("stores", store)).department_id).toBe(target);
  const scopes = await shard.all<{ user_id: string; department_id: string }>(
    "select user_id, department_id from user_scopes where company_id = ? order by user_id",
  );
  expect(scopes).toEqual(
    [first, second].sort().map((user_id) => ({ user_id, department_id: target })),
  );
  const teamsIn = "select department_id from team_departments where company_id = ? and team_id = ?";
  expect(await shard.value(teamsIn, team_id)).toBe(target);
  expect((await shard.get("breakdowns", open)).department_id).toBe(target);
  expect((await shard.get("breakdowns", closed)).department_id).toBe(source);
  expect(await isArchived("departments", source)).toBe(true);
  expect(await shard.searchKind(ids[449]!)).toContain(departmentWord(target));
  const history = await shard.all<{ changes: string }>(
    "select changes from activity_log where company_id = ? and asset_id = ?",
    ids[200],
  );
  expect(history.map(({ changes }) => JSON.parse(changes)[0].field)).toEqual(["department"]);
  expect(await shard.count("activity_log", "action = 'merge.department'")).toBe(6);

  expect(await merge("/departments", source, target)).toBe(1);
  expect(await counted()).toEqual([0, 450, 450]);
  await shard.run("delete from user_scopes where company_id = ?");
});

test("a category goes into another with its sub-categories, and every asset keeps its own", async () => {
  const [source, target] = [await add("categories"), await add("categories")];
  const sub = (category_id: string, called: string) =>
    add("sub-categories", { category_id, name: called });
  const [both, only] = [await sub(source, "Both"), await sub(source, "Only")];
  const same = await sub(target, "BOTH");
  const of = { category_id: source, department_id: await add("departments") };
  const [inBoth, inOnly, inNone] = [
    await manyAssets(120, { ...of, sub_category_id: both }),
    await manyAssets(120, { ...of, sub_category_id: only }),
    await manyAssets(10, of),
  ];
  expect(await merge("/categories", source, target)).toBe(2);
  const subs = await shard.all<{ id: string; name: string }>(
    "select id, name from sub_categories where company_id = ? and category_id = ? order by name",
    target,
  );
  expect(subs.map((row) => row.name)).toEqual(["BOTH", "Only"]);
  const moved = subs[1]!.id;
  const categoriesOf = (ids: string[]) =>
    shard.all(
      "select distinct category_id, sub_category_id from assets where company_id = ? and id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
  expect(await categoriesOf(inBoth)).toEqual([{ category_id: target, sub_category_id: same }]);
  expect(await categoriesOf(inOnly)).toEqual([{ category_id: target, sub_category_id: moved }]);
  expect(await categoriesOf(inNone)).toEqual([{ category_id: target, sub_category_id: null }]);
  const counted = [
    `assets.category:${source}`,
    `assets.category:${target}`,
    `assets.sub_category:${both}`,
    `assets.sub_category:${same}`,
    `assets.sub_category:${moved}`,
    `sub_categories.category:${target}`,
  ];
  expect(await counts(...counted)).toEqual([0, 250, 0, 120, 120, 2]);
  const left = "category_id = ? and archived_at is null";
  expect(await shard.count("sub_categories", left, source)).toBe(0);
});

test("a sub-category moves to another category with its assets and counters, in one batch", async () => {
  const [from, to] = [await add("categories"), await add("categories")];
  const department_id = await add("departments");
  const sub = await add("sub-categories", { category_id: from });
  const asset = await add("assets", { category_id: from, sub_category_id: sub, department_id });
  const moved = await put(`sub-categories/${sub}`, { category_id: to, version: 1 });
  expect([moved.status, moved.message]).toEqual([
    200,
    "Sub-category saved. 1 asset moved with it.",
  ]);
  expect((await shard.get("assets", asset)).category_id).toBe(to);
  const names = ["assets", "sub_categories"].flatMap((of) =>
    [from, to].map((id) => `${of}.category:${id}`),
  );
  expect(await counts(...names)).toEqual([0, 1, 0, 1]);
});

test("vendors go into one another with their stock items", async () => {
  const vendor = () => add("vendors", { phone: "4321", is_supplier: true });
  const [source, target] = [await vendor(), await vendor()];
  const item = await add("stocks", { store_id: await add("stores"), vendor_id: source });
  const fields = { intent: "merge", id: source, into: target };
  expect((await admin.form("/vendors", fields)).status).toBe(302);
  expect((await shard.get("stock_items", item)).vendor_id).toBe(target);
  expect((await admin.call("DELETE", `/api/vendors/${source}`)).status).toBe(200);
});

/** A person with these rights who sees the assets of one Location. */
async function limitedTo(department_id: string, ...rights: string[]) {
  const { id, client } = await colleague(w, company, ...rights);
  await shard.add("user_scopes", { user_id: id, department_id });
  return client;
}
const UNSEEN = "This moves assets of Locations you do not see. Ask someone who sees them all.";

test("someone limited to some Locations merges nothing", async () => {
  const [id, into] = [await add("departments"), await add("departments")];
  const rights = ["view-department", "edit-department", "delete-department"];
  const limited = await limitedTo(id, ...rights);
  const answer = await limited.form("/departments", { intent: "merge", id, into });
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(UNSEEN)]);
  expect(await limited.call("POST", `/api/departments/${id}/merge`, { into })).toMatchObject({
    status: 403,
    message: UNSEEN,
  });
  expect((await limited.page(`/merge-preview?of=departments&id=${id}`)).status).toBe(403);
  const list = await limited.text("/departments?whole=1");
  expect([list.includes("edit="), list.includes("merge=")]).toEqual([true, false]);
  expect(await admin.text("/departments?whole=1")).toContain("merge=");
});

test("someone limited to some Locations moves no place or sub-category, marks nobody as left, and is not offered it", async () => {
  const [category_id, other] = [await add("categories"), await add("categories")];
  const sub = await add("sub-categories", { category_id });
  const site = await add("locations", { level: "site" });
  const building = await add("locations", { level: "building" });
  const rights = ["view", "edit"].flatMap((verb) =>
    ["category", "location", "user"].map((subject) => `${verb}-${subject}`),
  );
  const limited = await limitedTo(await add("departments"), ...rights);
  const { viewer } = company.users;
  const send = async (method: string, path: string, body: object = {}) => {
    const named = method === "PUT" ? { name: name(), ...body } : body;
    const { status, message } = await limited.call(method, `/api/${path}`, named);
    return [status, message];
  };
  const putPlace = (parent_id: string) =>
    send("PUT", `locations/${building}`, { level: "building", parent_id });
  const putSub = (id: string) => send("PUT", `sub-categories/${sub}`, { category_id: id });
  expect(await putSub(other)).toEqual([403, UNSEEN]);
  expect(await putPlace(site)).toEqual([403, UNSEEN]);
  expect(await putPlace("")).toEqual([200, "Place saved"]);
  expect(await putSub(category_id)).toEqual([200, "Sub-category saved"]);
  expect(await send("POST", `users/${viewer.id}/leave`)).toEqual([
    409,
    "You see the assets of some Locations only. Ask an Admin to mark this person as left.",
  ]);
  const place = `/locations?at=${building}`;
  expect(await limited.text(place)).toContain(
    "You see the assets of some Locations only. Who sees them all moves places.",
  );
  expect(await limited.text(place)).not.toContain(`move=${building}`);
  expect(await admin.text(place)).toContain(`move=${building}`);
  expect(await limited.text(`${place}&edit=${building}`)).toContain(
    "Who sees every Location moves places.",
  );
  expect(await limited.text(`/sub-categories?edit=${sub}`)).toContain(
    "Who sees every Location moves it to another.",
  );
  expect(await limited.text("/users")).not.toContain("do=leave");
  expect(await limited.text(`/user/detail/${viewer.id}`)).toContain(
    "Mark as left (only by who sees every Location)",
  );
});

test("a team goes into another with its work; its members stay", async () => {
  const [source, target] = [await add("teams"), await add("teams")];
  const [category, department] = [await add("categories"), await add("departments")];
  const of = { category_id: category, department_id: department };
  const asset = await add("assets", { ...of, team_id: source });
  const { id } = company.users.viewer;
  await put(`teams/${source}`, { category_ids: [category], member_ids: [id] });
  await put(`teams/${target}`, { category_ids: [category] });
  const used = await admin.call("DELETE", `/api/teams/${source}`);
  expect(used.message).toBe("Used by 1 asset. Archive it or move them first.");
  const dialog = await admin.text(`/teams?delete=${source}`);
  expect([dialog.includes(`archive=${source}`), dialog.includes(`merge=${source}`)]).toEqual([
    true,
    true,
  ]);
  const preview = await admin.page(`/merge-preview?of=teams&id=${source}`);
  expect(await preview.json()).toEqual([
    { text: "1 asset", href: null },
    { text: "1 category", href: null },
  ]);
  expect(await merge("/teams", source, target)).toBe(1);
  expect((await shard.get("assets", asset)).team_id).toBe(target);
  const categories =
    "select category_id from team_categories where company_id = ? and team_id in (?, ?)";
  expect(await shard.all(categories, source, target)).toEqual([{ category_id: category }]);
  const member = "select team_id from team_members where company_id = ? and user_id = ?";
  expect(await shard.value(member, id)).toBe(source);
  expect(await isArchived("teams", source)).toBe(true);
  expect((await admin.call("DELETE", `/api/teams/${source}`)).status).toBe(200);
});

test("a sub-category with more than 1,000 assets moves with them all, in one batch", async () => {
  const [from, to] = [await add("categories"), await add("categories")];
  const department_id = await add("departments");
  const sub = await add("sub-categories", { category_id: from });
  await manyAssets(2300, { category_id: from, sub_category_id: sub, department_id });
  const moved = await put(`sub-categories/${sub}`, { category_id: to, version: 1 });
  expect([moved.status, moved.message, moved.trips <= 3]).toEqual([
    200,
    "Sub-category saved. 2,300 assets moved with it.",
    true,
  ]);
  const left = "sub_category_id = ? and category_id <> ?";
  expect(await shard.count("assets", left, sub, to)).toBe(0);
  const names = [
    `assets.category:${from}`,
    `assets.category:${to}`,
    `assets.sub_category:${sub}`,
    `assets.department:${department_id}`,
    `sub_categories.category:${from}`,
    `sub_categories.category:${to}`,
  ];
  expect(await counts(...names)).toEqual([0, 2300, 2300, 2300, 0, 1]);
  const logged =
    "action = 'update.asset' and asset_id in (select id from assets where sub_category_id = ?)";
  expect(await shard.count("activity_log", logged, sub)).toBe(2300);
});

test("a Location that an open transfer names is not archived; merged, the transfer follows", async () => {
  const [source, target, other] = [
    await add("departments"),
    await add("departments"),
    await add("departments"),
  ];
  const transfer = await shard.add("asset_transfers", {
    number: `T-${source}`,
    status: "requested",
    kind: "permanent",
    reason: "Ward moved",
    from_department_id: other,
    to_department_id: source,
  });
  const archive = (id: string) => admin.call("POST", `/api/departments/${id}/archive`);
  expect(await archive(source)).toMatchObject({
    status: 409,
    message: "1 open transfer names it. Finish or cancel them first, or merge it.",
  });
  expect((await archive(other)).status).toBe(409);
  expect(await isArchived("departments", source)).toBe(false);
  const path = `/api/departments/${source}/merge`;
  expect((await admin.call("POST", path, { into: target })).status).toBe(200);
  expect((await shard.get("asset_transfers", transfer)).to_department_id).toBe(target);
  await shard.set("asset_transfers", transfer, { status: "cancelled" });
  expect((await archive(target)).message).toBe("Location archived");
});
