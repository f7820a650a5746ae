import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Laboratory, laboratoryOf, passing, standardOf } from "#tests/support/certifying.ts";
import { planned } from "#tests/support/due.ts";
import {
  beginInhouse,
  deviceToCalibrate,
  type Measurer,
  measuredInhouse,
  measurer,
  moveInhouse,
  readInhouse,
  saveInhouse,
} from "#tests/support/inhouse.ts";
import { at, companyCalls, companyPages } from "#tests/support/manifest.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";

let lab: Laboratory;
let technician: Measurer;
let colleague: Measurer;
const today = companyToday();

beforeAll(async () => {
  const w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "inhouse", 2, 1), 1);
  technician = await measurer(lab, "create-breakdown", "create-certificate-report");
  colleague = await measurer(lab, "create-breakdown", "create-certificate-report");
});

const row = (id: string) => lab.shard.get("inhouse_calibrations", id);
const deviceOf = (id: string) => lab.shard.get("assets", id);
const openOf = (asset: string) =>
  lab.shard.all<{ id: string; due_on: string }>(
    "select id, due_on from due_occurrences where company_id = ? and asset_id = ? and kind = 'calibration' and status = 'scheduled' order by due_on",
    asset,
  );
/** A plan of a device, as its form sets one, with an open date. */
async function planOn(asset: string, dueOn: string, mode: "floating" | "fixed" = "floating") {
  await planned(lab.shard, {
    ...{ assetId: asset, kind: "calibration", from: dueOn, until: dueOn, every: [12, "month"] },
    schedule: { mode, is_plan: mode === "floating" ? 1 : 0 },
  });
  const [open] = await openOf(asset);
  return open!.id;
}
const verified = async (asset: string, more?: object) => {
  const id = await measuredInhouse(lab, technician, asset, more);
  const { status, message } = await moveInhouse(colleague, id, "verify");
  expect([status, message]).toEqual([200, "In-house calibration verified"]);
  return id;
};
async function closed(asset: string, more?: object) {
  const id = await verified(asset, more);
  const { status, message } = await moveInhouse(colleague, id, "close");
  expect([status, message]).toEqual([200, "In-house calibration closed"]);
  return id;
}

test("it is measured by one, verified and closed by another, and its device gets its dates", async () => {
  const asset = await deviceToCalibrate(lab);
  const occurrence = await planOn(asset, addDays(today, 5));
  const id = await measuredInhouse(lab, technician, asset);
  expect((await row(id)).inhouse_no).toMatch(/^ICAL-\d\d-\d\d-\d{5}$/);
  const own = await moveInhouse(technician, id, "verify");
  expect([own.status, own.message]).toEqual([
    403,
    "Somebody else verifies what you have measured or written",
  ]);
  expect((await moveInhouse(colleague, id, "verify")).status).toBe(200);
  expect(await row(id)).toMatchObject({ status: "verified", conformity: "pass" });
  const closing = await moveInhouse(technician, id, "close");
  expect([closing.status, closing.message]).toEqual([
    403,
    "Somebody else closes what you have measured or written",
  ]);
  expect((await moveInhouse(colleague, id, "close")).status).toBe(200);
  const next = addMonths(today, 12);
  expect(await row(id)).toMatchObject({
    ...{ status: "closed", due_occurrence_id: occurrence, next_due_on: next },
  });
  expect(await deviceOf(asset)).toMatchObject({
    ...{ last_cal_on: today, next_cal_on: next, condition: "working" },
  });
  expect(await lab.shard.get("due_occurrences", occurrence)).toMatchObject({
    ...{ status: "done", done_on: today, on_time: 1 },
  });
  expect((await openOf(asset)).map(({ due_on }) => due_on)).toEqual([next]);
  const set = await lab.shard.get("measurement_sets", String((await row(id)).measurement_set_id));
  expect(set.state).toBe("frozen");
  await expect(
    lab.shard.set("inhouse_calibrations", id, { outcome: "fail", outcome_reason: "x" }),
  ).rejects.toThrow("inhouse_calibration_frozen");
});

