import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { keyIn } from "#tests/support/keys.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, PASSWORD, type World, world } from "#tests/support/world.ts";
import { readKeyToken } from "#worker/auth/key-token.ts";
import { tellOfKeys } from "#worker/jobs/api-keys.ts";
import { jobsOf } from "#worker/jobs/jobs.ts";

let w: World;
let acme: Company;
let admin: Client;
const shard = () => rowsOf(w, acme);

beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
  admin = await signedIn(w, acme, "admin");
});
beforeEach(async () => {
  await shard().run("delete from api_uses where company_id = ?1");
});

const body = (more: object = {}) => ({
  ...{ name: `Copy ${newId().slice(-8)}`, permissions: ["view-asset"], days: 90 },
  password: PASSWORD,
  ...more,
});
type Made = { id: string; key: string | null };
const make = (more: object = {}, headers = {}) =>
  admin.call<Made>("POST", "/api/api-keys", body(more), headers);
const asked = (token: string, path = "/api/assets", host = acme.host) =>
  ask(w, host, path, { headers: { authorization: `Bearer ${token}` } });
const statusOf = async (token: string) => {
  const answer = await asked(token);
  await answer.arrayBuffer();
  return answer.status;
};

describe("making a key", () => {
  test("an Admin gets it once, with a checksum that tells it from anything else", async () => {
    const { status, data } = await make();
    expect(status).toBe(201);
    expect(data.key).toMatch(/^pbk_[0-9a-f]{32}_[0-9A-Za-z]{49}$/);
    expect(await readKeyToken(data.key!)).toMatchObject({ id: data.id });
    const other = data.key!.endsWith("0") ? "1" : "0";
    expect(await readKeyToken(data.key!.slice(0, -1) + other)).toBeNull();
    const [row] = await shard().all<Record<string, unknown>>(
      "select * from api_keys where company_id = ?1 and id = ?2",
      data.id,
    );
    expect(JSON.stringify(row)).not.toContain(data.key!.slice(37));
    const { data: listed } = await admin.call<{ id: string }[]>("GET", "/api/api-keys");
    expect(JSON.stringify(listed)).not.toContain(data.key!.slice(37));
    expect(await statusOf(data.key!)).toBe(200);
  });

  test("a request that is sent again makes no second key and tells no secret", async () => {
    const [sent, headers] = [body(), { "idempotency-key": newId() }];
    const first = await admin.call<Made>("POST", "/api/api-keys", sent, headers);
    const again = await admin.call<Made>("POST", "/api/api-keys", sent, headers);
    expect(again).toMatchObject({ status: 201, data: { id: first.data.id, key: null } });
    expect(await shard().count("api_keys", "name = ?2", sent.name)).toBe(1);
    expect(
      await shard().count("idempotency_keys", "response_json like '%pbk%'"),
      "no secret is kept",
    ).toBe(0);
  });

  test("takes the Admin's password, an end within two years, and only what keys may hold", async () => {
    expect(await make({ password: "wrong" })).toMatchObject({ status: 422 });
    expect(await make({ days: 731 })).toMatchObject({ status: 422 });
    expect(await make({ permissions: [] })).toMatchObject({ status: 422 });
    for (const permission of ["edit-user", "edit-settings", "issue-certificate-report"])
      expect(await make({ permissions: [permission] })).toMatchObject({ status: 422 });
    expect(await make({ departments: [newId()] })).toMatchObject({ status: 422 });
    const name = `Once ${newId()}`.slice(0, 40);
    expect(await make({ name })).toMatchObject({ status: 201 });
    expect(await make({ name })).toMatchObject({
      status: 422,
      errors: { name: expect.anything() },
    });
  });

  test("is for Admins alone, and no key makes a key", async () => {
    const engineer = await signedIn(w, acme, "engineer");
    expect((await engineer.call("POST", "/api/api-keys", body())).status).toBe(403);
    const { client } = await keyIn(w, acme);
    for (const [method, path] of [
      ["POST", "/api/api-keys"],
      ["GET", "/api/api-keys"],
      ["GET", "/api/users"],
      ["GET", "/api/settings"],
    ] as const)
      expect((await client.call(method, path, method === "GET" ? undefined : body())).status).toBe(
        403,
      );
  });
});

