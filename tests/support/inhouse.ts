/* A hospital that calibrates its own devices: people who measure and close, and devices to measure. */
import { expect } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Laboratory, passing } from "./certifying.ts";
import { type Client, clientAt } from "./client.ts";
import { newPerson } from "./person.ts";
import { bench } from "./report.ts";

export const INHOUSE_RIGHTS = ["view", "create", "edit", "export", "delete", "approve"].map(
  (verb) => `${verb}-inhouse-calibration`,
);

export type Measurer = { id: string; client: Client };
/** A person with every right on in-house calibrations, and others besides. */
export async function measurer({ w, company }: Laboratory, ...more: string[]): Promise<Measurer> {
  const permissions = [...INHOUSE_RIGHTS, "view-asset", ...more];
  const { id } = await newPerson(w, company, { permissions });
  return { id, client: await clientAt(w, company, id) };
}

/** A device of the hospital. */
export async function deviceToCalibrate({ w, company, shard }: Laboratory, more: object = {}) {
  const { asset } = await bench(w, company, []);
  await shard.set("assets", asset, {
    ...{ make: "Zoll", model: "R", serial_no: newId(), cal_required: 1, cal_months: 12 },
    ...more,
  });
  return asset;
}

type Read = { version: number } & Record<string, unknown>;
export const readInhouse = async (by: Measurer, id: string) =>
  (await by.client.call<Read>("GET", `/api/inhouse-calibrations/${id}`)).data;

/** Begins an in-house calibration of a device. */
export async function beginInhouse(lab: Laboratory, by: Measurer, assetId: string, more = {}) {
  const { status, data, message } = await by.client.call<{ id: string }>(
    ...([
      "POST",
      "/api/inhouse-calibrations",
      { asset_id: assetId, procedure_id: lab.procedureId, ...more },
    ] as const),
  );
  expect([status, message]).toEqual([201, "In-house calibration begun"]);
  return data.id;
}

/** The body that saves a draft as it is, with something changed. */
export function inhouseBody(read: Read, more: object = {}) {
  const names = [
    ...["performed_on", "technician_id", "decision_rule_id", "outcome", "outcome_reason"],
    ...["contact_on_site", "action", "as_found_missing", "deviations", "next_due_on"],
    ...["due_occurrence_id", "service_report_id", "measured", "version"],
  ];
  const standards = (read.standards as { calibrator_id: string; role: string }[]).map(
    ({ calibrator_id, role }) => ({ calibrator_id, role }),
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, read[name] ?? null])),
    ...{ standards, ranges: {}, ...more },
  };
}

/** Saves a draft with something changed. */
export async function saveInhouse(by: Measurer, id: string, more: object) {
  const read = await readInhouse(by, id);
  return by.client.call<{ version: number }>(
    ...(["PUT", `/api/inhouse-calibrations/${id}`, inhouseBody(read, more)] as const),
  );
}

/** Makes a move. */
export const moveInhouse = (by: Measurer, id: string, move: string, body: object = {}) =>
  by.client.call<Record<string, string>>("POST", `/api/inhouse-calibrations/${id}/${move}`, body);

/** A calibration that is measured, with this outcome. */
export async function measuredInhouse(
  lab: Laboratory,
  by: Measurer,
  assetId: string,
  more: object = { outcome: "pass" },
) {
  const id = await beginInhouse(lab, by, assetId);
  const { status, message, errors } = await saveInhouse(by, id, { measured: passing, ...more });
  expect([status, message, errors]).toEqual([200, "Draft saved", undefined]);
  return id;
}
