import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { companyWord } from "#worker/db/guard.ts";

let w: World;
let shard: Rows;
let admin: Client;
let masters: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "tamarind", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  masters = await mastersFor(w, company, "Tree");
});

const levels = ["city", "site", "building", "floor", "room"] as const;
let nth = 0;
const post = (level: string, parent_id: string | null = null, name = `P${++nth}`) =>
  admin.call("POST", "/api/locations", { level, name, parent_id });
const add = async (...place: Parameters<typeof post>) => (await post(...place)).data.id;
const put = (id: string, level: string, parent_id: string | null, more: object = {}) =>
  admin.call("PUT", `/api/locations/${id}`, { level, name: `N${++nth}`, parent_id, ...more });
const remove = (id: string) => admin.call("DELETE", `/api/locations/${id}`);
/** Archives or restores a place by the form of the page; answers the status. */
const end = async (id: string, intent: string) =>
  (await admin.form("/locations", { intent, id })).status;
const addAsset = async (location_id: string) => {
  const of = { category_id: masters.categoryId, department_id: masters.departmentId };
  const body = { name: `Pump ${++nth}`, ...of, location_id };
  return (await admin.call("POST", "/api/assets", body)).data.id;
};
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
const all = () =>
  shard.all<Row>("select * from locations where company_id = ? and deleted_at is null");

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
  const counters = await shard.all<{ id: string; value: number }>(
    "select id, value from counters where company_id = ? and id like 'assets.under:%' and value <> 0",
  );
  const under: Record<string, number> = {};
  for (const { path_ids } of await shard.all<{ path_ids: string }>(
    `select path_ids from assets join locations on locations.company_id = assets.company_id and locations.id = assets.location_id
     where assets.company_id = ? and assets.deleted_at is null`,
  ))
    for (const id of path_ids.split("/").filter(Boolean)) under[id] = (under[id] ?? 0) + 1;
  expect(
    Object.fromEntries(counters.map(({ id, value }) => [id.slice("assets.under:".length), value])),
  ).toEqual(under);
}

/** The devices that the list shows at a place. */
const standingAt = async (place: string) =>
  (await admin.call<{ id: string }[]>("GET", `/api/assets?place=${place}`)).data.map(
    ({ id }) => id,
  );

test("a place is added, renamed, moved, archived and deleted with all that lies in it", async () => {
  const city = await add("city", null, "Chennai");
  const site = await add("site", city, "Main");
  const floor = await add("floor", site, "2nd floor");
  const device = await addAsset(floor);
  await lawful();
  for (const place of [city, site, floor]) expect(await standingAt(place)).toEqual([device]);

  const name = "North";
  expect((await put(site, "site", city, { name })).message).toBe("Place saved");
  const other = await add("city", null, "Madurai");
  expect((await put(site, "site", other, { name })).message).toBe("Place moved");
  await lawful();
  expect([await standingAt(city), await standingAt(other)]).toEqual([[], [device]]);
  expect((await shard.get("locations", floor)).path).toBe("Madurai / North / 2nd floor");

  expect(await remove(site)).toMatchObject({
    status: 409,
    message: "Used by 1 place. Archive it or move them first.",
    data: { used_by: [{ text: "1 place", href: `/locations?at=${site}` }] },
  });
  const archived = async () =>
    (await all()).filter(({ archived_at }) => archived_at).map(({ id }) => id);
  expect(await end(site, "archive")).toBe(302);
  expect((await archived()).sort()).toEqual([site, floor].sort());
  expect(await end(floor, "restore")).toBe(409);
  expect(await end(site, "restore")).toBe(302);
  expect(await archived()).toEqual([]);
  expect((await remove(city)).message).toBe("Place deleted");
});

