import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Laboratory, laboratoryOf, standardOf } from "#tests/support/certifying.ts";
import { type Client, signedIn, upTo } from "#tests/support/client.ts";
import {
  deviceToCalibrate,
  type Measurer,
  measuredInhouse,
  measurer,
  moveInhouse,
} from "#tests/support/inhouse.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { issuedWith, workingStandard } from "#tests/support/traced.ts";
import { addCompany, companyToday, type World, world } from "#tests/support/world.ts";

const TODAY = companyToday();
const SINCE = addDays(TODAY, -90);

let w: World;
let lab: Laboratory;
let admin: Client;
/** By number: certificates as they are made. */
let direct: string;
let source: string;
let over: string;

beforeAll(async () => {
  w = await world();
  lab = await laboratoryOf(w, await addCompany(w.env, "impacted", 2, 1), 4);
  admin = await signedIn(w, lab.company, "admin");
  direct = await issuedWith(lab, lab.standardId);
  source = await issuedWith(lab, lab.standardId);
  working = await workingStandard(lab, admin, source);
  over = await issuedWith(lab, working);
  other = await standardOf(lab.shard, { name: "Another analyser" });
  await issuedWith(lab, other);
});
let working: string;
let other: string;

type Line = {
  id: string;
  certificate_report_id: string;
  depth: number;
  point: string | null;
  shift: string | null;
  tolerance_ratio: string | null;
  uncertainty_ratio: string | null;
  verdict: string | null;
  shifted_verdict: string | null;
  is_changed: boolean;
  action: string;
  version: number;
};

const energyRange = async (calibrator: string) =>
  (await lab.shard.value<string>(
    "select id from calibrator_ranges where company_id = ?1 and calibrator_id = ?2 and unit = 'J' order by id desc",
    calibrator,
  ))!;

async function open(calibrator: string, more: object = {}, shift = "8") {
  const range = await energyRange(calibrator);
  return admin.call<{ id: string }>("POST", "/api/impact-reviews", {
    ...{ calibrator_id: calibrator, since_on: SINCE, reason: "Found high" },
    ...{ shifts: [{ range_id: range, shift }], ...more },
  });
}
const linesOf = async (review: string, query = "") =>
  (await admin.call<Line[]>("GET", `/api/impact-reviews/${review}/certificates${query}`)).data;
const decide = (line: Line, move: string, body: object = { reason: "Seen" }) =>
  admin.call("POST", `/api/impact-lines/${line.id}/${move}`, body);
const close = (review: string) =>
  admin.call("POST", `/api/impact-reviews/${review}/close`, { reason: "All are decided" });

