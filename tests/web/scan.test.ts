import { expect, test } from "vitest";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "scanners", 2, 0);
const assets = (await manyAssets(w, company, 30)).rows;
const near = await addCompany(w.env, "overheard", 2, 0);
const foreign = (await manyAssets(w, near, 1)).rows[0]!.id;
const admin = await signedIn(w, company, "admin");
const shard = rowsOf(w, company);
const store_id = await shard.add("stores", { name: "Main" });
const sensor = { store_id, name: "SpO2 sensor", part_no: "SP-O2/7" };
const item = (await admin.call("POST", "/api/stocks", sensor)).data.id;

type Answer = {
  found?: { kind: string; value: string; label: string; href: string };
  problem?: string;
};
async function scan(text: string, client = admin) {
  const answer = await client.page(`/scan?text=${encodeURIComponent(text)}`);
  expect(answer.status, text).toBe(200);
  expect(d1Of(answer).trips, text).toBeLessThanOrEqual(2);
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
    expect(await scan(text), text).toEqual(device);
  const part = {
    found: {
      kind: "stock_item",
      value: item,
      label: "SpO2 sensor SP-O2/7",
      href: `/stocks/ledger/${item}`,
    },
  };
  for (const text of ["SP-O2/7", "spo27", `http://${company.host}/stocks/ledger/${item}`])
    expect(await scan(text), text).toEqual(part);
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
    expect(await scan(text), text.slice(0, 40)).toEqual(unknown);
  for (const text of [`http://overheard.localhost/q/${foreign}`, "https://evil.test/q/x"])
    expect(await scan(text), text).toEqual({ problem: "This label belongs to another address." });
});

test("people find only what they may see", async () => {
  const viewer = await signedIn(w, company, "viewer");
  const { id, asset_code } = assets[0]!;
  const drop = (permission: string) =>
    shard.run(
      "delete from user_permissions where company_id = ? and user_id = ? and permission = ?",
      ...[company.users.viewer.id, permission],
    );
  await drop("view-asset");
  for (const text of [asset_code, `http://${company.host}/q/${id}`])
    expect((await scan(text, viewer)).problem).toBe("Nothing here has this code.");
  expect((await scan("SP-O2/7", viewer)).found?.value).toBe(item);
  await drop("view-stock");
  expect((await scan("SP-O2/7", viewer)).problem).toBe("Nothing here has this code.");
});
