import { describe, expect, test } from "vitest";
import { ask, d1Of, postForm, signedIn, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { PNG } from "#tests/support/pictures.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

let next = 0;
let sender = 0;

const w = await world();
const company = await addCompany(w.env, "labelled", 2, 1);
const neighbour = await addCompany(w.env, "unlabelled", 2, 1);
const shard = rowsOf(w, company);
const { rows } = await manyAssets(w, company, 40);
const ids = rows.filter(({ condition }) => condition === "working").map(({ id }) => id);
const foreign = (await manyAssets(w, neighbour, 1)).rows[0]!.id;
await shard.run(
  "update assets set qr_token = 'token-' || id, purchase_cost_minor = 4242424, in_charge_name = 'Secret Keeper' where company_id = ?",
);

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
const send = (
  path: string,
  fields: Record<string, string>,
  { ip = freshIp(), headers = {}, photo }: Sent = {},
) =>
  postForm(
    w,
    company.host,
    path,
    { ...fields, ...(photo ? { photo } : {}) },
    { "cf-connecting-ip": ip, ...headers },
  );
const callsOf = (id: string) =>
  shard.all<{ id: string; number: string }>(
    "select * from breakdowns where company_id = ? and asset_id = ?",
    id,
  );
const setting = (key: string, value: unknown) =>
  shard.run(
    "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?, ?, 1, 1, 1, ?) on conflict do update set value_json = excluded.value_json",
    ...[key, JSON.stringify(value)],
  );

describe("the page of a label", () => {
  test("shows what the company allows and nothing else, is not indexed and not kept", async () => {
    const id = fresh();
    await shard.set("assets", id, {
      next_pm_on: "2031-03-09",
      next_cal_on: "2020-01-01",
      serial_no: "SERIAL-77",
    });
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
      expect(rest, secret).not.toContain(secret);
    }
  });

  test("says how the device is", async () => {
    const said = async (id: string) =>
      (await (await look(addressOf(id))).text()).match(/In service|Do not use|Out for repair/)?.[0];
    const id = fresh();
    expect(await said(id)).toBe("In service");
    await shard.set("assets", id, { condition: "not_working" });
    expect(await said(id)).toBe("Do not use");
    await shard.set("assets", id, { condition: "working", lifecycle: "condemned" });
    expect(await said(id)).toBe("Do not use");
    const open_gate_pass_id = await shard.add("gate_passes", {
      ...{ number: "GP-1", kind: "returnable", purpose: "repair" },
      ...{ party_name: "Workshop", carrier_name: "Van" },
    });
    const away = { lifecycle: "in_service", condition: "not_working", open_gate_pass_id };
    await shard.set("assets", id, away);
    expect(await said(id)).toBe("Out for repair");
  });

  test("an unknown token, another company's, one that was rotated and a page switched off are one and the same", async () => {
    const id = fresh();
    const deleted = fresh();
    await shard.set("assets", deleted, { deleted_at: 1 });
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
      expect((await plain(path)).status, path).toBe(404);
    expect(await plain(`/q/${foreign}`)).toEqual(unknown);
    expect((await look(addressOf(id))).status).toBe(200);
    await shard.set("assets", id, { qr_token: `another-${id}` });
    expect(await plain(addressOf(id))).toEqual(unknown);
    const other = fresh();
    await setting("qr_public_enabled", 0);
    expect(await plain(addressOf(other))).toEqual(unknown);
    expect((await send(addressOf(other), problem)).status).toBe(404);
    await setting("qr_public_enabled", 1);
    expect((await look(addressOf(other), {}, "localhost")).status).toBe(404);
    expect(await callsOf(other)).toEqual([]);
  });

  test("never says that a device is in date which was not calibrated", async () => {
    const id = fresh();
    const said = async (values: Record<string, string | number | null>) => {
      await shard.set("assets", id, values);
      const html = await (await look(addressOf(id))).text();
      return ["In date", "Not in date", "Never calibrated"].filter((word) => html.includes(word));
    };
    const [past, ahead] = ["2020-01-01", "2999-01-01"];
    const none = { cal_required: 0, last_cal_on: null, next_cal_on: null };
    expect(await said(none)).toEqual([]);
    expect(await said({ ...none, cal_required: 1 })).toEqual(["Never calibrated"]);
    expect(await said({ ...none, next_cal_on: ahead })).toEqual(["Never calibrated"]);
    expect(await said({ ...none, next_cal_on: past })).toEqual(["Not in date"]);
    expect(await said({ last_cal_on: past, next_cal_on: ahead })).toEqual(["In date"]);
  });

  test("leaves out what the company leaves out", async () => {
    const id = fresh();
    await setting("qr_public_shows", ["state"]);
    const html = await (await look(addressOf(id))).text();
    await setting("qr_public_shows", [
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
      expect(html, hidden).not.toContain(hidden);
  });

  test("takes people who see devices to the device", async () => {
    const id = fresh();
    const viewer = await signedIn(w, company, "viewer");
    const own = await viewer.page(addressOf(id));
    expect([own.status, own.headers.get("location"), d1Of(own).trips]).toEqual([
      302,
      `/asset/detail/${id}`,
      upTo(2),
    ]);
    await shard.run(
      "delete from user_permissions where company_id = ? and user_id = ?",
      company.users.viewer.id,
    );
    expect((await viewer.page(addressOf(id))).status).toBe(200);
    const stranger = await signedIn(w, neighbour, "admin");
    await expectAnswer(
      ask(w, company.host, addressOf(id), { headers: { cookie: stranger.cookie } }),
      200,
    );
  });
});

describe("a report", () => {
  test("is a call with its number, and moves the device, the counters and the log in one batch", async () => {
    const id = fresh();
    await shard.set("assets", id, { criticality: "life_support" });
    const before = [
      await shard.counter("calls.open"),
      await shard.counter("assets.condition:not_working"),
    ];
    const answer = await send(`${addressOf(id)}.data`, { ...problem, phone: "555 01" });
    expect([answer.status, d1Of(answer).trips]).toEqual([200, upTo(3)]);
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
    expect(await answer.text()).toContain(call!.number);
    expect(await shard.get("assets", id)).toMatchObject({
      open_breakdown_count: 1,
      is_down: 0,
      condition: "working",
    });
    expect([
      await shard.counter("calls.open"),
      await shard.counter("assets.condition:not_working"),
    ]).toEqual([before[0]! + 1, before[1]]);
    const event = await shard.first(
      "select * from breakdown_events where company_id = ? and breakdown_id = ?",
      call!.id,
    );
    expect(event).toMatchObject({ status: "new", actor_name: "Nurse Rao" });
    const log = await shard.first(
      "select * from activity_log where company_id = ? and asset_id = ?",
      id,
    );
    expect(log).toMatchObject({
      actor_kind: "public",
      via: "qr",
      action: "create.breakdown",
      entity_id: call!.id,
    });
    expect((await (await look(addressOf(id))).text()).replaceAll("<!-- -->", "")).toMatch(
      /In service[\s\S]*Already reported <time[^>]*>less than a minute<\/time> ago/,
    );
  });

  test("sent again with its key, or without scripts word for word, is the same report", async () => {
    for (const key of [{}, { "idempotency-key": "form-key-1" }] as Record<string, string>[]) {
      const id = fresh();
      const ip = freshIp();
      const first = await send(addressOf(id), problem, { ip, headers: key });
      const again = await send(addressOf(id), problem, { ip, headers: key });
      const number = (await callsOf(id))[0]!.number;
      expect([first.status, again.status, (await callsOf(id)).length]).toEqual([200, 200, 1]);
      for (const answer of [first, again]) expect(await answer.text()).toContain(number);
      if (key["idempotency-key"])
        await expectAnswer(
          send(addressOf(id), { ...problem, name: "Other" }, { ip, headers: key }),
          422,
        );
    }
  });

  test("of ten at once, one is taken", async () => {
    const id = fresh();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => send(addressOf(id), { ...problem, name: `Nurse ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await callsOf(id)).length).toBe(1);
    expect((await shard.get("assets", id)).open_breakdown_count).toBe(1);
  });

  test("says what is wrong at each field, keeps what was typed and stores nothing", async () => {
    const id = fresh();
    await expectAnswer(
      send(addressOf(id), { intent: "report", problem: "Dark", name: "", website: "" }),
      422,
      "at least 5 characters",
      "Say whether the equipment is down",
      "Your name is required",
      ">Dark</textarea>",
    );
    for (const extra of [
      { website: "https://spam.test" },
      { company_id: neighbour.id },
      { priority: "low" },
      { assetId: id },
    ] as Record<string, string>[])
      await expectAnswer(send(addressOf(id), { ...problem, ...extra }), 422);
    expect((await send(addressOf(id), { ...problem, problem: "x".repeat(2001) })).status).toBe(422);
    expect((await send(addressOf(id), { ...problem, intent: "delete" })).status).toBe(404);
    expect(await callsOf(id)).toEqual([]);
  });

  test("from another site is refused", async () => {
    const id = fresh();
    await expectAnswer(
      send(addressOf(id), problem, { headers: { origin: "https://evil.test" } }),
      403,
    );
    expect(await callsOf(id)).toEqual([]);
  });

  test("brings a photo of an image's type, which people of the company see", async () => {
    const id = fresh();
    const upload = (...file: ConstructorParameters<typeof File>) =>
      send(addressOf(id), problem, { photo: new File(...file) });
    await expectAnswer(upload(["<html>not a picture"], "photo.png", { type: "image/png" }), 422);
    await expectAnswer(upload(["%PDF-1.7"], "photo.pdf", { type: "application/pdf" }), 422);
    expect(await callsOf(id)).toEqual([]);
    await expectAnswer(upload([PNG], "photo.png", { type: "image/png" }), 200);
    const [call] = await callsOf(id);
    const file = await shard.first<{ id: string }>(
      "select * from media where company_id = ? and breakdown_id = ?",
      call!.id,
    );
    expect(file).toMatchObject({
      kind: "photo",
      owner_kind: "breakdown",
      mime: "image/png",
      bytes: PNG.length,
      uploaded_by: null,
    });
    const admin = await signedIn(w, company, "admin");
    expect((await admin.page(`/media/${file!.id}`)).status).toBe(200);
    expect((await look(`/media/${file!.id}`)).status).toBe(302);
  });

  test("while a call is open, a remark joins it", async () => {
    const id = fresh();
    const remark = { intent: "remark", remark: "It smells of burning now", name: "Ward clerk" };
    expect((await send(addressOf(id), remark)).status).toBe(409);
    await send(addressOf(id), problem);
    const [call] = await callsOf(id);
    await expectAnswer(send(addressOf(id), remark), 200, "Your remark was added");
    const events = await shard.all(
      "select note, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id",
      call!.id,
    );
    expect(events).toEqual([
      { note: null, actor_name: "Nurse Rao" },
      { note: "It smells of burning now", actor_name: "Ward clerk" },
    ]);
    await expectAnswer(
      send(addressOf(id), { ...problem, problem: "Another thing is wrong" }),
      409,
      "Add a remark",
      ">Another thing is wrong</textarea>",
    );
    await shard.set("breakdowns", call!.id, { status: "closed" });
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
    expect(await sixth.text()).toContain("Try again in 15 minutes");

    const ip = "2001:db8:9:9::1";
    const others = [fresh(), fresh(), fresh(), fresh()];
    for (const other of others)
      expect((await send(addressOf(other), problem, { ip })).status).toBe(200);
    for (let n = 0; n < 16; n++) expect((await remark(n, others[n % 4], ip)).status).toBe(200);
    const last = fresh();
    expect((await send(addressOf(last), problem, { ip: "2001:db8:9:9:ffff::2" })).status).toBe(429);
    expect(await callsOf(last)).toEqual([]);
    await shard.run("update public_reports set at = at - 901000 where company_id = ?");
    expect((await send(addressOf(last), problem, { ip })).status).toBe(200);
  });

  test("is not taken where the company takes none, or is suspended", async () => {
    const id = fresh();
    await setting("qr_public_report", 0);
    const off = await look(addressOf(id));
    expect([off.status, (await off.text()).includes("Report a problem")]).toEqual([200, false]);
    expect((await send(addressOf(id), problem)).status).toBe(403);
    await setting("qr_public_report", 1);
    await shard.set("company_profiles", company.id, { status: "suspended" });
    const texts = ["In service", "cannot be reported here at present"];
    await expectAnswer(look(addressOf(id)), 200, ...texts);
    expect((await send(addressOf(id), problem)).status).toBe(402);
    await shard.set("company_profiles", company.id, { status: "active" });
    expect(await callsOf(id)).toEqual([]);
  });
});
