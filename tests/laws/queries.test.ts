import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { platformMedia } from "#drizzle/control/index.ts";
import { CLOSING, formDataOf, formsOf, formTarget } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor, sendCall } from "#tests/support/call-bodies.ts";
import { ask, d1Of, signedIn } from "#tests/support/client.ts";
import { minute, night } from "#tests/support/clock.ts";
import { each } from "#tests/support/compare.ts";
import { LARGE_CERTIFICATES } from "#tests/support/large-certificates.ts";
import { eachKnowledge, enlarge, LARGE } from "#tests/support/large-hospital.ts";
import { enlargeLaboratory } from "#tests/support/large-laboratory.ts";
import { lawWorld } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  calls,
  companyCalls,
  companyPages,
  dataOf,
  isOfStaff,
  named,
  openCalls,
  type Page,
  signedInPages,
  surfaces,
} from "#tests/support/manifest.ts";
import { ofCustomers } from "#tests/support/platform-twins.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { settle } from "#tests/support/settle.ts";
import { keptStatements, type Statements } from "#tests/support/statements.ts";
import { kept } from "#tests/support/twins.ts";
import { companyToday, TIME_ZONE } from "#tests/support/world.ts";
import { assetTabs } from "#worker/domain/assets/detail.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { choosable } from "#worker/domain/lists/choices.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const { w, t, admin, staff } = await lawWorld();
// Warms the isolate's caches of hosts and catalogue, so that only warm requests are counted.
for (const path of ["/dashboard", "/api/machine_types/get", "/api/pm_list/twin-machine-type"])
  await admin.api(path);

const send = async (call: Call, id = idFor(call, t.own.rows)) => {
  await settle(t.own, call);
  return sendCall(admin, call, id, bodyOfCall(call, t.own.rows));
};
const opening = new Map<string, string>();
/** The path of a page with the first of our ids that opens it; looked for once. */
async function open(page: Page): Promise<string> {
  if (!page.params.length) return page.path;
  const found = opening.get(page.path) ?? (await firstThatOpens(page));
  opening.set(page.path, found);
  return found;
}
const tables = [...kept, ...ofCustomers, platformMedia].map(getTableName);
/** How much of a table's name a path has, between 0 and 1. */
function likeness(path: string, table: string): number {
  const words = table.split("_").map((word) => word.replace(/s$/, ""));
  return words.filter((word) => path.includes(word)).length / words.length;
}
async function firstThatOpens(page: Page): Promise<string> {
  // Nearly always it is a table that the path names.
  const byName = tables.toSorted((a, b) => likeness(page.path, b) - likeness(page.path, a));
  const target = formTarget[page.path];
  for (const table of target ? [target, ...byName] : byName) {
    const path = at(page.path, String(t.own.rows[table]!.id));
    // 202, 302: it leads on to another page. 429: an export that was taken too often is there all the same.
    if ([200, 202, 302, 429].includes((await admin.page(dataOf(page, path))).status)) return path;
  }
  throw new Error(`no row of our own opens ${page.path}`);
}

/** Gives a company another host: its shard is told of it before the answer, in one trip more. */
/** The company's whole data stands with the platform, and its taking in the company's own log. */
const notesTaking = (path: string) =>
  /\/(company-exports\/:id\/file|settings\/export\/:id)$/.test(path);
/** An export that was taken too often is there all the same. */
const isGiven = (status: number) => status < 300 || status === 429;
const tellsShard = (move: string) => /^(domain-|.*\/domain-requests\/:id\/)verify$/.test(move);

/** What is known of the catalogue is trusted for three seconds, and of a host for thirty; the second time both are warm. */
const whenWarm = async (trips: () => Promise<number>, most: number) => {
  const first = await trips();
  return first > most ? trips() : first;
};

