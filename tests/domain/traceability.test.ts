import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratoryOf, standardOf } from "#tests/support/certifying.ts";
import { type Client, clientAt, d1Of, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { issuedWith, workingStandard } from "#tests/support/traced.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let lab: Laboratory;
let admin: Client;
let direct: string;
let working: string;
let over: string;
let unused: string;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "traces", 2, 1), 4);
  admin = await signedIn(w, lab.company, "admin");
  direct = await issuedWith(lab, lab.standardId);
  working = await workingStandard(lab, admin, direct);
  over = await issuedWith(lab, working);
  unused = await standardOf(lab.shard, { name: "Another analyser" });
});

const ofCertificate = (id: string) => `/certificate-report/traceability/${id}`;
const ofCalibrator = (id: string) => `/calibrator/traceability/${id}`;
const text = async (path: string, by = admin) => {
  const answer = await by.page(path);
  expect(answer.status).toBe(200);
  return (await answer.text()).replace(/<script[\s\S]*?<\/script>|<!-- -->/g, "");
};
const numberOf = async (id: string) =>
  String((await lab.shard.get("calibrators", id)).calibrator_no);
const certificateOf = async (id: string) =>
  String((await lab.shard.get("certificate_reports", id)).certificate_no);

test("a certificate leads over a certificate of ours to the laboratory that realises the unit", async () => {
  const html = await text(ofCertificate(over));
  const order = [
    ...[await certificateOf(over), await numberOf(working), await certificateOf(direct)],
    ...[await numberOf(lab.standardId), "National Laboratory", "Accredited laboratory"],
  ].map((said) => html.indexOf(said));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  const shorter = await text(ofCertificate(direct));
  expect(shorter).toContain("National Laboratory");
  expect(shorter).not.toContain(await numberOf(working));
});

test("a standard tells what it rests on, and which of ours rest on it", async () => {
  const upstream = await text(ofCalibrator(working));
  expect(upstream).toContain(await certificateOf(direct));
  expect(upstream).toContain(await numberOf(lab.standardId));
  expect(upstream).toContain("No standard of ours was calibrated with it.");
  const downstream = await text(ofCalibrator(lab.standardId));
  expect(downstream).toContain(await numberOf(working));
  expect(downstream).toContain(await certificateOf(direct));
  expect(await text(ofCalibrator(unused))).toContain("No standard of ours was calibrated with it.");
});

test("takes one read, and is for those who may see the record", async () => {
  for (const path of [ofCertificate(over), ofCalibrator(lab.standardId)]) {
    await admin.page(path);
    expect(d1Of(await admin.page(path)).trips, path).toBeLessThanOrEqual(2);
  }
  const { client } = await personWith(["view-calibrator"]);
  expect((await client.page(ofCertificate(over))).status).toBe(403);
  const html = await text(ofCalibrator(lab.standardId), client);
  expect(html).not.toContain(`/certificate-report/${direct}`);
});

async function personWith(permissions: string[]) {
  const person = await newPerson(w, lab.company, { permissions });
  return { client: await clientAt(w, lab.company, person.id) };
}
