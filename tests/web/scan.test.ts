import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let assets: { id: string; asset_code: string; serial_no: string }[];
let item: string;
let foreign: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "scanners", 2, 0);
  const made = await manyAssets(w, company, 30);
  assets = made.rows;
  const near = await addCompany(w.env, "overheard", 2, 0);
  foreign = (await manyAssets(w, near, 1)).rows[0]!.id;
  admin = await clientOf(w, company.host, company.users.admin.email);
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  const store = newId();
  await insert(made.db, "stores", { ...stamps, id: store, name: "Main" });
  const answer = await admin.api("/api/stocks", {
    method: "POST",
    body: { store_id: store, name: "SpO2 sensor", part_no: "SP-O2/7" },
  });
  item = ((await answer.json()) as { data: { id: string } }).data.id;
});

type Answer = {
  found?: { kind: string; value: string; label: string; href: string };
  problem?: string;
};
async function scan(text: string, client = admin) {
  const answer = await client.page(`/scan?text=${encodeURIComponent(text)}`);
  expect([text, answer.status, d1Of(answer).trips]).toEqual([
    text,
    200,
    expect.toSatisfy((trips) => trips <= 2),
  ]);
  return (await answer.json()) as Answer;
}

test("a label's address, a code, a serial and a part number name their thing", async () => {
  const [one] = assets as [(typeof assets)[0]];
  const device = {
    found: {
      kind: "asset",
      value: one.id,
      label: `${one.asset_code} Ventilator`,
      href: `/asset/detail/${one.id}`,
    },
  };
  for (const text of [
    `http://${company.host}/q/${one.id}`,
    `HTTPS://${company.host}:5173/q/${one.id}`,
    one.asset_code,
    one.asset_code.toLowerCase().replace("-", ""),
    one.serial_no,
  ])
    expect([text, await scan(text)]).toEqual([text, device]);
  const part = {
    found: {
      kind: "stock_item",
      value: item,
      label: "SpO2 sensor SP-O2/7",
      href: `/stocks/ledger/${item}`,
    },
  };
  for (const text of ["SP-O2/7", "spo27", `http://${company.host}/stocks/ledger/${item}`])
    expect([text, await scan(text)]).toEqual([text, part]);
});

test("what names nothing here is said so, another company's label like an unknown one", async () => {
  const unknown = { problem: "Nothing here has this code." };
  for (const text of [
    "",
    "AST-0000",
    "nothing",
    `http://${company.host}/q/${foreign}`,
    `http://${company.host}/q/none`,
    `http://${company.host}/dashboard`,
    "x".repeat(3000),
    "💥",
    "'\"*",
    "NEAR(",
  ])
    expect([text.slice(0, 40), await scan(text)]).toEqual([text.slice(0, 40), unknown]);
  for (const text of [`http://overheard.localhost/q/${foreign}`, "https://evil.test/q/x"])
    expect([text, await scan(text)]).toEqual([
      text,
      { problem: "This label belongs to another address." },
    ]);
});

test("people find only what they may see", async () => {
  const viewer = await clientOf(w, company.host, company.users.viewer.email);
  const { id, asset_code } = assets[0]!;
  const db = w.env.TENANT_DB_0;
  const drop = (permission: string) =>
    db
      .prepare(
        "delete from user_permissions where company_id = ? and user_id = ? and permission = ?",
      )
      .bind(company.id, company.users.viewer.id, permission)
      .run();
  await drop("view-asset");
  for (const text of [asset_code, `http://${company.host}/q/${id}`])
    expect((await scan(text, viewer)).problem).toBe("Nothing here has this code.");
  expect((await scan("SP-O2/7", viewer)).found?.value).toBe(item);
  await drop("view-stock");
  expect((await scan("SP-O2/7", viewer)).problem).toBe("Nothing here has this code.");
});
