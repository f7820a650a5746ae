/* A laboratory that can issue certificates: a procedure in force, a standard with its certificate, people who sign, and machines. */
import { expect } from "vitest";
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientAt } from "./client.ts";
import { newPerson } from "./person.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { component, display, repeatability } from "./worked-point.ts";
import { type Company, companyToday, PASSWORD, type World } from "./world.ts";

const TODAY = companyToday();

const std = component("std", {
  ...{ source: "std_certificate", distribution: "normal_k", value: "range.u", k: "range.k" },
});
const componentOf = { correlationGroup: null, r: null };
const point = (key: string, nominal: string | null, more: object) => ({
  ...{ key, nominal, pctOfRange: null, readings: 3, decisionRuleId: null, mandatory: true },
  ...{ conditions: [], verify: false, tolerance: null },
  ...more,
});

/** A procedure of a defibrillator: two energies, a charge time, the temperature of the room, a look and a leakage. */
export const certifiedContent: ProcedureContent = {
  ...{ scope: null, precautions: null, preparation: null, warmUpMinutes: 0, acclimatiseMinutes: 0 },
  environment: [{ quantity: "Temperature", unit: "degC", lo: "18", hi: "28", log: "start_end" }],
  roles: [{ role: "defibrillator_analyser", count: 1, minTur: null }],
  coverage: { mode: "p", p: "0.9545" },
  rounding: { digits: 2, mode: "ea5" },
  asFoundRequired: true,
  checks: [
    {
      ...{ key: "housing", group: "visual", name: "Housing", mandatory: true, quantity: null },
      condition: null,
    },
  ],
  safety: null,
  statements: [],
  parameters: [
    {
      ...{ key: "energy", name: "Delivered energy", quantity: "energy", unit: "J" },
      ...{ setting: "set_duc_read_std", role: "defibrillator_analyser", model: null },
      sequence: "single",
      points: [
        point("e50", "50", { tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" } }),
        point("e200", "200", { tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" } }),
      ],
      components: [repeatability, std, display].map((one) => ({ ...one, ...componentOf })),
    },
    {
      ...{ key: "charge", name: "Charge time", quantity: "time", unit: "s" },
      ...{ setting: "set_duc_read_std", role: "defibrillator_analyser", model: null },
      sequence: "single",
      points: [point("c360", null, { tolerance: { op: "le", value: "15" } })],
      components: [repeatability, std].map((one) => ({ ...one, ...componentOf })),
    },
  ],
} as ProcedureContent;

export type SigningPerson = { id: string; client: Client; signatureId: string };
const RIGHTS = ["view", "create", "edit", "export", "approve", "check", "issue", "void"].map(
  (verb) => `${verb}-certificate-report`,
);
const ALL_ROLES = ["calibrated_by", "checked_by", "approved_by", "authorised_signatory"];

export type Laboratory = Awaited<ReturnType<typeof laboratoryOf>>;
/** @param people how many people sign there @param content what its procedure asks for */
export async function laboratoryOf(
  w: World,
  company: Company,
  people = 4,
  content: ProcedureContent = certifiedContent,
) {
  const shard = rowsOf(w, company);
  const ruleId = (await shard.value<string>(
    "select id from decision_rules where company_id = ?1 and code = 'GUARD-U'",
  ))!;
  const procedureId = await shard.add("procedures", {
    ...{ code: "CP-DEF-01", name: "Defibrillators", discipline: "medical", accredited: 0 },
  });
  const versionId = await shard.add("procedure_versions", {
    ...{ procedure_id: procedureId, version_no: 1, status: "active", approved_by: newId() },
    ...{ method_reference: "IEC 60601-2-4", decision_rule_id: ruleId },
    content: JSON.stringify(content),
  });
  await shard.set("procedures", procedureId, { current_version_id: versionId });
  return {
    ...{ w, company, shard, ruleId, procedureId, versionId },
    standardId: await standardOf(shard),
    people: await Promise.all(
      Array.from({ length: people }, () => signingPerson(w, company, shard)),
    ),
  };
}

/** A standard in service, with an accepted certificate of half a year ago. */
export async function standardOf(shard: Rows, more: object = {}): Promise<string> {
  const number = `DA-${newId().slice(-8)}`;
  const dueOn = addDays(TODAY, 180);
  const calibratedOn = addDays(TODAY, -180);
  const id = await shard.add("calibrators", {
    ...{ calibrator_no: number, name: "Defibrillator analyser", kind: "analyser" },
    ...{ serial_no: number, role_codes: JSON.stringify(["defibrillator_analyser"]) },
    ...{ due_on: dueOn, order_on: dueOn, ...more },
  });
  const certificate = await shard.add("calibrator_certificates", {
    ...{ calibrator_id: id, certificate_no: `K-${number}`, issued_by: "National Laboratory" },
    ...{ route: "accredited_lab", calibrated_on: calibratedOn, issued_on: calibratedOn },
    ...{ due_on: dueOn, as_found: "in_tolerance", status: "entered" },
  });
  const range = {
    calibrator_certificate_id: certificate,
    calibrator_id: id,
    u_kind: "pct_reading",
  };
  await shard.add("calibrator_ranges", {
    ...{ ...range, parameter: "Energy", quantity: "energy", unit: "J", resolution: "0.1" },
    ...{ range_lo: "1", range_lo_num: 1, range_hi: "400", range_hi_num: 400, u_pct: "1" },
  });
  await shard.add("calibrator_ranges", {
    ...{ ...range, parameter: "Time", quantity: "time", unit: "s", resolution: "0.01" },
    ...{ range_lo: "0.1", range_lo_num: 0.1, range_hi: "60", range_hi_num: 60, u_pct: "1" },
  });
  const media = await shard.add("media", {
    ...{ kind: "calibration", owner_kind: "calibration", object_key: `c/${newId()}` },
    ...{ file_name: "k.pdf", mime: "application/pdf", bytes: 1, sha256: "0", uploaded_at: 1 },
  });
  await shard.set("calibrator_certificates", certificate, { media_id: media });
  await shard.set("calibrator_certificates", certificate, {
    ...{ status: "accepted", accepted_by: newId(), accepted_at: 1, valid_from: calibratedOn },
  });
  await shard.set("calibrators", id, { current_certificate_id: certificate });
  return id;
}

/** A person with every right on certificates and a signature for every role. */
export async function signingPerson(
  w: World,
  company: Company,
  shard: Rows,
  more: object = {},
): Promise<SigningPerson> {
  const person = await newPerson(w, company, { permissions: RIGHTS });
  const signatureId = await shard.add("signatures", {
    ...{ user_id: person.id, name: `Sig ${person.id.slice(-4)}`, designation: "Engineer" },
    ...{ roles: JSON.stringify(ALL_ROLES), disciplines: JSON.stringify(["medical"]) },
    ...{ valid_from: "2020-01-01", ...more },
  });
  return { id: person.id, client: await clientAt(w, company, person.id), signatureId };
}

let made = 0;
/** A machine that can be calibrated: of a consumer with whom the rule is agreed. */
export async function machineToCertify(
  { shard, ruleId, procedureId }: Laboratory,
  more: object = {},
) {
  const number = `M-${++made}-${newId().slice(-6)}`;
  const consumer = await shard.add("consumers", {
    ...{ consumer_no: number, name: `Consumer ${number}`, default_decision_rule_id: ruleId },
  });
  const model = await shard.add("machine_models", {
    ...{ name: `Zoll ${number}`, manufacturer: "Zoll", model: number },
    default_procedure_id: procedureId,
  });
  return shard.add("machines", {
    ...{ machine_no: number, name: "Defibrillator", owner: "consumer", consumer_id: consumer },
    ...{ machine_model_id: model, serial_no: `S${number}`, qr_token: newId() },
    ...{ order_on: "9999-12-31", interval_value: 12, interval_unit: "month", ...more },
  });
}

const line = (reference: string[]) => ({ indication: [], reference, imported: [] });
/** Readings that pass. */
export const passing = {
  as_found: {
    e50: line(["49.7", "49.9", "49.6"]),
    e200: line(["198.2", "199.1", "198.7"]),
    c360: line(["6.8", "6.9", "6.7"]),
  },
  ...{ as_left: {}, adjusted: [], bothSides: [], notMeasured: {} },
  checks: { housing: { answer: "yes", value: "", remark: "" } },
  ...{ environment: [{ first: "22.1", last: "22.6" }], acclimatised: "" },
};

type Read = { version: number } & Record<string, unknown>;
/** Begins a certificate of a machine. */
export async function begin(lab: Laboratory, by: SigningPerson, machineId?: string) {
  const machine = machineId ?? (await machineToCertify(lab));
  const { status, data, message } = await by.client.call<{ id: string }>(
    ...(["POST", "/api/certificate-reports", { machine_id: machine }] as const),
  );
  expect([status, message]).toEqual([201, "Certificate begun"]);
  return { id: data.id, machine };
}

export const readCertificate = async (by: SigningPerson, id: string) =>
  (await by.client.call<Read>("GET", `/api/certificate-reports/${id}`)).data;

/** The body that saves a draft as it is, with something changed. */
export function draftBody(read: Read, more: object = {}) {
  const names = [
    ...["title", "consumer_site_id", "job_no", "request_no", "po_no", "scheme_no", "received_on"],
    ...["condition_on_receipt", "cal_start_on", "cal_end_on", "performed_at", "performed_address"],
    ...["accredited", "decision_rule_id", "adjustment", "as_found_missing", "deviations"],
    ...["external_providers", "opinion", "opinion_by", "show_due", "next_due_on", "public_level"],
    ...["own_fields", "measured", "version"],
  ];
  const standards = (read.standards as { calibrator_id: string; role: string }[]).map(
    ({ calibrator_id, role }) => ({ calibrator_id, role }),
  );
  const attachments = ((read.attachments ?? []) as { id: string; caption: string | null }[]).map(
    ({ id, caption }) => ({ id, caption }),
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, read[name] ?? null])),
    ...{ standards, attachments, ...more },
  };
}

/** Saves a draft with something changed. */
export async function save(by: SigningPerson, id: string, more: object) {
  const read = await readCertificate(by, id);
  return by.client.call<{ version: number }>(
    ...(["PUT", `/api/certificate-reports/${id}`, draftBody(read, more)] as const),
  );
}

/** Makes a move that signs by password. */
export const sign = (by: SigningPerson, id: string, move: string, more: object = {}) =>
  by.client.call<Record<string, unknown>>("POST", `/api/certificate-reports/${id}/${move}`, {
    ...{ password: PASSWORD, ...more },
  });

/** A draft with readings that pass. */
export async function measured(lab: Laboratory, machineId?: string) {
  const [calibratedBy] = lab.people;
  const begun = await begin(lab, calibratedBy!, machineId);
  const { status, message, errors } = await save(calibratedBy!, begun.id, { measured: passing });
  expect([status, message, errors]).toEqual([200, "Draft saved", undefined]);
  return begun;
}

/** A certificate that waits for its issue: three people have signed. */
export async function approved(lab: Laboratory, machineId?: string) {
  const begun = await measured(lab, machineId);
  const [one, two, three] = lab.people;
  for (const [by, move] of [
    [one, "submit"],
    [two, "check"],
    [three, "approve"],
  ] as const) {
    const { status, message } = await sign(by!, begun.id, move);
    expect([move, status, message]).toEqual([move, 200, expect.any(String)]);
  }
  return begun;
}
