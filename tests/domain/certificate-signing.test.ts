import { beforeAll, describe, expect, test } from "vitest";
import type { CertificateContent } from "#app/shared/certificates/document.ts";
import { noAnswer } from "#app/shared/measuring/measured.ts";
import { reportedLine } from "#app/shared/measuring/reported.ts";
import { newId } from "#drizzle/columns.ts";
import {
  begin,
  certifiedContent,
  type Laboratory,
  laboratoryOf,
  machineToCertify,
  measured,
  passing,
  save,
  sign,
} from "#tests/support/certifying.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { companyDb } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { recordOf } from "#worker/domain/certificates/record.ts";
import { recordReads } from "#worker/domain/certificates/record-reads.ts";
import { standingOf } from "#worker/domain/certificates/standing.ts";
import { resultsHash } from "#worker/domain/measurement/set.ts";

let lab: Laboratory;
let admin: Client;
beforeAll(async () => {
  const w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "signs", 2, 1), 4);
  admin = await signedIn(w, lab.company, "admin");
});

const row = (id: string) => lab.shard.get("certificate_reports", id);
const setOf = async (id: string) =>
  lab.shard.get("measurement_sets", String((await row(id)).measurement_set_id));
const signatures = async (id: string) =>
  (JSON.parse(String((await row(id)).signatures)) as { meaning: string }[]).map(
    ({ meaning }) => meaning,
  );
const events = (id: string) =>
  lab.shard.count("certificate_report_events", "certificate_report_id = ?2", id);
const contentOf = async (id: string) =>
  JSON.parse(
    (await lab.shard.value<string>(
      "select text from certificate_texts where company_id = ?1 and certificate_report_id = ?2",
      id,
    ))!,
  ) as CertificateContent;
/** What of the readings each line's results were reckoned from, by its key. */
const inputsOf = ({ parameters }: CertificateContent) =>
  Object.fromEntries(
    parameters.flatMap(({ lines }) =>
      lines.map(({ key, as_found }) => [key, as_found!.input_sha256]),
    ),
  );

describe("a certificate that is being signed", () => {
  test("is signed by no wrong password, and approved neither by who calibrated nor by who checked it", async () => {
    const [one, two, three, four] = lab.people;
    const { id } = await measured(lab);
    for (const [by, move, status, others] of [
      [one!, "submit", "draft", []],
      [two!, "check", "submitted", [one!]],
      [three!, "approve", "checked", [one!, two!]],
      [four!, "issue", "approved", [one!]],
    ] as const) {
      const before = [await row(id), await events(id)];
      const wrong = await sign(by, id, move, { password: "not this one" });
      expect([wrong.status, wrong.errors]).toEqual([422, { password: ["This password is wrong"] }]);
      for (const other of others)
        expect([403, 409], move).toContain((await sign(other, id, move)).status);
      expect([await row(id), await events(id)]).toEqual(before);
      expect((await row(id)).status).toBe(status);
      expect((await sign(by, id, move)).status, move).toBe(200);
    }
  });

  test("is not edited once it is checked; sent back it is a draft whose signatures are void", async () => {
    const [one, two, three] = lab.people;
    const { id } = await measured(lab);
    await sign(one!, id, "submit");
    await sign(two!, id, "check");
    expect(await signatures(id)).toEqual(["performed", "reviewed"]);
    const e50 = { ...passing.as_found.e50, reference: ["49.7", "49.9", "49.8"] };
    const corrected = { ...passing, as_found: { ...passing.as_found, e50 } };
    const before = await contentOf(id);
    const edited = await save(one!, id, { measured: corrected, reason: "Mistyped" });
    expect([edited.status, edited.message]).toEqual([409, "Only a draft is changed"]);
    const back = await three!.client.call("POST", `/api/certificate-reports/${id}/reject`, {
      reason: "A reading was mistyped",
    });
    expect(back.status).toBe(200);
    expect(await row(id)).toMatchObject({
      ...{ status: "draft", signatures: "[]", content_sha256: null, conformity: null },
      ...{ submitted_by: null, checked_by: null },
    });
    expect((await sign(three!, id, "approve")).status).toBe(409);
    // A changed reading is a changed input of its own line, and of no other.
    expect((await save(one!, id, { measured: corrected, reason: "Mistyped" })).status).toBe(200);
    expect((await sign(one!, id, "submit")).status).toBe(200);
    expect(await signatures(id)).toEqual(["performed"]);
    const [was, now] = [inputsOf(before), inputsOf(await contentOf(id))];
    expect(Object.keys(now)).toEqual(["e50", "e200", "c360"]);
    expect(now.e50).not.toBe(was.e50);
    expect({ ...now, e50: null }).toEqual({ ...was, e50: null });
  });

  test("has results that come to the same strings when they are reckoned again, or is not checked", async () => {
    const [one, two] = lab.people;
    const { id } = await measured(lab);
    expect((await sign(one!, id, "submit")).status).toBe(200);
    const stored = await setOf(id);
    const db = companyDb(lab.shard);
    const { lines } = standingOf(
      recordOf(await db.read(...recordReads(db, id))),
      null,
      companyToday(),
    );
    expect(JSON.parse(JSON.stringify(lines.map(reportedLine)))).toEqual(
      JSON.parse(String(stored.results)),
    );
    expect(lines).toHaveLength(3);
    expect(await resultsHash(lines)).toBe(stored.results_sha256);
    const keep = (results_sha256: unknown) =>
      pastTriggers(lab.shard.db, ["measurement_sets"], () =>
        lab.shard.set("measurement_sets", String(stored.id), { results_sha256 }),
      );
    await keep("0".repeat(64));
    const { status, message } = await sign(two!, id, "check");
    expect([status, message]).toEqual([
      ...[409, expect.stringContaining("come to something else than what was submitted")],
    ]);
    await keep(stored.results_sha256);
    expect((await sign(two!, id, "check")).status).toBe(200);
  });
});

