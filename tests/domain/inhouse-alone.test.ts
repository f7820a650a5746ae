import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import type { Client } from "#tests/support/client.ts";
import {
  INHOUSE_RIGHTS,
  inhouseBody,
  type Measurer,
  moveInhouse,
  readInhouse,
} from "#tests/support/inhouse.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, world } from "#tests/support/world.ts";

/* A hospital that has devices alone: no screen of calibrators, none of procedures. */
const w = await world();
const today = companyToday();
let company: Company;
let shard: Rows;
let technician: Measurer;
let other: Measurer;
const rights = [...INHOUSE_RIGHTS, "view-asset"];

beforeAll(async () => {
  company = await addCompany(w.env, "inhouse-alone", 0, 1);
  shard = rowsOf(w, company);
  technician = await colleague(w, company, ...rights);
  other = await colleague(w, company, ...rights);
});

const device = async () => (await bench(w, company, [])).asset;
const PUMP = "built-in:syringe_pump";
const begin = (who: Measurer, assetId: string, procedureId = PUMP) =>
  who.client.call<{ id: string }>("POST", "/api/inhouse-calibrations", {
    ...{ asset_id: assetId, procedure_id: procedureId },
  });
const pumps = () =>
  shard.all<{ id: string; code: string; name: string; current_version_id: string }>(
    "select * from procedures where company_id = ? and origin_key = 'syringe_pump'",
  );
type Offered = { value: string; label: string; hint?: string };
const offered = async ({ client }: { client: Client }, q: string) => {
  const answer = await client.page(`/choices?list=inhouse-procedures&q=${q}`);
  return answer.status === 200 ? ((await answer.json()) as Offered[]) : answer.status;
};

const send = async (
  { client }: { client: Client },
  id: string,
  fields: Record<string, unknown>,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as string);
  const path = `/inhouse-calibration/update/${id}.data`;
  const answer = await client.page(path, { method: "POST", body: form });
  return { status: answer.status, text: await answer.text() };
};
const paper = () => new File(["%PDF-1.4 paper"], "k.pdf", { type: "application/pdf" });
const range = (parameter: string, unit: string, rangeLo: string, rangeHi: string) => ({
  ...{ parameter, unit, rangeLo, rangeHi, resolution: "0.01", uKind: "pct_reading", uPct: "0.5" },
  ...{ uK: "2", driftKind: "none", correction: "none", points: [] },
});
const standard = (role: string, ranges: object[], more: object = {}) => ({
  ...{ intent: "add-standard", roleCodes: role, name: `Standard ${role}`, serialNo: role },
  ...{ manufacturer: "Fluke", model: "IDA-5", certificateNo: `K-${role}`, route: "accredited_lab" },
  ...{ issuedBy: "National Laboratory", asFound: "not_stated", file: paper() },
  ...{ calibratedOn: addDays(today, -30), issuedOn: addDays(today, -29) },
  ...{ dueOn: addDays(today, 300), ranges: JSON.stringify(ranges), ...more },
});
const flow = standard("infusion_analyser", [range("Flow rate", "mL/h", "1", "120")]);
const pressure = standard("pressure_meter", [range("Pressure", "mmHg", "0", "500")]);

const line = (...reference: string[]) => ({ indication: [], reference, imported: [] });
const answered = { answer: "yes", value: "", remark: "" };
const measured = {
  as_found: {
    "p1-1": line("5.01", "5.02", "5.01"),
    "p1-2": line("50.1", "50.2", "50.1"),
    "p1-3": line("99.8", "99.9", "99.7"),
    "p2-1": line("374", "376", "375"),
  },
  ...{ as_left: {}, adjusted: [], bothSides: [], notMeasured: {}, acclimatised: "" },
  checks: Object.fromEntries(
    ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "t3"].map((key) => [key, answered]),
  ),
  environment: [
    { first: "22.1", last: "22.6" },
    { first: "45", last: "46" },
    { first: "229", last: "231" },
  ],
};
const standards = () =>
  shard.all<{ id: string; calibrator_no: string; status: string; due_on: string | null }>(
    "select * from calibrators where company_id = ? order by calibrator_no",
  );

