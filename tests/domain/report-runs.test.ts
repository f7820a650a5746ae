import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { addMonths } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { deliver, minute, night } from "#tests/support/clock.ts";
import { devices, frozen, reportOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { personSession } from "#worker/auth/person-session.ts";
import { reports } from "#worker/domain/reports/all.ts";
import { askForReport } from "#worker/domain/reports/ask.ts";
import { beginMonthly } from "#worker/domain/reports/monthly.ts";
import { reportPage } from "#worker/domain/reports/read.ts";
import { goOnWithRuns } from "#worker/domain/runs/go-on.ts";
import type { RunKind } from "#worker/domain/runs/kind.ts";
import { MOST_KEPT } from "#worker/domain/runs/runs.ts";
import type { Session } from "#worker/session.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let session: Session;
const origin = "http://paper.localhost";

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "paper", 2, 2);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  await bench(w, company, [{ quantity: 40 }, { quantity: 3 }]);
  session = (await personSession(
    w.env as unknown as Env,
    shard.db,
    company.id,
    company.users.admin.id,
  ))!;
});

const lines = (csv: string) => csv.replace("\uFEFF", "").trim().split("\r\n");
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const run = (id: string) =>
  shard.get<{ status: string; progress: number; parts: number; error: string | null }>(
    "report_runs",
    id,
  );
const lastRun = async () =>
  (await shard.value<string>(
    "select id from report_runs where company_id = ?1 order by id desc limit 1",
  ))!;