describe("an electrical check", () => {
  /** A procedure with a leakage that is held against a limit which nobody has confirmed. */
  async function leaking() {
    const limit = await lab.shard.add("safety_limits", {
      ...{ name: "IEC 62353, Equipment leakage", standard: "IEC 62353", edition: "2014" },
      ...{ quantity: "equipment_leakage", unit: "uA", op: "le", limit_value: "500", verify: 1 },
    });
    const procedureId = await lab.shard.add("procedures", {
      ...{ code: "CP-EL", name: "Leakage", discipline: "medical", accredited: 0 },
    });
    const leak = {
      ...{ key: "leak", group: "electrical", name: "Equipment leakage", mandatory: true },
      ...{ quantity: "equipment_leakage", condition: null },
    };
    const content = {
      ...certifiedContent,
      checks: [...certifiedContent.checks, leak],
      safety: { standard: "IEC 62353", edition: "2014", method: "direct" },
    };
    const current_version_id = await lab.shard.add("procedure_versions", {
      ...{ procedure_id: procedureId, version_no: 1, status: "active", approved_by: newId() },
      ...{ method_reference: "IEC 62353", decision_rule_id: lab.ruleId },
      content: JSON.stringify(content),
    });
    await lab.shard.set("procedures", procedureId, { current_version_id });
    const machine = await machineToCertify({ ...lab, procedureId });
    return { limit, id: (await begin(lab, lab.people[0]!, machine)).id };
  }
  type Gates = { gates: { code: string; ok: boolean; problems: { says: string }[] }[] };

  test("without a number is not submitted, and by a limit that nobody has confirmed not submitted, approved or issued", async () => {
    const [one, two, three, four] = lab.people;
    const { limit, id } = await leaking();
    const typed = async (value: string) => {
      const checks = { ...passing.checks, leak: { ...noAnswer, value } };
      const { status, errors } = await save(one!, id, { measured: { ...passing, checks } });
      expect([status, errors]).toEqual([200, undefined]);
    };
    const refused = async (by: (typeof lab.people)[number], move: string) => {
      const { status, data } = await sign(by, id, move);
      const open = (data as Gates).gates.filter(({ ok }) => !ok);
      return [status, ...open.map(({ code, problems }) => `${code} ${problems[0]!.says}`)];
    };
    const unconfirmed = "G13 Equipment leakage: the limit is not confirmed";
    for (const value of ["", " ", "-", "1,5", "NaN"]) {
      await typed(value);
      const [status, ...open] = await refused(one!, "submit");
      expect([status, open[0]]).toEqual([409, expect.stringMatching(/^G6 Equipment leakage: /)]);
      expect((await row(id)).status).toBe("draft");
    }
    await typed("120");
    expect(await refused(one!, "submit")).toEqual([409, unconfirmed]);
    const { version } = await lab.shard.get("safety_limits", limit);
    const confirmed = await admin.call("POST", `/api/safety-limits/${limit}/confirm`, { version });
    expect(confirmed.status).toBe(200);
    expect((await sign(one!, id, "submit")).status).toBe(200);
    expect((await sign(two!, id, "check")).status).toBe(200);
    for (const [by, move] of [
      [three!, "approve"],
      [four!, "issue"],
    ] as const) {
      await lab.shard.set("safety_limits", limit, { verify: 1 });
      expect(await refused(by, move)).toEqual([409, unconfirmed]);
      await lab.shard.set("safety_limits", limit, { verify: 0 });
      expect((await sign(by, id, move)).status, move).toBe(200);
    }
  });
});