describe("round trips to D1", () => {
  test.each(named(companyPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)))(
    "%s takes two at most",
    async (_, page: Page) => {
      const path = await open(page);
      for (const surface of page.isScreen ? surfaces(path) : [path]) {
        const trips = async () => d1Of(await admin.page(surface)).trips;
        const most = notesTaking(page.path) ? 3 : 2;
        expect(await whenWarm(trips, most), surface).toBeLessThanOrEqual(most);
      }
    },
  );

  test.each(
    named(signedInPages.filter((page) => !page.params.length && !companyPages.includes(page))),
  )("%s takes two at most, of staff", async (_, { path, isScreen }: Page) => {
    for (const surface of isScreen ? surfaces(path) : [path])
      expect(d1Of(await staff.page(surface)).trips, surface).toBeLessThanOrEqual(2);
  });

  test.each(named(companyCalls.filter(({ path }) => path !== CLOSING)))(
    "%s takes two to read, three to command",
    async (_, call: Call) => {
      let id = idFor(call, t.own.rows);
      if (call.method === "DELETE") {
        const among = call.path.replace(/^\/api|\/:id$/g, "");
        const posts = calls.filter(({ method, path }) => method === "POST" && path.endsWith(among));
        const made = await send(posts.find(({ path }) => path === `/api${among}`) ?? posts[0]!);
        id = ((await made.json()) as { data: { id: string } | null }).data?.id ?? "";
      }
      const answer = await send(call, id);
      expect(answer.status, await answer.text()).toSatisfy(isGiven);
      // Again with a warm cache of the catalogue; a deletion cannot be repeated.
      const warm = call.method === "DELETE" ? answer : await send(call, id);
      expect(warm.status).toBe(answer.status);
      // An attempt at a password is counted before the check and forgotten when it was right.
      const isSigned = "password" in (bodyOfCall(call, t.own.rows)?.fields ?? {});
      const most = call.method === "GET" ? 2 : isSigned ? 5 : 3;
      const more = tellsShard(call.path) || notesTaking(call.path) ? 1 : 0;
      const trips = d1Of(warm).trips;
      const isOnce = call.method === "DELETE" || trips <= most + more;
      expect(isOnce ? trips : d1Of(await send(call, id)).trips).toBeLessThanOrEqual(most + more);
    },
  );

  test.each(named(companyPages.filter(({ hasAction }) => hasAction)))(
    "%s takes three for its forms",
    async (_, page: Page) => {
      const table = formTarget[page.path];
      const path = at(page.path, table ? String(t.own.rows[table]!.id) : "");
      for (const fields of formsOf(page, t.own.rows)) {
        // With scripts, `.data` answers the form, and another request reads the page again.
        const post = (form: Record<string, string>) =>
          admin.page(dataOf(page, path), { method: "POST", body: formDataOf(form) });
        await post(fields);
        const trips = async () => {
          const again = formsOf(page, t.own.rows).find(({ intent }) => intent === fields.intent)!;
          return d1Of(await post(again)).trips;
        };
        // An attempt at a password is counted before the check and forgotten when it was right.
        const signed = "currentPassword" in fields || "password" in fields ? 5 : 3;
        const most = tellsShard(fields.intent ?? "") ? signed + 1 : signed;
        expect(await whenWarm(trips, most), fields.intent).toBeLessThanOrEqual(most);
      }
    },
  );
});

/** Calls that answer a whole list, as specified, or that move everything of a record. */
const whole = new Set(["/api/store-item/get", "/api/users/:id/leave"]);

/** Forms that offer whole lists, such as every vendor and every person. */
const ofWholeLists = /^\/(asset|team)\/(create|update)\b/;

/** What may read more than 300 rows, and why. */
const dearer = [
  // Each schedule is told with its next and its last date.
  { paths: /tab=schedule$/, most: 515 },
  // Of each day of a month or a week the first entries, with their devices and Locations; a year has some four sums a day.
  { paths: /^.due-service-calendar/, most: 1_850 },
  // Without the sizes that migrations tell, SQLite walks the people for those that the search found.
  {
    paths:
      /list=(people|members|colleagues|keepers|assignees|custodians|signatories|report-people|technicians)&/,
    most: 380,
  },
  // Words that no name begins with are looked for inside the names of the first 2,000.
  {
    paths: /list=(spares|machines|machine-models|calibrators|consumers|procedures)&q=twin/,
    most: 2_100,
  },
];
/** Pages that may read more than 300 rows: three entries of each of 42 days with devices and Locations, what is printed or levelled. */
const ownBounds: Record<string, number> = {
  "/due-service-calendar": 1_600,
  "/due-service-calendar/work-list": 1_750,
  "/due-service-calendar/work-list.pdf": 1_750,
  "/schedule/level": 10_100,
  // Its charts show 240 checks; with 20 certificates, 60 events and the ranges of 12 certificates.
  "/calibrator/:id": 750,
  // Each of 50 certificates with its state, its day, its device and its consumer.
  "/impact-review/:id": 420,
  // Each of 250 lines with what it names.
  "/report/file.pdf": 320,
};