describe("using a key", () => {
  test("what it does is in the log by its name, and it is nobody of the company", async () => {
    const { id, client } = await keyIn(w, acme, { name: `Monitor ${newId().slice(-6)}` });
    const { asset: assetId } = await bench(w, acme, []);
    const { status, data } = await client.call("POST", "/api/service-calls", {
      ...{ asset_id: assetId, problem: "No reading for ten minutes", equipment_down: "no" },
    });
    expect(status).toBe(201);
    const [entry] = await shard().all<Record<string, unknown>>(
      "select actor_kind, actor_id, actor_name, via from activity_log where company_id = ?1 and entity_id = ?2",
      data.id,
    );
    expect(entry).toMatchObject({ actor_kind: "api_key", actor_id: id, via: "api" });
    expect(entry!.actor_name).toMatch(/^API key Monitor/);
    expect(await shard().get("breakdowns", data.id)).toMatchObject({ reporter_user_id: null });
  });

  test("has the permissions it was given and no other", async () => {
    const { client } = await keyIn(w, acme, { permissions: ["view-asset"] });
    expect((await client.call("GET", "/api/assets")).status).toBe(200);
    expect((await client.call("GET", "/api/vendors")).status).toBe(403);
    expect((await client.call("POST", "/api/assets", {})).status).toBe(403);
    // A company without a laboratory has no machines, whatever the row of a key says.
    const hospital = await addCompany(w.env, "myrtle", 0, 0);
    const odd = await keyIn(w, hospital, { permissions: ["view-asset", "view-machine"] });
    expect((await odd.client.call("GET", "/api/assets")).status).toBe(200);
    expect((await odd.client.call("GET", "/api/machines")).status).toBe(403);
  });

  test("sees its Locations alone; a record elsewhere is not there, and without any Location nothing is", async () => {
    const [one, other] = [await bench(w, acme, []), await bench(w, acme, [])];
    const place = one.department;
    const { id, client } = await keyIn(w, acme, { departments: [place] });
    expect((await client.call("GET", `/api/assets/${one.asset}`)).status).toBe(200);
    expect((await client.call("GET", `/api/assets/${other.asset}`)).status).toBe(404);
    const rows = await client.call<{ department_id: string }[]>("GET", "/api/assets?size=100");
    expect(new Set(rows.data.map((row) => row.department_id))).toEqual(new Set([place]));
    await shard().run("delete from api_key_scopes where company_id = ?1 and api_key_id = ?2", id);
    expect((await client.call("GET", `/api/assets/${one.asset}`)).status).toBe(404);
    expect((await client.call("GET", "/api/assets")).data).toEqual([]);
  });

  test("its last use is noted, at most once a minute, in the same round trip", async () => {
    const { id, token } = await keyIn(w, acme);
    const answer = await asked(token, "/api/departments");
    expect(d1Of(answer).trips).toBeLessThanOrEqual(2);
    const { last_used_at: first, version } = await shard().get("api_keys", id);
    expect(first).toEqual(expect.any(Number));
    await statusOf(token);
    expect(await shard().get("api_keys", id)).toMatchObject({ last_used_at: first, version });
    await shard().set("api_keys", id, { last_used_at: Date.now() - 61_000 });
    await statusOf(token);
    expect((await shard().get("api_keys", id)).last_used_at).toBeGreaterThanOrEqual(Number(first));
  });
});

describe("the end of a key", () => {
  test("revoked, expired, of a suspended or of another company: dead at the next request", async () => {
    const { data } = await make();
    const token = data.key!;
    expect(await statusOf(token)).toBe(200);
    expect((await asked(token, "/api/assets", w.companies.globex.host)).status).toBe(401);
    await shard().set("company_profiles", acme.id, { status: "suspended" });
    expect(await statusOf(token)).toBe(402);
    await shard().set("company_profiles", acme.id, { status: "active" });
    expect(await statusOf(token)).toBe(200);
    await shard().set("api_keys", data.id, { expires_at: Date.now() - 1 });
    expect(await statusOf(token)).toBe(401);
    await shard().set("api_keys", data.id, { expires_at: Date.now() + 60_000 });
    expect(await statusOf(token)).toBe(200);
    expect((await admin.call("POST", `/api/api-keys/${data.id}/revoke`, {})).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect((await admin.call("POST", `/api/api-keys/${data.id}/revoke`, {})).status).toBe(409);
    expect(
      (await admin.call("PUT", `/api/api-keys/${data.id}`, { name: "Another name" })).status,
    ).toBe(409);
  });

  test("unknown and revoked keys are refused alike", async () => {
    const { id, token } = await keyIn(w, acme);
    await shard().set("api_keys", id, { revoked_at: Date.now() });
    const { id: gone, token: unknown } = await keyIn(w, acme);
    await shard().run("delete from api_keys where company_id = ?1 and id = ?2", gone);
    const told = async (key: string) => {
      const answer = await asked(key);
      return [answer.status, await answer.text(), d1Of(answer).trips];
    };
    // The company of the host is known from here on.
    await statusOf(token);
    expect(await told(token)).toEqual(await told(unknown));
  });

  test("replaced: the secret before works for a day beside the new one", async () => {
    const { data } = await make();
    const answer = await admin.call<Made>("POST", `/api/api-keys/${data.id}/replace`, {
      ...{ password: PASSWORD, days: 30 },
    });
    const [before, after] = [data.key!, answer.data.key!];
    expect(answer.data.id).toBe(data.id);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    const { former_until: until } = await shard().get<{ former_until: number }>(
      "api_keys",
      data.id,
    );
    expect(until - Date.now()).toBeLessThanOrEqual(86_400_000);
    await shard().set("api_keys", data.id, { former_until: Date.now() - 1 });
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200]);
  });

  test("wrong keys are counted by their network, and a right one is not held up by them", async () => {
    const { id, token } = await keyIn(w, acme);
    await shard().set("api_keys", id, { revoked_at: Date.now() });
    const { token: right } = await keyIn(w, acme);
    const network = "10.20.30.40";
    const tell = async (key: string) => {
      const answer = await ask(w, acme.host, "/api/assets", {
        headers: { authorization: `Bearer ${key}`, "CF-Connecting-IP": network },
      });
      await answer.arrayBuffer();
      return answer;
    };
    const noted = () => shard().count("login_log", "ip = ?2 and result = 'bad_key'", network);
    const misspelt = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");
    expect((await tell(misspelt)).status).toBe(401);
    expect(await noted()).toBe(0);
    const row = { email_tried: "", result: "bad_key", ip: network, at: Date.now() };
    await shard().addUnstamped("login_log", ...Array(99).fill(row));
    const answers = await Promise.all([tell(token), tell(token), tell(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 429, 429]);
    expect(answers.find(({ status }) => status === 429)!.headers.get("retry-after")).toBe("300");
    expect((await tell(right)).status).toBe(200);
    expect(await noted()).toBe(100);
  });
});

