import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, postForm, signedIn, upTo } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

type Notice = {
  user_id: string;
  kind: string;
  title: string;
  severity: string;
  read_at: number | null;
  mail_status: string;
  body: string;
  link: string;
};
/** Half past one in Kolkata: no morning's work is due. */
const NIGHT = Date.UTC(2027, 1, 20, 20);
let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let adminId: string;
let here: Bench;
let elsewhere: Bench;
let people: Record<
  "keeper" | "buyer" | "viewer" | "limited" | "custodian" | "member",
  { id: string; email: string }
>;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "told", 2, 1);
  shard = rowsOf(w, company);
  here = await bench(w, company, [
    { quantity: 10, name: "Fuse" },
    { quantity: 10, name: "Lamp" },
  ]);
  elsewhere = await bench(w, company, []);
  const person = (...permissions: string[]) => newPerson(w, company, { permissions });
  people = {
    keeper: await person("view-stock"),
    buyer: await person("view-stock", "edit-stock"),
    viewer: await person("view-stock", "view-asset"),
    limited: await person("view-asset", "edit-asset", "view-breakdown"),
    custodian: await person("view-asset"),
    member: await person("view-asset"),
  };
  const scope = { user_id: people.limited.id, department_id: elsewhere.department };
  await shard.add("user_scopes", scope);
  const team_id = await shard.add("teams", { name: "Imaging" });
  await shard.add("team_members", { team_id, user_id: people.member.id });
  await shard.set("stores", here.store, { keeper_user_id: people.keeper.id });
  await shard.set("assets", here.asset, { custodian_user_id: people.custodian.id, team_id });
  // The company's Admin is the one in charge here; the people every company has see nothing of this.
  for (const { id } of [company.users.engineer, company.users.viewer])
    await shard.set("users", id, { status: "suspended" });
  admin = await signedIn(w, company, "admin");
  adminId = company.users.admin.id;
});

const run = (at: string | number) => minute(w, at);
const noticesOf = (kind: string) =>
  shard.all<Notice>(
    "select * from notifications where company_id = ? and kind = ? order by id",
    kind,
  );
const readers = (rows: Notice[]) => rows.map(({ user_id }) => user_id).sort();
const quantity = (item: number, value: number, min: number | null = 5) =>
  shard.set("stock_items", here.items[item]!, { quantity: value, min_qty: min });
const prefer = (user: string, kind: string, channel: string, mode: string) =>
  shard.add("notification_preferences", { user_id: user, kind, channel, mode });
const set = (key: string, value: unknown) =>
  shard.run(
    "insert into company_settings (company_id, id, created_at, updated_at, value_json) values (?, ?, 1, 1, ?) on conflict do update set value_json = excluded.value_json",
    key,
    JSON.stringify(value),
  );

test("an item at its minimum is told of once: to the keeper, and to who may view and edit stock", async () => {
  await quantity(0, 5);
  await Promise.all([run(NIGHT), run(NIGHT + 1)]);
  await run(NIGHT + 60_000);
  const rows = await noticesOf("stock.low");
  expect(readers(rows)).toEqual([adminId, people.keeper.id, people.buyer.id].sort());
  expect(rows[0]).toMatchObject({
    title: "Low stock: Fuse, 5 pcs left",
    severity: "warning",
    read_at: null,
    mail_status: "waiting",
  });
});

test("one that rose above it is told of again when it falls, and as out of stock when nothing is left", async () => {
  const before = (await noticesOf("stock.low")).length;
  await quantity(0, 6);
  await run(NIGHT + 120_000);
  await quantity(0, 0);
  await run(NIGHT + 180_000);
  const after = (await noticesOf("stock.low")).slice(before);
  expect(after).toHaveLength(3);
  expect(after[0]).toMatchObject({ title: "Out of stock: Fuse", severity: "critical" });
  await quantity(1, 3, null);
  await run(NIGHT + 240_000);
  expect(await noticesOf("stock.low")).toHaveLength(before + 3);
});

