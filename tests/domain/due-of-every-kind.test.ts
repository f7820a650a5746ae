import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type DueSource, datesTogether, dueSources } from "#app/shared/due-sources.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { newId } from "#drizzle/columns.ts";
import { calibratorOf, machineOf } from "#tests/support/calibrated.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { deliver } from "#tests/support/clock.ts";
import { planned } from "#tests/support/due.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { endings } from "#worker/jobs/mornings.ts";

type Notice = { user_id: string; title: string; link: string; entity_id: string };
let w: World;
let company: Company;
let shard: Rows;
let here: Bench;
let admin: string;
let client: Client;
let vendor: string;
let team: string;
let ward: string;
let people: Record<
  | "member"
  | "leader"
  | "assets"
  | "elsewhere"
  | "vendors"
  | "transfers"
  | "approver"
  | "passes"
  | "nobody",
  { id: string; email: string }
>;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "every-kind", 2, 1);
  shard = rowsOf(w, company);
  here = await bench(w, company, []);
  client = await signedIn(w, company, "admin");
  const other = await bench(w, company, []);
  ward = await shard.add("departments", { name: "Ward 2" });
  const person = (...permissions: string[]) => newPerson(w, company, { permissions });
  people = {
    member: await person("view-asset"),
    leader: await person("view-asset"),
    assets: await person("view-asset", "edit-asset"),
    elsewhere: await person(
      "view-asset",
      "edit-asset",
      "view-asset-transfer",
      "approve-asset-transfer",
    ),
    vendors: await person("view-vendor", "edit-vendor"),
    transfers: await person("view-asset-transfer"),
    approver: await person("view-asset-transfer", "approve-asset-transfer"),
    passes: await person("view-gate-pass"),
    nobody: await person("view-vendor", "view-gate-pass", "view-asset-transfer"),
  };
  await shard.add("user_scopes", { user_id: people.elsewhere.id, department_id: other.department });
  team = await shard.add("teams", { name: "Imaging", leader_user_id: people.leader.id });
  await shard.add("team_members", { team_id: team, user_id: people.member.id });
  vendor = await shard.add("vendors", {
    name: "Northgate Labs",
    phone: "1",
    is_calibration_lab: 1,
  });
  for (const { id } of [company.users.engineer, company.users.viewer])
    await shard.set("users", id, { status: "suspended" });
  admin = company.users.admin.id;
});

/** The company's own work of a morning, at half past six or seven in Kolkata, as the clock sends it. */
const part = (job: string, on: string, time = "01:00") =>
  deliver(w, { job, shard: company.shard, owner: company.id, at: Date.parse(`${on}T${time}:00Z`) });
const morning = (on: string) => part("reminders", on);
const due = (asset: string, on: string, more: object = {}) =>
  planned(shard, { assetId: asset, from: on, until: on, ...more });

/** What keeps a service, its schedule or its device from being told of. */
const silent: Record<string, object> = {
  done: { occurrence: { status: "done" } },
  missed: { occurrence: { status: "missed" } },
  cancelled: { occurrence: { status: "cancelled" } },
  deferred: { occurrence: { status: "deferred", defer_to: "2028-09-15" } },
  held: {
    schedule: { hold_from: "2028-05-01", hold_until: "2028-12-31", hold_reason: "Moving" },
  },
};

test("every kind is told of once at each lead and, when it is late, once to the leader and the Admins; what does not wait is not", async () => {
  const on = "2028-08-20";
  const { asset } = await bench(w, company, []);
  const lost = await bench(w, company, []);
  await shard.set("assets", lost.asset, { lifecycle: "condemned" });
  const kinds = Object.entries(dueKinds);
  for (const [kind] of kinds) {
    await due(asset, on, { kind, schedule: { team_id: team } });
    for (const more of Object.values(silent)) await due(asset, on, { kind, ...more });
    await due(lost.asset, on, { kind });
  }
  const days = async () =>
    (
      await shard.all<Notice>(
        "select * from notifications where company_id = ? and kind like 'due.%' and (instr(dedupe_key, ?) > 0) order by id",
        `:${on}`,
      )
    ).map(({ user_id, title }) => `${user_id} ${title.split(":")[0]}`);
  const each = (user: string, standing: string) =>
    kinds.map(([, word]) => `${user} ${word} ${standing}`);
  let expected: string[] = [];
  const mornings: [string, string[]][] = [
    ["2028-07-21", each(people.member.id, "due in 30 days")],
    ["2028-08-05", each(people.member.id, "due in 15 days")],
    ["2028-08-13", each(people.member.id, "due in 7 days")],
    ["2028-08-19", each(people.member.id, "due tomorrow")],
    ["2028-08-22", []],
    ["2028-08-23", each(people.leader.id, "overdue by 3 days")],
    ["2028-08-24", []],
    ["2028-08-30", each(admin, "overdue by 10 days")],
    ["2028-08-31", []],
  ];
  for (const [day, more] of mornings) {
    await morning(day);
    await morning(day);
    expected = [...expected, ...more];
    expect((await days()).toSorted(), day).toEqual(expected.toSorted());
  }
  const letters = (await mailsTo(w, people.leader.email, company)).filter(({ subject }) =>
    subject.includes("overdue by 3 days"),
  );
  expect(letters).toHaveLength(kinds.length);
  const code = await shard.value<string>(
    "select asset_code from assets where company_id = ? and id = ?",
    asset,
  );
  const pm = letters.find(({ subject }) => subject.startsWith("PM "))!;
  expect(pm.subject).toBe(`PM overdue by 3 days: ${code} Ventilator`);
  expect(pm.text).toContain("Planned for 20 Aug 2028; on time until 04 Sep 2028.");
  expect(pm.text).toContain(`http://${company.host}/due-service-calendar?on=`);
});

