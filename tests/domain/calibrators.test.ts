import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { canonicalJson } from "#worker/domain/activity/chain.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let author: Client;
let authorId: string;
let second: Client;
const TODAY = companyToday();

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "standards", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  const rights = ["view", "create", "edit", "delete", "export"].map((verb) => `${verb}-calibrator`);
  const accepts = "accept-calibrator-certificate";
  ({ client: author, id: authorId } = await colleague(w, company, ...rights, accepts));
  ({ client: second } = await colleague(w, company, ...rights, accepts));
});

let made = 0;
const standard = async (more: object = {}): Promise<string> => {
  const { status, data, errors } = await author.call<{ id: string }>("POST", "/api/calibrators", {
    ...{ name: "Analyser", kind: "analyser", serial_no: `S-${++made}`, ...more },
  });
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const range = {
  ...{ parameter: "Energy", unit: "J", range_lo: "0.1", range_hi: "600", u_kind: "pct_reading" },
  ...{ u_pct: "1", u_k: "2", drift_kind: "none", correction: "linear" },
  points: [{ nominal: "200", reference: "200.10", indicated: "200.4", u: "2.0", k: "2" }],
};
const paperless = (more: object = {}) => ({
  ...{ certificate_no: `C-${++made}`, issued_by: "Standards Laboratory", route: "accredited_lab" },
  ...{ calibrated_on: addDays(TODAY, -30), issued_on: addDays(TODAY, -29) },
  ...{ due_on: addDays(TODAY, 335), as_found: "in_tolerance", ranges: [range], ...more },
});
const PDF = "%PDF-1.4 certificate";
async function addPaper(id: string, by = author) {
  const form = new FormData();
  form.set("file", new File([PDF], "certificate.pdf", { type: "application/pdf" }));
  const path = `/api/calibrator-certificates/${id}/paper`;
  return by.api(path, { method: "POST", body: form });
}
async function enter(calibrator: string, more: object = {}): Promise<string> {
  const path = `/api/calibrators/${calibrator}/certificates`;
  const { status, data, errors } = await author.call<{ id: string }>("POST", path, paperless(more));
  expect([status, errors]).toEqual([201, undefined]);
  expect((await addPaper(data.id)).status).toBe(200);
  return data.id;
}
const move = (path: string, id: string, name: string, by: Client, body: object = {}) =>
  by.call("POST", `/api/${path}/${id}/${name}`, body);
const accept = (id: string, by = second) => move("calibrator-certificates", id, "accept", by);
const certificate = (id: string) => shard.get("calibrator_certificates", id);
const calibrator = (id: string) => shard.get("calibrators", id);
const ledger = () => verifyLedger((after) => shard.all<Linked>(linksAfter(after, 7)));

describe("a calibrator", () => {
  test("takes the company's next number, passing over those that were typed", async () => {
    const first = await calibrator(await standard());
    const [, digits] = /^STD-(\d{4})$/.exec(String(first.calibrator_no))!;
    const following = (by: number) => `STD-${String(Number(digits) + by).padStart(4, "0")}`;
    await standard({ calibrator_no: following(1) });
    const next = await calibrator(await standard());
    expect(next.calibrator_no).toBe(following(2));
    const found = await author.call<{ id: string }[]>("GET", `/api/calibrators?q=${following(2)}`);
    expect(found.data.map(({ id }) => id)).toEqual([next.id]);
  });

  test("of many at once each has a number of its own", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => standard()));
    const rows = await Promise.all(ids.map(calibrator));
    expect(new Set(rows.map((row) => row.calibrator_no)).size).toBe(ids.length);
  });

  test("is not deleted once it has a certificate", async () => {
    const id = await standard();
    await enter(id);
    expect((await author.call("DELETE", `/api/calibrators/${id}`)).status).toBe(409);
  });

  test("is released by another person, and only with proof from after the quarantine began", async () => {
    const id = await standard();
    const put = await move("calibrators", id, "quarantine", author, { reason: "It fell" });
    expect(put.status).toBe(200);
    expect(await calibrator(id)).toMatchObject({ status: "quarantined", quarantined_by: authorId });
    const reason = { reason: "Within its limits" };
    expect((await move("calibrators", id, "release", author, reason)).status).toBe(403);
    expect((await move("calibrators", id, "release", second, reason)).status).toBe(409);
    await accept(await enter(id));
    expect((await move("calibrators", id, "release", author, reason)).status).toBe(403);
    expect((await move("calibrators", id, "release", second, reason)).status).toBe(200);
    expect(await calibrator(id)).toMatchObject({ status: "in_service", quarantined_by: null });
  });

  test("that went out from quarantine, or was damaged, comes back into quarantine", async () => {
    for (const before of ["quarantine", "damage"]) {
      const id = await standard();
      await move("calibrators", id, before, author, { reason: "It fell" });
      expect((await move("calibrators", id, "send", author)).status).toBe(200);
      expect((await move("calibrators", id, "bring-back", author)).status).toBe(200);
      expect((await calibrator(id)).status).toBe("quarantined");
    }
    const id = await standard();
    await move("calibrators", id, "send", author);
    await move("calibrators", id, "bring-back", author);
    expect((await calibrator(id)).status).toBe("in_service");
  });
});

