import { expect, test } from "vitest";
import { type Client, formOf, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "settled", 2, 1);
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");
const { id: readerId, client: reader } = await colleague(w, company, "view-settings", "view-asset");

const after = { leaderAfterDays: "3", adminAfterDays: "10" };
const send = (fields: Record<string, string | File>, who = admin) =>
  who.form("/settings.data", fields);
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
  const row = await shard.first<{ value_json: string; version: number }>(
    "select value_json, version from company_settings where company_id = ? and id = ?",
    key,
  );
  return row && { value: JSON.parse(row.value_json), version: row.version };
};
const lastLogged = () =>
  shard.first<{ entity_label: string; changes: string }>(
    "select entity_label, changes from activity_log where company_id = ? and action = 'update.settings' order by id desc limit 1",
  );

test("each section saves alone, and the log tells what it was and what it is", async () => {
  await expectAnswer(
    send({ intent: "reminders", reminderDays: "7, 60;1 7", ...after, digest: "weekly" }),
    200,
  );
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
    [{ intent: "reminders", reminderDays: "7, soon", ...after, digest: "daily" }, "reminderDays"],
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
    await expectAnswer(send(fields), 422, field);
  }
  expect((await send({ intent: "anything", key: "1" })).status).toBe(404);
  expect((await send({ intent: "__proto__" })).status).toBe(404);
});