test("who wants no notices gets none, who wants them by mail at once gets a mail, and one alone by mail is not unread", async () => {
  const before = (await noticesOf("stock.low")).length;
  for (const channel of ["screen", "mail"]) await prefer(adminId, "stock.low", channel, "off");
  await prefer(people.keeper.id, "stock.low", "screen", "off");
  await prefer(people.buyer.id, "stock.low", "mail", "now");
  await quantity(1, 2);
  await run(NIGHT + 300_000);
  const rows = (await noticesOf("stock.low")).slice(before);
  expect(readers(rows)).toEqual([people.keeper.id, people.buyer.id].sort());
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
  const end = (asset: string, on: string) => shard.set("assets", asset, { warranty_end_on: on });
  await end(here.asset, "2027-03-31");
  await end(elsewhere.asset, "2027-03-31");
  // 05:30 in Kolkata, then 06:30.
  await run("2027-03-01T00:00:00Z");
  expect(await noticesOf("asset.warranty_ending")).toEqual([]);
  await Promise.all([run("2027-03-01T01:00:00Z"), run("2027-03-01T01:00:01Z")]);
  await run("2027-03-01T02:30:00Z");
  const rows = await noticesOf("asset.warranty_ending");
  const of = (id: string) => rows.filter(({ user_id }) => user_id === id).length;
  const { limited, custodian, member, viewer } = people;
  const counts = [adminId, limited.id, custodian.id, member.id, viewer.id].map(of);
  expect(counts).toEqual([2, 1, 1, 1, 0]);
  expect(rows[0]!.title).toMatch(/^Warranty ends in 30 days: T-/);
  expect(rows.find(({ user_id }) => user_id === custodian.id)).toMatchObject({
    body: "The warranty ends on 31 Mar 2027.",
    link: `/asset/detail/${here.asset}`,
  });
});

test("an acknowledged reminder ends those that would follow; a missed day is made up for, nothing is told twice", async () => {
  const titlesFor = async (id: string) =>
    (await noticesOf("asset.warranty_ending"))
      .filter(({ user_id }) => user_id === id)
      .map(({ title }) => title.slice(0, 25));
  const id = (await shard.value<string>(
    "select id from notifications where company_id = ? and user_id = ? and entity_id = ?",
    adminId,
    here.asset,
  ))!;
  const answer = await admin.form("/notifications.data", { intent: "acknowledge", id });
  expect(answer.status).toBe(200);
  // The clock stands still over the 15th day before the end, and over the morning of the next.
  await run("2027-03-18T01:00:00Z");
  expect(await titlesFor(adminId)).toEqual([
    "Warranty ends in 30 days:",
    "Warranty ends in 30 days:",
    "Warranty ends in 13 days:",
  ]);
  expect(await titlesFor(people.custodian.id)).toHaveLength(2);
  await run("2027-03-18T12:00:00Z");
  expect(await titlesFor(adminId)).toHaveLength(3);
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
  const wait = (n: number) =>
    shard.add("notifications", {
      user_id: people.member.id,
      kind: "import.done",
      title: `Import ${n}`,
      dedupe_key: `import:${n}`,
      mail_status: "waiting",
    });
  const mailed = async () => (await mailsTo(w, people.member.email, company)).length;
  const counts = async () => [
    await mailed(),
    await shard.count("notifications", "mail_status = 'waiting'"),
  ];
  const before = await mailed();
  await set("digest", "weekly");
  await wait(1);
  await run("2027-03-21T02:00:00Z");
  expect(await counts()).toEqual([before, 1]);
  await run("2027-03-22T02:00:00Z");
  expect(await counts()).toEqual([before + 1, 0]);
  await set("digest", "off");
  await wait(2);
  await run("2027-03-23T02:00:00Z");
  expect(await counts()).toEqual([before + 1, 0]);
});