test("what the tree does not allow is refused at its field", async () => {
  const site = await add("site");
  const building = await add("building", site);
  const room = await add("room", building);
  for (const parent of [room, building])
    expect((await put(building, "building", parent)).errors).toHaveProperty("parent_id");
  expect((await put(building, "site", site)).errors).toHaveProperty("level");
  expect((await put(building, "room", site)).status).toBe(409);
  const taken = { name: ["Name is already used"] };
  expect((await post("room", building, "Same")).status).toBe(201);
  expect((await post("room", building, "SAME")).errors).toEqual(taken);
  expect((await post("city", null, "Top")).status).toBe(201);
  expect((await post("site", null, "top")).errors).toEqual(taken);
  await lawful();
});

test("a name that a path could not name again is refused", async () => {
  const city = await add("city");
  const spaced = {
    name: ["Leave out the spaces around “/”: “ / ” parts the places of a path"],
  };
  for (const name of ["Block A / B", "Block A /B", "Block A/ B", "/ B", "/B", "B/"])
    expect([name, (await post("site", city, name)).errors]).toEqual([name, spaced]);
  expect((await post("site", null, "ICU/CCU")).errors).toEqual({
    name: ["At the top a name has no “/”: an import would read it as two places"],
  });
  const id = await add("site", city, "ICU/CCU   two");
  const name = "ICU/CCU two";
  expect((await shard.get("locations", id)).name).toBe(name);
  expect((await put(id, "site", null, { name })).errors).toHaveProperty("name");
  expect((await put(id, "site", city, { name: "ICU / CCU" })).errors).toHaveProperty("name");
  const old = { name: "ICU / old" };
  await shard.set("locations", id, old);
  expect((await put(id, "site", city, { ...old, code: "I-9" })).message).toBe("Place saved");
  await shard.set("locations", id, { name });
});

test("a place is not archived while a transfer goes to or from one in it", async () => {
  const site = await add("site");
  const room = await add("room", site);
  const { departmentId } = await mastersFor(w, shard.company, "Transfer");
  const transfer = await shard.add("asset_transfers", {
    number: `T-${room}`,
    status: "approved",
    kind: "permanent",
    reason: "Ward moved",
    from_department_id: masters.departmentId,
    to_department_id: departmentId,
    to_location_id: room,
  });
  const archive = (place: string) => admin.call("POST", `/api/locations/${place}/archive`, {});
  for (const place of [room, site])
    expect(await archive(place)).toMatchObject({
      status: 409,
      message: "1 open transfer names it. Finish or cancel them first.",
    });
  expect((await remove(room)).message).toBe("Used by 1 transfer. Archive it or move them first.");
  await shard.set("asset_transfers", transfer, { status: "received" });
  expect((await archive(site)).message).toBe("Place archived");
  expect((await remove(room)).status).toBe(409);
});

