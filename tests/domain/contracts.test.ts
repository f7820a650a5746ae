import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { cacheOn, type Device, type Line } from "#tests/support/cover.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { newPerson } from "#tests/support/person.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { coverOfTheDay } from "#worker/domain/contracts/morning.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let masters: Awaited<ReturnType<typeof mastersFor>>;
let elsewhere: Awaited<ReturnType<typeof mastersFor>>;
let vendorId: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "contracts", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  masters = await mastersFor(w, company, "Contract");
  elsewhere = await mastersFor(w, company, "Elsewhere");
  vendorId = await shard.add("vendors", { name: "Partner", phone: "+91 44 4", is_amc_provider: 1 });
});

const TODAY = companyToday();
let made = 0;
const number = () => `C-${++made}`;
const post = (path: string, body: object) => admin.call("POST", path, body);
const term = (startOn: string, endOn: string, more: object = {}) => ({
  ...{ number: number(), kind: "amc", vendor_id: vendorId, start_on: startOn, end_on: endOn },
  ...more,
});
const always = (more: object = {}) => term(addDays(TODAY, -100), addDays(TODAY, 100), more);
const agreed = async (body: object): Promise<string> => {
  const { status, errors, data } = await post("/api/contracts", body);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const device = (more: object = {}) => {
  const id = newId();
  return shard.add("assets", {
    ...{ id, name: "Pump", asset_code: `D-${id}`, qr_token: id, lifecycle: "in_service" },
    ...{ category_id: masters.categoryId, department_id: masters.departmentId, ...more },
  });
};
const linesOf = (asset: string) =>
  shard.all<Line>(
    `select l.contract_id, l.from_on, l.to_on, c.kind, c.start_on, c.end_on, c.terminated_on, c.pm_visits_per_year
     from contract_assets l join contracts c on c.company_id = l.company_id and c.id = l.contract_id where l.company_id = ? and l.asset_id = ?`,
    asset,
  );

/** Every device's row says of its cover what its contracts and its warranty do; counters say what there is. */
async function lawful(devices: readonly string[], today: string) {
  for (const id of devices) {
    const row = await shard.get<Device & { cover_kind: string; cover_until: string }>("assets", id);
    const { cover_kind, cover_until } = row;
    expect({ cover_kind, cover_until }).toEqual(cacheOn(row, await linesOf(id), today));
  }
  const running = `start_on <= '${today}' and end_on >= '${today}' and terminated_on is null`;
  expect(await shard.counter("contracts.running")).toBe(await shard.count("contracts", running));
  const soon = `${running} and end_on <= date('${today}', '+' || coalesce(notice_days, 30) || ' days')`;
  expect(await shard.counter("contracts.expiring")).toBe(await shard.count("contracts", soon));
  const worth = "select coalesce(sum(value_minor), 0) from contracts where company_id = ? and ";
  expect(await shard.counter("contracts.value")).toBe(await shard.value(worth + running));
  expect(await shard.counter("contracts.total")).toBe(await shard.count("contracts"));
}
/** What counters say of each contract's lines is what its lines say. */
const countsOfLines = async () => {
  const lines = await shard.all<{ id: string; n: number; shared: number }>(
    `select c.id as id, count(l.id) as n, coalesce(sum(l.value_share_minor), 0) as shared from contracts c
     left join contract_assets l on l.company_id = c.company_id and l.contract_id = c.id and l.to_on is null where c.company_id = ? group by 1`,
  );
  for (const { id, n, shared } of lines) {
    expect(await shard.counter(`contracts.assets:${id}`)).toBe(n);
    expect(await shard.counter(`contracts.shared:${id}`)).toBe(shared);
  }
};

const offset = fc.oneof(fc.integer({ min: -400, max: 400 }), fc.constantFrom(-1, 0, 1));
const days = fc.tuple(offset, offset).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const which = fc.nat(50);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      days,
      kind: fc.constantFrom("amc", "cmc", "rental", "insurance"),
      of: which,
    }),
  },
  fc.record({ do: fc.constant("change" as const), days, of: which }),
  fc.record({ do: fc.constant("on" as const), of: which, device: fc.nat(2) }),
  fc.record({ do: fc.constant("off" as const), of: which, device: fc.nat(2) }),
  fc.record({ do: fc.constant("terminate" as const), of: which }),
  fc.record({ do: fc.constant("renew" as const), of: which }),
  fc.record({
    do: fc.constant("share" as const),
    ...{ of: which, device: fc.nat(2), share: fc.constantFrom("", "0.01", "33.34") },
  }),
  fc.record({ do: fc.constant("split" as const), of: which }),
  fc.record({ do: fc.constant("warranty" as const), days, device: fc.nat(2) }),
  fc.record({ do: fc.constant("condemn" as const), device: fc.nat(2) }),
  fc.record({ do: fc.constant("reinstate" as const), device: fc.nat(2) }),
);