describe("an impact review", () => {
  test("lists exactly the certificates that rest on the standard, over two levels", async () => {
    const { status, message, data, trips } = await open(lab.standardId);
    expect([status, message]).toEqual([201, "Impact review opened with 3 certificates"]);
    expect(trips).toEqual(upTo(3));
    const lines = await linesOf(data.id);
    const found = lines.map((one) => [one.certificate_report_id, one.depth]);
    expect(new Map(found as [string, number][])).toEqual(
      new Map([
        [direct, 1],
        [source, 1],
        [over, 2],
      ]),
    );
    expect(lines).toHaveLength(3);
    // 50 J ± 7.5 J: 49.7 J would be 41.7 J, outside.
    const [line] = lines.filter((one) => one.certificate_report_id === direct);
    expect(line).toMatchObject({
      ...{ point: "Delivered energy, 50 J", shift: "8", tolerance_ratio: "1.07" },
      ...{ verdict: "pass", shifted_verdict: "fail", is_changed: true, action: "undecided" },
    });
    expect(Number(line!.uncertainty_ratio)).toBeGreaterThan(1);
    expect((await linesOf(data.id, "?changed=no")).length).toBe(0);
    expect((await open(lab.standardId)).status).toBe(409);
    // Only what is decided is closed.
    for (const [at, move] of ["clear", "notify"].entries())
      expect((await decide(lines[at]!, move)).status).toBe(200);
    const refused = await close(data.id);
    expect([refused.status, refused.message]).toEqual([409, "Not everything in it is decided yet"]);
    expect((await linesOf(data.id, "?action=undecided")).map(({ id }) => id)).toEqual([
      lines[2]!.id,
    ]);
    expect((await decide(lines[2]!, "recall")).status).toBe(200);
    expect((await decide(lines[2]!, "again")).status).toBe(200);
    expect((await close(data.id)).status).toBe(409);
    expect((await decide(lines[2]!, "recall")).status).toBe(200);
    expect((await close(data.id)).status).toBe(200);
    const late = await decide(lines[2]!, "again");
    expect([late.status, late.message]).toEqual([409, "This impact review is closed"]);
    expect(await lab.shard.get("impact_reviews", data.id)).toMatchObject({
      ...{ status: "closed", line_count: 3, undecided_count: 0, conclusion: "All are decided" },
    });
  });

  test("leaves out what was measured before the last good check, and all that rests on it", async () => {
    const { data } = await open(lab.standardId, { since_on: TODAY });
    expect(await linesOf(data.id)).toEqual([]);
    expect((await close(data.id)).status).toBe(200);
  });

  test("tells a shift that changes no verdict, and none where the standard was good", async () => {
    const { data } = await open(working, {}, "-0.2");
    const [line] = await linesOf(data.id);
    expect(line).toMatchObject({
      ...{ certificate_report_id: over, depth: 1, shift: "-0.2", is_changed: false },
      ...{ verdict: "pass", shifted_verdict: "pass", tolerance_ratio: "0.0267" },
    });
    const [time] = await lab.shard.all<{ id: string }>(
      "select id from calibrator_ranges where company_id = ?1 and calibrator_id = ?2 and unit = 's'",
      other,
    );
    const of = { shifts: [{ range_id: time!.id, shift: "0" }] };
    expect((await open(other, of)).errors).toEqual({
      shifts: ["Say for one range at least how far it was off"],
    });
  });

  test("sends a consumer a letter about certificates that are notified or recalled", async () => {
    const review = (await open(other)).data.id;
    const [line] = await linesOf(review);
    const report = await lab.shard.get("certificate_reports", line!.certificate_report_id);
    const consumer_id = String(report.consumer_id);
    const tell = () => admin.call("POST", `/api/impact-reviews/${review}/tell`, { consumer_id });
    expect((await tell()).status).toBe(409);
    expect((await decide(line!, "recall", {})).status).toBe(200);
    expect((await tell()).message).toMatch(/has no e-mail address$/);
    await lab.shard.set("consumers", consumer_id, { email: "ward@consumer.test" });
    expect((await tell()).status).toBe(200);
    const [mail] = await lab.shard.all<{ payload: string }>(
      "select payload from outbox where company_id = ?1 and dedupe_key like ?2",
      `impact:${review}:%`,
    );
    const { to, subject, text } = JSON.parse(mail!.payload);
    expect([to, subject]).toEqual(["ward@consumer.test", "Recall of calibration certificates"]);
    expect(text).toContain(`${String(report.certificate_no)}: `);
    expect(text).toContain("Recalled.");
    expect((await lab.shard.get("impact_lines", line!.id)).mailed_at).toEqual(expect.any(Number));
  });

  test("holds a bounded number of certificates, and knows nothing of another company's", async () => {
    const elsewhere = await laboratoryOf(w, await addCompany(w.env, "unimpacted", 2, 1), 1);
    const theirs = await signedIn(w, elsewhere.company, "admin");
    const foreign = await theirs.call("POST", "/api/impact-reviews", {
      ...{ calibrator_id: lab.standardId, since_on: SINCE, reason: "Found high" },
      shifts: [{ range_id: await energyRange(lab.standardId), shift: "8" }],
    });
    expect(foreign.status).toBe(404);
    const crossed = await open(lab.standardId, {
      shifts: [{ range_id: await energyRange(working), shift: "8" }],
    });
    expect(crossed.status).toBe(404);
    const busy = await standardOf(lab.shard, { name: "Busy analyser" });
    const { version: _, ...set } = await lab.shard.get<Record<string, unknown>>(
      "measurement_sets",
      String((await lab.shard.get("certificate_reports", direct)).measurement_set_id),
    );
    const { version: __, ...report } = await lab.shard.get<Record<string, unknown>>(
      "certificate_reports",
      direct,
    );
    const ids = Array.from({ length: 2_001 }, () => [newId(), newId()] as const);
    await lab.shard.add("measurement_sets", ...ids.map(([id]) => ({ ...set, id })));
    await lab.shard.addUnstamped(
      "certificate_reports",
      ...ids.map(([measurement_set_id, id], at) => ({
        ...{ ...report, id, measurement_set_id, certificate_no: `B-${at}`, base_no: `B-${at}` },
        verify_token: `B-${at}`,
      })),
    );
    const used = ids.map(([measurement_set_id]) => ({
      ...{ measurement_set_id, calibrator_id: busy, role: "defibrillator_analyser" },
      ...{ calibrator_no: "DA", name: "Busy analyser" },
    }));
    await pastTriggers(lab.shard.db, ["measurement_standards"], () =>
      lab.shard.add("measurement_standards", ...used),
    );
    const { status, message, data } = await open(busy);
    expect([status, message]).toEqual([201, "Impact review opened with 2000 certificates"]);
    const review = await lab.shard.get("impact_reviews", data.id);
    expect(review).toMatchObject({ line_count: 2000, undecided_count: 2000, has_more: 1 });
    expect(await lab.shard.count("impact_lines", "impact_review_id = ?2", data.id)).toBe(2000);
  });
});