/** A record that ends on a day: how it is written, who is told, what their notice says, and what ends it before its day. */
type Case = {
  title: string;
  link: (id: string) => string;
  to: () => string[];
  add: (on: string) => Promise<string>;
  /** Columns by which one is no longer told of. */
  over: [table: string, columns: Record<string, unknown>];
};
const document = (columns: object) => (on: string) =>
  shard.add("media", {
    ...{
      kind: "licence",
      object_key: `t/${newId()}`,
      file_name: "Licence.pdf",
      mime: "application/pdf",
    },
    ...{ bytes: 1, sha256: "0", valid_until: on, uploaded_at: 1, ...columns },
  });
let made = 0;
const number = () => `N-${++made}`;
const contract = (on: string) =>
  shard.add("contracts", {
    ...{ number: number(), kind: "amc", vendor_id: vendor, start_on: "2026-01-01", end_on: on },
  });
const cases: Case[] = [
  {
    title: "Warranty ends {when}: ",
    link: (id) => `/asset/detail/${id}`,
    to: () => [admin, people.assets.id],
    add: async (on) => {
      const { asset } = await bench(w, company, []);
      await shard.set("assets", asset, { warranty_end_on: on });
      return asset;
    },
    over: ["assets", { lifecycle: "condemned" }],
  },
  {
    title: "Contract ends {when}: AMC N-",
    link: (id) => `/contract/${id}`,
    to: () => [admin, people.vendors.id],
    add: contract,
    over: ["contracts", { terminated_on: "2029-01-01", terminate_reason: "Closed" }],
  },
  {
    title: "Document ends {when}: Licence.pdf",
    link: () => `/asset/detail/${here.asset}?tab=document`,
    to: () => [admin, people.assets.id],
    add: (on) => document({ owner_kind: "asset", asset_id: here.asset })(on),
    over: ["media", { deleted_at: 1 }],
  },
  {
    title: "Document ends {when}: Licence.pdf",
    link: () => `/vendor/detail/${vendor}?tab=documents`,
    to: () => [admin, people.vendors.id],
    add: (on) => document({ owner_kind: "vendor", vendor_id: vendor })(on),
    over: ["media", { deleted_at: 1 }],
  },
  {
    title: "Accreditation ends {when}: Lab ",
    link: (id) => `/vendor/detail/${id}`,
    to: () => [admin, people.vendors.id],
    add: (on) =>
      shard.add("vendors", {
        ...{
          name: `Lab ${number()}`,
          phone: "1",
          is_calibration_lab: 1,
          accreditation_no: "CC-2201",
        },
        accreditation_valid_until: on,
      }),
    over: ["vendors", { archived_at: 1 }],
  },
  {
    title: "Transfer N-{n} is due back {when}",
    link: (id) => `/asset-transfer/${id}`,
    to: () => [people.transfers.id],
    add: (on) =>
      shard.add("asset_transfers", {
        ...{
          number: number(),
          kind: "temporary",
          reason: "Loan",
          status: "received",
          due_back_on: on,
          first_asset: "AST-1 Ventilator",
        },
        ...{ from_department_id: here.department, to_department_id: ward },
        ...{ requested_by: people.transfers.id, received_by: people.transfers.id, received_at: 1 },
      }),
    over: ["asset_transfers", { returned_at: 1, status: "returned" }],
  },
  {
    title: "Gate pass N-{n} is due back {when}",
    link: (id) => `/gate-pass/${id}`,
    to: () => [people.passes.id],
    add: (on) =>
      shard.add("gate_passes", {
        ...{ number: number(), kind: "returnable", purpose: "loan", status: "out" },
        ...{ carrier_name: "K. Murugan", party_name: "Northgate", expected_return_on: on },
        created_by: people.passes.id,
      }),
    over: ["gate_passes", { status: "closed" }],
  },
];
const ended = () =>
  shard.all<Notice>(
    "select * from notifications where company_id = ? and (kind like '%ending' or kind in ('transfer.due', 'pass.due')) order by id",
  );

