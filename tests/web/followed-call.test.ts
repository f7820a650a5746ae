import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { ask, d1Of, postForm, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { freshIp, publicCompany, report } from "#tests/support/public-reports.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const p = await publicCompany(w, "followed", 60);
const { shard, company, look, send, reported, setting, labelOf, text } = p;
const neighbour = await addCompany(w.env, "unfollowed", 2, 1);
const admin = await signedIn(w, company, "admin");
const DAY = 86_400_000;

const eventsOf = (id: string) =>
  shard.all<{ kind: string; status: string; note: string | null; actor_id: string | null }>(
    "select kind, status, note, actor_id, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id",
    id,
  );
const resolve = (id: string) =>
  expectAnswer(
    admin.api(`/api/service-calls/${id}/resolve`, {
      method: "POST",
      body: { cause_code: "battery", resolution: "Secret workshop note" },
    }),
    200,
  );
const stand = (id: string, status: string, more: object = {}) =>
  shard.set("breakdowns", id, { status, ...more });
const noticesOf = (id: string) =>
  shard.all<{ user_id: string; kind: string; title: string }>(
    "select user_id, kind, title from notifications where company_id = ? and entity_id = ? and kind = 'call.remarked'",
    id,
  );

describe("a private link", () => {
  test("comes with the report, and only its hash is stored", async () => {
    const { id, path } = await reported();
    const secret = path.slice("/call/".length);
    const hash = createHash("sha256").update(secret).digest("hex");
    expect((await shard.get("breakdowns", id)).follow_token_hash).toBe(hash);
    await send(path, { intent: "remark", remark: "It beeps as well" });
    const { results } = await shard.db
      .prepare("select name from sqlite_master where type = 'table' and sql like '%company_id%'")
      .all<{ name: string }>();
    const holding = [];
    for (const { name } of results) {
      const rows = JSON.stringify(await shard.all(`select * from "${name}" where company_id = ?`));
      if (rows.includes(secret)) holding.push(name);
    }
    expect(holding).toEqual([]);
  });

  test("is told again to a form that is sent again, whatever key it has", async () => {
    const seed = "00112233445566778899aabbccddeeff";
    for (const headers of [{}, { "idempotency-key": "followed-1" }] as Record<string, string>[]) {
      const [label, ip] = [labelOf(p.fresh()), freshIp()];
      const links = [];
      for (let n = 0; n < 2; n++) {
        const answer = await send(label, { ...report, seed }, { ip, headers });
        links.push(/\/call\/[0-9a-f]{32}/.exec(await answer.text())?.[0]);
      }
      expect(links[0]).toBeDefined();
      expect(links[1]).toBe(links[0]);
    }
  });

  test("opens in one trip, is not kept, not indexed, and sends no referrer", async () => {
    const { path } = await reported();
    await look(path);
    const answer = await look(path);
    const names = ["cache-control", "x-robots-tag", "referrer-policy"];
    expect([answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
      200,
      "private, no-store",
      "noindex, nofollow",
      "no-referrer",
    ]);
    const { trips, read } = d1Of(answer);
    expect([trips, read <= 300], String(read)).toEqual([1, true]);
  });

  test("tells states, times and the person's own words, and nothing of the staff", async () => {
    const { id, path, asset } = await reported();
    await shard.set("assets", asset, { in_charge_name: "Hidden Keeper", serial_no: "SN-HIDDEN" });
    await shard.set("breakdowns", id, { rating_note: null });
    for (const [move, body] of [
      ["acknowledge", { reason: "Hidden staff note" }],
      ["start", {}],
      ["hold", { hold_reason: "awaiting_part", reason: "Hidden part" }],
      ["remark", { note: "Hidden remark of staff" }],
    ] as const)
      await expectAnswer(
        admin.api(`/api/service-calls/${id}/${move}`, { method: "POST", body }),
        200,
      );
    await send(path, { intent: "remark", remark: "Still dark today" });
    await send(labelOf(asset), { intent: "remark", remark: "Somebody passing by", name: "Porter" });
    const html = await text(path);
    for (const said of [report.problem, "Still dark today", "Being worked on", "Waiting", "Seen"])
      expect(html).toContain(said);
    const hidden = ["Hidden", "SN-", "AST-", "admin of", "awaiting_part", "Porter", "passing by"];
    for (const word of [...hidden, company.users.engineer.id, id, asset, company.id])
      expect(html, word).not.toContain(word);
  });

  test.each(Object.keys(callRules.states))("shows a call that is %s", async (status) => {
    const { id, path } = await reported();
    const at = Date.now();
    const over = /closed|cancelled/.test(status);
    await stand(id, status, {
      resolved_at: /resolved|^closed$/.test(status) ? at : null,
      closed_at: over ? at : null,
    });
    const html = await text(path);
    expect(html.includes("Does it work again?")).toBe(status === "resolved");
    expect(html.includes("Send rating")).toBe(status === "closed");
    expect(html.includes("It fails again")).toBe(status === "closed");
    expect(html.includes(">Add remark<")).toBe(!over);
    expect((await send(path, { intent: "works" })).status).toBe(status === "resolved" ? 200 : 409);
  });

  test("shows what the company allows its public pages to tell", async () => {
    const { path, asset } = await reported();
    const { name } = await shard.get<{ name: string }>("assets", asset);
    expect(await text(path)).toContain(name);
    await setting("qr_public_shows", ["state"]);
    const html = await text(path);
    await shard.run("delete from company_settings where company_id = ? and id = 'qr_public_shows'");
    for (const fact of [name, "Ward ", "followed<"]) expect(html, fact).not.toContain(fact);
    expect(html).toContain("Your report");
  });

  test("that is unknown, rotated, too old, of another host or switched off is one and the same", async () => {
    const plain = async (path: string, host = company.host) => {
      const answer = await ask(w, host, path, { headers: { "cf-connecting-ip": freshIp() } });
      const html = (await answer.text())
        .replaceAll(path, "*")
        .replaceAll(encodeURIComponent(path), "*")
        .replaceAll(answer.headers.get("x-request-id")!, "*")
        .replace(/nonce="[^"]+"/g, "")
        .replace(/"[0-9a-f]{32}"/g, "*");
      return { status: answer.status, html };
    };
    const { id, path } = await reported();
    const unknown = await plain(`/call/${"0".repeat(32)}`);
    expect(unknown.status).toBe(404);
    expect((await plain(path, neighbour.host)).status).toBe(404);
    expect((await plain(path, "localhost")).status).toBe(404);
    for (const odd of ["/call/x", "/call/%00", `/call/${"a".repeat(3000)}`, "/call/__proto__"])
      expect((await plain(odd)).status, odd).toBe(404);
    await stand(id, "closed", { resolved_at: 1, closed_at: Date.now() - 91 * DAY });
    expect(await plain(path)).toEqual(unknown);
    expect((await send(path, { intent: "rate", rating: "5" })).status).toBe(404);
    await stand(id, "closed", { closed_at: Date.now() - 89 * DAY });
    expect((await plain(path)).status).toBe(200);
    await setting("qr_public_enabled", 0);
    expect(await plain(path)).toEqual(unknown);
    await setting("qr_public_enabled", 1);
    await shard.set("breakdowns", id, { follow_token_hash: "of another secret" });
    expect(await plain(path)).toEqual(unknown);
  });

  test("too many wrong ones from a network have to wait, and the right one opens all the same", async () => {
    const { path } = await reported();
    const ip = freshIp();
    const wrong = (n: number) => look(`/call/${n.toString(16).padStart(32, "f")}`, { ip });
    for (let n = 0; n < 30; n++) expect((await wrong(n)).status).toBe(404);
    const next = await wrong(30);
    expect([next.status, next.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(await next.text()).toContain("Wait 10 minutes");
    expect((await look(path, { ip })).status).toBe(200);
    expect((await look(`/call/${"e".repeat(32)}`)).status).toBe(404);
    await p.later();
    expect((await wrong(31)).status).toBe(404);
  });
});

describe("whoever holds it", () => {
  test("closes a resolved call with a rating, by the flow's own way", async () => {
    const { id, path } = await reported();
    expect((await send(path, { intent: "works" })).status).toBe(409);
    await resolve(id);
    const [before, open] = [
      await shard.get("breakdowns", id),
      await shard.counter("calls.status:closed"),
    ];
    const fields = { intent: "works", rating: "5", ratingNote: "Quick help" };
    await expectAnswer(send(path, fields), 200, "Thank you. The call is closed.", "5 of 5");
    const call = await shard.get("breakdowns", id);
    expect(call).toMatchObject({ status: "closed", rating: 5, rating_note: "Quick help" });
    expect(call.version).toBe(Number(before.version) + 1);
    expect(call.closed_at).toBeGreaterThan(0);
    expect(await shard.counter("calls.status:closed")).toBe(open + 1);
    expect((await eventsOf(id)).at(-1)).toEqual({
      ...{ kind: "move", status: "closed", note: null, actor_id: null, actor_name: "Nurse Rao" },
    });
    const log = await shard.first(
      "select * from activity_log where company_id = ? and entity_id = ? order by id desc limit 1",
      id,
    );
    expect(log).toMatchObject({
      actor_kind: "public",
      actor_id: null,
      via: "qr",
      action: "close.breakdown",
    });
  });

  test("taps twice at once: one closes it, the other sees it closed", async () => {
    const { id, path } = await reported();
    await resolve(id);
    const tap = (n: number) =>
      send(
        path,
        { intent: "works", rating: String(n) },
        { headers: { "idempotency-key": `tap-${id}-${n}` } },
      );
    const answers = await Promise.all([tap(1), tap(5)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const second = await answers.find(({ status }) => status === 409)!.text();
    for (const said of ["answered meanwhile", ">Closed<"])
      expect(second.replaceAll("<!-- -->", "")).toContain(said);
    for (const leak of ["followTokenHash", "changedBy", "newer", "Secret workshop note"])
      expect(second).not.toContain(leak);
    expect((await eventsOf(id)).filter(({ status }) => status === "closed")).toHaveLength(1);
  });

  test("whose answer was lost is answered as the first time", async () => {
    const { id, path } = await reported();
    await resolve(id);
    const headers = { "idempotency-key": `lost-${id}` };
    for (let n = 0; n < 2; n++)
      await expectAnswer(send(path, { intent: "works" }, { headers }), 200);
    expect((await eventsOf(id)).filter(({ status }) => status === "closed")).toHaveLength(1);
  });

  test("reopens it with a reason, within the company's days", async () => {
    const { id, path, asset } = await reported();
    await resolve(id);
    await expectAnswer(send(path, { intent: "again", reason: "" }), 422, "Reason is required");
    await expectAnswer(
      send(path, { intent: "again", reason: "Dark again at noon" }),
      200,
      "open again",
    );
    expect(await shard.get("breakdowns", id)).toMatchObject({
      status: "in_progress",
      reopen_count: 1,
      resolved_at: null,
    });
    expect(await shard.get("assets", asset)).toMatchObject({ is_down: 1, open_breakdown_count: 1 });
    expect(await text(path)).toContain("Dark again at noon");
    await setting("call_reopen_days", 3);
    const at = Date.now() - 4 * DAY;
    await stand(id, "closed", { resolved_at: at, closed_at: at });
    await expectAnswer(send(path, { intent: "again", reason: "Too late" }), 409, "within 3 days");
    await stand(id, "closed", { closed_at: Date.now() - 2 * DAY });
    await expectAnswer(send(path, { intent: "again", reason: "In time" }), 200);
    await setting("call_reopen_days", 7);
  });

  test("rates it within 30 days of its end, once; a bad rating is told", async () => {
    const { id, path } = await reported();
    await stand(id, "closed", {
      ...{ resolved_at: Date.now() - 29 * DAY, closed_at: Date.now() - 29 * DAY },
      assigned_user_id: company.users.admin.id,
    });
    for (const rating of ["", "0", "6", "2.5"])
      expect((await send(path, { intent: "rate", rating })).status, rating).toBe(422);
    await expectAnswer(send(path, { intent: "rate", rating: "2", ratingNote: "Took weeks" }), 200);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      kind: "rating",
      status: "closed",
      note: "Took weeks",
    });
    expect(await noticesOf(id)).toMatchObject([
      { user_id: company.users.admin.id, title: expect.stringContaining("rated 2 of 5") },
    ]);
    await expectAnswer(
      send(path, { intent: "rate", rating: "5" }),
      409,
      "You have rated this call",
    );
    const late = await reported();
    await stand(late.id, "closed", { closed_at: Date.now() - 31 * DAY, resolved_at: 1 });
    await expectAnswer(send(late.path, { intent: "rate", rating: "5" }), 409, "within 30 days");
  });

  test("adds a remark while it is open, which overtakes nobody and is told to who has it", async () => {
    const { id, path } = await reported();
    const { version } = await shard.get("breakdowns", id);
    await expectAnswer(
      send(path, { intent: "remark", remark: "Hm" }),
      422,
      "at least 5 characters",
    );
    await expectAnswer(send(path, { intent: "remark", remark: "It smells" }), 200, "It smells");
    expect((await shard.get("breakdowns", id)).version).toBe(version);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      kind: "remark",
      status: "new",
      actor_id: null,
    });
    expect(await noticesOf(id)).toEqual([]);
    await stand(id, "in_progress", { assigned_user_id: company.users.admin.id });
    await expectAnswer(send(path, { intent: "remark", remark: "It smells more" }), 200);
    expect((await noticesOf(id)).map(({ user_id }) => user_id)).toEqual([company.users.admin.id]);
    await stand(id, "cancelled", { closed_at: Date.now() });
    await expectAnswer(send(path, { intent: "remark", remark: "Too late now" }), 409, "closed");
  });

  test("cannot send without end, nor where the subscription has ended, nor from another site", async () => {
    const { path } = await reported();
    const remark = (n: number) => send(path, { intent: "remark", remark: `Remark number ${n}` });
    for (let n = 1; n < 10; n++) expect((await remark(n)).status).toBe(200);
    const last = await remark(10);
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "900"]);
    await p.later();
    expect((await remark(11)).status).toBe(200);
    await shard.setProfile({ status: "suspended" });
    expect((await remark(12)).status).toBe(402);
    await expectAnswer(look(path), 200, "Nothing can be sent here at present");
    await shard.setProfile({ status: "active" });
    for (const origin of ["https://evil.test", "null"])
      expect((await send(path, { intent: "works" }, { headers: { origin } })).status).toBe(403);
    const own = { origin: "null", "sec-fetch-site": "same-origin" };
    expect((await postForm(w, company.host, path, { intent: "works" }, own)).status).toBe(409);
    expect((await send(path, { intent: "delete" })).status).toBe(404);
    expect(
      (await send(path, { intent: "remark", remark: "Extra key", status: "closed" })).status,
    ).toBe(422);
  });
});
