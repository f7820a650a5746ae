import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

type Told = {
  user_id: string;
  kind: string;
  title: string;
  severity: string;
  read_at: number | null;
  mail_status: string;
};
/** Half past one in Kolkata: no morning's work is due. */
const NIGHT = Date.UTC(2027, 1, 20, 20);
let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
let here: { asset: string; department: string; store: string; items: string[] };
let there: { asset: string; department: string };
let people: Record<
  "keeper" | "buyer" | "viewer" | "limited" | "custodian" | "member",
  { id: string; email: string }
>;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "told", 2, 1);
  db = shardOf(w, company);
  here = await bench(w, company, [
    { quantity: 10, name: "Fuse" },
    { quantity: 10, name: "Lamp" },
  ]);
  there = await bench(w, company, []);
  const person = (...permissions: string[]) => newPerson(w, company, { permissions });
  people = {
    keeper: await person("view-stock"),
    buyer: await person("view-stock", "edit-stock"),
    viewer: await person("view-stock", "view-asset"),
    limited: await person("view-asset", "edit-asset"),
    custodian: await person("view-asset"),
    member: await person("view-asset"),
  };
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  await insert(db, "user_scopes", {
    ...stamps,
    id: newId(),
    user_id: people.limited.id,
    department_id: there.department,
  });
  const team = newId();
  await insert(db, "teams", { ...stamps, id: team, name: "Imaging" });
  await insert(db, "team_members", {
    ...stamps,
    id: newId(),
    team_id: team,
    user_id: people.member.id,
  });
  await db
    .prepare("update stores set keeper_user_id = ? where company_id = ? and id = ?")
    .bind(people.keeper.id, company.id, here.store)
    .run();
  await db
    .prepare("update assets set custodian_user_id = ?, team_id = ? where company_id = ? and id = ?")
    .bind(people.custodian.id, team, company.id, here.asset)
    .run();
  // The company's Admin is the one in charge here; the people every company has see nothing of this.
  await db
    .prepare("update users set status = 'suspended' where company_id = ? and id in (?, ?)")
    .bind(company.id, company.users.engineer.id, company.users.viewer.id)
    .run();
  admin = await clientOf(w, company.host, company.users.admin.email);
});

const run = (at: string | number) => minute(w, at);
const told = async (kind: string) =>
  (
    await db
      .prepare(
        "select user_id, kind, title, severity, read_at, mail_status from notifications where company_id = ? and kind = ? order by id",
      )
      .bind(company.id, kind)
      .all<Told>()
  ).results;
const ids = (rows: Told[]) => rows.map(({ user_id }) => user_id).sort();
const quantity = (item: number, value: number, min: number | null = 5) =>
  db
    .prepare("update stock_items set quantity = ?, min_qty = ? where company_id = ? and id = ?")
    .bind(value, min, company.id, here.items[item])
    .run();
const prefer = (user: string, kind: string, channel: string, mode: string) =>
  insert(db, "notification_preferences", {
    company_id: company.id,
    id: newId(),
    created_at: 1,
    updated_at: 1,
    user_id: user,
    kind,
    channel,
    mode,
  });
const set = (key: string, value: unknown) =>
  db
    .prepare(
      "insert into company_settings (company_id, id, created_at, updated_at, value_json) values (?, ?, 1, 1, ?) on conflict do update set value_json = excluded.value_json",
    )
    .bind(company.id, key, JSON.stringify(value))
    .run();

test("an item at its minimum is told of once: to the keeper, and to who may view and edit stock", async () => {
  await quantity(0, 5);
  await Promise.all([run(NIGHT), run(NIGHT + 1)]);
  await run(NIGHT + 60_000);
  const rows = await told("stock.low");
  expect(ids(rows)).toEqual([company.users.admin.id, people.keeper.id, people.buyer.id].sort());
  expect(rows[0]).toMatchObject({
    title: "Low stock: Fuse, 5 pcs left",
    severity: "warning",
    read_at: null,
    mail_status: "waiting",
  });
});