test("whatever is done, and whatever day it becomes, a device's row says what covers it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 14 }),
      offset,
      async (steps, later) => {
        const devices = [await device(), await device(), await device()];
        const contracts: { id: string; body: ReturnType<typeof term> }[] = [];
        const dates = ([from, to]: readonly [number, number]) =>
          [addDays(TODAY, from), addDays(TODAY, to)] as const;
        for (const one of steps) {
          const contract = "of" in one ? contracts[one.of % (contracts.length || 1)] : undefined;
          const asset = "device" in one ? devices[one.device]! : devices[0]!;
          if (one.do === "add") {
            const body = term(...dates(one.days), { kind: one.kind, value: "100.00" });
            contracts.push({ id: await agreed(body), body });
            await post(`/api/contracts/${contracts.at(-1)!.id}/assets`, {
              asset_ids: [devices[one.of % 3]],
            });
          } else if (one.do === "warranty") {
            const [warranty_start_on, warranty_end_on] = dates(one.days);
            await post("/api/assets/bulk", {
              ...{ bulk_id: newId(), ids: [asset], warranty_start_on, warranty_end_on },
            });
          } else if (one.do === "condemn")
            await post(`/api/assets/${asset}/condemn`, {
              condemn_reason: "obsolete",
              reason: "Old",
            });
          else if (one.do === "reinstate")
            await post(`/api/assets/${asset}/reinstate`, { reason: "Mistake" });
          else if (contract) {
            const path = `/api/contracts/${contract.id}`;
            if (one.do === "on") await post(`${path}/assets`, { asset_ids: [asset] });
            if (one.do === "off") await post(`${path}/remove-assets`, { asset_ids: [asset] });
            if (one.do === "terminate") await post(`${path}/terminate`, { reason: "Over" });
            if (one.do === "split") await post(`${path}/split`, {});
            if (one.do === "share")
              await post(`${path}/share`, { asset_id: asset, value_share: one.share });
            if (one.do === "change") {
              const [start_on, end_on] = dates(one.days);
              await admin.call("PUT", path, { ...contract.body, start_on, end_on });
            }
            if (one.do === "renew") {
              const { start_on, end_on } = await shard.get<{ start_on: string; end_on: string }>(
                "contracts",
                contract.id,
              );
              const body = { ...contract.body, number: number(), start_on: addDays(end_on, 1) };
              const renewal = { ...body, end_on: addDays(addDays(end_on, 1), 90) };
              expect(start_on <= end_on).toBe(true);
              const answer = await post(`${path}/renew`, renewal);
              if (answer.status === 201) contracts.push({ id: answer.data.id, body: renewal });
            }
          }
          await lawful(devices, TODAY);
        }
        await countsOfLines();
        const day = addDays(TODAY, Math.abs(later));
        await coverOfTheDay(companyDb(shard), day, TODAY);
        await lawful(devices, day);
        // Back to today, so that the next run begins as this one did.
        await coverOfTheDay(companyDb(shard), TODAY, null);
      },
    ),
    { numRuns: 12 },
  );
});

test("what begins on a morning covers from that morning", async () => {
  const [byContract, byDates] = [await device(), await device()];
  const days = [addDays(TODAY, 3), addDays(TODAY, 30)] as const;
  const id = await agreed(term(...days));
  await post(`/api/contracts/${id}/assets`, { asset_ids: [byContract] });
  await post("/api/assets/bulk", {
    ...{ bulk_id: newId(), ids: [byDates], warranty_start_on: days[0], warranty_end_on: days[1] },
  });
  const covered = async () =>
    Promise.all(
      [byContract, byDates].map(async (one) => (await shard.get("assets", one)).cover_kind),
    );
  await coverOfTheDay(companyDb(shard), addDays(TODAY, 2), TODAY);
  expect(await covered()).toEqual([null, null]);
  await coverOfTheDay(companyDb(shard), days[0], addDays(TODAY, 2));
  expect(await covered()).toEqual(["amc", "warranty"]);
  await coverOfTheDay(companyDb(shard), TODAY, null);
});

