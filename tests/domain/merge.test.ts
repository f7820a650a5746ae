import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { departmentWord, searchRowId } from "#drizzle/search.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let db: D1Database;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "rowan", 2, 2);
  admin = await signedIn(w, company, "admin");
  db = w.env[company.shard as "TENANT_DB_2"];
});

type Fields = Record<string, unknown>;
const send = async (method: string, path: string, body?: Fields) => {
  const response = await admin.api(path, { method, body });
  const told = (await response.json()) as {
    message: string;
    data: { id: string } & Fields;
    errors?: Record<string, string[]>;
  };
  return { ...told, status: response.status, response };
};
let nth = 0;
const name = () => `Merge ${++nth}`;
const add = async (path: string, more: Fields = {}) =>
  (await send("POST", `/api/${path}`, { name: name(), ...more })).data.id;
const rows = async <R>(sql: string, ...values: unknown[]) =>
  (
    await db
      .prepare(sql)
      .bind(company.id, ...values)
      .all<R>()
  ).results;
const one = async (sql: string, ...values: unknown[]) =>
  Object.values((await rows<Record<string, unknown>>(sql, ...values))[0] ?? {})[0];
const counter = async (id: string) =>
  ((await one("select value from counters where company_id = ? and id = ?", id)) as
    | number
    | undefined) ?? 0;

/** Sends the dialog's form until nothing is left, as the dialog does. */
async function merge(page: string, id: string, into: string) {
  for (let calls = 1; calls <= 50; calls++) {
    const answer = await admin.page(`${page}.data`, {
      method: "POST",
      body: new URLSearchParams({ intent: "merge", id, into }),
    });
    const text = await answer.text();
    expect([answer.status, answer.status < 300 ? "" : text]).toEqual([200, ""]);
    expect(d1Of(answer).trips).toBeLessThanOrEqual(3);
    if (!/"left",1/.test(text)) return calls;
  }
  throw new Error("it does not end");
}

async function manyAssets(count: number, values: Fields) {
  const at = Date.now();
  const ids = Array.from({ length: count }, (_, n) => newId(at + n));
  const list = JSON.stringify(ids.map((id) => [id]));
  const names = Object.keys(values);
  await db
    .prepare(
      `insert into assets (company_id, id, created_at, updated_at, asset_code, name, qr_token, ${names.join(", ")})
       select ?1, value ->> 0, ?3, ?3, value ->> 0, 'Crowd', value ->> 0, ${names.map((_, n) => `?${n + 4}`).join(", ")} from json_each(?2)`,
    )
    .bind(company.id, list, at, ...Object.values(values))
    .run();
  return ids;
}
const bumped = (id: string, by: number) =>
  db
    .prepare(
      "insert into counters (company_id, id, value) values (?1, ?2, ?3) on conflict do update set value = value + ?3",
    )
    .bind(company.id, id, by)
    .run();

