import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Laboratory, laboratoryOf, standardOf } from "#tests/support/certifying.ts";
import { type Client, signedIn, upTo } from "#tests/support/client.ts";
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
    expect([refused.status, refused.message]).toEqual([
      409,
      "Not every certificate of it is decided yet",
    ]);
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