test("of two who edit the same section the second is told, and keeps what was typed", async () => {
  const report = { intent: "report", reportFooter: "", logoOnReport: "1" };
  const opened = { ...report, version: "0", reportHeader: "One" };
  await expectAnswer(send(opened), 200);
  const second = send({ ...opened, reportHeader: "Two" });
  await expectAnswer(second, 409, "Someone else changed this record", "Two");
  const racing = await Promise.all(
    ["A", "B", "C", "D"].map((reportHeader) => send({ ...opened, version: "3", reportHeader })),
  );
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test("a reader sees the settings and cannot save", async () => {
  const html = await reader.text("/settings?section=report");
  expect(html).toMatch(/<fieldset[^>]*disabled/);
  expect(html).not.toContain("Save report layout");
  expect((await send({ intent: "security", sessionIdleMinutes: "10" }, reader)).status).toBe(403);
  expect((await send({ intent: "remove-logo" }, reader)).status).toBe(403);
});

test("the length of a session counts from the next request on", async () => {
  const idle = () =>
    shard.run(
      "update sessions set last_seen_at = ?3 where company_id = ?1 and user_id = ?2",
      ...[readerId, Date.now() - 20 * 60_000],
    );
  await idle();
  expect((await reader.page("/settings")).status).toBe(200);
  await send({ intent: "security", sessionIdleMinutes: "15" });
  await idle();
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
  await shard.set("assets", asset, { purchase_on: "2024-03-09", purchase_cost_minor: 123456 });
  const html = await admin.text(`/asset/detail/${asset}`);
  expect(html).toContain("2024-03-09</time>");
  expect(html).toContain("1.234,56");
  const profile = await shard.first(
    "select address, tax_ids from company_profiles where company_id = ?",
  );
  expect(profile).toEqual({ address: "1 Road", tax_ids: '[{"label":"PAN","value":"X1"}]' });
  await send({ intent: "calibration", isAllowCalibrator: "0" });
  const verified = await admin.call("POST", "/api/verify-token", { token: admin.token });
  expect(verified).toMatchObject({ company: { is_allow_calibrator: 0 } });
});

test("the next number is written in the new format, and those that were given stay", async () => {
  const numbering = (asset: string) =>
    send({
      ...{ intent: "numbering", transfer: "TR-{FY}-{SEQ:4}", transferReset: "fy" },
      ...{ gatePass: "GP-{SEQ}", gatePassReset: "never" },
      ...{ calibrator: "C-{SEQ:4}", calibratorReset: "never" },
      ...{ machine: "D-{SEQ:5}", machineReset: "never" },
      ...{ consumer: "CU-{SEQ:4}", consumerReset: "never" },
      ...{ certificate: "CC-{SEQ:5}", certificateReset: "never" },
      ...{ inhouse: "IC-{SEQ:5}", inhouseReset: "never" },
      ...{ recalibration: "RQ-{SEQ:5}", recalibrationReset: "never" },
      ...{ call: "SC-{YYYY}{MM}-{SEQ:3}", callReset: "month", asset, assetReset: "year" },
    });
  await expectAnswer(numbering("M/{YY}/{SEQ:3}"), 200);
  const { category, department } = await bench(w, company, []);
  const monitor = { name: "Monitor", category_id: category, department_id: department };
  const { data } = await admin.call("POST", "/api/assets", monitor);
  const year = new Date().getUTCFullYear() % 100;
  expect(data.asset_code).toBe(`M/${year}/001`);
  expect(await admin.text("/settings?section=numbering")).toContain(`Next: M/${year}/002`);
  await expectAnswer(numbering("M-{SEQ:3}"), 422, "need the period in them");
});

const logoOf = (...content: BlobPart[]) => new File(content, "logo.png", { type: "image/png" });

test("a logo is a picture of at most 2 MB; it is served to everybody and replaced", async () => {
  const logo = async () => (await shard.get("company_profiles", company.id)).logo_media_id;
  const upload = (logo: File) => send({ intent: "logo", logo });
  await expectAnswer(upload(logoOf(PNG, new Uint8Array(3 * 1024 * 1024))), 413);
  await expectAnswer(upload(new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" })), 422);
  await expectAnswer(upload(logoOf(PNG)), 200);
  const first = await logo();
  expect((await reader.page(`/media/${first}`)).headers.get("content-type")).toBe("image/png");
  await upload(logoOf(PNG, "another"));
  await expectAnswer(reader.page(`/media/${first}`), 404);
  await send({ intent: "remove-logo" });
  expect(await logo()).toBeNull();
});

test("the logo is set and taken away by the API as well", async () => {
  const upload = (by: Client, fields: Record<string, File>) =>
    by.api("/api/settings/logo", { method: "POST", body: formOf(fields) });
  const shown = async () =>
    (await admin.call<{ company: { logo: string | null } }>("GET", "/api/settings")).data.company
      .logo;
  await expectAnswer(upload(reader, { logo: logoOf(PNG) }), 403);
  await expectAnswer(upload(admin, {}), 422);
  await expectAnswer(upload(admin, { logo: logoOf(PNG) }), 200);
  expect((await admin.api(`/api/media/${await shown()}`)).headers.get("content-type")).toBe(
    "image/png",
  );
  await expectAnswer(admin.api("/api/settings/logo", { method: "DELETE" }), 200);
  expect(await shown()).toBeNull();
});

const working = async () =>
  (await setting("working_calendar"))!.value as {
    week: ({ from: string; to: string } | null)[] | null;
    holidays: { on: string; name: string }[];
  };
const calendarForm = {
  ...{ intent: "calendar", isAlways: "0", monFrom: "08:00", monTo: "17:00" },
  ...{ satFrom: "00:00", satTo: "24:00", holidays: "2026-12-25,Christmas" },
};

test("service levels are saved in hours, and no call is resolved before it is answered", async () => {
  const days = { callAutoCloseDays: "3", callReopenDays: "14" };
  const form = { intent: "service", criticalRespond: "0.25", criticalResolve: "4", ...days };
  await expectAnswer(send(form), 200);
  const none = { respond: null, resolve: null };
  expect((await setting("sla"))?.value).toEqual({
    ...{ critical: { respond: 0.25, resolve: 4 }, high: none, medium: none, low: none },
  });
  expect((await setting("call_auto_close_days"))?.value).toBe(3);
  for (const [more, field] of [
    [{ criticalResolve: "0.2" }, "criticalResolve"],
    [{ highRespond: "0" }, "highRespond"],
    [{ highRespond: "2001" }, "highRespond"],
    [{ highRespond: "1.234" }, "highRespond"],
    [{ lowResolve: "soon" }, "lowResolve"],
    [{ callAutoCloseDays: "0" }, "callAutoCloseDays"],
    [{ callReopenDays: "91" }, "callReopenDays"],
  ] as const)
    await expectAnswer(send({ ...form, ...more }), 422, field);
  const html = await admin.text("/settings?section=service");
  expect(html).toContain("A critical call reported now is to be answered by");
  expect(html).toContain("A low call reported now is promised nothing.");
});

test("a working calendar has hours that are in order on a day at least", async () => {
  await expectAnswer(send(calendarForm), 200);
  const { week, holidays } = await working();
  expect(week).toEqual([
    { from: "08:00", to: "17:00" },
    ...[null, null, null, null],
    { from: "00:00", to: "24:00" },
    null,
  ]);
  expect(holidays).toEqual([{ on: "2026-12-25", name: "Christmas" }]);
  for (const [more, field] of [
    [{ monTo: "07:00" }, "monTo"],
    [{ monFrom: "8" }, "monFrom"],
    [{ tueFrom: "08:00" }, "tueTo"],
    [{ monFrom: "", monTo: "", satFrom: "", satTo: "" }, "monFrom"],
    [{ holidays: "25/12/2026,Christmas" }, "holidays"],
  ] as const)
    await expectAnswer(send({ ...calendarForm, ...more }), 422, field);
  await expectAnswer(send({ ...calendarForm, isAlways: "on", monTo: "" }), 422, "monTo");
  await expectAnswer(send({ ...calendarForm, isAlways: "on" }), 200);
  expect((await working()).week).toBeNull();
  expect(await admin.text("/settings?section=calendar")).toContain(
    "A high call reported now is promised nothing.",
  );
});

test("a year's holidays are added from a list or a calendar file, all or none, each date once", async () => {
  await expectAnswer(send(calendarForm), 200);
  const wrong = send({ intent: "holidays", text: "2026-01-26,Republic Day\n2026-02-31,None" });
  await expectAnswer(wrong, 422, "Line 2: The date is not readable");
  expect((await working()).holidays).toHaveLength(1);
  const list =
    "date,name\n26/01/2026,Republic Day\n25/12/2026,Christmas Day\n15/08/2026,Independence Day";
  await expectAnswer(
    send({ intent: "holidays", text: list }),
    200,
    "2 holidays added. 1 was there already",
  );
  const calendar =
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261108\nSUMMARY:Diwali\nEND:VEVENT\nEND:VCALENDAR";
  const file = new File([calendar], "year.ics", { type: "text/calendar" });
  await expectAnswer(send({ intent: "holidays", text: "", file }), 200, "1 holiday added");
  expect((await working()).holidays.map(({ on, name }) => `${on} ${name}`)).toEqual([
    ...["2026-01-26 Republic Day", "2026-08-15 Independence Day"],
    ...["2026-11-08 Diwali", "2026-12-25 Christmas"],
  ]);
  expect((await working()).week).not.toBeNull();
  await expectAnswer(send({ intent: "holidays", text: " " }), 422, "There is no holiday in it");
  await expectAnswer(
    send({ intent: "holidays", text: list, file }),
    422,
    "Send the list or the file",
  );
  const large = new File(["x".repeat(100_001)], "year.csv", { type: "text/csv" });
  await expectAnswer(send({ intent: "holidays", file: large }), 413);
  expect((await send({ intent: "holidays", text: list }, reader)).status).toBe(403);
});

test("approvals of movement are set, and the PIN of the posters is not in the log", async () => {
  await expectAnswer(send({ intent: "movement", gatePassLevels: "4" }), 200);
  expect([await setting("transfer_needs_approval"), await setting("gate_pass_levels")]).toEqual([
    { value: 0, version: 1 },
    { value: 4, version: 1 },
  ]);
  await expectAnswer(send({ intent: "movement", gatePassLevels: "5" }), 422, "gatePassLevels");
  const device = { intent: "device", qrPublicEnabled: "1", qrPublicReport: "1" };
  for (const qrReportPin of ["123", "123456789", "12a4"])
    await expectAnswer(send({ ...device, qrReportPin }), 422, "qrReportPin");
  await expectAnswer(send({ ...device, qrReportPin: "4711" }), 200);
  expect((await setting("qr_report_pin"))?.value).toBe("4711");
  expect((await lastLogged())!.changes).not.toContain("4711");
});
