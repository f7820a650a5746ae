import { beforeAll, expect, test } from "vitest";
import { ask, type Client, signedIn } from "#tests/support/client.ts";
import { type Bench, bench, freshTicket, reportForm, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let db: D1Database;
let b: Bench;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "larch", 2, 0);
  admin = await signedIn(w, company, "admin");
  db = shardOf(w, company);
  b = await bench(w, company, [{ quantity: 9 }]);
});

const MEGABYTE = 1024 * 1024;
const picture = (bytes = 40) => {
  const content = new Uint8Array(bytes);
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new File([content], "picture.png", { type: "image/png" });
};
const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const count = async (sql: string) =>
  (await db.prepare(sql).bind(company.id).first<{ n: number }>())!.n;
const used = () => count("select storage_bytes as n from company_profiles where company_id = ?");
const use = (bytes: number) =>
  db
    .prepare("update company_profiles set storage_bytes = ? where company_id = ?")
    .bind(bytes, company.id)
    .run();
const allow = (megabytes: number | null) =>
  db
    .prepare("update company_profiles set limits = ? where company_id = ?")
    .bind(megabytes === null ? "{}" : JSON.stringify({ max_storage_mb: megabytes }), company.id)
    .run();

const report = (ticket = freshTicket()) =>
  reportForm({ service_ticket: ticket }, [{ id: b.items[0]!, qty: 1, cost: "12.50" }], picture());
const places: Record<string, () => Promise<Response>> = {
  "a person's picture": () =>
    admin.page("/profile", {
      method: "POST",
      body: formOf({ intent: "picture", picture: picture() }),
    }),
  "the company's logo": () =>
    admin.page("/settings", { method: "POST", body: formOf({ intent: "logo", logo: picture() }) }),
  "an item's picture": () =>
    admin.page(`/stocks/ledger/${b.items[0]}`, {
      method: "POST",
      body: formOf({ intent: "picture", picture: picture() }),
    }),
  "an asset's document": () =>
    admin.api(`/api/assets/${b.asset}/documents`, {
      method: "POST",
      body: formOf({ kind: "photo", file: picture() }),
    }),
  "a report's file": () =>
    admin.api(`/api/service-report/create/${b.asset}`, { method: "POST", body: report() }),
};

test.each(Object.entries(places))(
  "%s is kept while the plan's storage has room, and refused with its limit beyond",
  async (_, send) => {
    await allow(1);
    await use(0);
    expect((await send()).status).toBeLessThan(300);
    expect(await used()).toBe(40);
    await use(MEGABYTE - 39);
    const files = await count(
      "select count(*) as n from media where company_id = ? and deleted_at is null",
    );
    const refused = await send();
    expect([
      refused.status,
      (await refused.text()).includes("Your plan allows 1 MB of files"),
    ]).toEqual([409, true]);
    expect(await used()).toBe(MEGABYTE - 39);
    expect(
      await count("select count(*) as n from media where company_id = ? and deleted_at is null"),
    ).toBe(files);
    await allow(null);
    expect((await send()).status).toBeLessThan(300);
  },
);

test("a refused report leaves stock as it was, and is saved without its file", async () => {
  await allow(0);
  const stock = () => count("select sum(quantity) as n from stock_items where company_id = ?");
  const [before, ticket] = [await stock(), freshTicket()];
  expect(
    (
      await admin.api(`/api/service-report/create/${b.asset}`, {
        method: "POST",
        body: report(ticket),
      })
    ).status,
  ).toBe(409);
  expect(await stock()).toBe(before);
  const bare = report(ticket);
  bare.delete("media");
  expect(
    (await admin.api(`/api/service-report/create/${b.asset}`, { method: "POST", body: bare }))
      .status,
  ).toBeLessThan(300);
  expect(await stock()).toBe(before - 1);
  await allow(null);
});

test("a problem reported at a device comes without its photo where there is no room", async () => {
  await allow(0);
  await db
    .prepare("update assets set qr_token = 'larch-token' where company_id = ? and id = ?")
    .bind(company.id, b.asset)
    .run();
  const sent = await ask(w, company.host, "/q/larch-token", {
    method: "POST",
    body: formOf({
      intent: "report",
      problem: "Screen stays dark",
      equipmentDown: "yes",
      name: "Nurse Rao",
      photo: picture(),
    }),
    headers: { origin: `http://${company.host}`, "cf-connecting-ip": "198.18.7.7" },
  });
  expect([sent.status, (await sent.text()).includes("Your report was sent without it")]).toEqual([
    200,
    true,
  ]);
  expect(await count("select count(*) as n from breakdowns where company_id = ?")).toBe(1);
  expect(
    await count(
      "select count(*) as n from media where company_id = ? and breakdown_id is not null",
    ),
  ).toBe(0);
  await allow(null);
});