describe("every report", () => {
  test.each(Object.keys(reports))("%s is a page whose sums are those of its file", async (name) => {
    const page = await reportPage(session, new URLSearchParams({ of: name, sums: "1" }));
    expect(page.title).toBe(reports[name]!.title);
    expect(page.sums![0]!.text).toBe(String(page.rows.length));
    for (const row of page.rows) expect(row.cells).toHaveLength(page.columns.length);
  });

  test("is read back from its CSV", async () => {
    const answer = await admin.page("/report/file.csv?of=equipment-register");
    expect(answer.status).toBe(200);
    const [head, ...rows] = lines(await answer.text());
    expect(head).toContain("Code,Asset,Location");
    expect(rows).toHaveLength(await shard.count("assets", "deleted_at is null"));
    const pdf = await admin.page("/report/file.pdf?of=equipment-register");
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  test("of too many rows for a PDF at once is offered in the background", async () => {
    const { asset } = await bench(w, company, []);
    const first = Date.parse("2026-01-01");
    const stretches = Array.from({ length: 251 }, (_, n) => ({
      ...{ asset_id: asset, kind: "unplanned" },
      ...{ started_at: first + n * 2_000, ended_at: first + n * 2_000 + 1_000 },
    }));
    await shard.add("asset_downtimes", ...stretches);
    const answer = await admin.page("/report/file.pdf?of=downtime");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/report?of=downtime&do=run&as=pdf");
    const page = await (await admin.page("/report?of=downtime&do=run&as=pdf")).text();
    expect(page).toContain("A PDF of so many rows takes a while.");
    await shard.run("delete from asset_downtimes where company_id = ?");
  });
});

describe("a run in the background", () => {
  test("ends in a file, a notice, and is the person's own", async () => {
    const sent = await admin.page("/report?of=equipment-register", {
      method: "POST",
      body: form({ intent: "run", format: "csv" }),
    });
    expect(sent.status).toBe(302);
    const id = await lastRun();
    await minute(w);
    await expect.poll(async () => (await run(id)).status, { timeout: 20_000 }).toBe("done");
    const file = await admin.page(`/report-run/${id}`);
    expect(lines(await file.text())).toHaveLength(
      (await shard.count("assets", "deleted_at is null")) + 1,
    );
    expect(await shard.count("notifications", "kind = 'report.ready' and entity_id = ?", id)).toBe(
      1,
    );
    const viewer = await signedIn(w, company, "viewer");
    expect((await viewer.page(`/report-run/${id}`)).status).toBe(404);
  });

  test.each([
    ["by an error", () => new Error("The store is away")],
    ["since nothing answered", () => new Response(null, { status: 503 })],
  ])("goes on from the part that failed %s, and two messages make it once", async (_, problem) => {
    const id = await shard.add("report_runs", {
      ...{ user_id: company.users.admin.id, kind: "slow", title: "Slow", params: "{}" },
      ...{ format: "csv", status: "queued", sums: "{}", parts: 0, progress: 0 },
      ...{ version: 1, created_at: Date.now(), updated_at: Date.now() },
    });
    const made: string[] = [];
    let fails = 1;
    const slow: RunKind = {
      open: (one) => one.authorize("view-asset"),
      part: async ({ run: { cursor } }) => {
        const at = Number(cursor ?? 0);
        if (at === 2 && fails-- > 0) throw problem();
        made.push(String(at));
        return {
          bytes: new TextEncoder().encode(`${at};`),
          done: 1,
          next: at < 4 ? String(at + 1) : null,
        };
      },
      finish: async (_, parts) => ({
        bytes: new TextEncoder().encode(
          parts.map((part) => new TextDecoder().decode(part)).join(""),
        ),
        name: "slow.csv",
      }),
    };
    const going = () =>
      goOnWithRuns({
        env: w.env as unknown as Env,
        db: companyDb(shard),
        ...{ origin, at: Date.now(), kinds: { slow } },
        sessionOf: async () => session,
      });
    await expect(going()).rejects.toEqual(problem());
    expect((await run(id)).parts).toBe(2);
    await Promise.all([going(), going()]);
    for (let n = 0; n < 5 && (await run(id)).status !== "done"; n++) await going();
    expect(await run(id)).toMatchObject({ status: "done", progress: 5, parts: 5 });
    const object = await w.env.MEDIA.get(`c/${company.id}/runs/${id}/file`);
    expect(await object!.text()).toBe("0;1;2;3;4;");
    expect(await shard.count("notifications", "entity_id = ?", id)).toBe(1);
  });

  describe("takes room of the plan's storage", () => {
    const MEGABYTE = 1024 * 1024;
    const used = () => shard.profile("storage_bytes");
    const use = (bytes: number, megabytes: number | null) =>
      shard.setProfile({
        storage_bytes: bytes,
        limits: JSON.stringify(megabytes === null ? {} : { max_storage_mb: megabytes }),
      });
    const key = (id: string) => `c/${company.id}/runs/${id}/`;
    const kept = async (id: string) =>
      (await w.env.MEDIA.list({ prefix: key(id) })).objects.map((one) => one.key);
    /** A run of one part and of a file of so many bytes, written piece by piece. */
    async function made(bytes: number) {
      const id = await shard.add("report_runs", {
        ...{ user_id: company.users.admin.id, kind: "large", title: "Large", params: "{}" },
        ...{ format: "zip", status: "queued", sums: "{}", created_at: Date.now() },
      });
      const piece = new Uint8Array(MEGABYTE + 1).map((_, at) => at % 251);
      const large: RunKind = {
        open: (one) => one.authorize("view-asset"),
        part: async () => ({ bytes: new Uint8Array(9), done: 1, next: null }),
        async finish() {
          const pieces = async function* () {
            for (let left = bytes; left > 0; left -= piece.length)
              yield piece.subarray(0, Math.min(left, piece.length));
          };
          return { bytes: pieces(), name: "large.zip" };
        },
      };
      await goOnWithRuns({
        env: w.env as unknown as Env,
        db: companyDb(shard),
        ...{ origin, at: Date.now(), kinds: { large } },
        sessionOf: async () => session,
      });
      const expected = new Uint8Array(bytes).map((_, at) => (at % piece.length) % 251);
      return { id, expected };
    }

    test.each([0, 5, 8 * MEGABYTE, 17 * MEGABYTE + 3])("%i bytes", async (bytes) => {
      await use(100, 18);
      const { id, expected } = await made(bytes);
      expect(await run(id)).toMatchObject({ status: "done", bytes });
      expect(await used()).toBe(100 + bytes);
      expect(await kept(id)).toEqual([`${key(id)}file`]);
      const object = await w.env.MEDIA.get(`${key(id)}file`);
      const stored = new Uint8Array(await object!.arrayBuffer());
      expect(Buffer.compare(stored, expected)).toBe(0);
      const gone = await admin.page("/reports", {
        method: "POST",
        body: form({ intent: "delete-run", id }),
      });
      expect(gone.status).toBe(302);
      expect(await used()).toBe(100);
    });

    test("and is refused in words where there is none; nothing of it is kept", async () => {
      await use(MEGABYTE - 4, 1);
      const { id } = await made(5);
      expect(await run(id)).toMatchObject({
        status: "failed",
        error: expect.stringContaining("The plan's storage has no room"),
      });
      expect(await used()).toBe(MEGABYTE - 4);
      expect(await kept(id)).toEqual([]);
      expect(await admin.text("/reports")).toContain("The plan&#x27;s storage has no room");
      const told = "kind = 'report.ready' and entity_id = ? and title like '%could not be made'";
      expect(await shard.count("notifications", told, id)).toBe(1);
      await use(0, null);
    });

    test("which the night gives back after thirty days", async () => {
      const { id } = await made(7_000);
      expect(await used()).toBe(7_000);
      await night(w, Date.now() + 31 * 86_400_000);
      expect(await shard.count("report_runs", "id = ?", id)).toBe(0);
      expect(await used()).toBe(0);
      expect(await kept(id)).toEqual([]);
    });
  });

  test("fails where its person may no longer see it", async () => {
    const id = await shard.add("report_runs", {
      ...{ user_id: company.users.viewer.id, kind: "report", title: "Users", format: "csv" },
      ...{ params: JSON.stringify({ report: "users" }), status: "queued", sums: "{}" },
      ...{ parts: 0, progress: 0, version: 1, created_at: Date.now(), updated_at: Date.now() },
    });
    await deliver(w, { job: "runs", shard: company.shard, owner: company.id, at: Date.now() });
    await expect.poll(async () => (await run(id)).status, { timeout: 20_000 }).toBe("failed");
    expect((await run(id)).error).toContain("may no longer");
  });

  test("is swept after thirty days, with its file", async () => {
    const id = await lastRun();
    await w.env.MEDIA.put(`c/${company.id}/runs/${id}/file`, "x");
    await night(w, Date.now() + 31 * 86_400_000);
    expect(await shard.count("report_runs", "id = ?", id)).toBe(0);
    expect(await w.env.MEDIA.get(`c/${company.id}/runs/${id}/file`)).toBeNull();
  });

  test("gives way to the thirty-first", async () => {
    const mine = () => shard.count("report_runs", "user_id = ?", company.users.engineer.id);
    for (let n = 0; n < 32; n++)
      await shard.add("report_runs", {
        ...{
          user_id: company.users.engineer.id,
          kind: "report",
          title: `File ${n}`,
          format: "csv",
        },
        ...{ params: "{}", status: "done", sums: "{}", parts: 0, progress: 0, version: 1 },
        ...{ created_at: Date.now(), updated_at: Date.now() },
      });
    await shard.add("user_permissions", {
      ...{ user_id: company.users.engineer.id, permission: "export-asset" },
      ...{ web: "allow", app: "allow" },
    });
    const engineer = (await personSession(
      w.env as unknown as Env,
      shard.db,
      company.id,
      company.users.engineer.id,
    ))!;
    const asked = new URLSearchParams({ of: "equipment-register" });
    const others = await shard.count("report_runs", "user_id <> ?", company.users.engineer.id);
    await askForReport(engineer, asked, { format: "csv" });
    expect(await mine()).toBe(MOST_KEPT);
    expect(await shard.count("report_runs", "title in ('File 0', 'File 1', 'File 2')")).toBe(0);
    expect(await shard.count("report_runs", "user_id <> ?", company.users.engineer.id)).toBe(
      others,
    );
  });
});

test("a report by mail is begun once a month", async () => {
  const id = await shard.add("report_subscriptions", {
    ...{ user_id: company.users.admin.id, report: "breakdown-log", params: "{}", format: "csv" },
    ...{ sent_for: "2026-05", version: 1 },
  });
  const begun = () => shard.count("report_runs", "subscription_id = ?", id);
  const db = companyDb(shard);
  await beginMonthly(db, "2026-05-31");
  expect(await begun()).toBe(0);
  await Promise.all([beginMonthly(db, "2026-06-01"), beginMonthly(db, "2026-06-01")]);
  await beginMonthly(db, "2026-06-02");
  expect(await begun()).toBe(1);
  const params = await shard.value<string>(
    "select params from report_runs where company_id = ?1 and subscription_id = ?2",
    id,
  );
  expect(JSON.parse(params!)).toEqual({
    ...{ report: "breakdown-log", from: "2026-05-01", to: "2026-05-31" },
  });
});

test("the page of statistics comes by mail as a PDF up to the month before", async () => {
  const sent = await admin.page("/statics?period=custom&from=2025-01&to=2025-03&criticality=high", {
    method: "POST",
    body: form({ intent: "subscribe" }),
  });
  expect(sent.status).toBe(302);
  const mine = "user_id = ? and report = 'statics'";
  const me = company.users.admin.id;
  expect(await shard.count("report_subscriptions", mine, me)).toBe(1);
  const listed = await (await admin.page("/reports")).text();
  expect(listed).toContain("/statics?period=months&amp;criticality=high");
  const month = new Date().toISOString().slice(0, 7);
  const next = `${addMonths(`${month}-01`, 1).slice(0, 7)}-01`;
  await beginMonthly(companyDb(shard), next);
  const id = (await shard.value<string>(
    "select id from report_runs where company_id = ?1 and kind = 'statistics'",
  ))!;
  const params = await shard.value<string>(
    "select params from report_runs where company_id = ?1 and id = ?2",
    id,
  );
  expect(JSON.parse(params!)).toEqual({
    ...{ period: "months", criticality: "high", end: month, through: month },
  });
  await minute(w);
  await expect.poll(async () => (await run(id)).status, { timeout: 20_000 }).toBe("done");
  const file = await admin.page(`/report-run/${id}`);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
});

test("the evidence pack of a long month is made in the background, with every date", async () => {
  const month = "2026-03";
  const { ids } = await devices(
    shard,
    Array.from({ length: 37 }, () => "high"),
  );
  for (const assetId of ids)
    await planned(shard, {
      ...{ assetId, kind: "pm", every: [1, "day"] },
      ...{ from: `${month}-01`, until: `${month}-31` },
    });
  const [done] = await shard.all<{ id: string; asset_id: string }>(
    "select id, asset_id from due_occurrences where company_id = ? and due_on = ? order by id desc",
    `${month}-02`,
  );
  await reportOf(shard, done!, `${month}-02`, Date.now());
  await shard.addUnstamped("activity_log", {
    ...{ at: Date.now(), actor_kind: "user", actor_name: "Pat", via: "web", request_id: "r" },
    ...{ action: "defer.due_occurrence", entity_kind: "due_occurrence", entity_id: done!.id },
    ...{ entity_label: "PM", asset_id: done!.asset_id, changes: "[]" },
  });
  await frozen(shard, month);
  const many = 37 * 31;
  expect(await shard.count("due_closings", "month = ?", month)).toBe(many);
  expect((await admin.page(`/pm-compliance/evidence.zip?month=${month}`)).status).toBe(409);
  expect(await admin.text(`/pm-compliance?month=${month}`)).toContain('value="pack"');
  const asked = await admin.page(`/pm-compliance?month=${month}`, {
    method: "POST",
    body: form({ intent: "pack" }),
  });
  expect(asked.status).toBe(302);
  const id = await lastRun();
  await minute(w);
  await expect.poll(async () => (await run(id)).status, { timeout: 20_000 }).toBe("done");
  expect(await run(id)).toMatchObject({ progress: many });
  const file = await admin.page(`/report-run/${id}`);
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(lines(strFromU8(entries["open.csv"]!))).toHaveLength(many + 1);
  expect(Object.keys(entries)).toContain("evidence.pdf");
  expect(Object.keys(entries).filter((name) => name.startsWith("reports/T-"))).toHaveLength(1);
  const { rows: logged } = JSON.parse(strFromU8(entries["log.json"]!));
  expect(logged).toMatchObject([{ entity_id: done!.id }]);
  expect(await shard.count("notifications", "kind = 'report.ready' and entity_id = ?", id)).toBe(1);
});

test("a person of a lab is told of a file as well", async () => {
  const lab = await newPerson(w, company, { permissions: ["view-user", "export-user"] });
  await shard.set("users", lab.id, { service_type: 1 });
  const id = await shard.add("report_runs", {
    ...{ user_id: lab.id, kind: "report", title: "Users", format: "csv", status: "queued" },
    ...{ params: JSON.stringify({ report: "users" }), created_at: Date.now() },
  });
  await minute(w);
  await expect
    .poll(async () => run(id), { timeout: 20_000 })
    .toMatchObject({ status: "done", error: null });
  const told = "kind = 'report.ready' and entity_id = ? and user_id = ?";
  expect(await shard.count("notifications", told, id, lab.id)).toBe(1);
});