test("the list says which device, who measured and with what", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await closed(asset);
  const device = await deviceOf(asset);
  const { data } = await technician.client.call<{ data: Record<string, unknown>[] }>(
    ...(["GET", `/api/inhouse-calibrations?tab=closed&asset=${asset}`] as const),
  );
  const rows = (Array.isArray(data) ? data : data.data) as Record<string, unknown>[];
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ id, asset_code: device.asset_code, asset_name: "Ventilator" },
      ...{ technician_name: "Pat Person", outcome: "pass", next_due_on: addMonths(today, 12) },
      standards: expect.stringMatching(/^DA-/),
    }),
  ]);
});

test("a date that a person sets is the next one, and a fixed series goes on as it was", async () => {
  const floating = await deviceToCalibrate(lab);
  await planOn(floating, addDays(today, 3));
  const wanted = addDays(today, 100);
  await closed(floating, { outcome: "pass", next_due_on: wanted });
  expect((await deviceOf(floating)).next_cal_on).toBe(wanted);
  const fixed = await deviceToCalibrate(lab);
  await planned(lab.shard, {
    ...{ assetId: fixed, kind: "calibration", from: addDays(today, 3) },
    ...{ until: addDays(today, 400), every: [6, "month"] as const },
  });
  const [first, second] = await openOf(fixed);
  await closed(fixed);
  expect((await openOf(fixed))[0]).toEqual(second);
  expect((await lab.shard.get("due_occurrences", first!.id)).status).toBe("done");
});

test("work that nothing waited for gives the device a plan by its interval, or by the date that is set", async () => {
  const byInterval = await deviceToCalibrate(lab);
  await closed(byInterval);
  expect((await deviceOf(byInterval)).next_cal_on).toBe(addMonths(today, 12));
  const byDate = await deviceToCalibrate(lab, { cal_required: 0, cal_months: null });
  await closed(byDate, { outcome: "pass", next_due_on: addDays(today, 50) });
  expect((await deviceOf(byDate)).next_cal_on).toBe(addDays(today, 50));
  const never = await deviceToCalibrate(lab, { cal_required: 0 });
  await closed(never);
  expect(await deviceOf(never)).toMatchObject({ last_cal_on: today, next_cal_on: null });
});

const failing = {
  ...passing,
  as_found: {
    ...passing.as_found,
    e200: { indication: [], reference: ["150.2", "150.1", "150.7"], imported: [] },
  },
};

test("a device that fails is not working, and one call is reported because of it", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await measuredInhouse(lab, technician, asset, { measured: failing, outcome: "pass" });
  const passed = await moveInhouse(colleague, id, "verify");
  expect([passed.status, passed.message]).toEqual([
    409,
    expect.stringContaining("It cannot pass: its results do not conform"),
  ]);
  await saveInhouse(technician, id, { outcome: "fail", outcome_reason: "Low at 200 J" });
  const body = {
    ...{ asset_id: asset, problem: "Delivers too little at 200 J", equipment_down: "no" },
    raised_by_calibration_id: id,
  };
  const early = await technician.client.call("POST", "/api/service-calls", body);
  expect(early.status).toBe(409);
  await moveInhouse(colleague, id, "verify");
  await moveInhouse(colleague, id, "close");
  expect(await deviceOf(asset)).toMatchObject({ condition: "not_working", last_cal_on: today });
  const call = await technician.client.call<{ id: string }>("POST", "/api/service-calls", body);
  expect([call.status, call.message]).toEqual([201, "Service call raised"]);
  expect((await lab.shard.get("breakdowns", call.data.id)).source).toBe("calibration_fail");
  expect((await row(id)).breakdown_id).toBe(call.data.id);
  const again = await colleague.client.call("POST", "/api/service-calls", body);
  expect([again.status, again.message]).toEqual([
    409,
    `${(await row(id)).inhouse_no} has already raised a call`,
  ]);
  const other = await technician.client.call("POST", "/api/service-calls", {
    ...{ ...body, asset_id: await deviceToCalibrate(lab) },
  });
  expect(other.status).toBe(404);
});

