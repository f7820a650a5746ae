import { beforeAll, expect, test } from "vitest";
import { dayIn } from "#app/shared/company-time.ts";
import { approved, type Laboratory, laboratoryOf, sign } from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { plain, readByPdfJs } from "#tests/support/other-reader.ts";
import { whileStoreIsDown } from "#tests/support/store-down.ts";
import { issued, revised, voided } from "#tests/support/verified.ts";
import { addCompany, TIME_ZONE, type World, world } from "#tests/support/world.ts";
import { sha256 } from "#worker/auth/tokens.ts";

let w: World;
let lab: Laboratory;
/** The certificate that most tests look at, and its measurement. */
let id: string;
let set: string;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "issues", 2, 1), 4);
  ({ id } = await approved(lab));
  set = String((await row()).measurement_set_id);
});

const row = (of = id) => lab.shard.get("certificate_reports", of);
const issue = (of = id) => sign(lab.people[3]!, of, "issue");
const numberOf = async (of: string) => String((await row(of)).certificate_no);
const running = (number: string) => Number(/(\d+)(-R\d+)?$/.exec(number)![1]);
/** The files of a certificate, by what they are. */
async function filesOf(of: string) {
  const files = JSON.parse(String((await row(of)).files)) as Record<string, string>;
  const kept = Object.entries(files).map(async ([name, file]) => {
    const { object_key } = await lab.shard.get("media", file);
    const object = (await w.env.MEDIA.get(String(object_key)))!;
    return [name, new Uint8Array(await object.arrayBuffer())] as const;
  });
  return Object.fromEntries(await Promise.all(kept));
}
const drawn = (of: string) =>
  expect.poll(async () => (await row(of)).render_state, { timeout: 30_000 }).toBe("done");

test("a statement that fails late in the batch of an issue leaves number, state, ledger and dates as they were", async () => {
  const { machine_id } = await row();
  const counts = () =>
    Promise.all(
      ["ledger_events", "certificate_report_events", "machine_events", "activity_log"].map((one) =>
        lab.shard.count(one),
      ),
    );
  const all = async () => ({
    certificate: await row(),
    machine: await lab.shard.get("machines", String(machine_id)),
    sequences: await lab.shard.all("select * from number_sequences where company_id = ?1"),
    counters: await lab.shard.all("select * from counters where company_id = ?1 order by id"),
    texts: await lab.shard.all("select * from certificate_texts where company_id = ?1"),
    counts: await counts(),
  });
  const before = await all();
  const allowed = (most: number | null) =>
    lab.shard.setProfile({
      limits: JSON.stringify(most === null ? {} : { max_certificates_per_month: most }),
    });
  await allowed(0);
  const full = await issue();
  expect([full.status, full.message]).toEqual([
    409,
    "Your plan allows 0 certificates a month, and this month has had them",
  ]);
  expect(await all()).toEqual(before);
  await allowed(null);
  await lab.shard.db
    .prepare(
      `create trigger no_log before insert on activity_log when new.company_id = '${lab.company.id}' and new.action = 'issue.certificate_report'
        begin select raise(abort, 'broken for a test'); end`,
    )
    .run();
  const broken = await issue();
  await lab.shard.db.prepare("drop trigger no_log").run();
  expect(broken.status).toBe(500);
  expect(await all()).toEqual(before);
  expect((await issue()).status).toBe(200);
  const after = await all();
  expect(after.machine.last_cal_on).not.toBe(before.machine.last_cal_on);
  expect(after.certificate.status).toBe("issued");
  // Each of them is written by the issue that does not fail.
  for (const [at, count] of after.counts.entries())
    expect(count).toBeGreaterThan(before.counts[at]!);
  expect(running(String(after.certificate.certificate_no))).toBe(1);
});

test("what is issued in a month counts against the number that a plan allows", async () => {
  const admin = await signedIn(w, lab.company, "admin");
  expect(await admin.text("/subscription")).not.toContain("Certificates this month");
  await lab.shard.setProfile({ limits: '{"max_certificates_per_month":40}' });
  const month = dayIn(TIME_ZONE).slice(0, 7);
  expect(await lab.shard.counter(`certificates.issued_in.${month}`)).toBe(1);
  expect(await admin.text("/subscription")).toMatch(/Certificates this month.{0,60}>1 of 40</);
});

