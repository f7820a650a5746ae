import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import {
  approved,
  type Laboratory,
  laboratoryOf,
  measured,
  readCertificate,
  save,
  sign,
  standardOf,
} from "#tests/support/certifying.ts";
import { type Client, clientAt, upTo } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, PASSWORD, type World, world } from "#tests/support/world.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let lab: Laboratory;
let four: Client;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "batches", 2, 1), 4);
  four = lab.people[3]!.client;
});

type Done = {
  issued: { id: string; certificate_no: string }[];
  failed: { id: string; reason: string }[];
};
const issue = (ids: readonly string[], headers = {}, by = four, password = PASSWORD) =>
  by.call<Done>("POST", "/api/certificate-reports/issue", { ids, password }, headers);
const row = (id: string) => lab.shard.get("certificate_reports", id);
const statusOf = async (id: string) => (await row(id)).status;
const issuedEvents = () => lab.shard.count("ledger_events", "action = 'certificate.issued'");

describe("the issue of several certificates", () => {
  test("gives each its number, tells why not of another, and does nothing twice", async () => {
    const [one, two] = [await approved(lab), await approved(lab)];
    const draft = await measured(lab);
    const key = { "idempotency-key": newId() };
    const ids = [one.id, draft.id, two.id, "nothing-like-it"];
    const before = await issuedEvents();
    const first = await issue(ids, key);
    expect([first.status, first.message]).toEqual([
      ...[200, "2 certificates issued, 2 could not be"],
    ]);
    expect(first.data).toEqual({
      issued: [
        { id: one.id, certificate_no: (await row(one.id)).certificate_no },
        { id: two.id, certificate_no: (await row(two.id)).certificate_no },
      ],
      failed: [
        { id: draft.id, reason: "This certificate is draft" },
        { id: "nothing-like-it", reason: "This certificate was not found" },
      ],
    });
    expect(await statusOf(draft.id)).toBe("draft");
    expect((await issuedEvents()) - before).toBe(2);
    const again = await issue(ids, key);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect((await issue([one.id], key)).status).toBe(422);
    expect((await issuedEvents()) - before).toBe(2);
    const ledger = await verifyLedger(
      (after) => lab.shard.all<Linked>(linksAfter(after, 100)) as Promise<Linked[]>,
    );
    expect(ledger.broken).toBeNull();
  });

  test("goes on where it was cut off: what was issued under the key keeps its number", async () => {
    const [one, two] = [await approved(lab), await approved(lab)];
    const key = newId();
    const first = await issue([one.id, two.id], { "idempotency-key": key });
    // As if the request had ended before its own answer was kept.
    await lab.shard.run("delete from idempotency_keys where company_id = ?1 and id = ?2", key);
    const before = await issuedEvents();
    const again = await issue([one.id, two.id], { "idempotency-key": key });
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await issuedEvents()).toBe(before);
  });

  test("asks for the password once, and issues nothing by a wrong one", async () => {
    const [one, two] = [await approved(lab), await approved(lab)];
    const wrong = await issue([one.id, two.id], {}, four, "not the password");
    expect([wrong.status, wrong.errors]).toEqual([422, { password: ["This password is wrong"] }]);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["approved", "approved"]);
    const { trips, data } = await issue([one.id, two.id]);
    expect(data.issued).toHaveLength(2);
    // The password in two, each certificate in two, and the log.
    expect(trips).toEqual(upTo(8));
  });

  test("refuses 51 at once, none, and somebody without the right", async () => {
    const { id } = await approved(lab);
    const many = await issue([id, ...Array.from({ length: 50 }, () => newId())]);
    expect([many.status, many.errors]).toEqual([
      ...[422, { ids: ["At most 50 certificates at once"] }],
    ]);
    expect((await issue([])).status).toBe(422);
    const weaker = await newPerson(w, lab.company, {
      permissions: ["view-certificate-report", "approve-certificate-report"],
    });
    const client = await clientAt(w, lab.company, weaker.id);
    expect((await issue([id], {}, client)).status).toBe(403);
    expect(await statusOf(id)).toBe("approved");
  });

  test("leaves to others what somebody has measured", async () => {
    const { id } = await approved(lab);
    const { data } = await issue([id], {}, lab.people[0]!.client);
    expect(data).toEqual({
      issued: [],
      failed: [{ id, reason: "Somebody else signs what you have measured or written" }],
    });
  });
});

describe("a certificate that is begun from an issued one", () => {
  const beginFrom = (body: object) =>
    lab.people[0]!.client.call("POST", "/api/certificate-reports", body);

  test("has its machine, procedure, head and standards, and nothing that was measured", async () => {
    const [one, two, three, last] = lab.people;
    const { id, machine } = await measured(lab);
    const head = { title: "Calibration of a defibrillator", performed_at: "customer" };
    const more = { job_no: "J-1", po_no: "PO-1", public_level: "full", deviations: "None" };
    expect((await save(one!, id, { ...head, ...more })).status).toBe(200);
    for (const [by, move] of [
      [one, "submit"],
      [two, "check"],
      [three, "approve"],
      [last, "issue"],
    ] as const)
      expect((await sign(by!, id, move)).status, move).toBe(200);
    const begun = await beginFrom({ from_id: id, job_no: "J-2" });
    expect([begun.status, begun.trips]).toEqual([201, upTo(3)]);
    const draft = await readCertificate(one!, begun.data.id);
    expect(draft).toMatchObject({
      ...{ ...head, machine_id: machine, status: "draft", job_no: "J-2", po_no: null },
      ...{ public_level: "full", deviations: null, decision_rule_id: lab.ruleId },
      ...{ certificate_no: null, revision_no: 0, revision_of_id: null },
    });
    expect((draft.measured as { as_found: object }).as_found).toEqual({});
    expect(draft.standards).toMatchObject([
      { calibrator_id: lab.standardId, role: "defibrillator_analyser" },
    ]);
    const open = await beginFrom({ from_id: id });
    expect(open.status).toBe(409);
  });

  test("takes another standard where its own may not be used any more", async () => {
    const { id } = await approved(lab);
    expect((await issue([id])).data.issued).toHaveLength(1);
    const other = await standardOf(lab.shard);
    await lab.shard.set("calibrators", lab.standardId, { status: "retired" });
    const begun = await beginFrom({ from_id: id });
    const draft = await readCertificate(lab.people[0]!, begun.data.id);
    expect(draft.standards).toMatchObject([{ calibrator_id: other }]);
    await lab.shard.set("calibrators", lab.standardId, { status: "in_service" });
  });

  test("is refused from a draft, from none, and from one of another machine", async () => {
    const draft = await measured(lab);
    const { id } = await approved(lab);
    await issue([id]);
    expect((await beginFrom({ from_id: draft.id })).status).toBe(409);
    expect((await beginFrom({ from_id: newId() })).status).toBe(404);
    const other = await beginFrom({ from_id: id, machine_id: draft.machine });
    expect([other.status, other.errors]).toEqual([
      ...[422, { machine_id: ["The certificate is of another machine"] }],
    ]);
    const none = await beginFrom({});
    expect([none.status, none.errors]).toEqual([422, { machine_id: ["Choose a machine"] }]);
  });
});