test("the picker offers the product's procedures, to hospitals without the laboratory alone", async () => {
  expect(await offered(technician, "Syringe")).toContainEqual({
    ...{ value: PUMP, label: "Syringe pump", hint: "Built in" },
  });
  const viewer = await colleague(w, company, "view-inhouse-calibration");
  expect(await offered(viewer, "Syringe")).toBe(403);
  const both = await addCompany(w.env, "inhouse-not-alone", 2, 1);
  const nurse = await colleague(w, both, ...rights);
  expect(await offered(nurse, "Syringe")).toEqual([]);
  const refused = await nurse.client.call("POST", "/api/inhouse-calibrations", {
    ...{ asset_id: (await bench(w, both, [])).asset, procedure_id: PUMP },
  });
  expect(refused.status).toBe(404);
  expect((await begin(technician, await device(), "built-in:nothing")).status).toBe(404);
});

test("a procedure that is chosen is made once, in force, complete and approved by nobody", async () => {
  const devices = [await device(), await device(), await device()];
  const begun = await Promise.all([begin(technician, devices[0]!), begin(other, devices[1]!)]);
  expect(begun.map(({ status }) => status)).toEqual([201, 201]);
  expect((await begin(technician, devices[2]!)).status).toBe(201);
  const [procedure, ...others] = await pumps();
  expect(others).toEqual([]);
  expect(procedure).toMatchObject({ code: "BI-SYRINGE-PUMP", name: "Syringe pump" });
  const version = await shard.get("procedure_versions", procedure!.current_version_id);
  expect(version).toMatchObject({
    ...{ status: "active", version_no: 1, approved_by: "product", author_ids: "[]" },
    method_reference: "IEC 60601-2-24:2012",
  });
  const content = JSON.parse(String(version.content));
  expect(content.coverage).toEqual({ mode: "p", p: "0.9545" });
  expect(content.checks.at(-1)).toMatchObject({
    ...{ key: "t3", name: "Patient leakage (CF): at most 10 µA", group: "function" },
  });
  const rule = await shard.get("decision_rules", String(version.decision_rule_id));
  expect(rule.code).toBe("SIMPLE");
  expect(await offered(technician, "Syringe")).toEqual([
    { value: procedure!.id, label: "Syringe pump", hint: "BI-SYRINGE-PUMP" },
  ]);
  // The screens of procedures stay closed, and the device is known by the template.
  expect((await technician.client.page("/procedures")).status).toBe(403);
  const { device: known } = await readInhouse(technician, begun[0]!.data.id);
  expect((known as { parameters: { lo: string }[] }).parameters[0]).toMatchObject({ lo: "5" });
});