test("no statement changes or deletes it, its readings, its signatures or the ledger", async () => {
  const ofSet = `measurement_set_id = '${set}'`;
  const byIt = `certificate_report_id = '${id}'`;
  const itself = `id = '${id}'`;
  const change = (table: string, sets: string, where: string) =>
    `update ${table} set ${sets} where company_id = ?1 and ${where}`;
  const remove = (table: string, where: string) =>
    `delete from ${table} where company_id = ?1 and ${where}`;
  const columns = [
    ...["certificate_no = 'X'", "conformity = 'fail'", "issued_on = '2020-01-01'"],
    ...["document_sha256 = 'X'", "content_sha256 = 'X'", "signatures = '[]'", "status = 'draft'"],
    ...["verify_token = 'X'", "measurement_set_id = 'X'", "company_id = 'X'"],
  ];
  for (const [statement, refusal] of [
    ...columns.map(
      (sets) => [change("certificate_reports", sets, itself), "certificate_report_frozen"] as const,
    ),
    [remove("certificate_reports", itself), "certificate_report_kept"],
    [change("measurement_sets", "measured = '{}'", `id = '${set}'`), "set_not_open"],
    [remove("measurement_sets", `id = '${set}'`), "measurement_set_kept"],
    [change("measurement_changes", "changes = '[]'", ofSet), "measurement_changes_no_update"],
    [remove("measurement_changes", ofSet), "measurement_changes_no_delete"],
    [change("measurement_standards", "role = 'x'", ofSet), "set_not_open"],
    [remove("measurement_standards", ofSet), "set_not_open"],
    [
      change("certificate_report_events", "printed_name = 'X'", byIt),
      "certificate_report_events_no_update",
    ],
    [remove("certificate_report_events", byIt), "certificate_report_events_no_delete"],
    [change("ledger_events", "payload_sha256 = 'X'", "seq = 1"), "ledger_events_no_update"],
    [remove("ledger_events", "seq = 1"), "ledger_events_no_delete"],
  ] as const)
    await expect(lab.shard.run(statement), statement).rejects.toThrow(refusal);
});

test("while the object store is down it waits; later its files are made, and their hashes are set once", async () => {
  const before = await row();
  expect(before).toMatchObject({ render_state: "pending", files: "{}", pdf_sha256: null });
  await whileStoreIsDown(w, () => minute(w));
  expect(await row()).toEqual(before);
  // What has failed for good rests for an hour.
  await lab.shard.run("update company_jobs set lease_until = 0 where company_id = ?1");
  await minute(w);
  await drawn(id);
  const { pdf, dcc, document } = await filesOf(id);
  const after = await row();
  expect([after.document_sha256, after.pdf_sha256, after.dcc_sha256]).toEqual(
    await Promise.all([document!, pdf!, dcc!].map((bytes) => sha256(bytes))),
  );
  for (const hash of ["pdf_sha256", "dcc_sha256"])
    await expect(lab.shard.set("certificate_reports", id, { [hash]: "X" })).rejects.toThrow(
      "certificate_report_frozen",
    );
  await minute(w);
  expect(await row()).toEqual(after);
});

test("a revision leaves both PDFs where they are; the number of a void one is given to none", async () => {
  const former = await filesOf(id);
  const revision = String((await revised(lab, id)).certificate_no);
  const next = await lab.shard.value<string>(
    "select id from certificate_reports where company_id = ?1 and revision_of_id = ?2",
    id,
  );
  await minute(w);
  await drawn(next!);
  expect(await row()).toMatchObject({ status: "superseded", replaced_by_id: next });
  expect(revision).toBe(`${await numberOf(id)}-R1`);
  const hashesOf = (files: Record<string, Uint8Array>) =>
    Promise.all(Object.values(files).map((bytes) => sha256(bytes)));
  expect(await hashesOf(await filesOf(id))).toEqual(await hashesOf(former));
  const { pdf } = await filesOf(next!);
  for (const [bytes, number] of [
    [former.pdf!, await numberOf(id)],
    [pdf!, revision],
  ] as const) {
    const pages = await readByPdfJs(bytes);
    for (const page of pages) expect(page.at(-1)).toContain(plain(number));
  }
  await voided(lab, next!, "The device was another one");
  expect(await row(next!)).toMatchObject({ status: "voided", certificate_no: revision });
  expect(await filesOf(next!)).toHaveProperty("pdf");
  const other = await issued(lab);
  expect(running(other.number)).toBe(running(revision) + 1);
  expect(await numberOf(next!)).toBe(revision);
});