test("limited use is told with its reason; what could not be tested stays due", async () => {
  const limited = await deviceToCalibrate(lab);
  await closed(limited, { outcome: "limited", outcome_reason: "Not above 150 J" });
  expect((await deviceOf(limited)).condition).toBe("working_limited");
  const away = await deviceToCalibrate(lab);
  const occurrence = await planOn(away, addDays(today, 2));
  const id = await beginInhouse(lab, technician, away);
  await saveInhouse(technician, id, { outcome: "not_tested", outcome_reason: "In use" });
  const nobody = await moveInhouse(colleague, id, "verify");
  expect(nobody.message).toContain("Name who was there on site");
  await saveInhouse(technician, id, {
    ...{ outcome: "not_tested", outcome_reason: "In use", contact_on_site: "Sister Asha" },
  });
  expect((await moveInhouse(colleague, id, "verify")).status).toBe(200);
  expect((await moveInhouse(colleague, id, "close")).status).toBe(200);
  expect(await deviceOf(away)).toMatchObject({ condition: "working", last_cal_on: null });
  expect((await lab.shard.get("due_occurrences", occurrence)).status).toBe("scheduled");
});

test("a blank reading is never a pass, and a standard that is out of date passes nothing", async () => {
  const asset = await deviceToCalibrate(lab);
  const blank = {
    ...passing,
    as_found: { ...passing.as_found, e50: { indication: [], reference: ["49.9"], imported: [] } },
  };
  const id = await measuredInhouse(lab, technician, asset, { measured: blank, outcome: "pass" });
  const refused = await moveInhouse(colleague, id, "verify");
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringContaining("2 readings are missing"),
  ]);
  const late = await standardOf(lab.shard, { status: "quarantined", quarantine_reason: "Fell" });
  await saveInhouse(technician, id, {
    ...{ measured: passing, outcome: "pass" },
    standards: [{ calibrator_id: late, role: "defibrillator_analyser" }],
  });
  const held = await moveInhouse(colleague, id, "verify");
  expect([held.status, held.message]).toEqual([409, expect.stringContaining("quarantine")]);
});

test("what was verified is corrected with a reason, and nothing of it is lost", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await verified(asset);
  expect((await moveInhouse(colleague, id, "send-back", { reason: "Mistyped" })).status).toBe(200);
  const other = {
    ...passing,
    as_found: {
      ...passing.as_found,
      c360: { indication: [], reference: ["6.8", "6.9", "6.6"], imported: [] },
    },
  };
  const silent = await saveInhouse(technician, id, { measured: other });
  expect([silent.status, silent.errors]).toEqual([422, { reason: [expect.any(String)] }]);
  expect((await saveInhouse(technician, id, { measured: other, reason: "Mistyped" })).status).toBe(
    200,
  );
  expect((await moveInhouse(colleague, id, "verify")).status).toBe(200);
  const changes = await lab.shard.count(
    "measurement_changes",
    "measurement_set_id = ?2",
    String((await row(id)).measurement_set_id),
  );
  expect(changes).toBe(2);
});

test("one that is begun from the last takes over what is known, and nothing that was measured", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await beginInhouse(lab, technician, asset);
  const range = { lo: "1", hi: "360", resolution: "0.1" };
  await saveInhouse(technician, id, {
    ...{ measured: passing, outcome: "pass", ranges: { energy: range }, electrical_class: "I" },
  });
  await moveInhouse(colleague, id, "verify");
  await moveInhouse(colleague, id, "close");
  const next = await technician.client.call<{ id: string }>("POST", "/api/inhouse-calibrations", {
    from_id: id,
  });
  expect(next.status).toBe(201);
  const read = await readInhouse(technician, next.data.id);
  expect(read).toMatchObject({ status: "draft", outcome: null, asset_id: asset });
  const device = JSON.parse(String((await row(next.data.id)).device));
  expect(device).toMatchObject({ electricalClass: "I" });
  expect(device.parameters[0]).toMatchObject({ key: "energy", ...range });
  expect(read.standards).toEqual([expect.objectContaining({ role: "defibrillator_analyser" })]);
});

