import { strFromU8, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, formOf, signedIn } from "#tests/support/client.ts";
import { devices, frozen } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { hashOf, opened, textIn, verified } from "#tests/support/packs.ts";
import { colleague } from "#tests/support/person.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { type LogRow, type Sealed, sealOf } from "#worker/domain/activity/chain.ts";
import { sealChain } from "#worker/jobs/seal-log.ts";
import { checkPack } from "../../scripts/support/check-pack.ts";

const MONTH = "2026-02";
let w: World;
let company: Company;
let rows: Rows;
let admin: Client;
/** A device in each of two Locations: its date of the month, its schedule, its report and the Location. */
type Case = Record<"asset" | "department" | "occurrence" | "schedule" | "report", string> & {
  ticket: string;
};
const cases: Case[] = [];

async function cared(name: string): Promise<Case> {
  const { ids, department } = await devices(rows, ["high"], name);
  const asset = ids[0]!;
  const plan = { assetId: asset, from: `${MONTH}-10`, until: `${MONTH}-28` };
  const schedule = await planned(rows, plan);
  const occurrence = (await rows.value<string>(
    "select id from due_occurrences where company_id = ? and schedule_id = ?",
    schedule,
  ))!;
  const deferred = await admin.api(`/api/due-occurrences/${occurrence}/defer`, {
    method: "POST",
    body: formOf({ defer_to: addDays(companyToday(), 3), reason: `Ward ${name} is full` }),
  });
  expect(deferred.status, await deferred.clone().text()).toBe(200);
  const ticket = freshTicket();
  const media = fileOf(pngOf(64, 48, 3000), `reading ${name}.png`, "image/png");
  const sent = await admin.call(
    "POST",
    `/api/service-report/create/${asset}`,
    reportForm({ service_ticket: ticket, action_taken: `Filter of ${name} replaced` }, [], media),
    { "idempotency-key": newId() },
  );
  expect(sent.status).toBeLessThan(300);
  const report = (await rows.value<string>(
    "select id from service_reports where company_id = ? and service_ticket = ?",
    ticket,
  ))!;
  const done = { status: "done", done_on: `${MONTH}-10`, service_report_id: report };
  await rows.set("due_occurrences", occurrence, done);
  const kept = await admin.api(`/api/assets/${asset}/documents`, {
    method: "POST",
    body: formOf({
      ...{ kind: "licence", valid_until: "2030-01-01" },
      file: fileOf(pngOf(64, 48, 2000), `certificate ${name}.png`, "image/png"),
    }),
  });
  expect(kept.status).toBeLessThan(300);
  return { asset, department, occurrence, schedule, report, ticket };
}

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "february", 2, 0);
  rows = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  for (const name of ["ONE", "TWO"]) cases.push(await cared(name));
  await frozen(rows, MONTH);
  await sealChain(rows.db, company.id, Date.now() + 120_000);
});

const pack = async (client: Client) =>
  opened(await client.page(`/pm-compliance/evidence.zip?month=${MONTH}`));
type Entries = Awaited<ReturnType<typeof pack>>["entries"];
type Log = { head: { seq: number }; rows: (LogRow & Sealed)[] };
const logIn = (entries: Entries) => JSON.parse(strFromU8(entries["log.json"]!)) as Log;
const under = (entries: Entries, folder: string) =>
  Object.keys(entries).filter((name) => name.startsWith(folder));

test("a month's pack holds the reports that did its dates, their files and certificates as stored, and its log, and is read back", async () => {
  const { entries, manifest } = await pack(admin);
  expect(manifest.left_out).toEqual([]);
  expect(under(entries, "reports/").sort()).toEqual(
    cases.map(({ ticket }) => `reports/${ticket}.pdf`).sort(),
  );
  const stored = await rows.all<{ sha256: string }>(
    "select sha256 from media where company_id = ? order by id desc",
  );
  const files = under(entries, "files/");
  expect(files.length).toBe(4);
  expect(await Promise.all(files.map((name) => hashOf(entries[name]!)))).toEqual(
    stored.map(({ sha256 }) => sha256),
  );
  const printed = (await textIn(entries["evidence.pdf"]!)).replaceAll(" ", "");
  for (const name of ["ONE", "TWO"]) expect(printed).toContain(`Filterof${name}replaced`);
  for (const { name, sha256 } of manifest.entries)
    if (/^[^/]+\.(csv|json)$/.test(name)) expect(printed, name).toContain(sha256);
  expect(strFromU8(entries["reports.csv"]!)).toContain(cases[0]!.ticket);
  const archive = zipSync(entries, { level: 0 });
  const seals = logIn(entries).rows.length;
  expect(await checkPack(archive)).toMatchObject({ seals, unread: 0, wrong: [] });
  expect(await verified(archive)).toMatchObject({ code: 0 });
});