test("standards are added in the form, accepted by another person, and the calibration is closed by two", async () => {
  const id = (await begin(technician, await device())).data.id;
  expect((await send(technician, id, { ...flow, file: "" })).text).toContain("Choose the PDF");
  const wrong = await send(technician, id, { ...flow, dueOn: "2020-01-01", file: paper() });
  expect(wrong.status).toBe(422);
  for (const one of [flow, pressure]) {
    const { status, text } = await send(technician, id, one);
    expect([status, text]).toEqual([200, expect.stringContaining("Standard added")]);
  }
  const [analyser, meter] = await standards();
  expect([analyser, meter]).toEqual([
    expect.objectContaining({ calibrator_no: "STD-0001", status: "in_service", due_on: null }),
    expect.objectContaining({ calibrator_no: "STD-0002", status: "in_service", due_on: null }),
  ]);
  const chosen = [
    { calibrator_id: analyser!.id, role: "infusion_analyser" },
    { calibrator_id: meter!.id, role: "pressure_meter" },
  ];
  const before = await readInhouse(technician, id);
  const saved = await technician.client.call("PUT", `/api/inhouse-calibrations/${id}`, {
    ...inhouseBody(before, { standards: chosen, measured, outcome: "pass" }),
  });
  expect([saved.status, saved.errors]).toEqual([200, undefined]);

  // It is measured with them, and waits.
  const waits = await moveInhouse(other, id, "verify");
  expect(waits.status).toBe(409);
  expect(JSON.stringify(waits)).toContain("STD-0001: its certificate is not accepted");
  const certificates = await shard.all<{ id: string; status: string }>(
    "select id, status from calibrator_certificates where company_id = ? order by id",
  );
  expect(certificates.map(({ status }) => status)).toEqual(["entered", "entered"]);
  const accept = (who: Measurer, certificate: string) =>
    send(who, id, { intent: "accept-standard", certificate });
  const own = await accept(technician, certificates[0]!.id);
  expect([own.status, own.text]).toEqual([
    403,
    expect.stringContaining("Somebody else accepts what you have written"),
  ]);
  const reader = await colleague(w, company, "view-inhouse-calibration");
  expect((await accept(reader, certificates[0]!.id)).status).toBe(403);
  for (const one of certificates) {
    const { status, text } = await accept(other, one.id);
    expect([status, text]).toEqual([200, expect.stringContaining("Certificate accepted")]);
  }
  expect((await standards()).map(({ due_on }) => due_on)).toEqual([flow.dueOn, pressure.dueOn]);
  const verified = await moveInhouse(other, id, "verify");
  expect([verified.status, verified.message]).toEqual([200, "In-house calibration verified"]);
  expect((await moveInhouse(other, id, "close")).status).toBe(200);
  expect(await shard.get("inhouse_calibrations", id)).toMatchObject({
    ...{ status: "closed", conformity: "pass" },
  });
  // A later one is proposed what is accepted by then.
  const next = (await begin(other, await device())).data.id;
  const proposed = (await readInhouse(other, next)).standards as { calibrator_no: string }[];
  expect(proposed.map((one) => one.calibrator_no)).toEqual(["STD-0001", "STD-0002"]);
});

/** Adds an analyser with this in its range, and a manometer, to a calibration that is measured with them; each waits. */
async function measuredWith(drift: object) {
  const id = (await begin(technician, await device())).data.id;
  const more = { ...range("Flow rate", "mL/h", "1", "120"), ...drift };
  const before = (await standards()).length;
  for (const [one, ranges] of [
    [flow, JSON.stringify([more])],
    [pressure, pressure.ranges],
  ] as const)
    await send(technician, id, { ...one, ranges, serialNo: newId(), file: paper() });
  const [analyser, meter] = (await standards()).slice(before);
  const saved = await technician.client.call("PUT", `/api/inhouse-calibrations/${id}`, {
    ...inhouseBody(await readInhouse(technician, id), { measured, outcome: "pass" }),
    standards: [
      { calibrator_id: analyser!.id, role: "infusion_analyser" },
      { calibrator_id: meter!.id, role: "pressure_meter" },
    ],
  });
  expect([saved.status, saved.errors]).toEqual([200, undefined]);
  const certificateOf = async (calibrator: string) =>
    (await shard.value<string>(
      "select id from calibrator_certificates where company_id = ?1 and calibrator_id = ?2",
      calibrator,
    ))!;
  const accept = async (calibrator: string) =>
    send(other, id, { intent: "accept-standard", certificate: await certificateOf(calibrator) });
  return { id, analyser: analyser!, meter: meter!, accept };
}