test("two people who add the same devices at once both succeed, and each is on the contract once", async () => {
  const id = await agreed(always());
  const devices = await Promise.all(Array.from({ length: 12 }, () => device()));
  const answers = await Promise.all(
    [devices.slice(0, 8), devices.slice(4), [...devices].reverse()].map((asset_ids) =>
      post(`/api/contracts/${id}/assets`, { asset_ids }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const done = answers.reduce(
    (sum, { data }) => sum + Number((data as never as { changed: number }).changed),
    0,
  );
  expect(done).toBe(12);
  expect(await shard.count("contract_assets", "contract_id = ?", id)).toBe(12);
  expect(await shard.counter(`contracts.assets:${id}`)).toBe(12);
});

test("of two people who terminate and renew at once, one wins and the other reads why not", async () => {
  const id = await agreed(always());
  const next = () => term(addDays(TODAY, 101), addDays(TODAY, 200));
  const renewals = await Promise.all(
    [next(), next(), next()].map((body) => post(`/api/contracts/${id}/renew`, body)),
  );
  expect(renewals.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(renewals.find(({ status }) => status === 409)?.message).toMatch(
    /is already renewed by C-/,
  );
});

test("a chain of twelve renewals keeps its devices, and each shows the whole chain", async () => {
  const asset = await device();
  let id = await agreed(term("2020-01-01", "2020-12-31", { value: "100.00" }));
  const first = id;
  await post(`/api/contracts/${id}/assets`, { asset_ids: [asset] });
  await post(`/api/contracts/${id}/split`, {});
  for (let year = 2021; year < 2033; year++)
    id = (
      await post(
        `/api/contracts/${id}/renew`,
        term(`${year}-01-01`, `${year}-12-31`, { value: "100.00" }),
      )
    ).data.id;
  expect((await linesOf(asset)).length).toBe(13);
  const shares = await shard.all<{ n: number }>(
    "select value_share_minor as n from contract_assets where company_id = ? and asset_id = ?",
    asset,
  );
  expect(new Set(shares.map(({ n }) => n))).toEqual(new Set([10_000]));
  for (const one of [first, id]) {
    const page = await admin.text(`/contract/${one}`);
    expect(page.match(/01 Jan 20[23]\d/g)?.length).toBeGreaterThanOrEqual(13);
  }
  expect((await shard.get<{ cover_kind: string }>("assets", asset)).cover_kind).toBe("amc");
});

test("a contract of 5,000 devices is shared, renewed and terminated in one batch each", async () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  await shard.add(
    "assets",
    ...ids.map((id) => ({
      ...{ id, name: "Pump", asset_code: `M-${id}`, qr_token: id, lifecycle: "in_service" },
      ...{ category_id: masters.categoryId, department_id: masters.departmentId },
    })),
  );
  const id = await agreed(always({ kind: "cmc", value: "100000.01" }));
  const covered = () => shard.count("assets", "cover_kind = 'cmc' and asset_code like 'M-%'");
  for (let at = 0; at < ids.length; at += 200) {
    const { status } = await post(`/api/contracts/${id}/assets`, {
      asset_ids: ids.slice(at, at + 200),
    });
    expect(status).toBe(200);
  }
  expect(await covered()).toBe(5_000);
  expect((await post(`/api/contracts/${id}/split`, {})).status).toBe(200);
  const sum =
    "select sum(value_share_minor) from contract_assets where company_id = ? and contract_id = ?";
  expect(await shard.value(sum, id)).toBe(10_000_001);
  await countsOfLines();
  const page = await admin.page(`/contract/${id}`);
  expect(page.status).toBe(200);
  expect(d1Of(page).read).toBeLessThan(200);
  expect(await page.text()).toContain("1,00,000.01</span> shared");
  const next = term(addDays(TODAY, 101), addDays(TODAY, 200), { kind: "cmc" });
  const renewed = await post(`/api/contracts/${id}/renew`, next);
  expect(renewed.status).toBe(201);
  expect(await shard.counter(`contracts.assets:${renewed.data.id}`)).toBe(5_000);
  expect((await post(`/api/contracts/${id}/terminate`, { reason: "Over" })).status).toBe(200);
  expect(await covered()).toBe(0);
}, 120_000);

test("a person limited to Locations sees a contract with the devices of those alone", async () => {
  const { id: userId, email } = await newPerson(w, company, {
    permissions: ["view-vendor", "edit-vendor", "view-asset"],
  });
  await shard.add("user_scopes", { user_id: userId, department_id: masters.departmentId });
  const limited = await clientOf(w, company.host, email);
  const [mine, other] = [await device(), await device({ department_id: elsewhere.departmentId })];
  const id = await agreed(always({ kind: "cmc" }));
  await post(`/api/contracts/${id}/assets`, { asset_ids: [mine, other] });
  const { data } = await limited.call("GET", `/api/contracts/${id}/assets`);
  expect((data as never as { id: string }[]).map((row) => row.id)).toEqual([mine]);
  expect(await limited.text(`/contract/${id}`)).not.toContain(`D-${other}`);
  const theirs = await agreed(always({ kind: "cmc" }));
  const far = await device({ department_id: elsewhere.departmentId });
  await post(`/api/contracts/${theirs}/assets`, { asset_ids: [far] });
  expect(await limited.text(`/contract/${theirs}`)).toContain("No assets of your Locations");
  const off = await limited.call("POST", `/api/contracts/${id}/remove-assets`, {
    asset_ids: [mine, other],
  });
  expect(off.data).toMatchObject({ changed: 1, failed: [{ id: other }] });
  expect(
    (await limited.call("POST", `/api/contracts/${id}/terminate`, { reason: "Over" })).status,
  ).toBe(200);
  await lawful([mine, other], TODAY);
});

test("a report that costs what the cover includes asks whether it was charged", async () => {
  const asset = await device();
  const id = await agreed(always({ kind: "amc", has_labour: true, has_spares: false }));
  await post(`/api/contracts/${id}/assets`, { asset_ids: [asset] });
  const report = (service_cost: string, date = TODAY) =>
    admin.call(
      "POST",
      `/api/service-report/create/${asset}`,
      reportForm({ service_ticket: freshTicket(), date, service_type: "other", service_cost }, []),
    );
  const asked = (answer: { warnings?: string[] }) =>
    (answer.warnings ?? []).filter((one) => one.endsWith("Was it charged?"));
  const charged = await report("100.00");
  expect(asked(charged)).toEqual([expect.stringMatching(/is covered by AMC C-\d+ until/)]);
  expect(asked(await report("0.00"))).toEqual([]);
  expect(asked(await report("100.00", addDays(TODAY, -101)))).toEqual([]);
});

test("two covers of one kind on a device are warned of, and saved", async () => {
  const asset = await device();
  const [one, other] = [await agreed(always()), await agreed(always())];
  await post(`/api/contracts/${one}/assets`, { asset_ids: [asset] });
  const { status, warnings } = await post(`/api/contracts/${other}/assets`, { asset_ids: [asset] });
  expect([status, warnings?.length]).toEqual([200, 1]);
  const shared = await post(`/api/contracts/${other}/share`, {
    asset_id: asset,
    value_share: "10.00",
  });
  expect(shared.warnings).toBeUndefined();
});

test("what a person reads of a date or a share that cannot be", async () => {
  const refused = async (body: object) => (await post("/api/contracts", body)).errors;
  expect(await refused(term("2026-02-01", "2026-01-31"))).toEqual({
    end_on: ["End cannot be before the start"],
  });
  const id = await agreed(always({ value: "10.00" }));
  const asset = await device();
  await post(`/api/contracts/${id}/assets`, { asset_ids: [asset] });
  const over = await post(`/api/contracts/${id}/share`, { asset_id: asset, value_share: "10.01" });
  expect(over.warnings).toEqual(["The shares are 10.01 together, more than the value of 10.00"]);
  const future = { reason: "Over", terminated_on: addDays(TODAY, 1) };
  expect((await post(`/api/contracts/${id}/terminate`, future)).errors).toEqual({
    terminated_on: ["The date cannot be in the future"],
  });
});