test("its log has what was done to its dates, schedules and reports, and no other entry; each is recomputed from its seal", async () => {
  const { rows: logged, head } = logIn((await pack(admin)).entries);
  const about = cases.flatMap(({ occurrence, schedule, report }) => [occurrence, schedule, report]);
  expect(logged.every(({ entity_id }) => about.includes(String(entity_id)))).toBe(true);
  for (const { occurrence, report } of cases) {
    const of = (id: string) => logged.filter(({ entity_id }) => entity_id === id);
    expect(of(occurrence).map(({ action }) => action)).toEqual(["defer.due_occurrence"]);
    expect(of(report).map(({ action }) => action)).toEqual(["create.service_report"]);
  }
  for (const { seq, prev_hash, hash, ...row } of logged)
    expect(await sealOf(row as LogRow, seq!, prev_hash!)).toBe(hash);
  expect(head.seq).toBeGreaterThanOrEqual(logged.at(-1)!.seq!);
});

test("a person limited to a Location gets its reports, files and log alone, without addresses, and is told", async () => {
  const { client, id } = await colleague(w, company, "view-asset", "export-asset");
  const [one, two] = cases as [Case, Case];
  await rows.add("user_scopes", { user_id: id, department_id: one.department });
  const { entries, manifest } = await pack(client);
  expect(under(entries, "reports/")).toEqual([`reports/${one.ticket}.pdf`]);
  expect(under(entries, "files/").join()).not.toContain("TWO");
  expect(under(entries, "files/").length).toBe(2);
  const { rows: logged } = logIn(entries);
  expect([...new Set(logged.map(({ asset_id }) => asset_id))]).toEqual([one.asset]);
  expect(Object.keys(logged[0]!)).not.toContain("ip");
  const all = Object.values(entries).map((bytes) => strFromU8(bytes));
  for (const secret of [two.ticket, two.report, two.asset])
    expect(all.some((text) => text.includes(secret))).toBe(false);
  expect(manifest.left_out).toEqual([
    "Not visible to Pat Person: what fell due in other Locations.",
  ]);

  // The device goes to the other Location: its date stays with the place, what was done to it does not.
  await rows.set("assets", one.asset, { department_id: two.department });
  const moved = await pack(client);
  expect([...under(moved.entries, "reports/"), ...under(moved.entries, "files/")]).toEqual([]);
  expect(logIn(moved.entries).rows).toEqual([]);
  expect(moved.manifest.left_out.join()).toContain("Dates of such devices: 1.");
  await rows.set("assets", one.asset, { department_id: one.department });
});

test("a person without the right to read reports gets none of them and no file, and is told", async () => {
  const { client } = await colleague(w, company, "export-asset");
  const { entries, manifest } = await pack(client);
  expect([...under(entries, "reports/"), ...under(entries, "files/")]).toEqual([]);
  expect(logIn(entries).rows.map(({ entity_kind }) => entity_kind)).not.toContain("service_report");
  expect(manifest.left_out).toEqual([
    "Not visible to Pat Person: reports as they are printed, files, and the log of reports.",
  ]);
  const printed = await textIn(entries["evidence.pdf"]!);
  expect(printed).toContain("reports as they are printed");
  expect(printed).not.toContain("replaced");
});

test("beyond the newest reports, files and entries it says what is left out", async () => {
  const [{ asset }] = cases as [Case];
  const month = "2026-05";
  const dates = Array.from({ length: 110 }, (_, n) => ({
    on: `${month}-${String(1 + (n % 30)).padStart(2, "0")}`,
    plan: Math.floor(n / 30),
    report: newId(),
  }));
  const none = { assetId: asset, kind: "other", from: "2030-01-01", until: "2029-01-01" };
  const plans: string[] = [];
  while (plans.length < 4) plans.push(await planned(rows, none));
  await rows.add(
    "service_reports",
    ...dates.map(({ report, on }, n) => ({
      ...{ id: report, asset_id: asset, service_ticket: `MANY-${n}`, service_on: on },
      done_by: "Engineer",
    })),
  );
  await rows.add(
    "due_occurrences",
    ...dates.map(({ on, plan, report }) => ({
      ...{ schedule_id: plans[plan], asset_id: asset, kind: "other", status: "done" },
      ...{ due_on: on, opens_on: on, closes_on: on, done_on: on, service_report_id: report },
    })),
  );
  await rows.add(
    "media",
    ...[...dates, ...dates].map(({ report }, n) => ({
      ...{ kind: "report_media", owner_kind: "service_report", service_report_id: report },
      ...{ object_key: `c/${company.id}/many-${n}`, file_name: "a.png", mime: "image/png" },
      ...{ bytes: 10, sha256: "x", uploaded_at: Date.now() },
    })),
  );
  await frozen(rows, month);
  const answer = await admin.page(`/pm-compliance/evidence.zip?month=${month}`);
  const { entries, manifest } = await opened(answer);
  expect(under(entries, "reports/").length).toBe(100);
  expect(Object.keys(entries)).toContain("reports/MANY-109.pdf");
  expect(Object.keys(entries)).not.toContain("reports/MANY-0.pdf");
  expect(manifest.left_out.slice(0, 2)).toEqual([
    "Only the newest 100 reports are in it.",
    "Files beyond the limits of a pack, the oldest and largest: 21.",
  ]);
});