test("a standard's drift is told in the form, within bounds, and counts in the budget", async () => {
  const id = (await begin(technician, await device())).data.id;
  for (const [drift, problem] of [
    [{ driftKind: "per_year_abs", driftValue: "" }, "Drift is required"],
    [{ driftKind: "per_year_abs", driftValue: "-1" }, "Drift must be at least 0"],
    [{ driftKind: "per_year_abs", driftValue: "a bit" }, "Drift must be a number"],
    [{ driftKind: "per_year_pct", driftValue: "100.1" }, "Drift in % must be at most 100"],
    [{ driftKind: "sometimes", driftValue: "1" }, "Choose the kind of drift"],
  ] as const) {
    const ranges = JSON.stringify([{ ...range("Flow rate", "mL/h", "1", "120"), ...drift }]);
    const { status, text } = await send(technician, id, { ...flow, ranges, file: paper() });
    expect([status, text]).toEqual([422, expect.stringContaining(problem)]);
  }
  const uncertainty = async (drift: object) => {
    const { id, analyser, meter, accept } = await measuredWith(drift);
    for (const one of [analyser, meter]) expect((await accept(one.id)).status).toBe(200);
    expect((await moveInhouse(other, id, "verify")).status).toBe(200);
    const results = await shard.value<string>(
      "select results from measurement_sets where company_id = ?1 and id = (select measurement_set_id from inhouse_calibrations where company_id = ?1 and id = ?2)",
      id,
    );
    const lines = JSON.parse(results!) as { line: string; u: string }[];
    return Number(lines.find(({ line }) => line === "p1-1")!.u);
  };
  const none = await uncertainty({});
  const absolute = await uncertainty({ driftKind: "per_year_abs", driftValue: "0.3" });
  const relative = await uncertainty({ driftKind: "per_year_pct", driftValue: "6" });
  // Half a width of what it drifts a year, over the 30 days since it was calibrated; rectangular.
  const drifted = (aYear: number) => Math.hypot(none, (2 * ((aYear * 30) / 365.25)) / Math.sqrt(3));
  expect(absolute).toBeCloseTo(drifted(0.3), 2);
  expect(relative).toBeCloseTo(drifted(0.3), 2);
  expect(absolute - none).toBeGreaterThan(0.01);
});

test("who accepts a standard stands in the log of the calibration, for those who may see it, once", async () => {
  const { id, analyser, accept } = await measuredWith({});
  expect(
    (await Promise.all([accept(analyser.id), accept(analyser.id)])).map((one) => one.status),
  ).toContain(200);
  const entries = await shard.all<Record<string, unknown>>(
    "select * from activity_log where company_id = ?1 and entity_id = ?2 and action = 'accept_standard.inhouse_calibration'",
    id,
  );
  const calibration = await shard.get("inhouse_calibrations", id);
  expect(entries).toEqual([
    expect.objectContaining({
      ...{ actor_id: other.id, entity_label: calibration.inhouse_no },
      asset_id: calibration.asset_id,
    }),
  ]);
  expect(JSON.parse(String(entries[0]!.changes))).toEqual([
    { field: "certificate", from: null, to: `${analyser.calibrator_no} ${flow.certificateNo}` },
  ]);
  const seenBy = ({ client }: Measurer) => client.text("/activity-logs");
  const said = "Accepted the certificate of a standard";
  expect(await seenBy(technician)).toContain(said);
  expect(await seenBy(await colleague(w, company, "view-asset"))).not.toContain(said);
});

test("the form adds no standard for who only reads, for a company with the laboratory, or to what is closed", async () => {
  const id = (await begin(technician, await device())).data.id;
  const reader = await colleague(w, company, "view-inhouse-calibration");
  expect((await send(reader, id, { ...flow, serialNo: "1", file: paper() })).status).toBe(403);
  expect((await technician.client.call("POST", "/api/calibrators", {})).status).toBe(403);
  expect((await technician.client.page("/calibrations")).status).toBe(403);
  await moveInhouse(other, id, "cancel", { reason: "Not there" });
  const late = await send(technician, id, { ...flow, serialNo: "2", file: paper() });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Only a draft")]);
  const both = await addCompany(w.env, "inhouse-with-lab", 2, 1);
  const nurse = await colleague(w, both, ...rights);
  expect((await send(nurse, id, { ...flow, serialNo: "3", file: paper() })).status).toBe(403);
});
