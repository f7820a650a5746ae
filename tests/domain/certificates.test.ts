import { beforeAll, describe, expect, test } from "vitest";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import {
  approved,
  begin,
  type Laboratory,
  laboratoryOf,
  machineToCertify,
  measured,
  passing,
  readCertificate,
  save,
  sign,
} from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { sha256 } from "#worker/auth/tokens.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let lab: Laboratory;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "certifies", 2, 1), 5);
});

const row = (id: string) => lab.shard.get("certificate_reports", id);
const textOf = (id: string) =>
  lab.shard.value<string>(
    "select text from certificate_texts where company_id = ?1 and certificate_report_id = ?",
    id,
  );
const ledger = () =>
  verifyLedger((after) => lab.shard.all<Linked>(linksAfter(after, 100)) as Promise<Linked[]>);

describe("a certificate", () => {
  test("goes from a new machine to its issue by four people", async () => {
    const [one, two, three, four] = lab.people;
    const { id, machine } = await measured(lab);
    expect((await lab.shard.get("machines", machine)).status).toBe("in_calibration");
    expect((await sign(one!, id, "submit")).status).toBe(200);
    const set = await lab.shard.get("measurement_sets", String((await row(id)).measurement_set_id));
    expect(set.state).toBe("locked");
    expect((await sign(two!, id, "check")).status).toBe(200);
    expect((await sign(three!, id, "approve")).status).toBe(200);
    const issued = await sign(four!, id, "issue");
    expect([issued.status, issued.message]).toEqual([200, expect.stringContaining("issued")]);
    const now = await row(id);
    expect(now).toMatchObject({ status: "issued", conformity: "pass", render_state: "pending" });
    const text = (await textOf(id))!;
    expect(await sha256(text)).toBe(now.document_sha256);
    const document = JSON.parse(text) as CertificateDocument;
    expect(document.issue.certificate_no).toBe(now.certificate_no);
    expect(document.issue.signatures.map(({ meaning }) => meaning)).toEqual([
      ...["performed", "reviewed", "approved", "authorised"],
    ]);
    const calibrated = await lab.shard.get("machines", machine);
    expect(calibrated).toMatchObject({ status: "active", last_cal_on: now.cal_end_on });
    expect(calibrated.next_due_on).toBe(now.next_due_on);
    expect((await ledger()).broken).toBeNull();
  });

  test("goes to another consumer in a merge while it is open, and is history once it is issued", async () => {
    const [, , , four] = lab.people;
    const { id: issued, machine } = await approved(lab);
    expect((await sign(four!, issued, "issue")).status).toBe(200);
    const { id: draft } = await begin(lab, four!, machine);
    const from = String((await row(issued)).consumer_id);
    const into = await lab.shard.add("consumers", { consumer_no: "MERGED", name: "Merged" });
    const admin = await signedIn(w, lab.company, "admin");
    const merged = await admin.call("POST", `/api/consumers/${from}/merge`, { into });
    expect(merged.status).toBe(200);
    expect([(await row(draft)).consumer_id, (await row(issued)).consumer_id]).toEqual([into, from]);
  });

  test("sent back once it is approved leaves its measurement behind and goes on with a copy", async () => {
    const [, , three] = lab.people;
    const { id } = await approved(lab);
    const frozen = String((await row(id)).measurement_set_id);
    const back = await three!.client.call("POST", `/api/certificate-reports/${id}/reject`, {
      reason: "A reading was mistyped",
    });
    expect(back.status).toBe(200);
    const now = await row(id);
    expect(now).toMatchObject({ status: "draft", signatures: "[]", content_sha256: null });
    const states = [frozen, String(now.measurement_set_id)].map(
      async (one) => (await lab.shard.get("measurement_sets", one)).state,
    );
    expect(await Promise.all(states)).toEqual(["frozen", "open"]);
  });

  test("is not issued by a wrong password, nor signed twice by one person", async () => {
    const [one, two] = lab.people;
    const { id } = await measured(lab);
    const wrong = await sign(one!, id, "submit", { password: "not this one" });
    expect([wrong.status, wrong.errors]).toEqual([422, { password: ["This password is wrong"] }]);
    expect((await row(id)).status).toBe("draft");
    await sign(one!, id, "submit");
    expect((await sign(one!, id, "check")).status).toBe(403);
    expect((await sign(two!, id, "check")).status).toBe(200);
    expect((await sign(one!, id, "approve")).status).toBe(403);
    expect((await sign(two!, id, "approve")).status).toBe(409);
  });

  test("with a reading that is none is not submitted, and says where", async () => {
    const [one] = lab.people;
    for (const typed of ["", " ", "-", "1,5", "NaN"]) {
      const { id } = await begin(lab, one!);
      const readings = { indication: [], reference: ["6.8", "6.9", typed], imported: [] };
      const as_found = { ...passing.as_found, c360: readings };
      const saved = await save(one!, id, { measured: { ...passing, as_found } });
      expect(saved.status).toBe(200);
      const { status, message } = await sign(one!, id, "submit");
      expect([status, message]).toEqual([409, expect.stringContaining("Charge time")]);
      expect((await row(id)).status).toBe("draft");
    }
  });

  test("sent back is a draft again without signatures, and a correction says why", async () => {
    const [one, two] = lab.people;
    const { id } = await measured(lab);
    await sign(one!, id, "submit");
    const { status } = await two!.client.call("POST", `/api/certificate-reports/${id}/send-back`, {
      reason: "The reading at 50 J was mistyped",
    });
    expect(status).toBe(200);
    expect(await row(id)).toMatchObject({
      status: "draft",
      signatures: "[]",
      content_sha256: null,
    });
    const as_found = {
      ...passing.as_found,
      e50: { ...passing.as_found.e50, reference: ["49.7", "49.9", "49.8"] },
    };
    const without = await save(one!, id, { measured: { ...passing, as_found } });
    expect([without.status, without.errors]).toEqual([
      ...[422, { reason: ["Say why what was signed is corrected"] }],
    ]);
    const more = { measured: { ...passing, as_found }, reason: "Mistyped" };
    expect((await save(one!, id, more)).status).toBe(200);
    const changes = await lab.shard.all<{ changes: string; reason: string }>(
      "select changes, reason from measurement_changes where company_id = ?1 and measurement_set_id = ? order by id desc limit 1",
      String((await row(id)).measurement_set_id),
    );
    expect(JSON.parse(changes[0]!.changes)).toEqual([
      { at: "as_found:e50:reference:3", from: "49.6", to: "49.8", source: "manual" },
    ]);
  });

  test("is not changed once it is issued, by whatever statement", async () => {
    const { id } = await approved(lab);
    await sign(lab.people[3]!, id, "issue");
    const run = (change: string) =>
      lab.shard.run(
        `update certificate_reports set ${change} where company_id = ?1 and id = ?`,
        id,
      );
    for (const change of ["certificate_no = 'X'", "conformity = 'fail'", "status = 'draft'"])
      await expect(run(change)).rejects.toThrow("certificate_report_frozen");
    await expect(
      lab.shard.run("delete from certificate_reports where company_id = ?1 and id = ?", id),
    ).rejects.toThrow();
    await expect(
      lab.shard.run(
        "update measurement_sets set measured = '{}' where company_id = ?1 and id = ?",
        String((await row(id)).measurement_set_id),
      ),
    ).rejects.toThrow("set_not_open");
  });

  test("is revised: the former one is superseded when the revision is issued", async () => {
    const { id } = await approved(lab);
    const [one, two, three, four] = lab.people;
    await sign(four!, id, "issue");
    const { data } = await one!.client.call<{ revision_id: string }>(
      ...(["POST", `/api/certificate-reports/${id}/revise`, { reason: "Typing error" }] as const),
    );
    const revision = data.revision_id;
    expect((await row(id)).status).toBe("issued");
    for (const [by, move] of [
      [one, "submit"],
      [two, "check"],
      [three, "approve"],
      [four, "issue"],
    ] as const) {
      const made = await sign(by!, revision, move);
      expect([move, made.status]).toEqual([move, 200]);
    }
    const [former, now] = [await row(id), await row(revision)];
    expect(former).toMatchObject({ status: "superseded", replaced_by_id: revision });
    expect(now.certificate_no).toBe(`${former.certificate_no}-R1`);
    const document = JSON.parse((await textOf(revision))!) as CertificateDocument;
    expect(document.issue.replaces).toEqual({
      certificate_no: former.certificate_no,
      document_sha256: former.document_sha256,
    });
    expect((await ledger()).broken).toBeNull();
  });
});

