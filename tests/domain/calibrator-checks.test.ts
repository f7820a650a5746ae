import { beforeAll, describe, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { type Linked, linksAfter, verifyLedger } from "#worker/domain/ledger/chain.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let author: Client;
let authorId: string;
let viewer: Client;
const TODAY = companyToday();

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "checks", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  const rights = ["view", "create", "edit", "export"].map((verb) => `${verb}-calibrator`);
  ({ client: author, id: authorId } = await colleague(w, company, ...rights));
  ({ client: viewer } = await colleague(w, company, "view-calibrator"));
});

let made = 0;
const standard = async (more: object = {}): Promise<string> => {
  const { status, data, errors } = await author.call<{ id: string }>("POST", "/api/calibrators", {
    ...{ name: "Analyser", kind: "analyser", serial_no: `CK-${++made}`, ...more },
  });
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const body = (value: string, more: object = {}) => ({
  ...{ parameter: "Delivered energy", nominal: "200", unit: "J", value, reference: "200.0" },
  ...{ limit_value: "1.2", checked_on: TODAY, ...more },
});
const check = (id: string, value: string, more: object = {}, by = author) =>
  by.call<{ id: string }>("POST", `/api/calibrators/${id}/checks`, body(value, more));
const row = (id: string) => shard.get("calibrators", id);
const checksOf = (id: string) => shard.count("calibrator_checks", "calibrator_id = ?", id);

describe("a check", () => {
  test("is kept as it was typed, and moves the next one on", async () => {
    const id = await standard({ check_every_value: 1, check_every_unit: "month" });
    const on = addDays(TODAY, -3);
    const { data, status } = await check(id, "200.40", { checked_on: on });
    expect(status).toBe(201);
    const kept = await shard.get("calibrator_checks", data.id);
    expect(kept).toMatchObject({ value: "200.40", reference: "200.0", result: "ok" });
    expect((await row(id)).next_check_on).toBe(addMonths(on, 1));
    // One that is written down later does not take the next one back.
    await check(id, "200.9", { checked_on: addDays(TODAY, -40) });
    expect((await row(id)).next_check_on).toBe(addMonths(on, 1));
    const raw = (verb: string) => shard.run(`${verb} where company_id = ?1`);
    await expect(raw("update calibrator_checks set value = '1'")).rejects.toThrow("no_update");
    await expect(raw("delete from calibrator_checks")).rejects.toThrow("no_delete");
  });

  test("without a number is an error at its field, never a pass", async () => {
    const id = await standard();
    for (const value of ["", " ", "-", "1,5", "NaN", "200 J", "−3", "Infinity"]) {
      const { status, errors } = await check(id, value);
      expect([value, status, Object.keys(errors ?? {})]).toEqual([value, 422, ["value"]]);
    }
    expect((await check(id, "1", { limit_value: "0" })).errors).toHaveProperty("limit_value");
    expect((await check(id, "1", { unit: "stone" })).errors).toHaveProperty("unit");
    const later = await check(id, "1", { checked_on: addDays(TODAY, 2) });
    expect(later.errors).toHaveProperty("checked_on");
    expect(await checksOf(id)).toBe(0);
  });

  test("that fails quarantines in the same batch, and tells custodian and Admins", async () => {
    const id = await standard({ custodian_id: authorId });
    const sent = await check(id, "201.6");
    expect(sent).toMatchObject({ status: 201, message: expect.stringContaining("quarantine") });
    const reason =
      "The check of Delivered energy at 200 J read 201.6 J against 200.0 J: 1.6 J off, where 1.2 J is allowed";
    expect(await row(id)).toMatchObject({
      ...{ status: "quarantined", quarantine_reason: reason, quarantined_by: authorId },
    });
    const [event] = await shard.all<object>(
      "select * from calibrator_events where company_id = ? and calibrator_id = ?",
      id,
    );
    expect(event).toMatchObject({ kind: "quarantine", status: "quarantined", note: reason });
    const told = await shard.all<{ user_id: string }>(
      "select user_id from notifications where company_id = ? and entity_id = ?",
      id,
    );
    const ids = told.map(({ user_id }) => user_id);
    expect(ids).toContain(company.users.admin.id);
    expect(ids).toContain(authorId);
    expect(await shard.count("ledger_events", "entity_id = ?", id)).toBe(1);
    expect(
      (await verifyLedger((after) => shard.all<Linked>(linksAfter(after, 7)))).broken,
    ).toBeFalsy();
  });

  test("that is refused leaves nothing behind", async () => {
    const id = await standard();
    await shard.set("calibrators", id, { status: "retired" });
    expect((await check(id, "205")).status).toBe(409);
    expect((await check(id, "200", { check_standard_id: id })).status).toBe(409);
    const other = await standard();
    expect((await check(other, "200", { check_standard_id: other })).errors).toHaveProperty(
      "check_standard_id",
    );
    expect((await check(other, "200", { check_standard_id: id })).status).toBe(422);
    expect((await check(other, "200", { check_standard_id: "none" })).status).toBe(404);
    expect((await check(other, "200", {}, viewer)).status).toBe(403);
    expect((await check("none", "200")).status).toBe(404);
    expect([await checksOf(id), await checksOf(other)]).toEqual([0, 0]);
  });

  test("is made with another calibrator in service, and with none that is out of service", async () => {
    const id = await standard();
    const other = await standard();
    const compared = { check_standard_id: other };
    const { status, data } = await check(id, "200.1", compared);
    expect(status).toBe(201);
    expect(await shard.get("calibrator_checks", data.id)).toMatchObject(compared);
    const states = ["out_for_calibration", "quarantined", "damaged", "retired"] as const;
    for (const state of states) {
      await shard.set("calibrators", other, { status: state, quarantine_reason: "It fell" });
      const refused = await check(id, "200.1", compared);
      expect([state, refused.status, refused.errors]).toEqual([
        ...[state, 422, { check_standard_id: ["This check standard is not in service"] }],
      ]);
    }
    await shard.set("calibrators", other, { status: "in_service" });
    expect((await check(id, "200.1", compared)).status).toBe(201);
    await admin.call("POST", `/api/calibrators/${other}/archive`);
    expect((await check(id, "200.1", compared)).status).toBe(422);
    expect(await checksOf(id)).toBe(2);
  });

  test("that fails again begins the quarantine anew: what was passed before releases nothing", async () => {
    const id = await standard();
    await check(id, "203", {}, admin);
    await check(id, "200.1", {}, admin);
    await check(id, "203", {}, admin);
    const release = () =>
      author.call("POST", `/api/calibrators/${id}/release`, { reason: "Within its limits" });
    expect((await release()).status).toBe(409);
    await check(id, "200.1");
    expect((await release()).status).toBe(200);
  });

  test("of several people at once each is kept, and one quarantine holds", async () => {
    const id = await standard();
    const sent = await Promise.all(
      [0, 1, 2, 3].map((at) => check(id, at % 2 ? "203" : "200.1", {}, at < 2 ? author : admin)),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await checksOf(id)).toBe(4);
    expect((await row(id)).status).toBe("quarantined");
    expect(await shard.count("ledger_events", "entity_id = ?", id)).toBe(2);
  });

  test("is repeated with the first answer when the answer was lost", async () => {
    const id = await standard();
    const key = crypto.randomUUID();
    const once = () =>
      author.call("POST", `/api/calibrators/${id}/checks`, body("200.1"), {
        "Idempotency-Key": key,
      });
    const [first, again] = [await once(), await once()];
    expect(again.data).toEqual(first.data);
    expect(await checksOf(id)).toBe(1);
  });

  test("is listed by its day, by result, and given as a file", async () => {
    const id = await standard();
    for (const [at, value] of ["200.1", "200.9", "200.2"].entries())
      await check(id, value, { checked_on: addDays(TODAY, -at) });
    const list = (query = "") =>
      viewer.call<{ value: string }[]>("GET", `/api/calibrators/${id}/checks${query}`);
    expect((await list()).data.map(({ value }) => value)).toEqual(["200.1", "200.9", "200.2"]);
    expect((await list("?result=warn")).data.map(({ value }) => value)).toEqual(["200.9"]);
    const file = await author.page(`/calibrator/checks/${id}/export.csv`);
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("Delivered energy,200,J,200.2,200.0,1.2,OK");
    expect((await viewer.page(`/calibrator/checks/${id}/export.csv`)).status).toBe(403);
  });
});

describe("an interval", () => {
  const at = (error: string) => ({
    ...{ nominal: "200", reference: "200", indicated: String(200 + Number(error)) },
    ...{ correction: String(-Number(error)), u: "1", k: "2", dof: null },
  });
  /** Certificates past the app, as if they had been accepted in their years. */
  async function certified(id: string, errors: readonly string[], more: object = {}) {
    for (const [place, error] of errors.entries()) {
      const year = 2020 + place;
      const isLast = place === errors.length - 1;
      const media = await shard.add("media", {
        ...{ kind: "calibration", owner_kind: "calibration", object_key: `k-${++made}` },
        ...{ mime: "application/pdf", file_name: "c.pdf", bytes: 1, uploaded_at: 1, sha256: "0" },
      });
      const certificate = await shard.add("calibrator_certificates", {
        ...{ calibrator_id: id, certificate_no: `C-${++made}`, issued_by: "Laboratory" },
        ...{ route: "accredited_lab", calibrated_on: `${year}-05-0${1 + place}` },
        ...{ issued_on: `${year}-05-20`, due_on: `${year + 1}-05-01`, as_found: "in_tolerance" },
        ...{ status: "entered", media_id: media, accepted_by: authorId, ...more },
      });
      await shard.add("calibrator_ranges", {
        ...{ calibrator_certificate_id: certificate, calibrator_id: id, parameter: "Energy" },
        ...{ quantity: "energy", unit: "J", range_lo: "1", range_lo_num: 1, range_hi: "360" },
        ...{ range_hi_num: 360, u_kind: "pct_reading", u_pct: "1", spec_pct: "1" },
        points: JSON.stringify([at(error)]),
      });
      await shard.set("calibrator_certificates", certificate, {
        status: isLast ? "accepted" : "superseded",
      });
    }
  }
  const propose = (id: string, method: string, by = author) =>
    by.call<{ id: string }>("POST", "/api/interval-proposals", { calibrator_id: id, method });
  const yearly = { interval_value: 12, interval_unit: "month", interval_source: "manufacturer" };

  test("is proposed from what certificates found, and set by who accepts it; its due date stays", async () => {
    const id = await standard(yearly);
    await certified(id, ["0.5", "-0.8"]);
    const due = { due_on: "2027-01-31", order_on: "2027-01-31" };
    await shard.set("calibrators", id, due);
    const { status, data } = await propose(id, "staircase");
    expect(status).toBe(201);
    expect((await propose(id, "a1")).status).toBe(409);
    const read = await viewer.call<Record<string, unknown>>(
      "GET",
      `/api/interval-proposals/${data.id}`,
    );
    expect(read.data).toMatchObject({
      ...{ current_value: 12, proposed_value: 15, proposed_unit: "month", status: "open" },
      arithmetic: [
        "2020-05-01: |0.5| / 2 = 0.25 of the permissible error",
        "2021-05-02: |-0.8| / 2 = 0.4 of the permissible error",
        "Both at most 0.8: × 1.25, at most 2 × 12 months",
        "12 months × 1.25 = 15 months, in whole units",
      ],
    });
    const accept = (by: Client, reason = "Two good years") =>
      by.call("POST", `/api/interval-proposals/${data.id}/accept`, { reason });
    expect((await accept(viewer)).status).toBe(403);
    expect((await accept(author, "")).status).toBe(422);
    expect((await accept(author)).status).toBe(200);
    expect(await row(id)).toMatchObject({
      ...{ interval_value: 15, interval_unit: "month", interval_source: "history", ...due },
    });
    expect((await accept(author)).status).toBe(409);
    // The agreed interval stays the measure of the longest one.
    const next = await propose(id, "staircase");
    const again = await shard.get("interval_proposals", next.data.id);
    expect(again).toMatchObject({ current_value: 15, proposed_value: 18 });
  });

  test("is not accepted once it was changed by hand, and says what a method lacks", async () => {
    const id = await standard(yearly);
    expect((await propose(id, "a3")).errors).toEqual({
      method: ["No certificate says whether it was found in tolerance."],
    });
    await certified(id, ["3"], { as_found: "out_of_tolerance" });
    const { data } = await propose(id, "staircase");
    expect(await shard.get("interval_proposals", data.id)).toMatchObject({ proposed_value: 6 });
    await shard.set("calibrators", id, { interval_value: 24 });
    const move = (name: string) =>
      author.call("POST", `/api/interval-proposals/${data.id}/${name}`, { reason: "Seen" });
    expect((await move("accept")).status).toBe(409);
    expect((await move("reject")).status).toBe(200);
    expect((await row(id)).interval_value).toBe(24);
    const bare = await standard();
    expect((await propose(bare, "a1")).errors).toHaveProperty("method");
    expect((await propose(id, "a1", viewer)).status).toBe(403);
    expect((await propose("none", "a1")).status).toBe(404);
  });

  test("of two who decide at once one is first", async () => {
    const id = await standard(yearly);
    await certified(id, ["0.1"]);
    const { data } = await propose(id, "a1");
    const both = await Promise.all([
      author.call("POST", `/api/interval-proposals/${data.id}/accept`, { reason: "Good" }),
      admin.call("POST", `/api/interval-proposals/${data.id}/reject`, { reason: "Too soon" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