test("one that rose above it is told of again when it falls, and as out of stock when nothing is left", async () => {
  const before = (await told("stock.low")).length;
  await quantity(0, 6);
  await run(NIGHT + 120_000);
  await quantity(0, 0);
  await run(NIGHT + 180_000);
  const after = (await told("stock.low")).slice(before);
  expect(after).toHaveLength(3);
  expect(after[0]).toMatchObject({ title: "Out of stock: Fuse", severity: "critical" });
  await quantity(1, 3, null);
  await run(NIGHT + 240_000);
  expect(await told("stock.low")).toHaveLength(before + 3);
});

test("who wants no notices gets none, who wants them by mail at once gets a mail, and one alone by mail is not unread", async () => {
  const before = (await told("stock.low")).length;
  for (const channel of ["screen", "mail"])
    await prefer(company.users.admin.id, "stock.low", channel, "off");
  await prefer(people.keeper.id, "stock.low", "screen", "off");
  await prefer(people.buyer.id, "stock.low", "mail", "now");
  await quantity(1, 2);
  await run(NIGHT + 300_000);
  const rows = (await told("stock.low")).slice(before);
  expect(ids(rows)).toEqual([people.keeper.id, people.buyer.id].sort());
  expect(rows.find(({ user_id }) => user_id === people.keeper.id)).toMatchObject({
    read_at: expect.any(Number),
    mail_status: "waiting",
  });
  const mails = await mailsTo(w, people.buyer.email, company);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toBe("Low stock: Lamp, 2 pcs left");
  expect(mails[0]!.text).toContain(`http://${company.host}/stocks/ledger/${here.items[1]}`);
  expect(mails[0]!.text).toContain("/notifications/preferences");
});

test("a warranty that ends is reminded of in the company's morning, by lead, to those whose asset it is", async () => {
  const end = (asset: string, on: string) =>
    db
      .prepare("update assets set warranty_end_on = ? where company_id = ? and id = ?")
      .bind(on, company.id, asset)
      .run();
  await end(here.asset, "2027-03-31");
  await end(there.asset, "2027-03-31");
  // 05:30 in Kolkata, then 06:30.
  await run("2027-03-01T00:00:00Z");
  expect(await told("asset.warranty_ending")).toEqual([]);
  await Promise.all([run("2027-03-01T01:00:00Z"), run("2027-03-01T01:00:01Z")]);
  await run("2027-03-01T02:30:00Z");
  const rows = await told("asset.warranty_ending");
  const of = (id: string) => rows.filter(({ user_id }) => user_id === id).length;
  expect([
    of(company.users.admin.id),
    of(people.limited.id),
    of(people.custodian.id),
    of(people.member.id),
    of(people.viewer.id),
  ]).toEqual([2, 1, 1, 1, 0]);
  expect(rows[0]!.title).toMatch(/^Warranty ends in 30 days: T-/);
  const text = await db
    .prepare(
      "select body, link from notifications where company_id = ? and user_id = ? and kind = ?",
    )
    .bind(company.id, people.custodian.id, "asset.warranty_ending")
    .first();
  expect(text).toEqual({
    body: "The warranty ends on 31 Mar 2027.",
    link: `/asset/detail/${here.asset}`,
  });
});

test("an acknowledged reminder ends those that would follow; a missed day is made up for, nothing is told twice", async () => {
  const admins = async () =>
    (await told("asset.warranty_ending")).filter(
      ({ user_id }) => user_id === company.users.admin.id,
    );
  const first = await db
    .prepare("select id from notifications where company_id = ? and user_id = ? and entity_id = ?")
    .bind(company.id, company.users.admin.id, here.asset)
    .first<{ id: string }>();
  const answer = await admin.page("/notifications.data", {
    method: "POST",
    body: new URLSearchParams({ intent: "acknowledge", id: first!.id }),
  });
  expect(answer.status).toBe(200);
  // The clock stands still over the 15th day before the end, and over the morning of the next.
  await run("2027-03-18T01:00:00Z");
  expect((await admins()).map(({ title }) => title.slice(0, 25))).toEqual(
    ["Warranty ends in 30 days:", "Warranty ends in 30 days:", "Warranty ends in 13 days:"]
      .sort()
      .reverse(),
  );
  expect(
    (await told("asset.warranty_ending")).filter(({ user_id }) => user_id === people.custodian.id),
  ).toHaveLength(2);
  await run("2027-03-18T12:00:00Z");
  expect(await admins()).toHaveLength(3);
});