test("a Location goes into another in chunks: assets, people, scopes, teams, stores and open calls, and nothing is left behind", async () => {
  const category = await add("categories");
  const [source, target] = [await add("departments"), await add("departments")];
  const ids = await manyAssets(450, { category_id: category, department_id: source });
  await bumped(`assets.department:${source}`, 450);
  await bumped(`assets.category:${category}`, 450);
  await bumped("assets.condition:working", 450);
  const own = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });
  const store = await add("stores", { department_id: source });
  const [first, second] = [company.users.viewer.id, company.users.engineer.id];
  await insert(
    db,
    "user_scopes",
    { ...own(), user_id: first, department_id: source },
    { ...own(), user_id: second, department_id: source },
    { ...own(), user_id: second, department_id: target },
  );
  const team = { ...own(), name: name() };
  await insert(db, "teams", team);
  await insert(db, "team_departments", { ...own(), team_id: team.id, department_id: source });
  const call = (status: string) => ({
    ...own(),
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
  const [open, closed] = [call("new"), call("closed")];
  await insert(db, "breakdowns", open, closed);

  const preview = (await (
    await admin.page(`/merge-preview?of=departments&id=${source}`)
  ).json()) as { text: string }[];
  expect(preview.map(({ text }) => text)).toEqual([
    "450 assets",
    "1 store",
    "2 scopes of people",
    "1 team",
    "1 open service call",
  ]);
  expect(await merge("/departments", source, target)).toBe(3);

  expect(
    await one("select count(*) from assets where company_id = ? and department_id = ?", target),
  ).toBe(450);
  expect([
    await counter(`assets.department:${source}`),
    await counter(`assets.department:${target}`),
  ]).toEqual([0, 450]);
  expect([
    await counter(`assets.category:${category}`),
    await counter("assets.condition:working"),
  ]).toEqual([450, 450]);
  expect(await one("select department_id from stores where company_id = ? and id = ?", store)).toBe(
    target,
  );
  const scopes = await rows<{ user_id: string }>(
    "select user_id from user_scopes where company_id = ? and department_id = ?",
    target,
  );
  expect(scopes.map((row) => row.user_id).sort()).toEqual([first, second].sort());
  expect(
    await one(
      "select count(*) from user_scopes where company_id = ? and department_id = ?",
      source,
    ),
  ).toBe(0);
  expect(
    await one(
      "select department_id from team_departments where company_id = ? and team_id = ?",
      team.id,
    ),
  ).toBe(target);
  const calls = await rows<{ id: string; department_id: string }>(
    "select id, department_id from breakdowns where company_id = ?",
  );
  expect(Object.fromEntries(calls.map((row) => [row.id, row.department_id]))).toEqual({
    [open.id]: target,
    [closed.id]: source,
  });
  expect(
    await one(
      "select archived_at is not null from departments where company_id = ? and id = ?",
      source,
    ),
  ).toBe(1);
  const kind = await db
    .prepare("select kind from search_index where rowid = cast(? as integer)")
    .bind(searchRowId(ids[449]!))
    .first<{ kind: string }>();
  expect(kind?.kind).toContain(departmentWord(target));
  const history = await rows<{ changes: string }>(
    "select changes from activity_log where company_id = ? and asset_id = ?",
    ids[200],
  );
  expect(history.map(({ changes }) => JSON.parse(changes)[0].field)).toEqual(["department"]);
  expect(
    await one(
      "select count(*) from activity_log where company_id = ? and action = 'merge.department'",
    ),
  ).toBe(6);

  expect(await merge("/departments", source, target)).toBe(1);
  expect([
    await counter(`assets.department:${source}`),
    await counter(`assets.department:${target}`),
  ]).toEqual([0, 450]);
  await db.prepare("delete from user_scopes where company_id = ?").bind(company.id).run();
});

