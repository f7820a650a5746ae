import { beforeAll, describe, expect, test } from "vitest";
import { firstWeights } from "#app/shared/replacement.ts";
import { idFrom, newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { personSession } from "#worker/auth/person-session.ts";
import { modelsOf } from "#worker/domain/reliability/count.ts";
import { countVendors } from "#worker/domain/reliability/vendors.ts";
import { condemnBoard } from "#worker/domain/replacement/board.ts";
import { countScores } from "#worker/domain/replacement/count.ts";

const DAY_MS = 86_400_000;
let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let asset: string;
let department: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "worn", 2, 2);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  ({ asset, department } = await bench(w, company, []));
  await shard.set("assets", asset, {
    ...{ purchase_cost_minor: 1_000_000, put_to_use_on: "2015-01-01", make: "Acme", model: "V1" },
    ...{ criticality: "high", service_cost_minor: 3_000_000 },
    cost_years: JSON.stringify({ [String(new Date().getUTCFullYear())]: [0, 3_000_000, 0] }),
  });
});

const post = (path: string, fields: Record<string, string>, who = admin) =>
  who.page(path, { method: "POST", body: new URLSearchParams(fields) });
const call = (at: number, more: object = {}) => ({
  ...{ id: `${idFrom(at)}-7000-8000-${String(at).padStart(12, "0").slice(-12)}` },
  ...{ number: `B-${at}`, asset_id: asset, department_id: department, source: "web" },
  ...{ reported_by_name: "Nurse", reported_at: at, problem: "Off", priority: "high" },
  ...{ equipment_down: 1, status: "closed", escalated: "[]", ...more },
});

describe("scores", () => {
  test("are counted in the night, and the strong stand on the board", async () => {
    await shard.add("breakdowns", call(Date.now() - 10 * DAY_MS), call(Date.now() - 40 * DAY_MS));
    await night(w);
    await expect
      .poll(() => shard.count("replacement_scores", "asset_id = ?", asset), { timeout: 20_000 })
      .toBe(1);
    const score = await shard.first<{ grade: string; parts: string; cost_ratio_bp: number }>(
      "select grade, parts, cost_ratio_bp from replacement_scores where company_id = ?1",
    );
    expect(score!.grade).toBe("strong");
    expect(score!.cost_ratio_bp).toBeGreaterThan(5_000);
    // Two failures, and none the year before.
    expect(JSON.parse(score!.parts)).toMatchObject({ cost: 100, failures: 80, criticality: 70 });
    const model = await shard.first<{ failures: number; failed: number }>(
      "select failures, failed from model_reliability where company_id = ?1 and model = 'V1'",
    );
    expect(model).toMatchObject({ failures: 2, failed: 1 });
  });

  test("are counted anew of a device whose score has another id", async () => {
    const [row] = await shard.all<{ grade: string; parts: string }>(
      "select * from replacement_scores where company_id = ? and asset_id = ?",
      asset,
    );
    await shard.set("replacement_scores", asset, { id: newId(), score: 1, rank: 99 });
    const today = companyToday();
    expect(
      await countScores(companyDb(shard), { today, weights: firstWeights }, ""),
      "all in one part",
    ).toBeNull();
    expect(
      await shard.all(
        "select * from replacement_scores where company_id = ? and asset_id = ?",
        asset,
      ),
    ).toEqual([row]);
  });

  test("count the device's part of a contract that names no shares, and none of an insurance", async () => {
    const ratio = async () => {
      await countScores(companyDb(shard), { today: companyToday(), weights: firstWeights }, "");
      const row = await shard.first<{ bp: number }>(
        "select cost_ratio_bp as bp from replacement_scores where company_id = ?1 and asset_id = ?2",
        asset,
      );
      return row!.bp;
    };
    const before = await ratio();
    const year = new Date().getUTCFullYear();
    const vendor_id = await shard.add("vendors", { name: "Care", is_supplier: 1, phone: "4321" });
    const contract = (kind: string) =>
      shard.add("contracts", {
        ...{ number: `C-${kind}`, kind, vendor_id, value_minor: 400_000 },
        ...{ start_on: `${year}-01-01`, end_on: `${year}-12-31` },
      });
    const [amc, insurance] = [await contract("amc"), await contract("insurance")];
    for (const contract_id of [amc, insurance]) {
      await shard.add("contract_assets", { contract_id, asset_id: asset });
      await shard.addUnstamped("counters", { id: `contracts.assets:${contract_id}`, value: 2 });
    }
    // Half of 400,000 a year is a fifth of the price.
    expect((await ratio()) - before).toBeCloseTo(2_000, -2);
    await shard.run("delete from contract_assets where company_id = ?");
    expect(await ratio()).toBe(before);
  });

  test("of devices that are gone are taken away", async () => {
    await shard.set("assets", asset, { lifecycle: "disposed" });
    await shard.set("replacement_scores", asset, { counted_on: "2020-01-01" });
    await night(w);
    await expect.poll(() => shard.count("replacement_scores"), { timeout: 20_000 }).toBe(0);
    await shard.set("assets", asset, { lifecycle: "in_service" });
  });
});

