import { beforeAll, describe, expect, test } from "vitest";
import { ask, type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let neighbour: Company;
let db: D1Database;
let ids: string[];
let foreign: string;
let next = 0;
let sender = 0;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "labelled", 2, 1);
  neighbour = await addCompany(w.env, "unlabelled", 2, 1);
  const made = await manyAssets(w, company, 40);
  db = made.db;
  ids = made.rows.filter(({ condition }) => condition === "working").map(({ id }) => id);
  foreign = (await manyAssets(w, neighbour, 1)).rows[0]!.id;
  await db
    .prepare(
      "update assets set qr_token = 'token-' || id, purchase_cost_minor = 4242424, in_charge_name = 'Secret Keeper' where company_id = ?",
    )
    .bind(company.id)
    .run();
});

/** A device nobody has reported yet. */
const fresh = () => ids[next++]!;
const addressOf = (id: string) => `/q/token-${id}`;
const freshIp = () => `198.19.${Math.floor(++sender / 250)}.${(sender % 250) + 1}`;
const look = (path: string, headers: Record<string, string> = {}, host = company.host) =>
  ask(w, host, path, { headers });

const problem = {
  intent: "report",
  problem: "Screen stays dark after the self test",
  equipmentDown: "yes",
  name: "Nurse Rao",
};
type Sent = { ip?: string; headers?: Record<string, string>; photo?: File };
function send(
  path: string,
  fields: Record<string, string>,
  { ip = freshIp(), headers = {}, photo }: Sent = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set("photo", photo);
  return ask(w, company.host, path, {
    method: "POST",
    body: form,
    headers: { "cf-connecting-ip": ip, origin: `http://${company.host}`, ...headers },
  });
}
const one = <R>(sql: string, ...values: string[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .first<R>();
const callsOf = async (id: string) =>
  (
    await db
      .prepare("select * from breakdowns where company_id = ? and asset_id = ?")
      .bind(company.id, id)
      .all()
  ).results;
const set = (key: string, value: unknown) =>
  db
    .prepare(
      "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?, ?, 1, 1, 1, ?) on conflict do update set value_json = excluded.value_json",
    )
    .bind(company.id, key, JSON.stringify(value))
    .run();
const counter = async (name: string) =>
  (
    await one<{ value: number }>(
      "select value from counters where company_id = ? and id = ?",
      company.id,
      name,
    )
  )?.value ?? 0;

describe("the page of a label", () => {
  test("shows what the company allows and nothing else, is not indexed and not kept", async () => {
    const id = fresh();
    await db
      .prepare(
        "update assets set next_pm_on = '2031-03-09', next_cal_on = '2020-01-01', serial_no = 'SERIAL-77' where company_id = ? and id = ?",
      )
      .bind(company.id, id)
      .run();
    await look(addressOf(id));
    const answer = await look(addressOf(id));
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect([answer.headers.get("cache-control"), answer.headers.get("x-robots-tag")]).toEqual([
      "private, no-store",
      "noindex, nofollow",
    ]);
    expect(d1Of(answer).trips).toBe(1);
    for (const said of [
      "Acme M5",
      "In service",
      "Mar 2031",
      "Not in date",
      "labelled",
      "Ward ",
      "No patient data",
      'content="noindex',
    ])
      expect(html).toContain(said);
    for (const secret of [
      "SERIAL-77",
      "AST-",
      "4242424",
      "42424",
      "Secret Keeper",
      id,
      "2020-01-01",
      company.id,
    ]) {
      const rest = html
        .replaceAll(addressOf(id), "")
        .replaceAll(encodeURIComponent(addressOf(id)), "")
        .replaceAll(`token-${id}`, "");
      expect([secret, rest.includes(secret)]).toEqual([secret, false]);
    }
  });

  test("says how the device is", async () => {
    const said = async (id: string) =>
      (await (await look(addressOf(id))).text()).match(/In service|Do not use|Out for repair/)?.[0];
    const change = (id: string, to: string) =>
      db
        .prepare(`update assets set ${to} where company_id = ? and id = ?`)
        .bind(company.id, id)
        .run();
    const id = fresh();
    expect(await said(id)).toBe("In service");
    await change(id, "condition = 'not_working'");
    expect(await said(id)).toBe("Do not use");
    await change(id, "condition = 'working', lifecycle = 'condemned'");
    expect(await said(id)).toBe("Do not use");
    const pass = {
      company_id: company.id,
      id: `pass-${id}`,
      created_at: 1,
      updated_at: 1,
      number: "GP-1",
      kind: "returnable",
      purpose: "repair",
      party_name: "Workshop",
      carrier_name: "Van",
    };
    await insert(db, "gate_passes", pass);
    await change(
      id,
      `lifecycle = 'in_service', condition = 'not_working', open_gate_pass_id = 'pass-${id}'`,
    );
    expect(await said(id)).toBe("Out for repair");
  });

  test("an unknown token, another company's, one that was rotated and a page switched off are one and the same", async () => {
    const id = fresh();
    const deleted = fresh();
    await db
      .prepare("update assets set deleted_at = 1 where company_id = ? and id = ?")
      .bind(company.id, deleted)
      .run();
    const plain = async (path: string) => {
      const answer = await look(path);
      const html = (await answer.text())
        .replaceAll(path, "*")
        .replaceAll(answer.headers.get("x-request-id")!, "*")
        .replace(/nonce="[^"]+"/g, "");
      return {
        status: answer.status,
        robots: answer.headers.get("x-robots-tag"),
        html: html.replaceAll(encodeURIComponent(path), "*").replace(/"[^"]*nothing[^"]*"/g, "*"),
      };
    };
    const unknown = await plain("/q/nothing-that-is-there");
    expect([unknown.status, unknown.robots]).toEqual([404, "noindex, nofollow"]);
    for (const path of [
      `/q/${foreign}`,
      addressOf(deleted),
      `/q/${"x".repeat(3000)}`,
      "/q/%00",
      "/q/__proto__",
    ])
      expect([path, (await plain(path)).status]).toEqual([path, 404]);
    expect(await plain(`/q/${foreign}`)).toEqual(unknown);
    expect((await look(addressOf(id))).status).toBe(200);
    await db
      .prepare("update assets set qr_token = 'another' || id where company_id = ? and id = ?")
      .bind(company.id, id)
      .run();
    expect(await plain(addressOf(id))).toEqual(unknown);
    const other = fresh();
    await set("qr_public_enabled", 0);
    expect(await plain(addressOf(other))).toEqual(unknown);
    expect((await send(addressOf(other), problem)).status).toBe(404);
    await set("qr_public_enabled", 1);
    expect((await look(addressOf(other), {}, "localhost")).status).toBe(404);
    expect(await callsOf(other)).toEqual([]);
  });

  test("leaves out what the company leaves out", async () => {
    const id = fresh();
    await set("qr_public_shows", ["state"]);
    const html = await (await look(addressOf(id))).text();
    await set("qr_public_shows", [
      "name",
      "model",
      "place",
      "state",
      "nextPm",
      "calibration",
      "company",
    ]);
    expect(html).toContain("In service");
    for (const hidden of ["Acme M5", "Ward ", "labelled<"])
      expect([hidden, html.includes(hidden)]).toEqual([hidden, false]);
  });

  test("takes people who see devices to the device", async () => {
    const id = fresh();
    const enter = (kind: "viewer" | "admin", of: Company): Promise<Client> =>
      clientOf(w, of.host, of.users[kind].email);
    const viewer = await enter("viewer", company);
    const own = await viewer.page(addressOf(id));
    expect([own.status, own.headers.get("location"), d1Of(own).trips]).toEqual([
      302,
      `/asset/detail/${id}`,
      2,
    ]);
    await db
      .prepare("delete from user_permissions where company_id = ? and user_id = ?")
      .bind(company.id, company.users.viewer.id)
      .run();
    expect((await viewer.page(addressOf(id))).status).toBe(200);
    const stranger = await enter("admin", neighbour);
    expect(
      (await ask(w, company.host, addressOf(id), { headers: { cookie: stranger.cookie } })).status,
    ).toBe(200);
  });
});

describe("a report", () => {
  test("is a call with its number, and moves the device, the counters and the log in one batch", async () => {
    const id = fresh();
    await db
      .prepare("update assets set criticality = 'life_support' where company_id = ? and id = ?")
      .bind(company.id, id)
      .run();
    const before = [await counter("calls.open"), await counter("assets.condition:not_working")];
    const answer = await send(`${addressOf(id)}.data`, { ...problem, phone: "555 01" });
    expect([answer.status, d1Of(answer).trips]).toEqual([200, 2]);
    const [call] = await callsOf(id);
    expect(call).toMatchObject({
      source: "qr",
      status: "new",
      priority: "critical",
      equipment_down: 1,
      reported_by_name: "Nurse Rao",
      reported_by_phone: "555 01",
    });
    expect(call!.number).toMatch(/^SC-\d\d-\d\d-\d{5}$/);
    expect(await answer.text()).toContain(String(call!.number));
    const asset = await one<Record<string, unknown>>(
      "select * from assets where company_id = ? and id = ?",
      company.id,
      id,
    );
    expect(asset).toMatchObject({ open_breakdown_count: 1, is_down: 1, condition: "not_working" });
    expect([await counter("calls.open"), await counter("assets.condition:not_working")]).toEqual(
      before.map((n) => n + 1),
    );
    const event = await one(
      "select * from breakdown_events where company_id = ? and breakdown_id = ?",
      company.id,
      String(call!.id),
    );
    expect(event).toMatchObject({ status: "new", actor_name: "Nurse Rao" });
    const log = await one(
      "select * from activity_log where company_id = ? and asset_id = ?",
      company.id,
      id,
    );
    expect(log).toMatchObject({
      actor_kind: "public",
      via: "qr",
      action: "create.breakdown",
      entity_id: call!.id,
    });
    expect((await (await look(addressOf(id))).text()).replaceAll("<!-- -->", "")).toMatch(
      /Do not use[\s\S]*Already reported <time[^>]*>less than a minute<\/time> ago/,
    );
  });

  test("sent again with its key, or without scripts word for word, is the same report", async () => {
    for (const key of [{}, { "idempotency-key": "form-key-1" }] as Record<string, string>[]) {
      const id = fresh();
      const ip = freshIp();
      const first = await send(addressOf(id), problem, { ip, headers: key });
      const again = await send(addressOf(id), problem, { ip, headers: key });
      const number = String((await callsOf(id))[0]!.number);
      expect([first.status, again.status, (await callsOf(id)).length]).toEqual([200, 200, 1]);
      for (const answer of [first, again]) expect(await answer.text()).toContain(number);
      if (key["idempotency-key"])
        expect(
          (await send(addressOf(id), { ...problem, name: "Other" }, { ip, headers: key })).status,
        ).toBe(422);
    }
  });

  test("of ten at once, one is taken", async () => {
    const id = fresh();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => send(addressOf(id), { ...problem, name: `Nurse ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await callsOf(id)).length).toBe(1);
    expect(
      await one(
        "select open_breakdown_count as n from assets where company_id = ? and id = ?",
        company.id,
        id,
      ),
    ).toEqual({ n: 1 });
  });

  test("says what is wrong at each field, keeps what was typed and stores nothing", async () => {
    const id = fresh();
    const answer = await send(addressOf(id), {
      intent: "report",
      problem: "Dark",
      name: "",
      website: "",
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const said of [
      "at least 5 characters",
      "Say whether the equipment is down",
      "Your name is required",
      ">Dark</textarea>",
    ])
      expect(html).toContain(said);
    for (const extra of [
      { website: "https://spam.test" },
      { company_id: neighbour.id },
      { priority: "low" },
      { assetId: id },
    ] as Record<string, string>[])
      expect([extra, (await send(addressOf(id), { ...problem, ...extra })).status]).toEqual([
        extra,
        422,
      ]);
    expect((await send(addressOf(id), { ...problem, problem: "x".repeat(2001) })).status).toBe(422);
    expect((await send(addressOf(id), { ...problem, intent: "delete" })).status).toBe(404);
    expect(await callsOf(id)).toEqual([]);
  });

  test("from another site is refused", async () => {
    const id = fresh();
    expect(
      (await send(addressOf(id), problem, { headers: { origin: "https://evil.test" } })).status,
    ).toBe(403);
    expect(await callsOf(id)).toEqual([]);
  });

  test("brings a photo of an image's type, which people of the company see", async () => {
    const id = fresh();
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
    const refused = await send(addressOf(id), problem, {
      photo: new File(["<html>not a picture"], "photo.png", { type: "image/png" }),
    });
    expect([refused.status, await callsOf(id)]).toEqual([422, []]);
    expect(
      (
        await send(addressOf(id), problem, {
          photo: new File(["%PDF-1.7"], "photo.pdf", { type: "application/pdf" }),
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await send(addressOf(id), problem, {
          photo: new File([png], "photo.png", { type: "image/png" }),
        })
      ).status,
    ).toBe(200);
    const [call] = await callsOf(id);
    const file = await one<Record<string, unknown>>(
      "select * from media where company_id = ? and breakdown_id = ?",
      company.id,
      String(call!.id),
    );
    expect(file).toMatchObject({
      kind: "photo",
      owner_kind: "breakdown",
      mime: "image/png",
      bytes: 12,
      uploaded_by: null,
    });
    const admin = await clientOf(w, company.host, company.users.admin.email);
    expect((await admin.page(`/media/${file!.id}`)).status).toBe(200);
    expect((await look(`/media/${file!.id}`)).status).toBe(302);
  });

  test("while a call is open, a remark joins it", async () => {
    const id = fresh();
    const remark = { intent: "remark", remark: "It smells of burning now", name: "Ward clerk" };
    expect((await send(addressOf(id), remark)).status).toBe(409);
    await send(addressOf(id), problem);
    const [call] = await callsOf(id);
    const answer = await send(addressOf(id), remark);
    expect([answer.status, (await answer.text()).includes("Your remark was added")]).toEqual([
      200,
      true,
    ]);
    const { results } = await db
      .prepare(
        "select note, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id",
      )
      .bind(company.id, String(call!.id))
      .all();
    expect(results).toEqual([
      { note: null, actor_name: "Nurse Rao" },
      { note: "It smells of burning now", actor_name: "Ward clerk" },
    ]);
    const second = await send(addressOf(id), { ...problem, problem: "Another thing is wrong" });
    const html = await second.text();
    expect([
      second.status,
      html.includes("Add a remark"),
      html.includes(">Another thing is wrong</textarea>"),
    ]).toEqual([409, true, true]);
    await db
      .prepare("update breakdowns set status = 'closed' where company_id = ? and id = ?")
      .bind(company.id, String(call!.id))
      .run();
    expect((await send(addressOf(id), { ...problem, problem: "It broke once more" })).status).toBe(
      200,
    );
    expect((await callsOf(id)).length).toBe(2);
  });

  test("more than five about a device, or twenty from a network, in a quarter of an hour are too many", async () => {
    const id = fresh();
    await send(addressOf(id), problem);
    const remark = (n: number, of = id, ip = freshIp()) =>
      send(
        addressOf(of),
        { intent: "remark", remark: `Remark number ${n}`, name: "Clerk" },
        { ip },
      );
    for (let n = 1; n < 5; n++) expect((await remark(n)).status).toBe(200);
    const sixth = await remark(5);
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "900"]);
    expect((await sixth.text()).includes("Try again in 15 minutes")).toBe(true);

    const ip = "2001:db8:9:9::1";
    const others = [fresh(), fresh(), fresh(), fresh()];
    for (const other of others)
      expect((await send(addressOf(other), problem, { ip })).status).toBe(200);
    for (let n = 0; n < 16; n++) expect((await remark(n, others[n % 4], ip)).status).toBe(200);
    const last = fresh();
    expect((await send(addressOf(last), problem, { ip: "2001:db8:9:9:ffff::2" })).status).toBe(429);
    expect(await callsOf(last)).toEqual([]);
    await db
      .prepare("update public_reports set at = at - 901000 where company_id = ?")
      .bind(company.id)
      .run();
    expect((await send(addressOf(last), problem, { ip })).status).toBe(200);
  });

  test("is not taken where the company takes none, or is suspended", async () => {
    const id = fresh();
    await set("qr_public_report", 0);
    const off = await look(addressOf(id));
    expect([off.status, (await off.text()).includes("Report a problem")]).toEqual([200, false]);
    expect((await send(addressOf(id), problem)).status).toBe(403);
    await set("qr_public_report", 1);
    await db
      .prepare("update company_profiles set status = 'suspended' where company_id = ?")
      .bind(company.id)
      .run();
    const suspended = await (await look(addressOf(id))).text();
    expect([
      suspended.includes("In service"),
      suspended.includes("cannot be reported here at present"),
    ]).toEqual([true, true]);
    expect((await send(addressOf(id), problem)).status).toBe(402);
    await db
      .prepare("update company_profiles set status = 'active' where company_id = ?")
      .bind(company.id)
      .run();
    expect(await callsOf(id)).toEqual([]);
  });
});