test("a category goes into another with its sub-categories, and every asset keeps its own", async () => {
  const [source, target] = [await add("categories"), await add("categories")];
  const sub = (category_id: string, called: string) =>
    send("POST", "/api/sub-categories", { category_id, name: called });
  const [both, only] = [(await sub(source, "Both")).data.id, (await sub(source, "Only")).data.id];
  const kept = (await sub(target, "BOTH")).data.id;
  const department = await add("departments");
  const [a, b, c] = [
    await manyAssets(120, {
      category_id: source,
      department_id: department,
      sub_category_id: both,
    }),
    await manyAssets(120, {
      category_id: source,
      department_id: department,
      sub_category_id: only,
    }),
    await manyAssets(10, { category_id: source, department_id: department }),
  ];
  await bumped(`assets.category:${source}`, 250);
  await bumped(`assets.sub_category:${both}`, 120);
  await bumped(`assets.sub_category:${only}`, 120);
  expect(await merge("/categories", source, target)).toBe(2);
  const subs = await rows<{ id: string; name: string; archived_at: number | null }>(
    "select id, name, archived_at from sub_categories where company_id = ? and category_id = ? order by name",
    target,
  );
  expect(subs.map((row) => row.name)).toEqual(["BOTH", "Only"]);
  const now = async (ids: string[]) =>
    rows<{ category_id: string; sub_category_id: string | null }>(
      "select distinct category_id, sub_category_id from assets where company_id = ? and id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
  expect(await now(a)).toEqual([{ category_id: target, sub_category_id: kept }]);
  expect(await now(b)).toEqual([{ category_id: target, sub_category_id: subs[1]!.id }]);
  expect(await now(c)).toEqual([{ category_id: target, sub_category_id: null }]);
  const counted = [
    `category:${source}`,
    `category:${target}`,
    `sub_category:${both}`,
    `sub_category:${kept}`,
    `sub_category:${subs[1]!.id}`,
  ];
  expect(await Promise.all(counted.map((id) => counter(`assets.${id}`)))).toEqual([
    0, 250, 0, 120, 120,
  ]);
  expect(await counter(`sub_categories.category:${target}`)).toBe(2);
  expect(
    await one(
      "select count(*) from sub_categories where company_id = ? and category_id = ? and archived_at is null",
      source,
    ),
  ).toBe(0);
});

test("a sub-category moves to another category with its assets and counters, in one batch", async () => {
  const [from, to, department] = [
    await add("categories"),
    await add("categories"),
    await add("departments"),
  ];
  const sub = (await send("POST", "/api/sub-categories", { category_id: from, name: name() })).data
    .id;
  const { data } = await send("POST", "/api/assets", {
    name: "Pump",
    category_id: from,
    sub_category_id: sub,
    department_id: department,
  });
  const moved = await send("PUT", `/api/sub-categories/${sub}`, {
    category_id: to,
    name: name(),
    version: 1,
  });
  expect([moved.status, moved.message, d1Of(moved.response).trips <= 3]).toEqual([
    200,
    "Sub-category saved. 1 asset moved with it.",
    true,
  ]);
  expect(await one("select category_id from assets where company_id = ? and id = ?", data.id)).toBe(
    to,
  );
  expect([
    await counter(`assets.category:${from}`),
    await counter(`assets.category:${to}`),
  ]).toEqual([0, 1]);
  expect([
    await counter(`sub_categories.category:${from}`),
    await counter(`sub_categories.category:${to}`),
  ]).toEqual([0, 1]);
  const gone = await send("PUT", `/api/sub-categories/${sub}`, {
    category_id: newId(),
    name: name(),
  });
  expect(gone.status).toBe(404);
});

test("vendors go into one another with their stock items", async () => {
  const vendor = () => add("vendors", { phone: "1", is_supplier: true });
  const [source, target, archived] = [await vendor(), await vendor(), await vendor()];
  const store = await add("stores");
  const item = (
    await send("POST", "/api/stocks", { store_id: store, name: name(), vendor_id: source })
  ).data.id;
  await admin.page("/vendors", {
    method: "POST",
    body: new URLSearchParams({ intent: "archive", id: archived }),
  });
  const tell = (id: string, into: string) =>
    admin
      .page("/vendors", {
        method: "POST",
        body: new URLSearchParams({ intent: "merge", id, into }),
      })
      .then(({ status }) => status);
  expect(await tell(source, source)).toBe(422);
  expect(await tell(source, archived)).toBe(422);
  expect(await tell(source, newId())).toBe(404);
  expect(await tell(source, target)).toBe(302);
  expect(await one("select vendor_id from stock_items where company_id = ? and id = ?", item)).toBe(
    target,
  );
  expect((await send("DELETE", `/api/vendors/${source}`)).status).toBe(200);
});

test("someone limited to some Locations merges nothing", async () => {
  const [source, target] = [await add("departments"), await add("departments")];
  const { id } = company.users.engineer;
  const own = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });
  const rights = ["view-department", "edit-department", "delete-department"].map((permission) => ({
    ...own(),
    user_id: id,
    permission,
    web: "allow",
  }));
  await db
    .prepare("delete from user_permissions where company_id = ? and user_id = ?")
    .bind(company.id, id)
    .run();
  await insert(db, "user_permissions", ...rights);
  await insert(db, "user_scopes", { ...own(), user_id: id, department_id: source });
  const engineer = await signedIn(w, company, "engineer");
  const answer = await engineer.page("/departments", {
    method: "POST",
    body: new URLSearchParams({ intent: "merge", id: source, into: target }),
  });
  const REFUSED = "This moves assets of Locations you do not see. Ask someone who sees them all.";
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(REFUSED)]);
  const told = await engineer.api(`/api/departments/${source}/merge`, {
    method: "POST",
    body: { into: target },
  });
  expect([told.status, ((await told.json()) as { message: string }).message]).toEqual([
    403,
    REFUSED,
  ]);
  expect((await engineer.page(`/merge-preview?of=departments&id=${source}`)).status).toBe(403);
  const list = await (await engineer.page("/departments")).text();
  expect([list.includes("edit="), list.includes("merge=")]).toEqual([true, false]);
  expect(await (await admin.page("/departments")).text()).toContain("merge=");
});

