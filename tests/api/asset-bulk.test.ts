import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let engineer: Client;
let viewer: Client;
let m: Awaited<ReturnType<typeof manyAssets>>;
let team: string;
let stranger: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "assetbulk", 2, 1);
  const other = await addCompany(w.env, "otherbulk", 2, 1);
  m = await manyAssets(w, company, 1200);
  stranger = (await manyAssets(w, other, 1)).rows[0]!.id;
  const at = Date.now();
  team = newId();
  await insert(m.db, "teams", {
    company_id: company.id,
    id: team,
    created_at: at,
    updated_at: at,
    name: "Biomed",
  });
  const enter = (kind: "admin" | "engineer" | "viewer") =>
    clientOf(w, company.host, company.users[kind].email);
  [admin, engineer, viewer] = [
    await enter("admin"),
    await enter("engineer"),
    await enter("viewer"),
  ];
});

type Done = {
  message: string;
  data: { changed: number; same: number; failed: { id: string; label: string; reason: string }[] };
};
async function edit(
  ids: string[],
  values: Record<string, string>,
  by = admin,
  headers: Record<string, string> = {},
  bulkId = newId(),
) {
  const answer = await by.api("/api/assets/bulk", {
    method: "POST",
    body: { bulk_id: bulkId, ids, ...values },
    headers,
  });
  return { status: answer.status, trips: d1Of(answer), body: (await answer.json()) as Done };
}
const listed = async (query: string) => {
  const ids: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const answer = await admin.api(
      `/api/assets?size=100&${query}${next && `&after=${encodeURIComponent(next)}`}`,
    );
    const body = (await answer.json()) as { data: { id: string }[]; next: string | null };
    ids.push(...body.data.map(({ id }) => id));
    next = body.next;
  }
  return ids;
};
const counter = async (name: string) =>
  (
    await m.db
      .prepare("select value from counters where company_id = ? and id = ?")
      .bind(company.id, name)
      .first<{ value: number }>()
  )?.value ?? 0;
const idsOf = (from: number, to: number) => m.rows.slice(from, to).map(({ id }) => id);

test("two hundred at once: rows, counters, marks and one log row each, under one id", async () => {
  const [to, ids] = [m.departments[29]!.id, idsOf(0, 200)];
  const before = await counter(`assets.department:${to}`);
  const already = m.rows.slice(0, 200).filter((row) => row.department_id === to).length;
  const bulkId = newId();
  const { status, trips, body } = await edit(
    ids,
    { department_id: to, team_id: team },
    engineer,
    {},
    bulkId,
  );
  expect([status, body.data]).toEqual([200, { changed: 200, same: 0, failed: [] }]);
  expect(trips.trips).toBeLessThanOrEqual(3);
  expect(await counter(`assets.department:${to}`)).toBe(before + 200 - already);
  expect((await listed(`department=${to}&team=${team}`)).sort()).toEqual([...ids].sort());
  const { results } = await m.db
    .prepare("select asset_id, changes from activity_log where company_id = ? and reason = ?")
    .bind(company.id, `Bulk edit ${bulkId}`)
    .all<{ asset_id: string; changes: string }>();
  expect(results.map(({ asset_id }) => asset_id).sort()).toEqual([...ids].sort());
  expect(JSON.parse(results[0]!.changes)).toContainEqual({
    field: "team",
    from: null,
    to: "Biomed",
  });
  const [whole] = (
    await m.db
      .prepare(
        "select entity_label, changes from activity_log where company_id = ? and entity_id = ?",
      )
      .bind(company.id, bulkId)
      .all()
  ).results as { entity_label: string; changes: string }[];
  expect(whole!.entity_label).toBe("200 of 200 assets");
  expect((await edit(ids, { team_id: team })).body.data).toEqual({
    changed: 0,
    same: 200,
    failed: [],
  });
});

test("what cannot change is named, the rest is changed", async () => {
  const [ok, disposed, condemned, received] = idsOf(200, 204) as [string, string, string, string];
  const put = (lifecycle: string, id: string) =>
    m.db
      .prepare("update assets set lifecycle = ? where company_id = ? and id = ?")
      .bind(lifecycle, company.id, id)
      .run();
  await Promise.all([
    put("in_service", ok),
    put("disposed", disposed),
    put("condemned", condemned),
    put("received", received),
  ]);
  const gone = newId();
  const { status, body } = await edit([ok, disposed, condemned, received, gone, stranger], {
    lifecycle: "standby",
  });
  expect([status, body.data.changed]).toEqual([200, 1]);
  expect(Object.fromEntries(body.data.failed.map(({ id, reason }) => [id, reason]))).toEqual({
    [disposed]: "This asset is disposed",
    [condemned]: "Only an asset in service goes on standby",
    [received]: "Only an asset in service goes on standby",
    [gone]: "This asset was not found",
    [stranger]: "This asset was not found",
  });
  expect(body.message).toBe("1 asset changed, 5 could not be");
  expect((await edit([disposed], { team_id: team })).body.data.failed).toMatchObject([
    { reason: "This asset is disposed" },
  ]);
});