test("any sequence of changes leaves a tree that agrees with a model", async () => {
  const verbs = ["add", "move", "rename", "archive", "restore", "delete", "asset"];
  const step = fc.record({
    what: fc.constantFrom("add", "move", ...verbs),
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
          const { status, data } = await post(level, b);
          const fits = !parent || (!parent.archived && rank(parent.level) < rank(level));
          expect([what, status < 300]).toEqual([what, fits]);
          if (fits) model.set(data.id, { parent: b, level, archived: false, used: false });
          continue;
        }
        const node = model.get(a)!;
        if (what === "move") {
          const { status } = await put(a, node.level, b);
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
          await put(a, node.level, node.parent);
        } else if (what === "archive" || what === "restore") {
          const status = await end(a, what);
          const blocked =
            what === "restore" && node.parent !== null && model.get(node.parent)!.archived;
          expect([what, status]).toEqual([what, blocked ? 409 : 302]);
          for (const row of await all())
            if (model.has(row.id)) model.get(row.id)!.archived = row.archived_at !== null;
          if (!blocked) expect(node.archived).toBe(what === "archive");
          if (what === "archive")
            expect(below(a).every((id) => model.get(id)!.archived)).toBe(true);
        } else if (what === "delete") {
          const { status } = await remove(a);
          const free = !node.used && below(a).length === 0;
          expect([what, status]).toEqual([what, free ? 200 : 409]);
          if (free) model.delete(a);
        } else if (!node.archived) {
          await addAsset(a);
          node.used = true;
        }
      }
      await lawful();
      const rows = new Map((await all()).map((row) => [row.id, row]));
      for (const [id, node] of model)
        expect([rows.get(id)?.parent_id, rows.get(id)?.archived_at !== null]).toEqual([
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
    const [site, building] = [await add("site", a), await add("building", b)];
    await addAsset(building);
    const answers = await Promise.all([
      put(building, "building", site),
      put(site, "site", b),
      put(site, "site", a),
      put(building, "building", a),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    await lawful();
  }
});

type Place = Pick<Row, "id" | "parent_id" | "level" | "name" | "path" | "path_ids" | "depth">;
/** A tree of places: one city, and so many of each level in each of the level above. */
function treeOf(inside: readonly number[]): Place[] {
  const at = Date.now();
  const places: Place[] = [];
  const grow = (above: Place | null, level: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const id = newId(at + places.length);
      const name = `${levels[level]} ${String(n).padStart(3, "0")}`;
      const place = {
        id,
        parent_id: above?.id ?? null,
        level: levels[level]!,
        name,
        path: above ? `${above.path} / ${name}` : name,
        path_ids: `${above?.path_ids ?? "/"}${id}/`,
        depth: (above?.depth ?? 0) + 1,
      };
      places.push(place);
      if (inside[level]) grow(place, level + 1, inside[level]);
    }
  };
  grow(null, 0, 1);
  return places;
}

test("a tree of 5,000 places is opened, walked and listed by few rows", async () => {
  const big = await addCompany(w.env, "sequoia", 2, 1);
  const ofBig = rowsOf(w, big);
  const owner = await signedIn(w, big, "admin");
  const places = treeOf([2, 4, 5, 120]);
  expect(places.length).toBeGreaterThan(4_800);
  await ofBig.add("locations", ...places);
  for (let start = 0; start < places.length; start += 1000) {
    const words = places.slice(start, start + 1000);
    await shard.db
      .prepare(
        "insert into search_index (rowid, company, kind, words, record_id) select cast(value ->> 0 as integer), ?1, 'location', value ->> 1, value ->> 2 from json_each(?2) order by 1",
      )
      .bind(
        companyWord(big.id),
        JSON.stringify(words.map(({ id, name }) => [searchRowId(id), name, id])),
      )
      .run();
  }
  const [building, room] = [places.find(({ level }) => level === "building")!, places.at(-1)!];
  const readsFew = async (path: string, most: number, mostTrips = 2) => {
    const answer = await owner.page(path);
    const { trips, read } = d1Of(answer);
    expect([path, answer.status, trips <= mostTrips, read <= most ? "few" : read]).toEqual([
      path,
      200,
      true,
      "few",
    ]);
  };
  for (const path of [
    "/locations",
    "/locations?view=list",
    "/locations?view=list&dir=desc",
    "/locations?view=list&state=all",
    "/locations?view=list&state=archived",
    `/locations/branch?in=${building.id}`,
    "/choices?list=places&q=",
  ])
    await readsFew(path, 150);
  for (const q of ["room", "room 119", "floor"])
    for (const path of [
      `/locations?q=${q}`,
      `/locations?q=${q}&level=${q.split(" ")[0]}&state=all&dir=desc`,
      `/choices?list=places&q=${q}`,
    ])
      await readsFew(path, 300);
  // What no word begins with is looked for inside the words of the first 2,000.
  for (const path of ["/locations?q=none such", "/choices?list=places&q=none such"])
    await readsFew(path, 2_300, 4);
  // A way of five levels: up to fifty places of each.
  await readsFew(`/locations?at=${room.id}`, 400);
  const renamed = { level: "building", name: "Renamed", parent_id: building.parent_id };
  const path = `/api/locations/${building.id}`;
  expect((await owner.call("PUT", path, renamed)).status).toBe(200);
  expect(await ofBig.count("locations", "path like '% / Renamed%'")).toBe(1 + 5 + 600);
});