describe("in-house calibrations of an impact review", () => {
  type Own = Line & { inhouse_calibration_id: string; inhouse_no: string; outcome: string };
  const ownOf = async (review: string, query = "") =>
    (await admin.call<Own[]>("GET", `/api/impact-reviews/${review}/inhouse-calibrations${query}`))
      .data;
  const decideOwn = (line: Own, move: string, body: object = { reason: "Seen" }) =>
    admin.call("POST", `/api/impact-inhouse-lines/${line.id}/${move}`, body);
  let standard: string;
  let own: string;
  let overOurs: string;

  /** An in-house calibration that was verified, measured with one standard. */
  async function verifiedWith(by: [Measurer, Measurer], calibrator: string, more: object = {}) {
    await lab.shard.run(
      "update calibrators set status = iif(id = ?2, 'in_service', 'out_for_calibration') where company_id = ?1",
      calibrator,
    );
    const id = await measuredInhouse(lab, by[0], await deviceToCalibrate(lab), {
      ...{ outcome: "pass", ...more },
    });
    expect((await moveInhouse(by[1], id, "verify")).status).toBe(200);
    return id;
  }

  beforeAll(async () => {
    const people: [Measurer, Measurer] = [await measurer(lab), await measurer(lab)];
    standard = await standardOf(lab.shard, { name: "Ward analyser" });
    const certificate = await issuedWith(lab, standard);
    const ours = await workingStandard(lab, admin, certificate);
    own = await verifiedWith(people, standard);
    expect((await moveInhouse(people[1], own, "close")).status).toBe(200);
    overOurs = await verifiedWith(people, ours);
    // A draft is still measured, and another standard was good.
    await measuredInhouse(lab, people[0], await deviceToCalibrate(lab));
    await verifiedWith(people, await standardOf(lab.shard, { name: "Good analyser" }));
  });

  test("are those that were verified for later work, over a standard of our own as well", async () => {
    const { status, message, data, trips } = await open(standard);
    expect([status, message]).toEqual([
      201,
      "Impact review opened. Certificates: 1, in-house calibrations: 2.",
    ]);
    expect(trips).toEqual(upTo(3));
    const lines = await ownOf(data.id);
    expect(new Map(lines.map((one) => [one.inhouse_calibration_id, one.depth]))).toEqual(
      new Map([
        [own, 1],
        [overOurs, 2],
      ]),
    );
    const [line] = lines.filter((one) => one.inhouse_calibration_id === own);
    expect(line).toMatchObject({
      ...{ point: "Delivered energy, 50 J", shift: "8", tolerance_ratio: "1.07" },
      ...{ verdict: "pass", shifted_verdict: "fail", is_changed: true, action: "undecided" },
      outcome: "pass",
    });
    // Each is decided before the review is closed.
    const [certificate] = await linesOf(data.id);
    expect((await decide(certificate!, "clear")).status).toBe(200);
    expect((await decideOwn(lines[0]!, "recalibrate", {})).status).toBe(200);
    expect((await close(data.id)).message).toBe("Not everything in it is decided yet");
    expect((await decideOwn(lines[1]!, "clear", {})).errors).toEqual({
      reason: ["Reason is required"],
    });
    expect((await decideOwn(lines[1]!, "clear")).status).toBe(200);
    expect((await decideOwn(lines[1]!, "again")).status).toBe(200);
    expect((await ownOf(data.id, "?action=undecided")).map(({ id }) => id)).toEqual([lines[1]!.id]);
    expect((await decideOwn(lines[1]!, "clear")).status).toBe(200);
    expect(await lab.shard.get("impact_inhouse_lines", lines[0]!.id)).toMatchObject({
      ...{ action: "recalibrate", decided_by: lab.company.users.admin.id },
      decided_at: expect.any(Number),
    });
    expect((await close(data.id)).status).toBe(200);
    const late = await decideOwn(lines[0]!, "again");
    expect([late.status, late.message]).toEqual([409, "This impact review is closed"]);
  });

  test("are none of work before the last good check", async () => {
    const { data } = await open(standard, { since_on: TODAY });
    expect(await ownOf(data.id)).toEqual([]);
    expect(await admin.text(`/impact-review/${data.id}`)).toContain(
      "No in-house calibration rests on it",
    );
    expect((await close(data.id)).status).toBe(200);
  });

  test("that would come out as before stay so, and a page of them goes on", async () => {
    const { data } = await open(standard, {}, "-0.2");
    const [line] = await ownOf(data.id, "?changed=no");
    expect(line).toMatchObject({ verdict: "pass", shifted_verdict: "pass", is_changed: false });
    const { version: _, ...row } = await lab.shard.get<Record<string, unknown>>(
      "impact_inhouse_lines",
      line!.id,
    );
    const { version: __, ...calibration } = await lab.shard.get<Record<string, unknown>>(
      "inhouse_calibrations",
      own,
    );
    const more = Array.from({ length: 12 }, (_each, at) => ({ id: newId(), no: `IH-MORE-${at}` }));
    await lab.shard.add(
      "inhouse_calibrations",
      ...more.map(({ id, no }) => ({ ...calibration, id, inhouse_no: no })),
    );
    await lab.shard.add(
      "impact_inhouse_lines",
      ...more.map(({ id, no }) => ({
        ...{ ...row, id: newId(), inhouse_calibration_id: id, inhouse_no: no },
      })),
    );
    const first = await admin.text(`/impact-review/${data.id}`);
    expect([first.includes("IH-MORE-11"), first.includes("IH-MORE-0<")]).toEqual([true, false]);
    const next = /inhouse-after=([^"&]+)/.exec(first)![1]!;
    expect(await admin.text(`/impact-review/${data.id}?inhouse-after=${next}`)).toContain(
      "IH-MORE-0",
    );
  });
});
