import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import {
  approved,
  begin,
  type Laboratory,
  laboratoryOf,
  measured,
  readCertificate,
  sign,
} from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { readByPdfJs } from "#tests/support/other-reader.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { colleague } from "#tests/support/person.ts";
import { addCompany, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let lab: Laboratory;
const today = companyToday();
const yesterday = addDays(today, -1);

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "standards-of", 2, 1), 4);
});

const row = (id: string) => lab.shard.get("certificate_reports", id);
const standard = () => lab.shard.get("calibrators", lab.standardId);
const inForce = async () => String((await standard()).current_certificate_id);
/** Where numbers and the ledger stand. */
const taken = async () => [
  await lab.shard.value(
    "select next_value from number_sequences where company_id = ?1 and key = 'certificate'",
  ),
  await lab.shard.count("ledger_events"),
];
/** Changes a row of the standard, past what keeps an accepted certificate as it is. */
const put = (table: string, id: string, columns: Record<string, unknown>) =>
  pastTriggers(lab.shard.db, [table], () => lab.shard.set(table, id, columns));

type Fault = {
  gate: string;
  says: string;
  table: string;
  id: string;
  wrong: Record<string, unknown>;
  right: Record<string, unknown>;
};
/** What may be wrong with the standard of a certificate that was measured today. */
async function faults(): Promise<Fault[]> {
  const { calibrator_no: no } = await standard();
  const id = await inForce();
  const { due_on, status } = await lab.shard.get("calibrator_certificates", id);
  const range = await lab.shard.value<string>(
    "select id from calibrator_ranges where company_id = ?1 and calibrator_certificate_id = ?2 and unit = 'J'",
    id,
  );
  const ofCertificate = { gate: "G2", table: "calibrator_certificates", id };
  return [
    {
      ...{ ...ofCertificate, says: `${no} was due before the work ended` },
      ...{ wrong: { due_on: yesterday }, right: { due_on } },
    },
    {
      ...{ ...ofCertificate, says: `${no}: its certificate was superseded before the work began` },
      wrong: { status: "superseded", valid_until: yesterday },
      right: { status, valid_until: null },
    },
    {
      ...{ gate: "G2", says: `${no} is in quarantine`, table: "calibrators", id: lab.standardId },
      wrong: { status: "quarantined", quarantine_reason: "It fell", quarantined_at: 1 },
      right: { status: "in_service", quarantine_reason: null, quarantined_at: null },
    },
    {
      ...{ gate: "G3", table: "calibrator_ranges", id: range! },
      says: "Delivered energy, 200 J: it lies outside of what the standard is calibrated for",
      ...{ wrong: { range_hi: "100" }, right: { range_hi: "400" } },
    },
  ];
}

type Refused = { gates: { code: string; ok: boolean; problems: { says: string; at: string }[] }[] };
describe("a standard that does not count", () => {
  test("expired, in quarantine, superseded or out of its range stands in the way of submission, approval and issue", async () => {
    const [one, two, three, four] = lab.people;
    const { id } = await measured(lab);
    const no = String((await standard()).calibrator_no);
    for (const [by, move, status] of [
      [one!, "submit", "draft"],
      [two!, "check", "submitted"],
      [three!, "approve", "checked"],
      [four!, "issue", "approved"],
    ] as const) {
      for (const { gate, says, table, id: of, wrong, right } of await faults()) {
        await put(table, of, wrong);
        const before = await taken();
        const answer = await sign(by, id, move);
        await put(table, of, right);
        expect([move, answer.status, answer.message]).toEqual([
          ...[move, 409, expect.stringContaining(`(${gate}): ${says}`)],
        ]);
        const open = (answer.data as Refused).gates.filter(({ ok }) => !ok);
        expect(open.map(({ code }) => code)).toEqual([gate]);
        expect(JSON.stringify(open)).toContain(gate === "G2" ? no : "200 J");
        expect(await row(id)).toMatchObject({ status, certificate_no: null });
        expect(await taken()).toEqual(before);
      }
      expect((await sign(by, id, move)).status, move).toBe(200);
    }
  });

  test("damaged in the very moment of the issue stops it", async () => {
    const { id } = await approved(lab);
    await lab.shard.db
      .prepare(
        `create trigger damaged_meanwhile before insert on ledger_events when new.company_id = '${lab.company.id}'
          begin update calibrators set status = 'damaged' where id = '${lab.standardId}'; end`,
      )
      .run();
    const before = await taken();
    const { status } = await sign(lab.people[3]!, id, "issue");
    await lab.shard.db.prepare("drop trigger damaged_meanwhile").run();
    expect([status, await taken()]).toEqual([409, before]);
    expect(await row(id)).toMatchObject({ status: "approved", certificate_no: null });
    expect((await sign(lab.people[3]!, id, "issue")).status).toBe(200);
  });
});