describe("a certificate", () => {
  test("needs its paper, and is not accepted by who has written on it", async () => {
    const id = await standard();
    const path = `/api/calibrators/${id}/certificates`;
    const { data } = await author.call<{ id: string }>("POST", path, paperless());
    expect((await accept(data.id)).status).toBe(409);
    await addPaper(data.id, author);
    expect((await accept(data.id, author)).status).toBe(403);
    // Who puts another paper beside it has written on it, too.
    await addPaper(data.id, admin);
    expect((await accept(data.id, admin)).status).toBe(403);
    expect((await accept(data.id)).status).toBe(200);
    const row = await certificate(data.id);
    expect(row).toMatchObject({ status: "accepted", valid_from: row.calibrated_on });
    expect(await calibrator(id)).toMatchObject({
      ...{ current_certificate_id: data.id, due_on: row.due_on, order_on: row.due_on },
    });
  });

  test("supersedes the one before it; an older one does not", async () => {
    const id = await standard();
    const old = await enter(id, { calibrated_on: addDays(TODAY, -400), issued_on: TODAY });
    const latest = await enter(id);
    const older = await enter(id, { calibrated_on: addDays(TODAY, -90), issued_on: TODAY });
    expect((await accept(old)).status).toBe(200);
    expect((await accept(latest)).status).toBe(200);
    expect(await certificate(old)).toMatchObject({ status: "superseded", valid_until: TODAY });
    expect(await certificate(latest)).toMatchObject({ status: "accepted", valid_from: TODAY });
    expect((await accept(older)).status).toBe(409);
    const events = await shard.count(
      "calibrator_certificate_events",
      "calibrator_certificate_id = ?",
      old,
    );
    expect(events).toBe(3);
  });

  test("that found its standard out of tolerance takes it into quarantine and tells people", async () => {
    const id = await standard();
    const made = await enter(id, { as_found: "out_of_tolerance" });
    expect((await accept(made)).status).toBe(200);
    expect((await calibrator(id)).status).toBe("quarantined");
    const told = "entity_id = ? and kind = 'calibrator.quarantined'";
    expect(await shard.count("notifications", told, id)).toBeGreaterThan(1);
    // It is no proof that it may be used again.
    const release = await move("calibrators", id, "release", author, { reason: "Adjusted" });
    expect(release.status).toBe(409);
    const actions = await shard.all<{ action: string }>(
      "select action from ledger_events where company_id = ? and entity_id in (?, ?) order by seq",
      ...[made, id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "calibrator_certificate.accepted",
      "calibrator.quarantined",
    ]);
  });

  test("is refused where its figures do not agree", async () => {
    const id = await standard();
    const point = range.points[0]!;
    const wrong: [object, string][] = [
      [{ points: [{ ...point, correction: "-0.4" }] }, "ranges.0.points.0.correction"],
      [{ points: [{ ...point, u: "1,5" }] }, "ranges.0.points.0.u"],
      [{ points: [{ ...point, reference: "" }] }, "ranges.0.points.0.reference"],
      [{ u_pct: "" }, "ranges.0.u_pct"],
      [{ unit: "parsec" }, "ranges.0.unit"],
      [{ range_hi: "0.01" }, "ranges.0.range_hi"],
      [{ u_kind: "equation", u_equation: "a.constructor" }, "ranges.0.u_equation"],
      [{ points: [] }, "ranges.0.correction"],
      [{ points: Array(201).fill(point) }, "ranges"],
    ];
    for (const [more, field] of wrong) {
      const sent = paperless({ ranges: [{ ...range, ...more }] });
      const path = `/api/calibrators/${id}/certificates`;
      const { status, errors } = await author.call("POST", path, sent);
      expect([status, Object.keys(errors ?? {})], field).toEqual([422, [field]]);
    }
    const many = paperless({ ranges: Array(31).fill(range) });
    const path = `/api/calibrators/${id}/certificates`;
    expect((await author.call("POST", path, many)).status).toBe(422);
  });

  test("keeps every figure as it was typed, and its correction to the last digit", async () => {
    const id = await standard();
    const made = await enter(id);
    const { data } = await author.call("GET", `/api/calibrator-certificates/${made}`);
    const [stored] = data.ranges as { range_lo: string; points: object[]; quantity: string }[];
    expect(stored).toMatchObject({ range_lo: "0.1", quantity: "energy" });
    expect(stored!.points).toEqual([
      {
        ...{ nominal: "200", reference: "200.10", indicated: "200.4", correction: "-0.30" },
        ...{ u: "2.0", k: "2", dof: null },
      },
    ]);
  });

  test("that was accepted, and its ranges, refuse to change also past the app", async () => {
    const made = await enter(await standard());
    await accept(made);
    const own = "where company_id = ? and ";
    const refused = [
      `update calibrator_certificates set due_on = '2040-01-01' ${own} id = ?`,
      `update calibrator_certificates set status = 'entered' ${own} id = ?`,
      `update calibrator_certificates set entered_by = '[]' ${own} id = ?`,
      `delete from calibrator_certificates ${own} id = ?`,
      `update calibrator_ranges set u_pct = '0.1' ${own} calibrator_certificate_id = ?`,
      `update calibrator_ranges set points = '[]' ${own} calibrator_certificate_id = ?`,
      `delete from calibrator_ranges ${own} calibrator_certificate_id = ?`,
    ];
    for (const statement of refused)
      await expect(
        shard.db.prepare(statement).bind(company.id, made).run(),
        statement,
      ).rejects.toThrow(/calibrator_certificate_(frozen|kept)/);
    const body = { ...paperless(), version: undefined };
    const changed = await author.call("PUT", `/api/calibrator-certificates/${made}`, body);
    expect(changed.status).toBe(409);
    expect((await addPaper(made)).status).toBe(409);
  });
});

