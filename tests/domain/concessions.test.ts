import { beforeAll, expect, test } from "vitest";
import type { CertificateContent, CertificateDocument } from "#app/shared/certificates/document.ts";
import { addDays } from "#app/shared/company-time.ts";
import {
  type Laboratory,
  laboratoryOf,
  measured,
  passing,
  save,
  sign,
} from "#tests/support/certifying.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let lab: Laboratory;
let admin: Client;
const REASON = "It was compared with the reference on the day";
const tomorrow = addDays(companyToday(), 1);

beforeAll(async () => {
  const w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "concedes", 2, 1), 4);
  admin = await signedIn(w, lab.company, "admin");
});

const row = (id: string) => lab.shard.get("certificate_reports", id);
const move = (by: Client, id: string, name: string, body: object = {}) =>
  by.call("POST", `/api/certificate-reports/${id}/${name}`, {
    ...{ gate: "G2", reason: REASON, ...(name === "concede" ? { expires_on: tomorrow } : {}) },
    ...body,
  });
/** A measured draft whose standard went into quarantine meanwhile. */
async function held() {
  await lab.shard.set("calibrators", lab.standardId, { status: "in_service" });
  const { id } = await measured(lab);
  await lab.shard.set("calibrators", lab.standardId, {
    ...{ status: "quarantined", quarantine_reason: "It was dropped" },
  });
  return id;
}

test("what is let pass by somebody else is submitted, signed, issued, printed and proved", async () => {
  const [one, two, three, four] = lab.people;
  const id = await held();
  const refused = await sign(one!, id, "submit");
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("(G2)")]);
  const granted = await move(admin, id, "concede");
  expect([granted.status, granted.message]).toEqual([200, "Concession granted"]);
  for (const [by, name] of [
    ...([
      [one, "submit"],
      [two, "check"],
      [three, "approve"],
      [four, "issue"],
    ] as const),
  ]) {
    const { status, message } = await sign(by!, id, name);
    expect([name, status, message]).toEqual([name, 200, expect.any(String)]);
  }
  const text = await lab.shard.value<string>(
    "select text from certificate_texts where company_id = ?1 and certificate_report_id = ?",
    id,
  );
  const { content } = JSON.parse(text!) as CertificateDocument;
  expect(content.concessions).toEqual([
    {
      ...{ gate: "Standards in date (G2)", reason: REASON, expires_on: tomorrow },
      granted_by: expect.stringMatching(/\w/),
    },
  ]);
  expect(content.statements.map(({ key }) => key)).toContain("concession");
  const entries = await lab.shard.all<{ action: string }>(
    "select action from ledger_events where company_id = ?1 order by seq",
  );
  expect(entries.map(({ action }) => action)).toEqual(["concession.granted", "certificate.issued"]);
  const { broken } = await verifyLedger((after) => lab.shard.all<Linked>(linksAfter(after, 100)));
  expect(broken).toBeNull();
  await expect(lab.shard.set("certificate_reports", id, { concessions: "[]" })).rejects.toThrow(
    /certificate_report_frozen/,
  );
});

test("whoever has measured or written, and whoever may not, lets nothing pass", async () => {
  const [one, two] = lab.people;
  const id = await held();
  expect((await move(two!.client, id, "concede")).status).toBe(403);
  await lab.shard.run(
    "update certificate_reports set writer_ids = json_array(?2) where company_id = ?1 and id = ?3",
    ...[lab.company.users.admin.id, id],
  );
  const own = await move(admin, id, "concede");
  expect([own.status, own.message]).toEqual([403, expect.stringContaining("Somebody else")]);
  expect((await sign(one!, id, "submit")).status).toBe(409);
  expect((await row(id)).concessions).toBe("[]");
});

test("a concession ends with its day, and when it is withdrawn", async () => {
  const [one] = lab.people;
  const id = await held();
  const late = await move(admin, id, "concede", { expires_on: addDays(tomorrow, -2) });
  expect([late.status, Object.keys(late.errors ?? {})]).toEqual([422, ["expires_on"]]);
  for (const wrong of [{ gate: "G9" }, { gate: "" }, { reason: " " }, { expires_on: "31.12.2099" }])
    expect((await move(admin, id, "concede", wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await move(admin, id, "concede")).status).toBe(200);
  await lab.shard.run(
    "update certificate_reports set concessions = json_replace(concessions, '$[0].expiresOn', '2020-01-01') where company_id = ?1 and id = ?",
    id,
  );
  expect((await sign(one!, id, "submit")).status).toBe(409);
  // Granted again, it stands in the place of the one before.
  expect((await move(admin, id, "concede")).status).toBe(200);
  expect(JSON.parse(String((await row(id)).concessions))).toHaveLength(1);
  expect((await move(admin, id, "withdraw", { gate: "G3" })).status).toBe(409);
  expect((await move(admin, id, "withdraw")).status).toBe(200);
  expect((await sign(one!, id, "submit")).status).toBe(409);
  expect((await move(admin, id, "withdraw")).message).toBe("It has no concession");
});

test("an accredited certificate takes none, whichever was first", async () => {
  const [one] = lab.people;
  const id = await held();
  expect((await move(admin, id, "concede")).status).toBe(200);
  expect((await save(one!, id, { measured: passing, accredited: "1" })).status).toBe(200);
  const submitted = await sign(one!, id, "submit");
  expect([submitted.status, submitted.message]).toEqual([409, expect.stringContaining("(G2)")]);
  const again = await move(admin, id, "concede");
  expect([again.status, again.message]).toEqual([
    409,
    "An accredited certificate takes no concession",
  ]);
});

test("a preview prints what was let pass", async () => {
  const id = await held();
  await move(admin, id, "concede");
  const draft = await admin.page(`/certificate-report/${id}`);
  expect(await draft.text()).toContain(REASON);
  const shown = JSON.parse(String((await row(id)).concessions)) as CertificateContent[];
  expect(shown).toHaveLength(1);
  expect((await admin.page(`/certificate-report/pdf/${id}`)).status).toBe(200);
});