test("another category takes the sub-category away", async () => {
  const at = Date.now();
  const [from, to] = [m.categories[0]!.id, m.categories[1]!.id];
  const sub = newId();
  await insert(m.db, "sub_categories", {
    company_id: company.id,
    id: sub,
    created_at: at,
    updated_at: at,
    category_id: from,
    name: "Sub",
  });
  const id = m.rows.find(({ category_id }) => category_id === from)!.id;
  await m.db
    .prepare("update assets set sub_category_id = ? where company_id = ? and id = ?")
    .bind(sub, company.id, id)
    .run();
  expect((await edit([id], { category_id: to })).body.data.changed).toBe(1);
  const row = await m.db
    .prepare(
      "select category_id, sub_category_id, version from assets where company_id = ? and id = ?",
    )
    .bind(company.id, id)
    .first();
  expect(row).toEqual({ category_id: to, sub_category_id: null, version: 3 });
});

test("the same step twice is carried out once", async () => {
  const ids = idsOf(300, 320);
  const key = { "Idempotency-Key": newId() };
  const bulkId = newId();
  const first = await edit(ids, { lifecycle: "in_service" }, admin, key, bulkId);
  expect(first.body.data.failed).toHaveLength(20);
  const moved = await edit(
    ids,
    { team_id: team },
    admin,
    { "Idempotency-Key": "bulk-once" },
    bulkId,
  );
  const again = await edit(
    ids,
    { team_id: team },
    admin,
    { "Idempotency-Key": "bulk-once" },
    bulkId,
  );
  expect([moved.body.data.changed, again.body]).toEqual([20, moved.body]);
  expect(
    (await edit(ids, { lifecycle: "standby" }, admin, { "Idempotency-Key": "bulk-once" }, bulkId))
      .status,
  ).toBe(422);
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
  const { results } = await m.db
    .prepare(
      "select department_id as id, count(*) as n from assets where company_id = ? group by 1",
    )
    .bind(company.id)
    .all<{ id: string; n: number }>();
  for (const { id, n } of results)
    expect([id, await counter(`assets.department:${id}`)]).toEqual([id, n]);
  const ends = await m.db
    .prepare(
      "select distinct department_id as id from assets where company_id = ? and id in (select value from json_each(?))",
    )
    .bind(company.id, JSON.stringify(ids))
    .all<{ id: string }>();
  expect(ends.results).toHaveLength(1);
  expect(
    (await listed(`department=${ends.results[0]!.id}`)).filter((id) => ids.includes(id)),
  ).toHaveLength(100);
});

test("who may, and with what", async () => {
  const [id] = idsOf(600, 601) as [string];
  expect((await edit([id], { team_id: team }, viewer)).status).toBe(403);
  expect((await edit([id], { team_id: newId() })).status).toBe(404);
  expect((await edit([id], {})).status).toBe(422);
  expect((await edit([], { team_id: team })).status).toBe(422);
  expect((await edit(Array.from({ length: 201 }, newId), { team_id: team })).status).toBe(422);
  expect((await edit([id], { lifecycle: "disposed" })).status).toBe(422);
  expect((await edit([id], { name: "x" })).status).toBe(422);
});

test("the ids of all that match come a window at a time", async () => {
  const ids: string[] = [];
  let pages = 0;
  for (let next: string | null = ""; next !== null; pages++) {
    const answer = await admin.api(`/api/assets/ids?${next && `from=${encodeURIComponent(next)}`}`);
    const body = (await answer.json()) as { data: string[]; next: string | null };
    ids.push(...body.data);
    next = body.next;
  }
  expect([pages, ids.length, new Set(ids).size]).toEqual([5, 1200, 1200]);
  const broken = (await (
    await admin.api("/api/assets/ids?condition=not_working&q=ventilator")
  ).json()) as { data: string[] };
  expect(broken.data.sort()).toEqual(
    m.rows
      .filter((row) => row.condition === "not_working" && row.name === "Ventilator")
      .map(({ id }) => id)
      .sort(),
  );
});