describe("issue at once", () => {
  test("of twenty certificates takes twenty numbers in a row and makes one chain", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await approved(lab)).id);
    const answers = await Promise.all(ids.map((id) => sign(lab.people[3]!, id, "issue")));
    expect(answers.map(({ status, message }) => [status, message.slice(0, 12)])).toEqual(
      ids.map(() => [200, "Certificate "]),
    );
    const numbers = await Promise.all(
      ids.map(async (id) => Number(/(\d+)$/.exec(String((await row(id)).certificate_no))![1])),
    );
    numbers.sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
    expect((await ledger()).broken).toBeNull();
  });

  test("of one certificate succeeds once and takes one number", async () => {
    const { id } = await approved(lab);
    const before = await lab.shard.value(
      "select next_value from number_sequences where company_id = ?1 and key = 'certificate'",
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sign(lab.people[3 + (at % 2)]!, id, "issue")),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(
      await lab.shard.value(
        "select next_value from number_sequences where company_id = ?1 and key = 'certificate'",
      ),
    ).toBe(before! + 1);
  });

  test("with a standard that went into quarantine meanwhile is refused and takes no number", async () => {
    const { id } = await approved(lab);
    await lab.shard.set("calibrators", lab.standardId, {
      ...{ status: "quarantined", quarantine_reason: "Dropped", quarantined_at: Date.now() },
    });
    const { status, message } = await sign(lab.people[3]!, id, "issue");
    expect([status, message]).toEqual([409, expect.stringContaining("quarantine")]);
    expect((await row(id)).certificate_no).toBeNull();
    await lab.shard.set("calibrators", lab.standardId, { status: "in_service" });
    expect((await sign(lab.people[3]!, id, "issue")).status).toBe(200);
  });
});

