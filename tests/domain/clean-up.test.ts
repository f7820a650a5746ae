import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { fileOf, pngOf, webpOf } from "#tests/support/pictures.ts";
import { bench, freshTicket, reportForm, shardOf } from "#tests/support/report.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";
import { keysOf } from "#worker/files/thumbnails.ts";

const DAY_MS = 86_400_000;
let w: World;
beforeAll(async () => {
  w = await world();
});

const bytes = { picture: 9000, small: 700, medium: 5000 };
/** A report with a picture, its sizes beside it. */
function withPicture(fields: Record<string, string>): FormData {
  const form = reportForm(
    fields,
    [],
    fileOf(pngOf(640, 480, bytes.picture), "photo.png", "image/png"),
  );
  form.set("media_small", fileOf(webpOf(96, 72, bytes.small), "small", "image/webp"));
  form.set("media_medium", fileOf(webpOf(480, 360, bytes.medium), "medium", "image/webp"));
  return form;
}
const nightAfter = (days: number) => night(w, Date.now() + days * DAY_MS);

test("the night forgets old answers, purges replaced files after 30 days, and sweeps what no row names after one", async () => {
  const company = await addCompany(w.env, "rowan", 2, 0);
  const db = shardOf(w, company);
  const engineer = await signedIn(w, company, "engineer");
  const { asset } = await bench(w, company, []);
  const post = (path: string, form: FormData) => engineer.api(path, { method: "POST", body: form });
  const created = await post(
    `/api/service-report/create/${asset}`,
    withPicture({ service_ticket: freshTicket() }),
  );
  const { id } = ((await created.json()) as { data: { id: string } }).data;
  await post(`/api/service-report/update/${id}`, withPicture({}));
  const keys = async () =>
    (await w.env.MEDIA.list({ prefix: `c/${company.id}` })).objects.map((object) => object.key);
  const named = async () =>
    (
      await db
        .prepare("select object_key from media where service_report_id = ? order by id")
        .bind(id)
        .all<{ object_key: string }>()
    ).results.map((row) => row.object_key);
  const [replaced = "", shown = ""] = await named();
  const orphans = keysOf(`c/${company.id}/01900000-0000-7000-8000-000000000000`);
  for (const orphan of orphans) await w.env.MEDIA.put(orphan, "x");
  const stored = [...keysOf(replaced), ...keysOf(shown)];
  const space = async () =>
    (await db
      .prepare("select storage_bytes as n from company_profiles where company_id = ?")
      .bind(company.id)
      .first<{ n: number }>())!.n;
  const before = await space();

  await nightAfter(0);
  expect(await keys()).toEqual(expect.arrayContaining([...orphans, ...stored]));
  await nightAfter(2);
  expect((await keys()).filter((key) => orphans.includes(key))).toEqual([]);
  expect(await keys()).toEqual(expect.arrayContaining(stored));
  expect(
    (await db.prepare("select count(*) as n from idempotency_keys").first<{ n: number }>())?.n,
  ).toBe(0);
  await nightAfter(31);
  expect((await keys()).filter((key) => stored.includes(key))).toEqual(keysOf(shown).sort());
  expect(before - (await space())).toBe(bytes.picture + bytes.small + bytes.medium);
  expect(await named()).toEqual([expect.stringMatching(/^purged\//), shown]);
});

test("the night sweeps a spreadsheet whose upload was cut off, and no other", async () => {
  const { acme } = w.companies;
  const db = shardOf(w, acme);
  const it = importer(await signedIn(w, acme, "admin"));
  const { data } = await it.upload("departments", csvOf([["Name"], ["Swept ward"]]));
  const at = Date.now();
  const lost = {
    company_id: acme.id,
    id: newId(),
    created_at: at,
    updated_at: at,
    kind: "departments",
    file_name: "lost.csv",
  };
  await insert(db, "import_jobs", lost);
  // One that something else names cannot go; it stands before the others, and keeps none of them.
  const stuck = { ...lost, id: "00000000-stuck" };
  const { items } = await bench(w, acme, [{ quantity: 0 }]);
  await insert(db, "import_jobs", stuck);
  await insert(db, "stock_movements", {
    ...{
      company_id: acme.id,
      id: newId(),
      stock_item_id: items[0],
      kind: "opening",
      qty: 1,
      unit_cost_minor: 0,
      balance_after: 1,
      seq: 1,
    },
    ...{ import_job_id: stuck.id, actor_name: "Seed", at },
  });
  await db.prepare("update stock_items set quantity = 1 where id = ?").bind(items[0]).run();
  const others = Array.from({ length: 45 }, (_, n) => ({
    ...lost,
    id: newId(),
    file_name: `lost-${n}.csv`,
  }));
  await insert(db, "import_jobs", ...others);
  await insert(db, "import_rows", {
    company_id: acme.id,
    id: newId(),
    job_id: lost.id,
    row_no: 2,
    cells: "[]",
  });
  const count = async (id: string) =>
    (await db
      .prepare(
        "select (select count(*) from import_jobs where id = ?1) + (select count(*) from import_rows where job_id = ?1) as n",
      )
      .bind(id)
      .first<{ n: number }>())!.n;
  await nightAfter(0);
  expect([await count(lost.id), await count(data.id)]).toEqual([2, 2]);
  await nightAfter(2);
  expect([
    await count(lost.id),
    await count(data.id),
    ...(await Promise.all(others.map(({ id }) => count(id)))),
  ]).toEqual([0, 2, ...others.map(() => 0)]);
});

test("the night sweeps a spreadsheet that nobody brought in within 30 days, and none that has written", async () => {
  const { acme } = w.companies;
  const it = importer(await signedIn(w, acme, "admin"));
  const { data: mapped } = await it.upload("departments", csvOf([["Name"], ["Forgotten ward"]]));
  const { id: checked } = await it.checked("departments", [["Name"], ["Looked-at ward"]]);
  const { id: written } = await it.checked("departments", [["Name"], ["Kept ward"]]);
  await it.run(written);
  const there = async (ids: string[]) =>
    (
      await shardOf(w, acme)
        .prepare(
          `select job_id as id from import_rows where job_id in (select value from json_each(?1))
           union select id from import_jobs where id in (select value from json_each(?1)) order by 1`,
        )
        .bind(JSON.stringify(ids))
        .all<{ id: string }>()
    ).results.map(({ id }) => id);
  const all = [mapped.id, checked, written];
  await nightAfter(29);
  expect(await there(all)).toEqual([...all].sort());
  await nightAfter(31);
  expect(await there(all)).toEqual([written]);
});