describe("the ledger", () => {
  test("is one chain after 20 certificates were accepted at once", async () => {
    const ids = [];
    for (let n = 0; n < 20; n++) ids.push(await enter(await standard()));
    const before = await ledger();
    const answers = await Promise.all(ids.map((id) => accept(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const after = await ledger();
    expect(after).toMatchObject({ broken: null, entries: before.entries + 20 });
  }, 120_000);

  test("of 8 who accept the same certificate one succeeds", async () => {
    const id = await enter(await standard());
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    expect(await shard.count("ledger_events", "entity_id = ?", id)).toBe(1);
  });

  test("refuses to be changed, and tells the first entry that was", async () => {
    const { entries } = await ledger();
    const seq = Math.ceil(entries / 2);
    const change = () =>
      shard.db
        .prepare("update ledger_events set payload_sha256 = 'x' where company_id = ? and seq = ?")
        .bind(company.id, seq)
        .run();
    await expect(change()).rejects.toThrow("ledger_events_no_update");
    await pastTriggers(shard.db, ["ledger_events"], change);
    expect((await ledger()).broken?.seq).toBe(seq);
  });
});

/** As RFC 8785 writes what an entry consists of, told in another way. */
test("canonical JSON sorts names by their UTF-16 units and escapes as little as it may", async () => {
  const sample = { "\u20ac": 1, "\r": null, "1": "\u000f\n", a: 0, "\ud83d\ude02": '\u00f6"\\' };
  expect(canonicalJson(sample)).toBe(
    '{"\\r":null,"1":"\\u000f\\n","a":0,"\u20ac":1,"\ud83d\ude02":"\u00f6\\"\\\\"}',
  );
  const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.maxSafeInteger(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), value), (facts) => {
      const written = canonicalJson(facts);
      expect(JSON.parse(written)).toEqual({ ...facts });
      const names = Object.keys(facts).sort();
      const parts = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(facts[name])}`);
      expect(written).toBe(`{${parts.join(",")}}`);
    }),
  );
  const [first] = await shard.all<Linked>(linksAfter(0, 1));
  const { prev_hash, hash, ...entry } = first!;
  const text = `${prev_hash}\n${canonicalJson(entry)}`;
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
});