test("a standard that is calibrated anew changes nothing of an issued certificate, nor its files", async () => {
  const { id } = await approved(lab);
  expect((await sign(lab.people[3]!, id, "issue")).status).toBe(200);
  await minute(w);
  await expect.poll(async () => (await row(id)).render_state).toBe("done");
  const former = await lab.shard.get("calibrator_certificates", await inForce());
  const stands = async () => {
    const { files, ...columns } = await row(id);
    const kept = Object.values(JSON.parse(String(files)) as Record<string, string>);
    const bytes = await Promise.all(
      kept.map(async (file) => {
        const { object_key } = await lab.shard.get("media", file);
        const object = (await w.env.MEDIA.get(String(object_key)))!;
        return Buffer.from(await object.arrayBuffer()).toString("base64");
      }),
    );
    const set = String(columns.measurement_set_id);
    const used = await lab.shard.all(
      "select * from measurement_standards where company_id = ?1 and measurement_set_id = ?2",
      set,
    );
    return { columns, files, bytes, used, set: await lab.shard.get("measurement_sets", set) };
  };
  const before = await stands();
  const rights = ["view", "create", "edit"].map((verb) => `${verb}-calibrator`);
  const accepts = "accept-calibrator-certificate";
  const { client: author } = await colleague(w, lab.company, ...rights, accepts);
  const { client: second } = await colleague(w, lab.company, ...rights, accepts);
  const entered = await author.call<{ id: string }>(
    ...(["POST", `/api/calibrators/${lab.standardId}/certificates`] as const),
    {
      ...{ certificate_no: "K-RENEWED", issued_by: "Another Laboratory", route: "accredited_lab" },
      ...{ calibrated_on: yesterday, issued_on: yesterday, due_on: addDays(today, 500) },
      as_found: "in_tolerance",
      ranges: [
        { parameter: "Energy", unit: "J", range_lo: "1", range_hi: "400" },
        { parameter: "Time", unit: "s", range_lo: "0.1", range_hi: "60" },
      ].map((one) => ({
        ...{ ...one, u_kind: "pct_reading", u_pct: "5", u_k: "2", points: [] },
        ...{ drift_kind: "none", correction: "none" },
      })),
    },
  );
  expect([entered.status, entered.errors]).toEqual([201, undefined]);
  const paper = new FormData();
  paper.set("file", new File(["%PDF-1.4 new"], "new.pdf", { type: "application/pdf" }));
  const its = `/api/calibrator-certificates/${entered.data.id}`;
  expect((await author.api(`${its}/paper`, { method: "POST", body: paper })).status).toBe(200);
  expect((await second.call("POST", `${its}/accept`, {})).status).toBe(200);
  expect(await inForce()).toBe(entered.data.id);

  expect(await stands()).toEqual(before);
  const { files } = await row(id);
  const { pdf } = JSON.parse(String(files)) as { pdf: string };
  const opened = await lab.people[0]!.client.page(`/media/${pdf}`);
  const read = await readByPdfJs(new Uint8Array(await opened.arrayBuffer()));
  const cells = read.flat(2).join("\n");
  expect(cells).toContain(`${String(former.certificate_no)},`);
  expect(cells).not.toContain("K-RENEWED");
  // What is begun from now on rests on the new one.
  const draft = await begin(lab, lab.people[0]!);
  const { standards } = await readCertificate(lab.people[0]!, draft.id);
  expect(standards).toMatchObject([{ certificate_no: "K-RENEWED" }]);
});

test("a standard that goes into quarantine between approval and issue refuses the issue, which takes no number", async () => {
  const { id } = await approved(lab);
  const admin = await signedIn(w, lab.company, "admin");
  const path = `/api/calibrators/${lab.standardId}`;
  expect((await admin.call("POST", `${path}/quarantine`, { reason: "It fell" })).status).toBe(200);
  const before = await taken();
  const { status, message } = await sign(lab.people[3]!, id, "issue");
  expect([status, message]).toEqual([409, expect.stringContaining("is in quarantine")]);
  expect(await taken()).toEqual(before);
});