test("all that ends is told of once at each lead to those whose it is, with a link that opens it; what is over is not", async () => {
  // A document of a contract is told of as one of a vendor.
  expect(cases).toHaveLength(endings.length);
  const on = "2029-10-31";
  const rows: { one: Case; id: string }[] = [];
  for (const one of cases) {
    rows.push({ one, id: await one.add(on) });
    await shard.set(one.over[0], await one.add(on), one.over[1]);
  }
  const file = await document({
    owner_kind: "contract",
    contract_id: await contract("2031-01-01"),
  })(on);
  const ofContract = { ...cases[3]!, link: () => expect.stringMatching(/^\/contract\//) as string };
  rows.push({ one: ofContract, id: file });
  const leads = [30, 15, 7, 1];
  for (const days of leads) {
    await morning(addDays(on, -days));
    await morning(addDays(on, -days));
    await morning(addDays(on, 1 - days));
  }
  const told = await ended();
  for (const { one, id } of rows) {
    const mine = told.filter(({ entity_id }) => entity_id === id);
    const [first] = mine;
    expect(first, one.title).toMatchObject({ link: one.link(id) });
    const when = ["in 30 days", "in 15 days", "in 7 days", "tomorrow"];
    for (const user of one.to()) {
      const titles = mine.filter(({ user_id }) => user_id === user).map(({ title }) => title);
      expect(titles, one.title).toHaveLength(leads.length);
      for (const [at, title] of titles.entries())
        expect(title.replace(/N-\d+/, "N-"), one.title).toContain(
          one.title.replace("{when}", when[at]!).replace("{n}", ""),
        );
    }
    expect(mine).toHaveLength(leads.length * one.to().length);
    expect((await client.page(first!.link)).status, first!.link).toBe(200);
  }
  expect(told).toHaveLength(rows.reduce((n, { one }) => n + leads.length * one.to().length, 0));
  await part("digest", addDays(on, 1), "02:00");
  const [letter] = await mailsTo(w, people.vendors.email, company);
  expect(letter!.text).toContain("- Accreditation ends tomorrow: Lab");
  expect(letter!.text).toContain("  > Accreditation CC-2201 is valid until 31 Oct 2029.");
  expect(letter!.text).toContain(`http://${company.host}/vendor/detail/`);
  expect(await mailsTo(w, people.nobody.email, company)).toEqual([]);
  expect(await mailsTo(w, people.elsewhere.email, company)).toEqual([]);
});

test("more than five that end on one day are one notice to each person who sees as many, with the list of them", async () => {
  const on = "2029-12-20";
  await morning(addDays(on, -9));
  const before = (await ended()).length;
  const some = cases.slice(0, 5);
  for (const one of some) for (let n = 0; n < 6; n++) await one.add(on);
  // Of one Location that a person is limited to there are few.
  const { asset } = await bench(w, company, []);
  const place = await shard.value<string>(
    "select department_id from user_scopes where company_id = ? and user_id = ?",
    people.elsewhere.id,
  );
  await shard.set("assets", asset, { department_id: place, warranty_end_on: on });
  await morning(addDays(on, -7));
  await morning(addDays(on, -7));
  const told = (await ended()).slice(before);
  const titlesOf = (user: string) =>
    told
      .filter(({ user_id }) => user_id === user)
      .map(({ title }) => title)
      .sort();
  const whole = [
    "7 warranties end in 7 days",
    "6 contracts end in 7 days",
    "6 documents of assets end in 7 days",
    "6 documents of vendors end in 7 days",
    "6 accreditations end in 7 days",
  ];
  expect(titlesOf(admin)).toEqual(whole.toSorted());
  expect(titlesOf(people.assets.id)).toEqual([whole[2], whole[0]]);
  expect(titlesOf(people.elsewhere.id)).toEqual([
    expect.stringMatching(/^Warranty ends in 7 days: /),
  ]);
  const lists: [string, string][] = [
    [
      "/due-service-calendar?view=agenda&from=2029-12-20&to=2029-12-20&kind=warranty_end",
      "Ventilator",
    ],
    ["/vendors?tab=contracts&ends=2029-12-20", "N-"],
    [
      "/due-service-calendar?view=agenda&from=2029-12-20&to=2029-12-20&kind=document_end",
      "Ventilator",
    ],
    ["/vendors?ends=2029-12-20", "Northgate Labs"],
    ["/vendors?ends=2029-12-20", "Lab N-"],
  ];
  const calendar = "/due-service-calendar?view=agenda&from=2029-12-20&to=2029-12-20";
  expect(await (await client.page(`${calendar}&kind=accreditation_end`)).text()).toContain(
    "Lab N-",
  );
  expect(
    told
      .filter(({ user_id }) => user_id === admin)
      .map(({ link }) => link)
      .sort(),
  ).toEqual(lists.map(([link]) => link).sort());
  for (const [link, word] of lists)
    expect(await (await client.page(link)).text(), link).toContain(word);
  const none = await (await client.page("/vendors?ends=2029-12-19")).text();
  expect(none).not.toContain("Northgate Labs");
  const few = (await ended()).length;
  for (let n = 0; n < 30; n++) await cases[1]!.add("2030-01-20");
  await morning("2030-01-13");
  expect((await ended()).slice(few).map(({ title }) => title)).toEqual(
    Array(2).fill("30 contracts end in 7 days"),
  );
});

test("what did not come back is told of once to those whose it is and those who approve", async () => {
  const on = "2030-03-10";
  await morning(on);
  const back = Object.fromEntries(
    await Promise.all(
      [5, 6].map(async (at) => [at === 5 ? "transfer" : "pass", await cases[at]!.add(on)] as const),
    ),
  );
  for (const days of [1, 1, 2]) await morning(addDays(on, days));
  const late = (kind: string, id: string) =>
    shard.all<Notice>(
      "select * from notifications where company_id = ? and kind = ? and entity_id = ? order by user_id",
      kind,
      id,
    );
  const readers = (rows: Notice[]) => rows.map(({ user_id }) => user_id);
  const transfers = await late("transfer.overdue", back.transfer!);
  expect(readers(transfers)).toEqual([admin, people.transfers.id, people.approver.id].sort());
  expect(transfers[0]!.title).toMatch(/^Transfer N-\d+ was due back on 10 Mar 2030$/);
  const passes = await late("pass.overdue", back.pass!);
  expect(readers(passes)).toEqual([admin, people.passes.id].sort());
});

test("a month tells by its name what is alone on its day, else how many there are, and leads to their list", async () => {
  const sources = Object.keys(dueSources) as DueSource[];
  // A vendor's document is no date of a device.
  const kinds = cases.filter(({ link }) => !link("").includes("tab=documents"));
  const dated = [
    ...kinds.map(({ add }) => add),
    (on: string) => machineOf(shard, { next_due_on: on }),
    (on: string) => calibratorOf(shard, { due_on: on }),
    (on: string) => calibratorOf(shard, { next_check_on: on }),
  ];
  expect(dated).toHaveLength(sources.length);
  const cellOf = (html: string, on: string) =>
    html.split("data-day=").find((part) => part.startsWith(`"${on}"`))!;
  const shown: { source: DueSource; alone: string; many: string }[] = [];
  for (const [at, add] of dated.entries()) {
    const [alone, many] = [`2032-05-${10 + at}`, `2032-05-${20 + at}`];
    await add(alone);
    for (let n = 0; n < 3; n++) await add(many);
    shown.push({ source: sources[at]!, alone, many });
  }
  const html = await client.text("/due-service-calendar?view=month&date=2032-05-15");
  for (const { source, alone, many } of shown) {
    const one = cellOf(html, alone);
    expect(one.match(/class="ent /g), source).toHaveLength(1);
    expect(one, source).toMatch(new RegExp(`>${dueSources[source]} .*?<span>Planned · [^<]+<`));
    const several = cellOf(html, many);
    expect(several.match(/class="ent /g), source).toHaveLength(1);
    expect(several, source).toContain(`>${datesTogether(source, 3)} <span>Planned<`);
    expect(several, source).not.toContain("more");
    const [, href] = /class="ent \w+" href="([^"]+)"/.exec(several)!;
    const list = await client.text(`/due-service-calendar${href!.replaceAll("&amp;", "&")}`);
    expect(list.match(/class="ent /g), source).toHaveLength(3);
  }
});
