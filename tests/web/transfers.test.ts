import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import {
  addCompany,
  type Company,
  companyToday,
  TIME_ZONE,
  type World,
  world,
} from "#tests/support/world.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const COUNT = 3_000;
const OPEN = 400;

let w: World;
let company: Company;
let admin: Client;
let last: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "manymoves", 2, 0);
  const shard = rowsOf(w, company);
  const { departmentId, categoryId } = await mastersFor(w, company, "Many");
  const to = await shard.add("departments", { name: "Other ward" });
  const asset = await shard.add("assets", {
    ...{ name: "Pump", category_id: categoryId, department_id: departmentId },
    ...{ asset_code: "MM-1", qr_token: newId() },
  });
  const states = ["requested", "approved", "dispatched"];
  const transfers = Array.from({ length: COUNT }, (_, n) => ({
    ...{
      id: newId(),
      number: `TR-${String(n).padStart(5, "0")}`,
      kind: n % 2 ? "temporary" : "permanent",
    },
    ...{ from_department_id: departmentId, to_department_id: to, reason: "Many" },
    ...{
      status: n < COUNT - OPEN ? "received" : states[n % 3]!,
      due_back_on: n % 2 ? "2020-01-01" : null,
    },
    ...{ returned_at: n < COUNT - OPEN ? 1 : null, asset_count: 1, first_asset: "MM-1 Pump" },
    requested_by: company.users.engineer.id,
  }));
  await shard.add("asset_transfers", ...transfers);
  last = transfers.at(-1)!.id;
  await shard.add("asset_transfer_lines", {
    ...{ transfer_id: last, asset_id: asset, asset_code: "MM-1", asset_name: "Pump" },
    ...{ condition_out: "good", is_open: 1 },
  });
  admin = await signedIn(w, company, "admin");
}, 120_000);

test.each([
  ["/asset-transfers", 150],
  ["/asset-transfers?tab=mine", 150],
  ["/asset-transfers?tab=incoming", 150],
  ["/asset-transfers?tab=outgoing", 150],
  ["/asset-transfers?tab=overdue", 150],
  ["/asset-transfers?tab=all", 150],
  ["/asset-transfers?tab=all&status=received", 150],
  ["/asset-transfers?tab=all&kind=temporary", 5_000],
] as const)("%s reads little of many", async (path, most) => {
  const [place = "", query = ""] = path.split("?");
  // The first request reads the session, which the second expects to be as it was.
  await admin.page(`${place}.data?${query}`);
  const answer = await admin.page(`${place}.data?${query}`);
  expect(answer.status).toBe(200);
  const { trips, read } = d1Of(answer);
  expect(trips, "trips").toEqual(upTo(path.includes("kind") ? 2 : 1));
  expect(read, "rows").toBeLessThanOrEqual(most);
});

test("a transfer's own pages read little, in one trip", async () => {
  for (const path of [`/asset-transfer/${last}.data`, `/asset-transfer/print/${last}.data`]) {
    await admin.page(path);
    const answer = await admin.page(path);
    expect(answer.status, path).toBe(200);
    const { trips, read } = d1Of(answer);
    expect([trips <= 1, read <= 300], `${path} ${trips} ${read}`).toEqual([true, true]);
  }
});

test("overdue returns are counted while they are few, and of many as the morning counted them", async () => {
  const lender = await addCompany(w.env, "latereturns", 2, 0);
  const shard = rowsOf(w, lender);
  const { departmentId } = await mastersFor(w, lender, "Late");
  const to = await shard.add("departments", { name: "Other ward" });
  const lend = (from: number, count: number) =>
    shard.add(
      "asset_transfers",
      ...Array.from({ length: count }, (_, n) => ({
        ...{ id: newId(), number: `TR-${from + n}`, kind: "temporary", status: "received" },
        ...{ from_department_id: departmentId, to_department_id: to, reason: "Lent" },
        ...{ due_back_on: "2020-01-01", requested_by: lender.users.engineer.id },
      })),
    );
  const person = await signedIn(w, lender, "admin");
  const counted = async (tab: string) =>
    /Overdue return<span class="count">(\d+)</.exec(
      await person.text(`/asset-transfers?tab=${tab}`),
    )?.[1];
  const morning = () => countFigures(openForJob(shard.db, lender.id), companyToday(), TIME_ZONE);
  await lend(100, 6);
  await morning();
  await lend(200, 3);
  expect(await counted("open")).toBe("9");
  await lend(300, 21);
  await morning();
  expect(await counted("open")).toBe("30");
  for (const tab of ["open", "overdue"]) {
    await person.page(`/asset-transfers.data?tab=${tab}`);
    const { trips, read } = d1Of(await person.page(`/asset-transfers.data?tab=${tab}`));
    expect([trips <= 1, read <= 150], `${tab} ${trips} ${read}`).toEqual([true, true]);
  }
  // Until the next morning the tab tells those as well that have come back; its pages do not.
  await shard.run(
    "update asset_transfers set returned_at = 1 where company_id = ?1 and number >= 'TR-309'",
  );
  expect(await counted("overdue")).toBe("30");
  expect(await person.text("/asset-transfers?tab=overdue")).toContain("1-18 of 18<");
});