describe("the condemnation board", () => {
  const put = () =>
    post("/replacement/board", {
      ...{ intent: "put", assetId: asset },
      ...{ condemnReason: "obsolete", note: "No parts any more" },
    });
  const condemn = { condemn_reason: "obsolete", reason: "Agreed" };

  test("does not propose again what was declined of late", async () => {
    const lane = async () => (await condemnBoard(session)).strong.rows.map((row) => row.assetId);
    const session = (await personSession(
      w.env as unknown as Env,
      shard.db,
      company.id,
      company.users.admin.id,
    ))!;
    await night(w);
    await expect.poll(lane, { timeout: 20_000 }).toContain(asset);
    const id = await shard.add("condemn_proposals", {
      ...{ asset_id: asset, asset_code: "A", asset_name: "V", condemn_reason: "obsolete" },
      ...{ note: "Old", figures: "{}", status: "declined", decided_at: Date.now(), version: 1 },
    });
    expect(await lane()).not.toContain(asset);
    await shard.set("condemn_proposals", id, { decided_at: Date.now() - 200 * DAY_MS });
    expect(await lane()).toContain(asset);
  });

  test("takes two people, and approves by condemning the device", async () => {
    expect((await put()).status).toBeLessThan(400);
    expect((await put()).status, "twice").toBe(409);
    const id = (await shard.value<string>(
      "select id from condemn_proposals where company_id = ?1 and status = 'proposed'",
    ))!;
    const own = await admin.call("POST", `/api/assets/${asset}/condemn`, condemn);
    expect(own.status, "whoever put it forward").toBe(403);
    await shard.set("condemn_proposals", id, { created_by: company.users.engineer.id });
    const done = await admin.call("POST", `/api/assets/${asset}/condemn`, condemn);
    expect(done.status).toBe(200);
    expect(await shard.get("condemn_proposals", id)).toMatchObject({
      ...{ status: "approved", decided_by: company.users.admin.id, decision_reason: "Agreed" },
    });
    expect((await shard.get("assets", asset)).lifecycle).toBe("condemned");
    expect(await shard.count("proposal_events", "proposal_id = ?", id)).toBe(2);
    expect(
      await shard.count(
        "activity_log",
        "action = 'approve.condemn_proposal' and entity_id = ?",
        id,
      ),
    ).toBe(1);
    expect((await put()).status, "condemned already").toBe(409);
  });
});

test("a vendor is scored of the last twelve months", async () => {
  const vendor = await shard.add("vendors", { name: "Serve", phone: "1", is_service: 1 });
  const at = Date.now() - 5 * DAY_MS;
  const job = (n: number, more: object) =>
    call(at + n, { vendor_id: vendor, resolved_at: at + 1_000, ...more });
  await shard.add(
    "breakdowns",
    ...[0, 1, 2, 3].map((n) => job(n, { sla_resolve_by: at + 2_000, is_repeat: 0 })),
    job(4, { sla_resolve_by: at + 500, is_repeat: 1 }),
    call(Date.now() - 400 * DAY_MS, {
      ...{ vendor_id: vendor, resolved_at: at, sla_resolve_by: at, is_repeat: 1 },
    }),
  );
  const today = new Date().toISOString().slice(0, 10);
  await countVendors(companyDb(shard), { today, timeZone: "UTC", at: Date.now() });
  expect(await shard.get("vendor_scores", vendor)).toMatchObject({
    ...{ jobs: 5, sla_counted: 5, sla_met: 4, repeats: 1, uptime_bp: null },
  });
});

test("a device counts from when failures are recorded until its first failure, or until it is looked at", () => {
  const device = (id: string, since: string | null, until: string | null = null) => ({
    ...{ id, make: "Acme", model: "V1", since, until },
  });
  const [model] = modelsOf(
    [device("a", "2010-01-01"), device("b", "2025-01-01", "2025-12-31"), device("c", null)],
    new Map([["a", ["2024-07-19", "2025-01-01"]]]),
    { today: "2026-01-01", recordedFrom: "2024-01-01" },
  );
  expect(model).toMatchObject({ devices: 3, failed: 1, failures: 2, medianDays: null });
  expect(model!.deviceYears).toBe(Math.round((100 * (731 + 364 + 731)) / 365.25));
  expect(model!.curve.map(([days, share]) => [days, Math.round(share * 100)])).toEqual([[200, 67]]);
});

test("people limited to Locations are told why they see no score that is counted over all", async () => {
  const says = "It is counted over all Locations of the company";
  const pages = ["/reliability", "/report?of=vendor-scores"];
  for (const path of pages) expect(await (await admin.page(path)).text()).not.toContain(says);
  await shard.add("user_scopes", { user_id: company.users.engineer.id, department_id: department });
  await shard.add(
    "user_permissions",
    ...["view-breakdown", "export-vendor"].map((permission) => ({
      ...{ user_id: company.users.engineer.id, permission, web: "allow", app: "allow" },
    })),
  );
  const limited = await signedIn(w, company, "engineer");
  for (const path of pages) {
    const page = await (await limited.page(path)).text();
    expect(page, path).toContain(says);
    expect(page, path).not.toContain("Acme");
  }
});
