import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";
import { companyWord } from "#worker/db/guard.ts";

let w: World;
let company: Company;
let admin: Client;
let db: D1Database;
let masters: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "tamarind", 2, 1);
  admin = await signedIn(w, company, "admin");
  masters = await mastersFor(w, company, "Tree");
  db = masters.db;
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
const rows = async <R>(sql: string, ...values: unknown[]) =>
  (
    await db
      .prepare(sql)
      .bind(company.id, ...values)
      .all<R>()
  ).results;
const levels = ["city", "site", "building", "floor", "room"] as const;
let nth = 0;
const add = async (level: string, parent: string | null = null, name = `P${++nth}`) =>
  (await send("POST", "/api/locations", { level, name, parent_id: parent })).data.id;
const archive = (id: string, intent: string) =>
  admin.page("/locations", { method: "POST", body: new URLSearchParams({ intent, id }) });
const asset = async (locationId: string | null) =>
  (
    await send("POST", "/api/assets", {
      name: `Pump ${++nth}`,
      category_id: masters.categoryId,
      department_id: masters.departmentId,
      location_id: locationId,
    })
  ).data.id;
type Row = {
  id: string;
  parent_id: string | null;
  name: string;
  level: string;
  path: string;
  path_ids: string;
  depth: number;
  archived_at: number | null;
};
const all = () => rows<Row>("select * from locations where company_id = ? and deleted_at is null");

/** Every path says what the parents say, and every count what the assets say. */
async function lawful() {
  const places = await all();
  const byId = new Map(places.map((row) => [row.id, row]));
  for (const row of places) {
    const way: Row[] = [];
    for (
      let at: Row | undefined = row;
      at;
      at = at.parent_id ? byId.get(at.parent_id) : undefined
    ) {
      way.unshift(at);
      expect(way.length).toBeLessThanOrEqual(6);
    }
    expect([row.path, row.path_ids, row.depth]).toEqual([
      way.map(({ name }) => name).join(" / "),
      `/${way.map(({ id }) => id).join("/")}/`,
      way.length,
    ]);
    const ranks = way.map(({ level }) => levels.indexOf(level as "city"));
    expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
  }
  const counted = Object.fromEntries(
    (
      await rows<{ id: string; value: number }>(
        "select id, value from counters where company_id = ? and id like 'assets.under:%'",
      )
    )
      .filter(({ value }) => value !== 0)
      .map(({ id, value }) => [id.slice("assets.under:".length), value]),
  );
  const true_: Record<string, number> = {};
  for (const { path_ids } of await rows<{ path_ids: string }>(
    `select path_ids from assets join locations on locations.company_id = assets.company_id and locations.id = assets.location_id
     where assets.company_id = ? and assets.deleted_at is null`,
  ))
    for (const id of path_ids.split("/").filter(Boolean)) true_[id] = (true_[id] ?? 0) + 1;
  expect(counted).toEqual(true_);
}