test("Admins get a letter 14 days and a day before a key ends, each once, and anew for a replaced one", async () => {
  const company = await addCompany(w.env, "larch", 2, 0);
  const { id } = await keyIn(w, company, { name: "Nightly copy" });
  const rows = rowsOf(w, company);
  const end = Date.now() + 30 * 86_400_000;
  await rows.set("api_keys", id, { expires_at: end });
  const letters = async () =>
    (await mailsTo(w, company.users.admin.email, company)).filter(({ subject }) =>
      subject.includes("The API key Nightly copy ends on"),
    ).length;
  const nightBefore = async (days: number) => {
    const part = { job: "api-keys", shard: company.shard, owner: company.id, from: "" };
    for (let times = 0; times < 2; times++)
      await tellOfKeys({
        ...part,
        ...{ at: end - days * 86_400_000, env: w.env as unknown as Env, db: rows.db },
      });
    return letters();
  };
  expect([await nightBefore(15), await nightBefore(14), await nightBefore(9)]).toEqual([0, 1, 1]);
  expect([await nightBefore(1), await nightBefore(0.5)]).toEqual([2, 2]);
  expect(await nightBefore(-1), "it is over").toBe(2);
  await rows.set("api_keys", id, { expires_at: end + 86_400_000 });
  expect(await nightBefore(0), "it has another end").toBe(3);
  await rows.set("api_keys", id, { revoked_at: Date.now(), expires_at: end });
  expect(await nightBefore(13)).toBe(3);
});

test("Admins get the same letters before a token of the directory ends", async () => {
  const company = await addCompany(w.env, "rowan", 2, 0);
  const rows = rowsOf(w, company);
  const end = Date.now() + 30 * 86_400_000;
  await rows.add("scim_tokens", {
    ...{ id: newId(), name: "Entra", token_hash: "x", expires_at: end },
  });
  const nightBefore = async (days: number) => {
    await tellOfKeys({
      ...{ job: "api-keys", shard: company.shard, owner: company.id, from: "" },
      ...{ at: end - days * 86_400_000, env: w.env as unknown as Env, db: rows.db },
    });
    return (await mailsTo(w, company.users.admin.email, company)).filter(({ subject }) =>
      subject.includes("The directory token Entra ends on"),
    ).length;
  };
  const told = [];
  for (const days of [15, 14, 9, 1, 0.5, -1]) told.push(await nightBefore(days));
  expect(told).toEqual([0, 1, 1, 2, 2, 2]);
  const { due, by } = jobsOf(company.shard)["api-keys"]!;
  const owners = await rows.db
    .prepare(due!)
    .bind("", by!(end - 13 * 86_400_000))
    .all<{ owner: string }>();
  expect(owners.results.map(({ owner }) => owner)).toContain(company.id);
});

describe("how often a key may ask", () => {
  test("each answer says what is left of the minute, and the one beyond says when it goes on", async () => {
    const { id, token } = await keyIn(w, acme);
    const first = await asked(token);
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"key";r=599;t=([1-9]|[1-5]\d|60)$/);
    await first.arrayBuffer();
    const minute = Math.floor(Date.now() / 60_000);
    await shard().run(
      "update api_uses set used = 598, minute = ?3 where company_id = ?1 and id = ?2",
      ...[id, minute],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => asked(token)));
    const isSameMinute = Math.floor(Date.now() / 60_000) === minute;
    const statuses = answers.map(({ status }) => status).sort();
    if (isSameMinute) expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get("ratelimit")).toMatch(/^"key";r=0;t=/);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    await shard().run(
      "update api_uses set minute = minute - 1 where company_id = ?1 and id = ?2",
      id,
    );
    expect(await statusOf(token)).toBe(200);
  });
});
