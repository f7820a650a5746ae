import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import {
  approved,
  begin,
  type Laboratory,
  laboratoryOf,
  machineToCertify,
  readCertificate,
  save,
  sign,
} from "#tests/support/certifying.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { beginInput } from "#worker/domain/certificates/begin.ts";
import { draftInput } from "#worker/domain/certificates/input.ts";

const w = await world();
const own = await laboratoryOf(w, await addCompany(w.env, "own-ids", 2, 1), 1);
const other = await laboratoryOf(w, await addCompany(w.env, "foreign-ids", 2, 1), 4);
const [bench] = own.people;

/** A row of each kind that the forms of a certificate name. */
async function rowsOf(lab: Laboratory) {
  const { shard } = lab;
  const machine = await machineToCertify(lab);
  const consumer_id = String((await shard.get("machines", machine)).consumer_id);
  const contact_id = await shard.add("consumer_contacts", { consumer_id, name: "Contact" });
  const request = await shard.add("recalibration_requests", {
    ...{ request_no: newId(), consumer_id, contact_id, line_count: 1, status: "accepted" },
    ...{ accepted_at: 1, accepted_by: newId() },
  });
  return {
    machine,
    procedure: lab.procedureId,
    preset: await shard.add("report_presets", {
      ...{ name: newId(), kind: "calibration", procedure_id: lab.procedureId },
    }),
    line: await shard.addUnstamped("recalibration_request_lines", {
      recalibration_request_id: request,
      machine_id: machine,
    }),
    site: await shard.add("consumer_sites", { consumer_id, name: "Site" }),
    form: await shard.add("report_forms", { name: newId(), kind: "calibration" }),
  };
}
const [ours, theirs] = [await rowsOf(own), await rowsOf(other)];
const idFields = (fields: object) =>
  Object.keys(fields)
    .filter((name) => name.endsWith("Id"))
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const drafts = () => own.shard.count("certificate_reports");

test("a certificate is not begun with another company's row in any field, and no row is left", async () => {
  const { id } = await approved(other);
  expect((await sign(other.people[3]!, id, "issue")).status).toBe(200);
  const foreign: Record<string, string> = {
    ...{ machine_id: theirs.machine, from_id: id, procedure_id: theirs.procedure },
    ...{ preset_id: theirs.preset, request_line_id: theirs.line },
  };
  expect(Object.keys(foreign).toSorted()).toEqual(idFields(beginInput.shape).toSorted());
  const before = await drafts();
  for (const [name, value] of Object.entries(foreign)) {
    const body = { machine_id: ours.machine, [name]: value };
    const sent = name === "from_id" ? { from_id: value } : body;
    const { status } = await bench!.client.call("POST", "/api/certificate-reports", sent);
    expect([name, status]).toEqual([name, 404]);
    expect(await drafts()).toBe(before);
    expect((await own.shard.get("machines", ours.machine)).status).toBe("active");
  }
});

test("a draft takes another company's row in no field, and stays as it is", async () => {
  const { id } = await begin(own, bench!, ours.machine);
  const fields: Record<string, string> = {
    ...{ consumer_site_id: theirs.site, decision_rule_id: other.ruleId },
    report_form_id: theirs.form,
  };
  expect(Object.keys(fields).toSorted()).toEqual(idFields(draftInput.shape).toSorted());
  const before = await readCertificate(bench!, id);
  const standard = { calibrator_id: other.standardId, role: "defibrillator_analyser" };
  for (const more of [
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    { standards: [standard] },
  ]) {
    const { status } = await save(bench!, id, more);
    expect([more, status]).toEqual([more, 404]);
    expect(await readCertificate(bench!, id)).toEqual(before);
  }
});