/** What people open all day, besides the pages themselves: every tab of a device, the palette, a scan and each list to choose from. */
const alsoOpened = (device: string, person: string, due: string): string[] => [
  ...["", "view=week", "view=year", "view=agenda", "view=agenda&tab=all"].map(
    (search) => `/due-service-calendar.data?${search}`,
  ),
  ...["", "&do=assign", "&do=defer"].map(
    (dialog) => `/due-service-calendar.data?on=${due}${dialog}`,
  ),
  ...assetTabs.map((tab) => `/asset/detail/${device}.data?tab=${tab}`),
  `/asset/detail/${device}.data?tab=history&field=name`,
  `/asset/detail/${device}.data?tab=history&person=${person}`,
  ...["", "period=fiscal", "period=custom&from=2024-01", "criticality=high", "category=x"].map(
    (search) => `/statics.data?${search}`,
  ),
  ...["pm-2401", "ventilator", "L-0004", "person", "spare"].map((q) => `/palette?q=${q}`),
  ...["L-00042", "S42", "Spare 7"].map((text) => `/scan?text=${text}`),
  ...["", "vent"].map((q) => `/asset/choices?q=${q}`),
  ...Object.keys(choosable).flatMap((list) =>
    ["", "twin", "a"].map((q) => `/choices?list=${list}&q=${q}`),
  ),
];

/** What the calendar is narrowed to, one by one and together, by what a device of the large hospital has. */
const narrowings = (device: Record<string, string>): string[] => {
  const { id, department_id, location_id, vendor_id, team_id } = device;
  const one = [
    ...[`department=${department_id}`, `place=${location_id}`, `vendor=${vendor_id}`],
    ...[
      `team=${team_id}`,
      `asset=${id}`,
      "person=me",
      "person=none",
      "kind=pm",
      "kind=calibration",
    ],
    ...[
      "criticality=medium",
      "criticality=high",
      "status=done",
      "status=overdue",
      "status=planned",
    ],
  ];
  const together = [
    `department=${department_id}&criticality=medium&kind=pm&status=done`,
    `vendor=${vendor_id}&criticality=medium&place=${location_id}&team=${team_id}&kind=pm`,
    `team=${team_id}&person=none`,
  ];
  return ["", ...one, ...together];
};
/** So many rows any narrowed calendar reads at most, also of a person limited to Locations. */
const NARROWED = 5_000;

/** Commands that follow every device of a contract, and how many rows they may read for each. */
const A_DEVICE = 14;
/** Commands about a device that do not read what has gone by of it; its end also reads its calls and contracts. */
const ofDeviceToday =
  /^POST \/api\/service-report\/(create|update|cancel)\/|^(POST|PUT) \/api\/(schedules|due-occurrences)\b/;
const ofNewTransfer = /^POST .api.asset-transfers(.:id.submit)?$/;
/** It looks at every certificate that was measured with the standard: for its results, and for the procedure that it was measured by. */
const OPEN_REVIEW = "POST /api/impact-reviews";
const A_CERTIFICATE = 7;
const CONDEMN = "POST /api/assets/:id/condemn";
const DELETE_DEVICE = "DELETE /api/assets/:id";
/** How many tables use a record that is deleted, where there are more than one and each has a thousand: so many are counted in each. */
const usedByTables: Readonly<Record<string, number>> = {
  "DELETE /api/decision-rules/:id": 4,
  "DELETE /api/consumers/:id": 2,
  "DELETE /api/calibrators/:id": 4,
};
const ofEachDevice =
  /^(POST \/api\/contracts\/:id\/(terminate|renew|split)|PUT \/api\/contracts\/:id)$/;

/** A page of what was changed reads its 100 rows with what they belong to, or looks at 500. */
const OF_CHANGES = 2_100;

/** The most that a call may read. A deletion counts up to a thousand uses in each table; a notice looks at everybody who may get it. */
const mostOf = (call: string): number => {
  if (ofEachDevice.test(call)) return A_DEVICE * LARGE.contractDevices;
  if (ofDeviceToday.test(call)) return 300;
  if (call === CONDEMN) return 600;
  if (call === OPEN_REVIEW) return A_CERTIFICATE * LARGE_CERTIFICATES.setsOfCalibrator;
  // It tells everybody at the other Location who may receive it, and the grants of everybody are looked at.
  if (ofNewTransfer.test(call)) return 900;
  // Its planned services are counted with their schedules, since a plan is no use, and its in-house calibrations.
  if (call === DELETE_DEVICE) return 3_500 + LARGE_CERTIFICATES.calibrationsOfDevice;
  if (usedByTables[call]) return 100 + 1_000 * usedByTables[call];
  return call.startsWith("DELETE") ? 1_900 : 800;
};

