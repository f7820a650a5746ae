/* Certificates of a laboratory that rest on one another: a standard, a working standard that was calibrated with it, and devices. */
import { expect } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { approved, type Laboratory, machineToCertify, sign, standardOf } from "./certifying.ts";
import type { Client } from "./client.ts";
import { companyToday } from "./world.ts";

const TODAY = companyToday();

/** A certificate that was issued for a machine measured with a standard. */
export async function issuedWith(
  lab: Laboratory,
  standard: string,
  consumer = {},
): Promise<string> {
  const machine = await machineToCertify(lab, consumer);
  await onlyInService(lab, standard);
  const { id } = await approved(lab, machine);
  expect((await sign(lab.people[3]!, id, "issue")).status).toBe(200);
  return id;
}

/** A new certificate proposes the standards in service: one of them. */
const onlyInService = ({ shard }: Laboratory, standard: string) =>
  shard.run(
    "update calibrators set status = iif(id = ?2, 'in_service', 'out_for_calibration') where company_id = ?1",
    standard,
  );

/** A standard of our own that a certificate of ours calibrated. */
export async function workingStandard(
  lab: Laboratory,
  admin: Client,
  report: string,
): Promise<string> {
  const id = await standardOf(lab.shard, { name: "Working analyser" });
  const former = String((await lab.shard.get("calibrators", id)).current_certificate_id);
  const { certificate_no } = await lab.shard.get("certificate_reports", report);
  const range = { parameter: "Energy", unit: "J", range_lo: "1", range_hi: "400", u_k: "2" };
  const time = { ...range, parameter: "Time", unit: "s", range_lo: "0.1", range_hi: "60" };
  const kinds = { u_kind: "pct_reading", u_pct: "1", drift_kind: "none", correction: "none" };
  const body = {
    ...{ certificate_no: String(certificate_no), issued_by: "Ourselves", route: "in_house" },
    ...{ calibrated_on: TODAY, issued_on: TODAY, due_on: addDays(TODAY, 300) },
    as_found: "in_tolerance",
    ranges: [range, time].map((one) => ({ ...one, ...kinds, resolution: "0.01", points: [] })),
  };
  const path = `/api/calibrators/${id}/certificates`;
  const send = (no: string) =>
    admin.call<{ id: string }>("POST", path, { ...body, source_certificate_no: no });
  expect((await send("None of ours")).errors).toEqual({
    source_certificate_no: ["No certificate of ours is issued by this number"],
  });
  const { data } = await send(String(certificate_no));
  const read = await admin.call("GET", `/api/calibrator-certificates/${data.id}`);
  expect(read.data).toMatchObject({ source_certificate_id: report });
  const { media_id } = await lab.shard.get("calibrator_certificates", former);
  await lab.shard.set("calibrator_certificates", former, { status: "superseded" });
  await lab.shard.set("calibrator_certificates", data.id, {
    ...{ status: "accepted", accepted_by: newId(), accepted_at: 1, valid_from: TODAY, media_id },
  });
  await lab.shard.set("calibrators", id, { current_certificate_id: data.id });
  return id;
}