test("a machine has one open certificate", async () => {
  const [one] = lab.people;
  const machine = await machineToCertify(lab);
  const { id } = await begin(lab, one!, machine);
  const again = await one!.client.call("POST", "/api/certificate-reports", { machine_id: machine });
  expect([again.status, again.message]).toEqual([
    409,
    "Another certificate of this machine is open",
  ]);
  const { status } = await one!.client.call("POST", `/api/certificate-reports/${id}/cancel`, {
    reason: "Taken back",
  });
  expect(status).toBe(200);
  expect((await lab.shard.get("machines", machine)).status).toBe("active");
  await begin(lab, one!, machine);
  expect((await readCertificate(one!, id)).status).toBe("cancelled");
});

test("an issued certificate is told to the contacts who receive certificates, once and to nobody else", async () => {
  const { id, machine } = await approved(lab);
  const consumer_id = String((await lab.shard.get("machines", machine)).consumer_id);
  const contact = (email: string | null, more: object = {}) =>
    lab.shard.add("consumer_contacts", {
      ...{ consumer_id, name: `Contact ${email}`, email, receives_certificates: 1, ...more },
    });
  await contact("quality@customer.test");
  await contact("other@customer.test", { receives_certificates: 0 });
  await contact("gone@customer.test", { archived_at: 1 });
  await contact(null);
  await sign(lab.people[3]!, id, "issue");
  await minute(w);
  await expect.poll(async () => (await row(id)).render_state).toBe("done");
  await minute(w);
  const letters = await lab.shard.all<{ payload: string }>(
    "select payload from outbox where company_id = ?1 and dedupe_key like ?2",
    `certificate:${id}:%`,
  );
  const { certificate_no, verify_token } = await row(id);
  expect(letters.map(({ payload }) => JSON.parse(payload))).toEqual([
    {
      to: "quality@customer.test",
      subject: `Certificate ${certificate_no} of Defibrillator`,
      text: expect.stringContaining(`/verify/${verify_token}`),
      origin: expect.stringMatching(/^http/),
    },
  ]);
});

test("an issued certificate is drawn as PDF and digital certificate, once", async () => {
  const { id } = await approved(lab);
  await sign(lab.people[3]!, id, "issue");
  const text = (await textOf(id))!;
  await minute(w);
  await expect.poll(async () => (await row(id)).render_state).toBe("done");
  const now = await row(id);
  const files = JSON.parse(String(now.files)) as Record<string, string>;
  const kept = async (name: string) => {
    const media = await lab.shard.get("media", files[name]!);
    const object = await w.env.MEDIA.get(String(media.object_key));
    return { media, bytes: new Uint8Array(await object!.arrayBuffer()) };
  };
  const [document, pdf, dcc] = await Promise.all([kept("document"), kept("pdf"), kept("dcc")]);
  expect(new TextDecoder().decode(document.bytes)).toBe(text);
  expect(document.media.sha256).toBe(now.document_sha256);
  expect(await sha256(pdf.bytes)).toBe(now.pdf_sha256);
  expect(new TextDecoder().decode(pdf.bytes.slice(0, 5))).toBe("%PDF-");
  expect(await sha256(dcc.bytes)).toBe(now.dcc_sha256);
  expect(new TextDecoder().decode(dcc.bytes)).toContain(String(now.certificate_no));
  expect(await textOf(id)).toBeUndefined();
  const opened = await lab.people[0]!.client.page(`/media/${files.pdf}`);
  expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});