test("the digest is one mail a morning with what waits, and none when nothing does", async () => {
  const mails = async (email: string) =>
    (await mailsTo(w, email, company)).filter(({ subject }) =>
      /things to know|Warranty ends/.test(subject),
    );
  await run("2027-03-19T02:00:00Z");
  const [letter] = await mails(people.custodian.email);
  // What waited since the 1st went out that morning; only the reminder of the 18th is new.
  expect(letter!.text).toContain("Warranty ends in 13 days");
  expect(letter!.text).toContain("/notifications/preferences");
  const sent = (await mails(people.custodian.email)).length;
  await run("2027-03-19T02:01:00Z");
  await run("2027-03-20T02:00:00Z");
  expect(await mails(people.custodian.email)).toHaveLength(sent);
  expect(await mailsTo(w, people.viewer.email, company)).toEqual([]);
});

test("a weekly digest waits for Monday; without a digest nothing is mailed", async () => {
  const waiting = async () =>
    (await db
      .prepare(
        "select count(*) as n from notifications where company_id = ? and mail_status = 'waiting'",
      )
      .bind(company.id)
      .first<{ n: number }>())!.n;
  const wait = (n: number) =>
    insert(db, "notifications", {
      ...{
        company_id: company.id,
        id: newId(),
        created_at: 1,
        updated_at: 1,
        user_id: people.member.id,
        kind: "import.done",
        title: `Import ${n}`,
      },
      ...{ dedupe_key: `import:${n}`, mail_status: "waiting" },
    });
  const count = async () => (await mailsTo(w, people.member.email, company)).length;
  const before = await count();
  await set("digest", "weekly");
  await wait(1);
  await run("2027-03-21T02:00:00Z");
  expect([await count(), await waiting()]).toEqual([before, 1]);
  await run("2027-03-22T02:00:00Z");
  expect([await count(), await waiting()]).toEqual([before + 1, 0]);
  await set("digest", "off");
  await wait(2);
  await run("2027-03-23T02:00:00Z");
  expect([await count(), await waiting()]).toEqual([before + 1, 0]);
});

test("the bell counts what is unread, the page marks it, and what is snoozed comes back", async () => {
  const keeper = await clientOf(w, company.host, people.buyer.email);
  const bell = async () =>
    /aria-label="Notifications(?:, (\d\+?) unread)?"/.exec(
      await (await keeper.page("/dashboard")).text(),
    )?.[1] ?? "0";
  const act = (intent: string, id = "", who = keeper) =>
    who.page("/notifications.data", { method: "POST", body: new URLSearchParams({ intent, id }) });
  const latest = async () =>
    (await (await keeper.page("/notifications/latest")).json()) as {
      rows: { id: string; title: string }[];
    };
  const [first, second] = (await latest()).rows;
  expect(await bell()).toBe("3");
  expect((await act("read", first!.id)).status).toBe(200);
  expect((await act("snooze-day", second!.id)).status).toBe(200);
  expect(await bell()).toBe("1");
  const page = await keeper.page("/notifications?state=snoozed");
  expect(await page.text()).toContain(second!.title);
  expect(d1Of(page)).toMatchObject({ trips: 2, read: expect.toSatisfy((n: number) => n <= 60) });
  await run(Date.now() + 25 * 3_600_000);
  expect(await bell()).toBe("2");
  const opened = await act("open", second!.id);
  expect(opened.headers.get("location") ?? (await opened.text())).toContain("/stocks/ledger/");
  for (const id of [newId(), first!.id]) expect((await act("read", id, admin)).status).toBe(404);
  expect((await act("forget", first!.id)).status).toBe(404);
  await act("read-all");
  expect(await bell()).toBe("0");
});

