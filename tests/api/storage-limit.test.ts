import { beforeAll, expect, test } from "vitest";
import { ask, type Client, formOf, signedIn } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { type Bench, bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
let b: Bench;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "larch", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
  b = await bench(w, company, [{ quantity: 9 }]);
});

const MEGABYTE = 1024 * 1024;
const picture = () => fileOf(pngOf(2, 2, 40), "picture.png", "image/png");
const used = () => shard.profile("storage_bytes");
const use = (bytes: number) => shard.setProfile({ storage_bytes: bytes });
const allow = (megabytes: number | null) => {
  const limits = megabytes === null ? {} : { max_storage_mb: megabytes };
  return shard.setProfile({ limits: JSON.stringify(limits) });
};

const report = (ticket = freshTicket()) =>
  reportForm({ service_ticket: ticket }, [{ id: b.items[0]!, qty: 1, cost: "12.50" }], picture());
const places: Record<string, () => Promise<Response>> = {
  "a person's picture": () => admin.form("/profile", { intent: "picture", picture: picture() }),
  "the company's logo": () => admin.form("/settings", { intent: "logo", logo: picture() }),
  "an item's picture": () =>
    admin.form(`/stocks/ledger/${b.items[0]}`, { intent: "picture", picture: picture() }),
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
    const files = () => shard.count("media", "deleted_at is null");
    const before = await files();
    const refused = await send();
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("Your plan allows 1 MB of files"),
    ]);
    expect([await used(), await files()]).toEqual([MEGABYTE - 39, before]);
    await allow(null);
    expect((await send()).status).toBeLessThan(300);
  },
);

test("a refused report leaves stock as it was, and is saved without its file", async () => {
  await allow(0);
  const stock = async () =>
    (await shard.value("select sum(quantity) from stock_items where company_id = ?"))!;
  const save = async (body: FormData) =>
    (await admin.call("POST", `/api/service-report/create/${b.asset}`, body)).status;
  const [before, ticket] = [await stock(), freshTicket()];
  expect(await save(report(ticket))).toBe(409);
  expect(await stock()).toBe(before);
  const bare = report(ticket);
  bare.delete("media");
  expect(await save(bare)).toBeLessThan(300);
  expect(await stock()).toBe(before - 1);
  await allow(null);
});

test("a problem reported at a device comes without its photo where there is no room", async () => {
  await allow(0);
  await shard.set("assets", b.asset, { qr_token: "larch-token" });
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
  expect([sent.status, await sent.text()]).toEqual([
    200,
    expect.stringContaining("Your report was sent without it"),
  ]);
  expect(await shard.count("breakdowns")).toBe(1);
  expect(await shard.count("media", "breakdown_id is not null")).toBe(0);
  await allow(null);
});