test("the bell counts what is unread, the page marks it, and what is snoozed comes back", async () => {
  const buyer = await clientOf(w, company.host, people.buyer.email);
  const bell = async () =>
    /aria-label="Notifications(?:, (\d\+?) unread)?"/.exec(await buyer.text("/dashboard"))?.[1] ??
    "0";
  const act = (intent: string, id = "", who = buyer) =>
    who.form("/notifications.data", { intent, id });
  type Latest = { rows: { id: string; title: string }[] };
  const latest = (await (await buyer.page("/notifications/latest")).json()) as Latest;
  const [first, second] = latest.rows;
  expect(await bell()).toBe("3");
  expect((await act("read", first!.id)).status).toBe(200);
  expect((await act("snooze-day", second!.id)).status).toBe(200);
  expect(await bell()).toBe("1");
  const page = await buyer.page("/notifications?state=snoozed");
  expect(await page.text()).toContain(second!.title);
  expect(d1Of(page)).toMatchObject({
    trips: upTo(2),
    read: expect.toSatisfy((n: number) => n <= 60),
  });
  await run(Date.now() + 25 * 3_600_000);
  expect(await bell()).toBe("2");
  const answer = await act("open", second!.id);
  expect(answer.headers.get("location") ?? (await answer.text())).toContain("/stocks/ledger/");
  for (const id of [newId(), first!.id]) expect((await act("read", id, admin)).status).toBe(404);
  expect((await act("forget", first!.id)).status).toBe(404);
  await act("read-all");
  expect(await bell()).toBe("0");
});

test("preferences are a person's own, of the kinds that may reach them, and are logged", async () => {
  const viewer = await clientOf(w, company.host, people.viewer.email);
  const send = (fields: Record<string, string>) =>
    viewer.form("/notifications/preferences.data", fields);
  const html = await viewer.text("/notifications/preferences");
  expect(html).toContain("Low stock");
  const all: Record<string, string> = {};
  for (const [, name] of html.matchAll(/<select[^>]*name="([a-z_]+)"/g)) all[name!] = "off";
  expect(Object.keys(all).length).toBeGreaterThan(5);
  expect((await send({ ...all, screen_stock_low: "digest" })).status).toBe(422);
  expect((await send({ ...all, mail_other: "off" })).status).toBe(422);
  expect((await send(all)).status).toBe(200);
  const off = "user_id = ? and mode = 'off'";
  expect(await shard.count("notification_preferences", off, people.viewer.id)).toBe(
    Object.keys(all).length,
  );
  const changes =
    "select changes from activity_log where company_id = ? and action = 'update.preferences'";
  expect(JSON.parse((await shard.value<string>(changes))!)).toContainEqual({
    field: "screen_stock_low",
    from: "now",
    to: "off",
  });
});

test("a problem reported through a label is told at once to those who may act on that device, and to nobody else", async () => {
  const editor = await newPerson(w, company, {
    permissions: ["view-asset", "edit-asset", "view-breakdown"],
  });
  const report = async (asset: string, equipmentDown: string) => {
    await shard.set("assets", asset, { qr_token: `told-${asset}` });
    const problem = { problem: "Screen stays dark", equipmentDown, name: "Nurse Rao" };
    const fields = { intent: "report", ...problem };
    const from = { "cf-connecting-ip": "198.18.9.9" };
    const answer = await postForm(w, company.host, `/q/told-${asset}`, fields, from);
    expect(answer.status).toBeLessThan(400);
    const call = await shard.value<string>(
      "select id from breakdowns where company_id = ? and asset_id = ?",
      asset,
    );
    const notices = await noticesOf("problem.reported");
    return notices.filter(({ link }) => link === `/asset-breakdown/${call}`);
  };
  const first = await report(here.asset, "yes");
  expect(readers(first)).toEqual([adminId, editor.id].sort());
  expect(first[0]).toMatchObject({
    severity: "critical",
    title: expect.stringMatching(/^Problem reported: /),
    body: "Screen stays dark",
  });
  const second = await report(elsewhere.asset, "no");
  expect(readers(second)).toEqual([adminId, editor.id, people.limited.id].sort());
  expect(second[0]!.severity).toBe("warning");
  const mails = async (email: string) =>
    (await mailsTo(w, email, company))
      .filter(({ subject }) => subject.startsWith("Problem reported"))
      .map(({ text }) => text);
  expect(
    (await mails(people.limited.email)).map((text) => text.includes(String(second[0]!.link))),
  ).toEqual([true]);
  expect(await mails(editor.email)).toHaveLength(2);
  for (const { email } of [people.viewer, people.custodian, people.keeper])
    expect(await mails(email)).toEqual([]);
});