test("a large hospital costs no page and no call more rows than a small one may, whatever the planner knows", async () => {
  await enlarge(t.own);
  await enlargeLaboratory(t.own);
  const { db, rows, company } = t.own;
  await keepStatistics(openForJob(db, company.id), { timeZone: "UTC", now: Date.now() });
  await countFigures(openForJob(db, company.id), companyToday(), TIME_ZONE);
  const also = alsoOpened(
    String(rows.assets!.id),
    company.users.admin.id,
    String(rows.due_occurrences!.id),
  );
  const create = companyCalls.find(({ path }) => path.startsWith("/api/service-report/create/"))!;
  const dear: string[] = [];
  const note = (what: string, read: number, most: number) => {
    if (read > most) dear.push(`${what} reads ${read}`);
  };
  await eachKnowledge(db, async (known) => {
    // What changed meanwhile makes the next page read anew.
    await admin.page("/profile.data");
    for (const path of also) {
      const most = dearer.find(({ paths }) => paths.test(path))?.most ?? 300;
      note(`${path}, ${known},`, d1Of(await admin.page(path)).read, most);
    }
    note(`a report, ${known},`, d1Of(await send(create)).read, 250);
    if (known === "knowing nothing") return;
    for (const page of companyPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)) {
      const path = await open(page);
      const answer = await admin.page(dataOf(page, path));
      // A download has read its first page of five hundred rows when its headers are sent.
      const isFile = answer.headers.get("Content-Disposition") !== null;
      const most = ownBounds[page.path] ?? (isFile ? 600 : 300);
      if (!ofWholeLists.test(page.path)) note(`${page.path}, ${known},`, d1Of(answer).read, most);
    }
  });
  for (const call of companyCalls) {
    const { read } = d1Of(await send(call));
    if (whole.has(call.path) || call.path.endsWith("/merge")) continue;
    const name = `${call.method} ${call.path}`;
    note(name, read, mostOf(name));
    if (!call.changes) continue;
    const changed = await admin.api(`${call.path}?updated_since=2000-01-01T00:00:00Z`);
    note(`${name}, what was changed,`, d1Of(changed).read, OF_CHANGES);
  }
  expect(dear).toEqual([]);
}, 900_000);

type Step = { detail: string };
type Plan = { sql: string; name: "control" | "tenant" };
const AT_ONCE = 50;

/** The platform's small tables may be scanned. Its long lists walk an index and stop. */
const scannedInControl = new Set([
  "machine_types",
  "pm_checklists",
  "plans",
  "faqs",
  "sliders",
  "testimonials",
  "roles",
  "plans",
  "shards",
  "catalogue_versions",
  "staff",
]);

/** How jobs find the companies that have work: from company to company, or by the time at which they are due. */
const acrossCompanies = /\(company_id>\?\)|INDEX company_jobs_due \(id=\? AND due_at<\?\)/;

/** The steps of a plan that read a company's table without an index on the company. */
function strays({ sql, name }: Plan, steps: Step[], tables: Set<string>): string[] {
  const aliases = new Map(
    [...sql.matchAll(/"?(\w+)"?\s+as\s+"?(\w+)"?/gi)].map(
      ([, table, alias]) => [alias!, table!] as const,
    ),
  );
  // A query that bears a table's name is made of steps of its own.
  const made = new Set(
    steps.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? []),
  );
  return steps.flatMap(({ detail }) => {
    const [, how, word = ""] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    if (detail === `SCAN ${word}` && made.has(word)) return [];
    const table = tables.has(word) ? word : aliases.get(word);
    if (!how || !table || !tables.has(table) || /VIRTUAL TABLE/.test(detail)) return [];
    if (how === "SCAN")
      return name === "control" &&
        (scannedInControl.has(table) || /USING (COVERING )?INDEX/.test(detail))
        ? []
        : [detail];
    return name === "control" || /\(company_id=\?/.test(detail) || acrossCompanies.test(detail)
      ? []
      : [detail];
  });
}