/** The devices that the list shows at a place. */
const standingAt = async (place: string): Promise<string[]> => {
  const answer = await admin.api(`/api/assets?place=${place}`);
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

test("a place is added, renamed, moved, archived and deleted with all that lies in it", async () => {
  const city = await add("city", null, "Chennai");
  const site = await add("site", city, "Main");
  const floor = await add("floor", site, "2nd floor");
  const device = await asset(floor);
  await lawful();
  for (const place of [city, site, floor]) expect(await standingAt(place)).toEqual([device]);

  expect(
    (await send("PUT", `/api/locations/${site}`, { level: "site", name: "North", parent_id: city }))
      .message,
  ).toBe("Place saved");
  const other = await add("city", null, "Madurai");
  const moved = await send("PUT", `/api/locations/${site}`, {
    level: "site",
    name: "North",
    parent_id: other,
  });
  expect([moved.status, moved.message, d1Of(moved.response).trips <= 3]).toEqual([
    200,
    "Place moved",
    true,
  ]);
  await lawful();
  expect([await standingAt(city), await standingAt(other)]).toEqual([[], [device]]);
  expect((await all()).find(({ id }) => id === floor)?.path).toBe("Madurai / North / 2nd floor");

  const refused = await send("DELETE", `/api/locations/${site}`);
  expect([refused.status, refused.message, refused.data.used_by]).toEqual([
    409,
    "Used by 1 place. Archive it or move them first.",
    [{ text: "1 place", href: `/locations?at=${site}` }],
  ]);
  expect((await archive(site, "archive")).status).toBe(302);
  expect(
    (await all())
      .filter(({ archived_at }) => archived_at)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([site, floor].sort());
  expect((await archive(floor, "restore")).status).toBe(409);
  expect((await archive(site, "restore")).status).toBe(302);
  expect((await all()).filter(({ archived_at }) => archived_at)).toEqual([]);
  expect((await send("DELETE", `/api/locations/${city}`)).message).toBe("Place deleted");
});

test("what the tree does not allow is refused at its field", async () => {
  const site = await add("site", null);
  const building = await add("building", site);
  const room = await add("room", building);
  const put = (id: string, body: Fields) =>
    send("PUT", `/api/locations/${id}`, { name: `N${++nth}`, ...body });
  expect((await put(building, { level: "building", parent_id: room })).errors).toHaveProperty(
    "parent_id",
  );
  expect((await put(building, { level: "building", parent_id: building })).errors).toHaveProperty(
    "parent_id",
  );
  expect((await put(building, { level: "site", parent_id: site })).errors).toHaveProperty("level");
  expect((await put(building, { level: "room", parent_id: site })).status).toBe(409);
  expect(
    (await send("POST", "/api/locations", { level: "room", name: "X", parent_id: newId() })).status,
  ).toBe(404);
  const twin = { level: "room", name: "Same", parent_id: building };
  expect((await send("POST", "/api/locations", twin)).status).toBe(201);
  expect((await send("POST", "/api/locations", { ...twin, name: "SAME" })).errors).toEqual({
    name: ["Name is already used"],
  });
  expect((await send("POST", "/api/locations", { level: "city", name: "Top" })).status).toBe(201);
  expect((await send("POST", "/api/locations", { level: "site", name: "top" })).errors).toEqual({
    name: ["Name is already used"],
  });
  await lawful();
});

test("a name that a path could not name again is refused", async () => {
  const city = await add("city", null);
  const make = (name: string, parent: string | null) =>
    send("POST", "/api/locations", { level: "site", name, parent_id: parent });
  for (const name of ["Block A / B", "Block A /B", "Block A/ B", "/ B", "/B", "B/"])
    expect([name, (await make(name, city)).errors]).toEqual([
      name,
      { name: ["Leave out the spaces around “/”: “ / ” parts the places of a path"] },
    ]);
  expect((await make("ICU/CCU", null)).errors).toEqual({
    name: ["At the top a name has no “/”: an import would read it as two places"],
  });
  const wards = await make("ICU/CCU   two", city);
  expect([wards.status, (await all()).find(({ id }) => id === wards.data.id)?.name]).toEqual([
    201,
    "ICU/CCU two",
  ]);
  const put = (body: Fields) =>
    send("PUT", `/api/locations/${wards.data.id}`, { level: "site", name: "ICU/CCU two", ...body });
  expect((await put({ parent_id: null })).errors).toHaveProperty("name");
  expect((await put({ parent_id: city, name: "ICU / CCU" })).errors).toHaveProperty("name");
  await db
    .prepare("update locations set name = 'ICU / old' where company_id = ? and id = ?")
    .bind(company.id, wards.data.id)
    .run();
  expect((await put({ parent_id: city, name: "ICU / old", code: "I-9" })).message).toBe(
    "Place saved",
  );
  await db
    .prepare("update locations set name = 'ICU/CCU two' where company_id = ? and id = ?")
    .bind(company.id, wards.data.id)
    .run();
});

test("a place is not archived while a transfer goes to or from one in it", async () => {
  const site = await add("site");
  const room = await add("room", site);
  const at = Date.now();
  const id = newId();
  const department = await mastersFor(w, company, "Transfer");
  await insert(db, "asset_transfers", {
    ...{
      company_id: company.id,
      id,
      created_at: at,
      updated_at: at,
      number: `T-${id}`,
      status: "approved",
      kind: "permanent",
    },
    ...{
      reason: "Ward moved",
      from_department_id: masters.departmentId,
      to_department_id: department.departmentId,
    },
    to_location_id: room,
  });
  const tried = async (place: string) => send("POST", `/api/locations/${place}/archive`, {});
  for (const place of [room, site]) {
    const refused = await tried(place);
    expect([refused.status, refused.message, d1Of(refused.response).trips <= 3]).toEqual([
      409,
      "1 open transfer names it. Finish or cancel them first.",
      true,
    ]);
  }
  expect((await send("DELETE", `/api/locations/${room}`)).message).toBe(
    "Used by 1 transfer. Archive it or move them first.",
  );
  await db
    .prepare("update asset_transfers set status = 'received' where company_id = ? and id = ?")
    .bind(company.id, id)
    .run();
  const done = await tried(site);
  expect([done.message, d1Of(done.response).trips <= 3]).toEqual(["Place archived", true]);
  expect((await send("DELETE", `/api/locations/${room}`)).status).toBe(409);
});

test("any sequence of changes leaves a tree that agrees with a model", async () => {
  const step = fc.record({
    what: fc.constantFrom(
      "add",
      "add",
      "move",
      "move",
      "rename",
      "archive",
      "restore",
      "delete",
      "asset",
    ),
    one: fc.nat(30),
    other: fc.nat(30),
    level: fc.constantFrom(...levels),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      type Node = { parent: string | null; level: string; archived: boolean; used: boolean };
      const model = new Map<string, Node>();
      const rank = (level: string) => levels.indexOf(level as "city");
      const below = (id: string): string[] =>
        [...model]
          .filter(([, node]) => node.parent === id)
          .flatMap(([child]) => [child, ...below(child)]);
      for (const { what, one, other, level } of steps) {
        const ids = [...model.keys()];
        const [a, b] = [ids[one % (ids.length || 1)], ids[other % (ids.length + 1)] ?? null];
        const parent = b ? model.get(b)! : null;
        if (what === "add" || !a) {
          const made = await send("POST", "/api/locations", {
            level,
            name: `R${++nth}`,
            parent_id: b,
          });
          const fits = !parent || (!parent.archived && rank(parent.level) < rank(level));
          expect([what, made.status < 300]).toEqual([what, fits]);
          if (fits) model.set(made.data.id, { parent: b, level, archived: false, used: false });
          continue;
        }
        const node = model.get(a)!;
        if (what === "move") {
          const { status } = await send("PUT", `/api/locations/${a}`, {
            level: node.level,
            name: `R${++nth}`,
            parent_id: b,
          });
          const fits =
            b === node.parent ||
            !parent ||
            (!parent.archived &&
              rank(parent.level) < rank(node.level) &&
              b !== a &&
              !below(a).includes(b!));
          expect([what, status < 300]).toEqual([what, fits]);
          if (fits) node.parent = b;
        } else if (what === "rename") {
          await send("PUT", `/api/locations/${a}`, {
            level: node.level,
            name: `R${++nth}`,
            parent_id: node.parent,
          });
        } else if (what === "archive" || what === "restore") {
          const { status } = await archive(a, what);
          const blocked =
            what === "restore" && node.parent !== null && model.get(node.parent)!.archived;
          expect([what, status]).toEqual([what, blocked ? 409 : 302]);
          for (const row of await all())
            if (model.has(row.id)) model.get(row.id)!.archived = row.archived_at !== null;
          if (!blocked) expect(node.archived).toBe(what === "archive");
          if (what === "archive")
            expect(below(a).every((id) => model.get(id)!.archived)).toBe(true);
        } else if (what === "delete") {
          const { status } = await send("DELETE", `/api/locations/${a}`);
          const free = !node.used && below(a).length === 0;
          expect([what, status]).toEqual([what, free ? 200 : 409]);
          if (free) model.delete(a);
        } else if (!node.archived) {
          await asset(a);
          node.used = true;
        }
      }
      await lawful();
      const kept = new Map((await all()).map((row) => [row.id, row]));
      for (const [id, node] of model)
        expect([kept.get(id)?.parent_id, kept.get(id)?.archived_at !== null]).toEqual([
          node.parent,
          node.archived,
        ]);
    }),
    { numRuns: 8 },
  );
}, 120_000);

test("of two who move at once no one makes a ring, and paths stay right", async () => {
  for (let run = 0; run < 4; run++) {
    const [a, b] = [await add("city"), await add("city")];
    const [site, floor] = [await add("site", a), await add("building", b)];
    await asset(floor);
    const put = (id: string, level: string, parent: string) =>
      send("PUT", `/api/locations/${id}`, { level, name: `M${++nth}`, parent_id: parent }).then(
        ({ status }) => status,
      );
    const statuses = await Promise.all([
      put(floor, "building", site),
      put(site, "site", b),
      put(site, "site", a),
      put(floor, "building", a),
    ]);
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
    await lawful();
  }
});

test("a tree of 5,000 places is opened, walked and listed by few rows", async () => {
  const big = await addCompany(w.env, "sequoia", 2, 1);
  const owner = await signedIn(w, big, "admin");
  const at = Date.now();
  type Made = {
    id: string;
    parent: string | null;
    level: string;
    name: string;
    path: string;
    ids: string;
    depth: number;
  };
  const made: Made[] = [];
  const grow = (above: Made | null, level: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const id = newId(at + made.length);
      const called = `${levels[level]} ${String(n).padStart(3, "0")}`;
      const node: Made = {
        id,
        parent: above?.id ?? null,
        level: levels[level]!,
        name: called,
        path: above ? `${above.path} / ${called}` : called,
        ids: `${above?.ids ?? "/"}${id}/`,
        depth: (above?.depth ?? 0) + 1,
      };
      made.push(node);
      const inside = [2, 4, 5, 120][level];
      if (inside) grow(node, level + 1, inside);
    }
  };
  grow(null, 0, 1);
  expect(made.length).toBeGreaterThan(4_800);
  for (let start = 0; start < made.length; start += 1000) {
    const chunk = JSON.stringify(made.slice(start, start + 1000));
    await db.batch([
      db
        .prepare(
          `insert into locations (company_id, id, created_at, updated_at, parent_id, level, name, path, path_ids, depth)
           select ?1, value ->> 'id', ?3, ?3, value ->> 'parent', value ->> 'level', value ->> 'name', value ->> 'path', value ->> 'ids', value ->> 'depth'
           from json_each(?2)`,
        )
        .bind(big.id, chunk, at),
      db
        .prepare(
          "insert into search_index (rowid, company, kind, words, record_id) select cast(value ->> 0 as integer), ?1, 'location', value ->> 1, value ->> 2 from json_each(?2) order by 1",
        )
        .bind(
          companyWord(big.id),
          JSON.stringify(
            made.slice(start, start + 1000).map(({ id, name }) => [searchRowId(id), name, id]),
          ),
        ),
    ]);
  }
  const [building, room] = [made.find(({ level }) => level === "building")!, made.at(-1)!];
  const figures = async (path: string) => {
    const answer = await owner.page(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return d1Of(answer);
  };
  for (const path of [
    "/locations",
    "/locations?view=list",
    "/locations?view=list&dir=desc",
    "/locations?view=list&state=all",
    "/locations?view=list&state=archived",
    `/locations/branch?in=${building.id}`,
    "/choices?list=places&q=",
  ]) {
    const { trips, read } = await figures(path);
    expect([path, trips <= 2, read <= 150 ? "few" : read]).toEqual([path, true, "few"]);
  }
  for (const q of ["room", "room 119", "building 000", "floor", "none such"])
    for (const path of [
      `/locations?q=${q}`,
      `/locations?q=${q}&level=room&state=all&dir=desc`,
      `/choices?list=places&q=${q}`,
    ]) {
      const { trips, read } = await figures(path);
      expect([path, trips <= 2, read <= 300 ? "few" : read]).toEqual([path, true, "few"]);
    }
  // A way of five levels: up to fifty places of each.
  const way = await figures(`/locations?at=${room.id}`);
  expect([way.trips <= 2, way.read <= 400 ? "few" : way.read]).toEqual([true, "few"]);
  const moved = await owner.api(`/api/locations/${building.id}`, {
    method: "PUT",
    body: { level: "building", name: "Renamed", parent_id: building.parent },
  });
  expect(moved.status).toBe(200);
  const { results } = await db
    .prepare(
      "select count(*) as n from locations where company_id = ? and path like '% / Renamed%'",
    )
    .bind(big.id)
    .all<{ n: number }>();
  expect(results[0]!.n).toBe(1 + 5 + 600);
});
