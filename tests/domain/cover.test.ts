import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { contractKinds } from "#drizzle/tenant/masters.ts";
import { cacheOn, coversOn, type Device, type Line, yearBegins } from "#tests/support/cover.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { freshTicket } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { coverOf, coverOfDevices, snapshotOf } from "#worker/domain/contracts/cover.ts";

let w: World;
let shard: Rows;
let masters: Awaited<ReturnType<typeof mastersFor>>;
let vendorId: string;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "covers", 2, 0);
  shard = rowsOf(w, company);
  masters = await mastersFor(w, company, "Cover");
  vendorId = await shard.add("vendors", {
    name: "Cover partner",
    phone: "+91 44 4000 1000",
    email: "help@partner.example",
    is_amc_provider: 1,
  });
});

const TODAY = "2026-11-23";
const near = fc.integer({ min: -500, max: 500 }).map((days) => addDays(TODAY, days));
const edge = fc.constantFrom(-1, 0, 1).map((days) => addDays(TODAY, days));
const day = fc.oneof(near, edge);
const maybe = fc.option(day, { nil: null, freq: 2 });
const inOrder = ([a, b]: [string, string]): [string, string] => (a <= b ? [a, b] : [b, a]);
const line = fc
  .record({
    kind: fc.constantFrom(...contractKinds),
    dates: fc.tuple(day, day).map(inOrder),
    terminated_on: maybe,
    from_on: maybe,
    to_on: maybe,
    pm_visits_per_year: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  })
  .map(
    ({ dates: [start_on, end_on], ...rest }): Line => ({
      ...{ contract_id: "", start_on, end_on },
      ...rest,
    }),
  );
const device = fc
  .record({
    lifecycle: fc.constantFrom("in_service", "in_service", "standby", "received", "condemned"),
    dates: fc.option(fc.tuple(day, day).map(inOrder), { nil: null }),
    isOpen: fc.boolean(),
  })
  .map(
    ({ lifecycle, dates, isOpen }): Device => ({
      lifecycle,
      warranty_start_on: isOpen ? null : (dates?.[0] ?? null),
      warranty_end_on: dates?.[1] ?? null,
    }),
  );

async function made(of: Device, lines: readonly Line[]) {
  const id = newId();
  await shard.add("assets", {
    ...{ id, name: "Pump", asset_code: `C-${id}`, qr_token: id, vendor_id: vendorId },
    ...{ category_id: masters.categoryId, department_id: masters.departmentId, ...of },
  });
  for (const { contract_id, from_on, to_on, ...contract } of lines) {
    await shard.add("contracts", {
      ...{ id: contract_id, number: contract_id, vendor_id: vendorId, ...contract },
    });
    await shard.add("contract_assets", { contract_id, asset_id: id, from_on, to_on });
  }
  return id;
}

test("a device's covers and its row say what its contracts and its warranty do, on any day", async () => {
  const db = companyDb(shard);
  await fc.assert(
    fc.asyncProperty(device, fc.array(line, { maxLength: 5 }), async (of, some) => {
      const lines = some.map((one) => ({ ...one, contract_id: newId() }));
      const id = await made(of, lines);
      for (const today of [TODAY, addDays(TODAY, 1), addDays(TODAY, 200)]) {
        const [covers] = await db.read(coverOf(db, id, today));
        expect(covers.map(({ contractId, kind, until }) => ({ contractId, kind, until }))).toEqual(
          coversOn(of, lines, today).map(({ since: _, ...rest }) => rest),
        );
        await db.read(coverOfDevices(db, [id], today));
        const { cover_kind, cover_until, version } = await shard.get("assets", id);
        expect({ cover_kind, cover_until }).toEqual(cacheOn(of, lines, today));
        expect(version).toBe(1);
      }
    }),
    { numRuns: 40 },
  );
});

test("visits left are those of the contract's own year that no PM report has used", async () => {
  const db = companyDb(shard);
  for (const start_on of ["2024-02-29", "2023-03-01", "2025-11-23", "2025-11-24", "2026-11-23"]) {
    const of: Device = { lifecycle: "in_service", warranty_start_on: null, warranty_end_on: null };
    const contract = { contract_id: newId(), kind: "amc", terminated_on: null, from_on: null };
    const id = await made(of, [
      {
        ...contract,
        start_on,
        end_on: addMonths(start_on, 60),
        to_on: null,
        pm_visits_per_year: 4,
      },
    ]);
    const from = yearBegins(start_on, TODAY);
    const report = { asset_id: id, done_by: "Meena", service_type: "pm" };
    await shard.add(
      "service_reports",
      { ...report, service_ticket: freshTicket(), service_on: from, cancelled_at: null },
      { ...report, service_ticket: freshTicket(), service_on: TODAY, cancelled_at: null },
      {
        ...report,
        service_ticket: freshTicket(),
        service_on: addDays(from, -1),
        cancelled_at: null,
      },
      { ...report, service_ticket: freshTicket(), service_on: TODAY, cancelled_at: 1 },
    );
    const [[cover]] = await db.read(coverOf(db, id, TODAY));
    expect([start_on, cover?.visitsPerYear, cover?.visitsLeft]).toEqual([start_on, 4, 2]);
  }
});

test("a cover names the vendor, what it includes and what was promised", async () => {
  const db = companyDb(shard);
  const of: Device = {
    ...{ lifecycle: "in_service", warranty_start_on: null, warranty_end_on: addDays(TODAY, 9) },
  };
  const id = await made(of, []);
  const contract_id = newId();
  await shard.add("contracts", {
    ...{ id: contract_id, number: "C-12", kind: "cmc", vendor_id: vendorId, start_on: TODAY },
    ...{ end_on: TODAY, has_labour: 1, has_spares: 0, exclusions: "Tubes", response_hours: 4 },
  });
  await shard.add("contract_assets", { contract_id, asset_id: id });
  const [covers] = await db.read(coverOf(db, id, TODAY));
  expect(covers).toMatchObject([
    {
      ...{ contractId: contract_id, number: "C-12", kind: "cmc", vendorName: "Cover partner" },
      ...{ vendorPhone: "+91 44 4000 1000", vendorEmail: "help@partner.example" },
      ...{ responseHours: 4, hasLabour: true, hasSpares: false, exclusions: "Tubes" },
      ...{ since: TODAY, until: TODAY, visitsPerYear: null, visitsLeft: null },
    },
    {
      contractId: null,
      number: null,
      kind: "warranty",
      hasSpares: true,
      vendorName: "Cover partner",
    },
  ]);
  expect(snapshotOf(covers[0]!)).toMatchObject({ number: "C-12", until: TODAY, hasSpares: false });
});