test("a certificate is made of the same measurement, once", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await closed(asset);
  const none = await moveInhouse(technician, id, "promote");
  expect([none.status, none.message]).toEqual([409, expect.stringContaining("Machine DUC")]);
  const model = await lab.shard.add("machine_models", {
    ...{ name: `Zoll ${id}`, manufacturer: "Zoll", model: id },
  });
  const machine = await lab.shard.add("machines", {
    ...{ machine_no: `M-${newId().slice(-8)}`, name: "Defibrillator", owner: "own_asset" },
    ...{ asset_id: asset, machine_model_id: model, serial_no: newId(), qr_token: newId() },
    ...{ order_on: "9999-12-31" },
  });
  const made = await moveInhouse(technician, id, "promote");
  expect([made.status, made.message]).toEqual([200, "Certificate begun"]);
  const certificateId = String((await row(id)).certificate_report_id);
  expect(await lab.shard.get("certificate_reports", certificateId)).toMatchObject({
    ...{ status: "draft", machine_id: machine, cal_end_on: today },
  });
  const copied = await lab.shard.first<{ measured: string; state: string }>(
    "select s.measured, s.state from measurement_sets s join certificate_reports c on c.company_id = s.company_id and c.measurement_set_id = s.id where s.company_id = ? and c.id = ?",
    certificateId,
  );
  expect(JSON.parse(copied!.measured)).toEqual(passing);
  expect(copied!.state).toBe("open");
  expect((await lab.shard.get("machines", machine)).status).toBe("in_calibration");
  expect((await moveInhouse(technician, id, "promote")).status).toBe(409);
});

test("its record is printed with what came of it, and is no certificate", async () => {
  const asset = await deviceToCalibrate(lab);
  const id = await verified(asset, { outcome: "limited", outcome_reason: "Not above 150 J" });
  const draft = await technician.client.page(`/inhouse-calibration/pdf/${id}`);
  expect(draft.headers.get("content-type")).toBe("application/pdf");
  const text = async (answer: Response) =>
    (await readPdf(await answer.arrayBuffer()))
      .flatMap(({ texts }) => texts.map((line) => line.text))
      .join("\n");
  expect(await text(draft)).toContain("DRAFT");
  await moveInhouse(colleague, id, "close");
  const words = await text(await technician.client.page(`/inhouse-calibration/pdf/${id}`));
  for (const said of [
    ...["In-house calibration", String((await row(id)).inhouse_no), "Limited use"],
    ...["Not above 150 J", "Delivered energy", "End of record", "Performed", "Reviewed"],
  ])
    expect(words).toContain(said);
  expect(words).not.toMatch(/DRAFT|Accredited by|Certificate number/);
});

test("two who close at once fulfil one date once; two calibrations do not do the same date", async () => {
  const asset = await deviceToCalibrate(lab);
  const occurrence = await planOn(asset, addDays(today, 1));
  const [one, two] = [
    await measuredInhouse(lab, technician, asset, {
      outcome: "pass",
      due_occurrence_id: occurrence,
    }),
    await measuredInhouse(lab, technician, asset, {
      outcome: "pass",
      due_occurrence_id: occurrence,
    }),
  ];
  for (const id of [one, two]) await moveInhouse(colleague, id!, "verify");
  const answers = await Promise.all([one, two].map((id) => moveInhouse(colleague, id!, "close")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("while the company does not allow it nobody gets in, and nothing of it is in the menu", async () => {
  const w = await world();
  const company = await addCompany(w.env, "inhouse-off", 2, 1);
  const off = await laboratoryOf(w, company, 0);
  const asset = await deviceToCalibrate(off);
  const by = await measurer(off);
  const id = await beginInhouse(off, by, asset);
  await off.shard.run(
    "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?, 'is_allow_calibrator', 1, 1, 1, '0') on conflict do update set value_json = excluded.value_json",
  );
  const isOfIt = ({ path }: { path: string }) => /^(\/api)?\/inhouse-calibration/.test(path);
  const screens = companyPages.filter(isOfIt);
  const calls = companyCalls.filter(isOfIt);
  expect(screens.length).toBeGreaterThan(6);
  expect(calls.length).toBeGreaterThan(7);
  const answers = await Promise.all([
    ...screens
      .filter(({ hasLoader, isScreen }) => hasLoader || isScreen)
      .map(({ path }) => by.client.page(at(path, id))),
    ...screens
      .filter(({ hasAction }) => hasAction)
      .map(({ path }) => by.client.page(at(path, id), { method: "POST", body: new FormData() })),
    ...calls.map(({ method, path }) =>
      by.client.api(at(path, id), { method, ...(method === "GET" ? {} : { body: {} }) }),
    ),
  ]);
  expect(answers.map(({ status, url }) => [status, url])).toEqual(
    answers.map(({ url }) => [403, url]),
  );
  const menu = await (await by.client.page("/all-assets")).text();
  expect(menu).not.toContain("inhouse-calibrations");
});