test("preferences are a person's own, of the kinds that may reach them, and are logged", async () => {
  const viewer = await clientOf(w, company.host, people.viewer.email);
  const send = (fields: Record<string, string>) =>
    viewer.page("/notifications/preferences.data", {
      method: "POST",
      body: new URLSearchParams(fields),
    });
  const html = await (await viewer.page("/notifications/preferences")).text();
  expect(html).toContain("Low stock");
  const all: Record<string, string> = {};
  for (const [, name] of html.matchAll(/<select[^>]*name="([a-z_]+)"/g)) all[name!] = "off";
  expect(Object.keys(all).length).toBeGreaterThan(5);
  expect((await send({ ...all, screen_stock_low: "digest" })).status).toBe(422);
  expect((await send({ ...all, mail_other: "off" })).status).toBe(422);
  expect((await send(all)).status).toBe(200);
  const { n } = (await db
    .prepare(
      "select count(*) as n from notification_preferences where company_id = ? and user_id = ? and mode = 'off'",
    )
    .bind(company.id, people.viewer.id)
    .first<{ n: number }>())!;
  expect(n).toBe(Object.keys(all).length);
  const logged = await db
    .prepare(
      "select changes from activity_log where company_id = ? and action = 'update.preferences'",
    )
    .bind(company.id)
    .first<{ changes: string }>();
  expect(JSON.parse(logged!.changes)).toContainEqual({
    field: "screen_stock_low",
    from: "now",
    to: "off",
  });
});

test("a problem reported through a label is told at once to those who may act on that device, and to nobody else", async () => {
  const editor = await newPerson(w, company, { permissions: ["view-asset", "edit-asset"] });
  const report = async (asset: string, equipmentDown: string) => {
    await db
      .prepare("update assets set qr_token = ? where company_id = ? and id = ?")
      .bind(`told-${asset}`, company.id, asset)
      .run();
    const body = new FormData();
    const fields = {
      intent: "report",
      problem: "Screen stays dark",
      equipmentDown,
      name: "Nurse Rao",
    };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { "cf-connecting-ip": "198.18.9.9", origin: `http://${company.host}` };
    expect(
      (await ask(w, company.host, `/q/told-${asset}`, { method: "POST", body, headers })).status,
    ).toBeLessThan(400);
    const { results } = await db
      .prepare(
        "select user_id, title, body, severity, link from notifications where company_id = ? and kind = 'problem.reported' and link = ?",
      )
      .bind(company.id, `/asset/detail/${asset}`)
      .all<Told & { body: string; link: string }>();
    return results;
  };
  const first = await report(here.asset, "yes");
  expect(ids(first)).toEqual([company.users.admin.id, editor.id].sort());
  expect(first[0]).toMatchObject({
    severity: "critical",
    title: expect.stringMatching(/^Problem reported: /),
    body: "Screen stays dark",
  });
  const second = await report(there.asset, "no");
  expect(ids(second)).toEqual([company.users.admin.id, editor.id, people.limited.id].sort());
  expect(second[0]!.severity).toBe("warning");
  const mails = async (email: string) =>
    (await mailsTo(w, email, company))
      .filter(({ subject }) => subject.startsWith("Problem reported"))
      .map(({ text }) => text);
  expect(
    (await mails(people.limited.email)).map((text) =>
      text.includes(`/asset/detail/${there.asset}`),
    ),
  ).toEqual([true]);
  expect(await mails(editor.email)).toHaveLength(2);
  for (const { email } of [people.viewer, people.custodian, people.keeper])
    expect(await mails(email)).toEqual([]);
});
