import { beforeAll, expect, test } from "vitest";
import { type Client, clientOf } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "settled", 2, 1);
  db = shardOf(w, company);
  admin = await clientOf(w, company.host, company.users.admin.email);
  const { email } = await newPerson(w, company, { permissions: ["view-settings", "view-asset"] });
  reader = await clientOf(w, company.host, email);
});

const form = (fields: Record<string, string | File>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const send = (fields: Record<string, string | File>, who = admin) =>
  who.page("/settings.data", { method: "POST", body: form(fields) });
/** The company's own section as its page sends it. */
const companyForm = () => ({
  intent: "company",
  name: company.name,
  timeZone: "Asia/Kolkata",
  currency: "INR",
  address: "",
  phone: "",
  email: "",
  taxIds: "",
  dateFormat: "DD MMM YYYY",
  fiscalYearStart: "04",
  locale: "",
});
const setting = async (key: string) => {
  const row = await db
    .prepare("select value_json, version from company_settings where company_id = ? and id = ?")
    .bind(company.id, key)
    .first();
  return row && { value: JSON.parse(String(row.value_json)), version: row.version };
};
const lastLogged = () =>
  db
    .prepare(
      "select entity_label, changes from activity_log where company_id = ? and action = 'update.settings' order by id desc limit 1",
    )
    .bind(company.id)
    .first<{ entity_label: string; changes: string }>();

test("each section saves alone, and the log tells what it was and what it is", async () => {
  expect(
    (await send({ intent: "reminders", reminderDays: "7, 60;1 7", digest: "weekly" })).status,
  ).toBe(200);
  expect([await setting("reminder_days"), await setting("digest")]).toEqual([
    { value: [60, 7, 1], version: 1 },
    { value: "weekly", version: 1 },
  ]);
  const { entity_label, changes } = (await lastLogged())!;
  expect(entity_label).toBe("Reminders");
  expect(JSON.parse(changes)).toEqual([
    { field: "reminderDays", from: "30, 15, 7, 1", to: "60, 7, 1" },
    { field: "digest", from: "daily", to: "weekly" },
  ]);
  expect(await setting("session_idle_minutes")).toBeNull();
});

test("what a section does not know, and what is out of bounds, is refused by its name", async () => {
  for (const [fields, field] of [
    [{ intent: "security", sessionIdleMinutes: "4" }, "sessionIdleMinutes"],
    [{ intent: "security", sessionIdleMinutes: "721" }, "sessionIdleMinutes"],
    [{ intent: "security", sessionIdleMinutes: "30", digest: "off" }, "digest"],
    [{ intent: "reminders", reminderDays: "7, soon", digest: "daily" }, "reminderDays"],
    [{ intent: "labels", labelPreset: "a3", labelOffsetX: "0", labelOffsetY: "0" }, "labelPreset"],
    [
      { intent: "labels", labelPreset: "a4-24", labelOffsetX: "0", labelOffsetY: "9" },
      "labelOffsetY",
    ],
    [{ ...companyForm(), dateFormat: "D/M", fiscalYearStart: "13", locale: "??" }, "dateFormat"],
    [{ ...companyForm(), name: " " }, "name"],
    [{ ...companyForm(), timeZone: "+05:30" }, "timeZone"],
    [{ ...companyForm(), currency: "Rupee" }, "currency"],
    [{ intent: "numbering", asset: "A-{SEQ}" }, "transfer"],
  ] as const) {
    const answer = await send(fields);
    expect([fields, answer.status]).toEqual([fields, 422]);
    expect(await answer.text()).toContain(field);
  }
  expect((await send({ intent: "anything", key: "1" })).status).toBe(404);
  expect((await send({ intent: "__proto__" })).status).toBe(404);
});

test("of two who edit the same section the second is told, and keeps what was typed", async () => {
  const opened = {
    intent: "report",
    version: "0",
    reportHeader: "One",
    reportFooter: "",
    logoOnReport: "1",
  };
  expect((await send(opened)).status).toBe(200);
  const second = await send({ ...opened, reportHeader: "Two" });
  const text = await second.text();
  expect(second.status).toBe(409);
  expect(text).toContain("Someone else changed this record");
  expect(text).toContain("Two");
  const racing = await Promise.all(
    ["A", "B", "C", "D"].map((reportHeader) => send({ ...opened, version: "3", reportHeader })),
  );
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test("a reader sees the settings and cannot save; who may not view them sees nothing", async () => {
  const html = await (await reader.page("/settings?section=report")).text();
  expect(html).toMatch(/<fieldset[^>]*disabled/);
  expect(html).not.toContain("Save report layout");
  expect((await send({ intent: "security", sessionIdleMinutes: "10" }, reader)).status).toBe(403);
  expect((await send({ intent: "remove-logo" }, reader)).status).toBe(403);
  const viewer = await clientOf(w, company.host, company.users.viewer.email);
  expect((await viewer.page("/settings")).status).toBe(403);
});

test("the length of a session counts from the next request on", async () => {
  const sid = async () =>
    db
      .prepare(
        "update sessions set last_seen_at = ? where company_id = ? and user_id in (select id from users where email like 'p%@settled.test')",
      )
      .bind(Date.now() - 20 * 60_000, company.id)
      .run();
  await sid();
  expect((await reader.page("/settings")).status).toBe(200);
  await send({ intent: "security", sessionIdleMinutes: "15" });
  await sid();
  expect((await reader.page("/settings")).status).toBe(302);
  await send({ intent: "security", sessionIdleMinutes: "25" });
});

test("dates are written as the company sets them, and the menu follows the calibration setting", async () => {
  await send({
    ...companyForm(),
    address: "1 Road",
    taxIds: "PAN: X1",
    dateFormat: "YYYY-MM-DD",
    fiscalYearStart: "01",
    locale: "de-DE",
  });
  const { asset } = await bench(w, company, []);
  await db
    .prepare(
      "update assets set purchase_on = '2024-03-09', purchase_cost_minor = 123456 where company_id = ? and id = ?",
    )
    .bind(company.id, asset)
    .run();
  const html = await (await admin.page(`/asset/detail/${asset}`)).text();
  expect(html).toContain("2024-03-09</time>");
  expect(html).toContain("1.234,56");
  const profile = await db
    .prepare("select address, tax_ids from company_profiles where company_id = ?")
    .bind(company.id)
    .first();
  expect(profile).toEqual({ address: "1 Road", tax_ids: '[{"label":"PAN","value":"X1"}]' });
  const verified = () =>
    admin.api("/api/verify-token", { method: "POST", body: { token: admin.token } });
  await send({ intent: "calibration", isAllowCalibrator: "0" });
  expect(((await (await verified()).json()) as { company: object }).company).toMatchObject({
    is_allow_calibrator: 0,
  });
});

test("the next number is written in the new format, and those that were given stay", async () => {
  const formats = {
    transfer: "TR-{FY}-{SEQ:4}",
    transferReset: "fy",
    gatePass: "GP-{SEQ}",
    gatePassReset: "never",
    call: "SC-{YYYY}{MM}-{SEQ:3}",
    callReset: "month",
  };
  expect(
    (await send({ intent: "numbering", ...formats, asset: "M/{YY}/{SEQ:3}", assetReset: "year" }))
      .status,
  ).toBe(200);
  const { category, department } = await bench(w, company, []);
  const answer = await admin.api("/api/assets", {
    method: "POST",
    body: { name: "Monitor", category_id: category, department_id: department },
  });
  const year = new Date().getUTCFullYear() % 100;
  expect(((await answer.json()) as { data: { asset_code: string } }).data.asset_code).toBe(
    `M/${year}/001`,
  );
  const page = await (await admin.page("/settings?section=numbering")).text();
  expect(page.replaceAll("<!-- -->", "")).toContain(`Next: M/${year}/002`);
  const anew = await send({
    intent: "numbering",
    ...formats,
    asset: "M-{SEQ:3}",
    assetReset: "year",
  });
  expect([anew.status, await anew.text()]).toEqual([
    422,
    expect.stringContaining("need the period in them"),
  ]);
});

test("a logo is a picture of at most 2 MB; it is served to everybody and replaced", async () => {
  const png = (bytes: number) => {
    const content = new Uint8Array(bytes);
    content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return new File([content], "logo.png", { type: "image/png" });
  };
  const logo = async () =>
    (await db
      .prepare("select logo_media_id from company_profiles where company_id = ?")
      .bind(company.id)
      .first<{ logo_media_id: string | null }>())!.logo_media_id;
  expect((await send({ intent: "logo", logo: png(3 * 1024 * 1024) })).status).toBe(413);
  expect(
    (
      await send({
        intent: "logo",
        logo: new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }),
      })
    ).status,
  ).toBe(422);
  expect((await send({ intent: "logo", logo: png(64) })).status).toBe(200);
  const first = await logo();
  expect((await reader.page(`/media/${first}`)).headers.get("content-type")).toBe("image/png");
  await send({ intent: "logo", logo: png(65) });
  expect((await reader.page(`/media/${first}`)).status).toBe(404);
  await send({ intent: "remove-logo" });
  expect(await logo()).toBeNull();
});

test("the logo is set and taken away by the API as well", async () => {
  const form = new FormData();
  form.set(
    "logo",
    new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], "logo.png", {
      type: "image/png",
    }),
  );
  const shown = async () =>
    (
      (await (await admin.api("/api/settings")).json()) as {
        data: { company: { logo: string | null } };
      }
    ).data.company.logo;
  expect((await reader.api("/api/settings/logo", { method: "POST", body: form })).status).toBe(403);
  expect(
    (await admin.api("/api/settings/logo", { method: "POST", body: new FormData() })).status,
  ).toBe(422);
  expect((await admin.api("/api/settings/logo", { method: "POST", body: form })).status).toBe(200);
  expect((await admin.api(`/api/media/${await shown()}`)).headers.get("content-type")).toBe(
    "image/png",
  );
  expect((await admin.api("/api/settings/logo", { method: "DELETE" })).status).toBe(200);
  expect(await shown()).toBeNull();
});
