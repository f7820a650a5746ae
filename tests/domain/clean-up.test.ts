import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { fileOf, pngOf, webpOf } from "#tests/support/pictures.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
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
  const shard = rowsOf(w, company);
  const engineer = await signedIn(w, company, "engineer");
  const { asset } = await bench(w, company, []);
  const post = (path: string, form: FormData) =>
    engineer.call("POST", `/api/service-report/${path}`, form, { "idempotency-key": newId() });
  const form = withPicture({ service_ticket: freshTicket() });
  const { id } = (await post(`create/${asset}`, form)).data;
  await post(`update/${id}`, withPicture({}));
  const keys = async () =>
    (await w.env.MEDIA.list({ prefix: `c/${company.id}` })).objects.map((object) => object.key);
  const named = async () => {
    const files = await shard.all<{ object_key: string }>(
      "select object_key from media where company_id = ? and service_report_id = ? order by id",
      id,
    );
    return files.map(({ object_key }) => object_key);
  };
  const [replaced = "", shown = ""] = await named();
  const orphans = keysOf(`c/${company.id}/01900000-0000-7000-8000-000000000000`);
  for (const orphan of orphans) await w.env.MEDIA.put(orphan, "x");
  const stored = [...keysOf(replaced), ...keysOf(shown)];
  const before = await shard.profile("storage_bytes");

  await nightAfter(0);
  expect(await shard.count("idempotency_keys")).toBe(2);
  expect(await keys()).toEqual(expect.arrayContaining([...orphans, ...stored]));
  await nightAfter(2);
  expect((await keys()).filter((key) => orphans.includes(key))).toEqual([]);
  expect(await keys()).toEqual(expect.arrayContaining(stored));
  expect(await shard.count("idempotency_keys")).toBe(0);
  await shard.addUnstamped(
    "applied_messages",
    ...[100, 1].map((days) => ({ id: newId(), applied_at: Date.now() - days * DAY_MS })),
  );
  await nightAfter(31);
  expect(await shard.count("applied_messages")).toBe(1);
  expect((await keys()).filter((key) => stored.includes(key))).toEqual(keysOf(shown).sort());
  expect(before - (await shard.profile("storage_bytes"))).toBe(
    bytes.picture + bytes.small + bytes.medium,
  );
  expect(await named()).toEqual([expect.stringMatching(/^purged\//), shown]);
});

test("the night sweeps a spreadsheet whose upload was cut off, and no other", async () => {
  const { acme } = w.companies;
  const shard = rowsOf(w, acme);
  const imports = importer(await signedIn(w, acme, "admin"));
  const { data } = await imports.upload("departments", csvOf([["Name"], ["Swept ward"]]));
  const cutOff = (more: object = {}) => ({
    id: newId(),
    created_at: Date.now(),
    updated_at: Date.now(),
    kind: "departments",
    file_name: "lost.csv",
    ...more,
  });
  // One that something else names cannot go; it stands before the others, and keeps none of them.
  const stuck = cutOff({ id: "00000000-stuck" });
  const lost = cutOff();
  const others = Array.from({ length: 45 }, () => cutOff());
  await shard.add("import_jobs", lost, stuck, ...others);
  const { items } = await bench(w, acme, [{ quantity: 0 }]);
  await shard.addUnstamped("stock_movements", {
    stock_item_id: items[0],
    kind: "opening",
    qty: 1,
    unit_cost_minor: 0,
    balance_after: 1,
    seq: 1,
    import_job_id: stuck.id,
    actor_name: "Seed",
    at: Date.now(),
  });
  await shard.set("stock_items", items[0]!, { quantity: 1 });
  await shard.addUnstamped("import_rows", { job_id: lost.id, row_no: 2, cells: "[]" });
  const count = async (id: string) =>
    (await shard.count("import_jobs", "id = ?", id)) +
    (await shard.count("import_rows", "job_id = ?", id));
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
  const imports = importer(await signedIn(w, acme, "admin"));
  const fileOfOne = (name: string) => [["Name"], [name]];
  const { data: mapped } = await imports.upload("departments", csvOf(fileOfOne("Forgotten ward")));
  const { id: checked } = await imports.checked("departments", fileOfOne("Looked-at ward"));
  const written = await imports.bringIn("departments", fileOfOne("Kept ward"));
  const importsLeft = async (ids: string[]) => {
    const jobs = await rowsOf(w, acme).all<{ id: string }>(
      `select job_id as id from import_rows where company_id = ?1 and job_id in (select value from json_each(?2))
       union select id from import_jobs where company_id = ?1 and id in (select value from json_each(?2)) order by 1`,
      JSON.stringify(ids),
    );
    return jobs.map(({ id }) => id);
  };
  const all = [mapped.id, checked, written];
  await nightAfter(29);
  expect(await importsLeft(all)).toEqual([...all].sort());
  await nightAfter(31);
  expect(await importsLeft(all)).toEqual([written]);
});
