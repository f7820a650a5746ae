import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { staffWith } from "#tests/support/staff.ts";
import { openWorld, type World } from "#tests/support/world.ts";

type Section = Record<string, unknown> & { version: number };
type Page = {
  sections: Record<string, Section>;
  shards: { id: string; name: string; is_open: boolean; version: number }[];
};
const SETTINGS = "/api/super-admin/settings";

let w: World;
let staff: Client;
// Others rely on the seller that they have set.
beforeAll(async () => {
  w = await openWorld({ hasGateways: false });
  staff = await superAdmin(w);
});
afterAll(() => w.server.close());

const read = async () => (await staff.call<Page>("GET", SETTINGS)).data;
const put = (section: string, body: object) => staff.call("PUT", `${SETTINGS}/${section}`, body);
const logged = () =>
  w.env.CONTROL_DB.prepare(
    "select entity_id, changes from platform_activity_log where action = 'update.platform_settings' order by id desc limit 1",
  ).first<{ entity_id: string; changes: string }>();

test("a section is saved alone, with its version, and the log says what changed", async () => {
  const { version, ...before } = (await read()).sections.seller!;
  expect(before).toMatchObject({ seller_name: null, invoice_prefix: "INV" });
  const seller = {
    seller_name: "Plumbline Works Private Limited",
    seller_address: "12 Residency Road\nBengaluru 560025",
    seller_country: "IN",
    seller_region: "Karnataka",
    seller_tax_ids: "GSTIN: 29AAACP4521K1ZC",
    invoice_prefix: "PLB",
    credit_prefix: "PLC",
  };
  const saved = await put("seller", { ...seller, version });
  expect([saved.status, saved.message]).toEqual([200, "Seller on invoices saved"]);
  const after = (await read()).sections;
  expect(after.seller).toMatchObject({ ...seller, version: version + 7 });
  expect(after.trial).toMatchObject({ trial_days: 30, grace_days: 10, version: 0 });
  const entry = await logged();
  expect(entry?.entity_id).toBe("seller");
  expect(JSON.parse(entry!.changes)).toContainEqual({
    field: "invoicePrefix",
    from: "INV",
    to: "PLB",
  });
});

test("who opened an older version is shown the newer one, and nothing is lost", async () => {
  const { version } = (await read()).sections.trial!;
  expect((await put("trial", { trial_days: 14, grace_days: 7, version })).status).toBe(200);
  const late = await put("trial", { trial_days: 60, grace_days: 15, version });
  expect([late.status, late.data]).toEqual([
    409,
    expect.objectContaining({ trialDays: 14, graceDays: 7 }),
  ]);
  const both = await Promise.all(
    [20, 21].map((trial_days) =>
      put("trial", { trial_days, grace_days: 10, version: version + 2 }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each([
  ["trial", { trial_days: 30, grace_days: 6 }, "grace_days"],
  ["trial", { trial_days: 30, grace_days: 16 }, "grace_days"],
  ["tax", { tax_rates: "IN: GST 18\nIN: GST 5" }, "tax_rates"],
  ["tax", { tax_rates: [{ country: "IN", label: "GST", rate_bp: 10_001 }] }, "tax_rates.0.rate_bp"],
  [
    "seller",
    { seller_country: "XX", invoice_prefix: "INV", credit_prefix: "CN" },
    "seller_country",
  ],
  ["gateways", { is_stripe_on: true }, "is_stripe_on"],
  ["maintenance", { maintenance_text: "Tonight" }, "maintenance_until"],
  [
    "maintenance",
    { maintenance_text: "Tonight", maintenance_until: "2020-01-01T00:00" },
    "maintenance_until",
  ],
  ["brand", { brand_name: "P", support_email: "nobody" }, "support_email"],
])("%s refuses %o at its field", async (section, body, field) => {
  const { status, errors } = await put(section, body);
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
});

test("rates are taken as a list and as text", async () => {
  const rates = [
    { country: "IN", label: "GST", rate_bp: 1800 },
    { country: "GB", label: "VAT", rate_bp: 2000 },
  ];
  const { status } = await put("tax", { tax_rates: rates });
  expect(status).toBe(200);
  expect((await read()).sections.tax).toMatchObject({ tax_rates: "IN: GST 18\nGB: VAT 20" });
});

test("a notice of maintenance reaches companies and staff until its time, and the brand stands in the footer", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const shell = async (who: Client) => expectAnswer(await who.page("/dashboard"), 200);
  expect(await shell(admin)).not.toContain("We move house");
  const until = new Date(Date.now() + 60_000).toISOString();
  await put("maintenance", { maintenance_text: "We move house tonight", maintenance_until: until });
  await put("brand", { brand_name: "Plumbline & Co" });
  for (const who of [admin, staff]) {
    const html = await shell(who);
    expect(html).toContain("We move house tonight");
    expect(html).toContain("Plumbline &amp; Co");
  }
  await put("maintenance", { maintenance_text: "", maintenance_until: "" });
  await put("brand", { brand_name: "Plumbline" });
  for (const who of [admin, staff]) expect(await shell(who)).not.toContain("We move house");
});

test("a shard is closed to new companies, and the last open one is not", async () => {
  const close = async (id: string, is_open = false) => {
    const { version } = (await read()).shards.find((one) => one.id === id)!;
    return staff.call("POST", `/api/super-admin/shards/${id}`, { is_open, version });
  };
  const { shards } = await read();
  const open = shards.filter((one) => one.is_open);
  const [last, ...others] = open;
  expect(others.length).toBeGreaterThan(0);
  for (const { id } of others) expect((await close(id)).status).toBe(200);
  const refused = await close(last!.id);
  expect([refused.status, refused.message]).toEqual([
    409,
    "The last open shard stays open: new companies need a place",
  ]);
  for (const { id } of others) expect((await close(id, true)).status).toBe(200);
  const stale = await staff.call("POST", `/api/super-admin/shards/${last!.id}`, {
    is_open: true,
    version: last!.version + 9,
  });
  expect(stale.status).toBe(409);
});

test("the settings are for who may change them", async () => {
  const clerk = await staffWith(w, "settings-clerk", ["manage-company"]);
  expect((await clerk.call("GET", SETTINGS)).status).toBe(403);
  expect(
    (await clerk.call("PUT", `${SETTINGS}/trial`, { trial_days: 1, grace_days: 7 })).status,
  ).toBe(403);
  expect((await clerk.page("/super-admin/settings")).status).toBe(403);
});