test("a calendar narrowed by any filters, or to Locations, reads a bounded number of rows of a large hospital", async () => {
  const { db, company } = t.own;
  const [device] = (
    await db
      .prepare("select * from assets where company_id = ? and asset_code = 'L-00007'")
      .bind(company.id)
      .all<Record<string, string>>()
  ).results;
  const { results: places } = await db
    .prepare("select id from departments where company_id = ? order by id limit 20")
    .bind(company.id)
    .all<{ id: string }>();
  const shard = rowsOf(w, company);
  const limit = (userId: string, ids: string[]) =>
    shard.add("user_scopes", ...ids.map((id) => ({ user_id: userId, department_id: id })));
  await limit(company.users.engineer.id, [device!.department_id!]);
  await limit(
    company.users.viewer.id,
    places.map(({ id }) => id),
  );
  // As dear as it gets: each takes a time of its own, some were deferred, and warranties end all at once.
  const own = "where company_id = ?1";
  await shard.run(`update schedules set minutes = 45 ${own}`);
  await shard.run(
    `update due_occurrences set defer_to = date(due_on, '+3 days') ${own} and due_on > date('now', '-1 year') and rowid % 20 = 0`,
  );
  await shard.run(
    `update assets set warranty_end_on = date('now', (rowid % 20 - 10) || ' days') ${own}`,
  );
  const people = {
    everybody: admin,
    "one Location": await signedIn(w, company, "engineer"),
    "twenty Locations": await signedIn(w, company, "viewer"),
  };
  const dear: string[] = [];
  await eachKnowledge(db, async (known) => {
    // What changed meanwhile makes the next page read anew.
    for (const person of Object.values(people)) await person.page("/profile.data");
    for (const [who, person] of Object.entries(people))
      for (const view of ["month", "week", "year"])
        for (const filters of narrowings(device!)) {
          const { read, trips } = d1Of(
            await person.page(`/due-service-calendar.data?view=${view}&${filters}`),
          );
          if (read > NARROWED || trips > 2)
            dear.push(`${view} of ${who} by ${filters}, ${known}, reads ${read} in ${trips}`);
        }
  });
  expect(dear).toEqual([]);
}, 900_000);

test("every statement finds its rows by an index that begins with the company", async () => {
  await crawl();
  await minute(w);
  await night(w);
  const all = [
    ...keptStatements(),
    (await (await ask(w, t.own.company.host, "/__statements")).json()) as Statements,
  ];
  const sent = {
    control: [...new Set(all.flatMap(({ control }) => control))],
    tenant: [...new Set(all.flatMap(({ tenant }) => tenant))],
  };
  expect(sent.tenant.length).toBeGreaterThan(50);
  const databases = { control: w.env.CONTROL_DB, tenant: t.own.db };
  const wrong: string[] = [];
  for (const name of ["control", "tenant"] as const) {
    const database = databases[name];
    const { results } = await database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all<{ name: string }>();
    const tables = new Set(
      results.map((row) => row.name).filter((table) => !/^search_index|^d1_|^_cf/.test(table)),
    );
    // A bare 0 among the conditions is a search that finds nothing and reads no row.
    const explained = sent[name].filter(
      (sql) => sql && !/\band 0(?: and\b|\))|\(0 and\b/.test(sql),
    );
    for (let from = 0; from < explained.length; from += AT_ONCE) {
      const some = explained.slice(from, from + AT_ONCE);
      const plans = await database.batch<Step>(
        some.map((sql) => {
          const plain = sql.replace(/'(?:[^']|'')*'/g, "''");
          const numbered = Math.max(
            0,
            ...[...plain.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)),
          );
          const holes = plain.split(/\?(?!\d)/).length - 1 + numbered;
          return database
            .prepare(`explain query plan ${sql}`)
            .bind(...Array.from({ length: holes }, () => "1"));
        }),
      );
      for (const [at, sql] of some.entries()) {
        const found = strays({ sql, name }, plans[at]!.results, tables);
        if (found.length) wrong.push(`${found.join(" + ")}\n    in ${sql}`);
      }
    }
  }
  expect(wrong).toEqual([]);
}, 200_000);

/** Asks for all lists with orders, filters and searches, so that their statements are explained too. */
async function crawl() {
  const lists = calls.filter(
    ({ method, path, params }) => method === "GET" && !params.length && !openCalls.has(path),
  );
  const queries = [
    "",
    "?q=twin",
    "?state=all&dir=desc",
    "?state=archived",
    "?sort=name&size=100",
    `?after=${btoa('["a","b",1]')}`,
    `?before=${btoa('["a","b",1]')}`,
  ];
  await each(
    lists.flatMap((list) => queries.map((query) => ({ list, query }))),
    ({ list, query }) => (isOfStaff(list) ? staff : admin).api(`${list.path}${query}`),
  );
  const pages = signedInPages.filter(({ params }) => !params.length);
  await each(
    pages.flatMap((page) => queries.map((query) => ({ page, query }))),
    ({ page, query }) =>
      (companyPages.includes(page) ? admin : staff).page(`${dataOf(page, page.path)}${query}`),
  );
}
