import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";

const w = await world();
const { acme } = w.companies;
const admin = await signedIn(w, acme, "admin");
const shard = rowsOf(w, acme);

/** What devices were bought for and how many have no price, as counters say it and as the devices do. */
const counted = async () => [
  await shard.counter("assets.value"),
  await shard.counter("assets.unpriced"),
];
const summed = async () =>
  Object.values(
    (await shard.first<Record<string, number>>(
      `select coalesce(sum(purchase_cost_minor), 0), coalesce(sum(purchase_cost_minor is null), 0)
       from assets where company_id = ? and deleted_at is null`,
    ))!,
  );

test("what devices were bought for is counted as prices are set, changed and taken away, and as devices come and go", async () => {
  const { asset } = await bench(w, acme, []);
  const start = await counted();
  expect(start).toEqual(await summed());
  const set = (columns: Record<string, unknown>) => shard.set("assets", asset, columns);
  for (const columns of [
    { purchase_cost_minor: 125_000 },
    { purchase_cost_minor: 99_000 },
    { name: "Monitor" },
    { deleted_at: 1 },
    { purchase_cost_minor: 5 },
    { deleted_at: null },
    { purchase_cost_minor: null },
    { purchase_cost_minor: 0 },
    { purchase_cost_minor: 7_00, deleted_at: 2 },
  ]) {
    await set(columns);
    expect(await counted(), JSON.stringify(columns)).toEqual(await summed());
  }
  expect(await counted()).toEqual([start[0]!, start[1]! - 1]);
});

test("the list of all devices says what they were bought for", async () => {
  for (let n = 0; n < 26; n++) {
    const { asset } = await bench(w, acme, []);
    await shard.set("assets", asset, { purchase_cost_minor: n % 5 ? 1_000_00 : null });
  }
  const [value, unpriced] = await counted();
  const page = await admin.text("/all-assets");
  const sums = page.match(/<dl class="list-sums"[\s\S]*?<\/dl>/)?.[0] ?? "";
  const amount = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 }).format(value! / 100);
  const without = new Intl.NumberFormat("en-IN").format(unpriced!);
  expect(sums).toContain(amount);
  expect(sums.replaceAll(/<[^>]*>/g, " ")).toMatch(new RegExp(`Without a price\\s+${without}\\b`));
});