test("someone limited to some Locations moves no place or sub-category, marks nobody as left, and is not offered it", async () => {
  const seen = await add("departments");
  const [category, other] = [await add("categories"), await add("categories")];
  const sub = (await send("POST", "/api/sub-categories", { category_id: category, name: name() }))
    .data.id;
  const place = async (level: string, parent_id: string | null) =>
    (await send("POST", "/api/locations", { name: name(), level, parent_id })).data.id;
  const site = await place("site", null);
  const building = await place("building", null);
  const rights = ["view", "edit"].flatMap((verb) =>
    ["category", "location", "user"].map((subject) => `${verb}-${subject}`),
  );
  const person = await newPerson(w, company, { permissions: rights });
  await insert(db, "user_scopes", {
    company_id: company.id,
    id: newId(),
    created_at: 1,
    updated_at: 1,
    user_id: person.id,
    department_id: seen,
  });
  const limited = await clientOf(w, company.host, person.email);
  const tell = async (method: string, path: string, body: Fields) => {
    const answer = await limited.api(path, { method, body });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  const refused = [
    403,
    "This moves assets of Locations you do not see. Ask someone who sees them all.",
  ];
  expect(
    await tell("PUT", `/api/sub-categories/${sub}`, { name: name(), category_id: other }),
  ).toEqual(refused);
  expect(
    await tell("PUT", `/api/locations/${building}`, {
      name: name(),
      level: "building",
      parent_id: site,
    }),
  ).toEqual(refused);
  expect(
    await tell("PUT", `/api/locations/${building}`, {
      name: name(),
      level: "building",
      parent_id: "",
    }),
  ).toEqual([200, "Place saved"]);
  expect(
    await tell("PUT", `/api/sub-categories/${sub}`, { name: name(), category_id: category }),
  ).toEqual([200, "Sub-category saved"]);
  expect(await tell("POST", `/api/users/${company.users.viewer.id}/leave`, {})).toEqual([
    409,
    "You see the assets of some Locations only. Ask an Admin to mark this person as left.",
  ]);
  const page = async (path: string, client = limited) => (await client.page(path)).text();
  expect(await page(`/locations?at=${building}`)).toContain(
    "You see the assets of some Locations only. Who sees them all moves places.",
  );
  expect(await page(`/locations?at=${building}`)).not.toContain(`move=${building}`);
  expect(await page(`/locations?at=${building}`, admin)).toContain(`move=${building}`);
  expect(await page(`/locations?at=${building}&edit=${building}`)).toContain(
    "Who sees every Location moves places.",
  );
  expect(await page(`/sub-categories?edit=${sub}`)).toContain(
    "Who sees every Location moves it to another.",
  );
  expect(await page("/users")).not.toContain("do=leave");
  expect(await page(`/user/detail/${company.users.viewer.id}`)).toContain(
    "Mark as left (only by who sees every Location)",
  );
});

test("a team goes into another with its work; its members stay", async () => {
  const [source, target] = [await add("teams"), await add("teams")];
  const [category, department] = [await add("categories"), await add("departments")];
  const asset = (
    await send("POST", "/api/assets", {
      name: "Pump",
      category_id: category,
      department_id: department,
      team_id: source,
    })
  ).data.id;
  const { id } = company.users.viewer;
  for (const team of [source, target])
    await send("PUT", `/api/teams/${team}`, {
      name: name(),
      category_ids: [category],
      ...(team === source ? { member_ids: [id] } : {}),
    });
  const used = await send("DELETE", `/api/teams/${source}`);
  expect([used.status, used.message]).toEqual([
    409,
    "Used by 1 asset. Archive it or move them first.",
  ]);
  const dialog = await (await admin.page(`/teams?delete=${source}`)).text();
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
  expect(await one("select team_id from assets where company_id = ? and id = ?", asset)).toBe(
    target,
  );
  expect(
    await rows(
      "select category_id from team_categories where company_id = ? and team_id in (?, ?)",
      source,
      target,
    ),
  ).toEqual([{ category_id: category }]);
  expect(
    await one("select team_id from team_members where company_id = ? and user_id = ?", id),
  ).toBe(source);
  expect(
    await one("select archived_at is not null from teams where company_id = ? and id = ?", source),
  ).toBe(1);
  expect((await send("DELETE", `/api/teams/${source}`)).status).toBe(200);
});

test("a sub-category with more than 1,000 assets moves with them all, in one batch", async () => {
  const [from, to, department] = [
    await add("categories"),
    await add("categories"),
    await add("departments"),
  ];
  const sub = (await send("POST", "/api/sub-categories", { category_id: from, name: name() })).data
    .id;
  const ids = await manyAssets(2300, {
    category_id: from,
    sub_category_id: sub,
    department_id: department,
  });
  for (const id of [
    `assets.category:${from}`,
    `assets.sub_category:${sub}`,
    `assets.department:${department}`,
  ])
    await bumped(id, ids.length);
  const moved = await send("PUT", `/api/sub-categories/${sub}`, {
    category_id: to,
    name: name(),
    version: 1,
  });
  expect([moved.status, moved.message, d1Of(moved.response).trips <= 3]).toEqual([
    200,
    "Sub-category saved. 2,300 assets moved with it.",
    true,
  ]);
  expect(
    await one(
      "select count(*) from assets where company_id = ? and sub_category_id = ? and category_id <> ?",
      sub,
      to,
    ),
  ).toBe(0);
  expect([
    await counter(`assets.category:${from}`),
    await counter(`assets.category:${to}`),
  ]).toEqual([0, 2300]);
  expect([
    await counter(`assets.sub_category:${sub}`),
    await counter(`assets.department:${department}`),
  ]).toEqual([2300, 2300]);
  expect([
    await counter(`sub_categories.category:${from}`),
    await counter(`sub_categories.category:${to}`),
  ]).toEqual([0, 1]);
  const logged =
    "select count(*) from activity_log where company_id = ? and action = 'update.asset' and asset_id in (select id from assets where sub_category_id = ?)";
  expect(await one(logged, sub)).toBe(2300);
});

test("a Location that an open transfer names is not archived; merged, the transfer follows", async () => {
  const [source, target, other] = [
    await add("departments"),
    await add("departments"),
    await add("departments"),
  ];
  const at = Date.now();
  const transfer = (status: string) => {
    const id = newId();
    return {
      id,
      made: insert(db, "asset_transfers", {
        ...{
          company_id: company.id,
          id,
          created_at: at,
          updated_at: at,
          number: `T-${id}`,
          status,
          kind: "permanent",
        },
        ...{ reason: "Ward moved", from_department_id: other, to_department_id: source },
      }),
    };
  };
  const open = transfer("requested");
  await open.made;
  const refused = await send("POST", `/api/departments/${source}/archive`);
  expect([refused.status, refused.message]).toEqual([
    409,
    "1 open transfer names it. Finish or cancel them first, or merge it.",
  ]);
  expect((await send("POST", `/api/departments/${other}/archive`)).status).toBe(409);
  expect(
    await one("select archived_at from departments where company_id = ? and id = ?", source),
  ).toBeNull();
  expect((await send("POST", `/api/departments/${source}/merge`, { into: target })).status).toBe(
    200,
  );
  expect(
    await one(
      "select to_department_id from asset_transfers where company_id = ? and id = ?",
      open.id,
    ),
  ).toBe(target);
  await db
    .prepare("update asset_transfers set status = 'cancelled' where id = ?")
    .bind(open.id)
    .run();
  expect((await send("POST", `/api/departments/${target}/archive`)).message).toBe(
    "Location archived",
  );
});
