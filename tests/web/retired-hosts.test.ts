import { beforeAll, describe, expect, test } from "vitest";
import type { Verified } from "#app/shared/certificates/verified.ts";
import { type Laboratory, laboratoryOf } from "#tests/support/certifying.ts";
import { ask, type Client, postForm, signedIn, superAdmin } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { issued, rendered, revised } from "#tests/support/verified.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let staff: Client;
let lab: Laboratory;
let other: Laboratory;
let path: string;
let number: string;
let replaced: { path: string; after: string };
let theirs: string;
/** The hosts of the laboratory: the two it has left, and today's. */
let hosts: [string, string, string];
let sender = 0;
const freshIp = () => `198.22.0.${++sender}`;

const change = (id: string, hostname: string, more: object = {}) =>
  staff.call("POST", `/api/companies/${id}/host`, { hostname, reason: "Asked for", ...more });
const look = (host: string, at: string, headers: Record<string, string> = {}) =>
  ask(w, host, at, { headers: { "cf-connecting-ip": freshIp(), ...headers } });

beforeAll(async () => {
  w = await world();
  staff = await superAdmin(w);
  lab = await laboratoryOf(w, await addCompany(w.env, "moves-away", 2, 1), 4);
  other = await laboratoryOf(w, await addCompany(w.env, "moves-too", 2, 1), 4);
  const made = await issued(lab, { public_level: "full" });
  ({ path, number } = made);
  await rendered(lab, made.id, number);
  const before = await issued(lab);
  const { verify_token } = await revised(lab, before.id);
  replaced = { path: before.path, after: `/verify/${verify_token}` };
  theirs = (await issued(other)).path;
  hosts = [lab.company.host, "moved-once.localhost", "moved-twice.localhost"];
  for (const host of hosts.slice(1))
    expect(await change(lab.company.id, host)).toMatchObject({
      status: 200,
      message: "Host changed",
    });
  await change(other.company.id, "other-moved.localhost");
});

describe("a host that its company has left", () => {
  test("shows certificates as today's host does: page, JSON, files, and the heads of the ledger", async () => {
    const today = hosts[2];
    const told = (await (await look(today, `${path}.json`)).json()) as Verified;
    expect(told.files[0]?.url).toContain(`http://${today}/verify/`);
    const without = ({ checked_at: _, ...rest }: Verified) => rest;
    for (const host of hosts) {
      const page = await look(host, path);
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
      expect(await page.text()).toContain(number);
      const json = await look(host, `${path}.json`);
      expect(without((await json.json()) as Verified)).toEqual(without(told));
      const file = await look(host, `${path}/pdf`);
      expect([file.status, await file.text()]).toEqual([200, `%PDF-1.7 of ${number}`]);
      expect((await look(host, "/verify/heads")).status).toBe(200);
    }
  });

  test("leads from a replaced certificate to the one that holds, on the same host", async () => {
    const html = await (await look(hosts[0], replaced.path)).text();
    expect(html).toContain(`href="${replaced.after}"`);
    const links = await look(hosts[0], `/__manifest?paths=${encodeURIComponent(replaced.path)}`);
    expect([204, 200]).toContain(links.status);
  });

  test("answers an unknown code as today's host does", async () => {
    const odd = `/verify/${"a".repeat(26)}`;
    const [left, today] = [await look(hosts[0], odd), await look(hosts[2], odd)];
    expect([left.status, today.status]).toEqual([404, 404]);
    expect(await left.text()).toContain("No certificate is found here.");
    expect((await look(hosts[0], `${odd}.json`)).status).toBe(404);
  });

  test("shows nothing of another company that has left a host too", async () => {
    expect((await look(other.company.host, theirs)).status).toBe(200);
    expect((await look(hosts[0], theirs)).status).toBe(404);
    expect((await look(other.company.host, path)).status).toBe(404);
  });

  test("leads labels of devices and every other page to the same address on today's host", async () => {
    for (const at of [
      "/",
      "/login?to=%2Fdashboard",
      "/q/abc",
      "/dashboard",
      "//evil.test/x",
      "/verify",
    ])
      for (const host of hosts.slice(0, 2)) {
        const page = await look(host, at);
        expect([
          page.status,
          page.headers.get("location"),
          page.headers.get("cache-control"),
        ]).toEqual([308, `http://${hosts[2]}${at}`, "private, no-store"]);
        expect(page.headers.getSetCookie()).toEqual([]);
      }
  });

  test("refuses calls, forms and scripts, also of somebody who is signed in at today's host", async () => {
    const { cookie } = await signedIn(w, lab.company, "admin");
    const refused = { success: false, message: `This company is at http://${hosts[2]} now` };
    for (const [method, at] of [
      ["GET", "/api/vendors"],
      ["POST", "/api/login"],
      ["POST", "/login"],
      ["POST", path],
      ["DELETE", path],
      ["OPTIONS", "/login"],
      ["GET", "/dashboard.data"],
    ] as const) {
      const answer = await ask(w, hosts[0], at, { method, headers: { cookie } });
      expect([answer.status, await answer.json()], `${method} ${at}`).toEqual([421, refused]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const dead = await look(hosts[0], path, { cookie: "sid=nothing; welcome=1; flash=x" });
    expect([dead.status, dead.headers.getSetCookie()]).toEqual([200, []]);
  });

  test("is found at sign-in as what the company is called today", async () => {
    const found = await postForm(w, "localhost", "/login", { domain: hosts[0] });
    expect(await found.text()).toContain(`href="http://${hosts[2]}/login"`);
    expect(found.headers.get("set-cookie")).toContain(`company=${hosts[2]};`);
  });

  test("leads nowhere once its company is closed", async () => {
    const gone = await addCompany(w.env, "moves-and-closes", 2, 1);
    await change(gone.id, "moves-then-closes.localhost");
    await w.env.CONTROL_DB.prepare("update companies set status = 'closed' where id = ?")
      .bind(gone.id)
      .run();
    expect((await look(gone.host, "/")).status).toBe(404);
  });
});

describe("a company's host", () => {
  test("is changed for its people as well, and is written down on both sides", async () => {
    const profile = await lab.shard.get<{ primary_host: string }>(
      "company_profiles",
      lab.company.id,
    );
    expect(profile.primary_host).toBe(hosts[2]);
    const logged = await lab.shard.all<{ host: string }>(
      "select json_extract(changes, '$[0].to') as host from activity_log where company_id = ?1 and action = 'change_host.company' order by id",
    );
    expect(logged.map(({ host }) => host)).toEqual(hosts.slice(1));
    expect((await look(hosts[2], "/login")).status).toBe(200);
  });

  test("is nobody else's, not even when it was left", async () => {
    const taken = { hostname: ["This host is already used"] };
    for (const host of [...hosts, "acme.localhost"])
      expect((await change(other.company.id, host)).errors).toEqual(taken);
    const made = await staff.call("POST", "/api/companies", {
      ...{ name: "Claims", slug: hosts[0].split(".")[0], kind: "hospital", country: "IN" },
      ...{ service_type: 0, phone: "4321", email: "a@claims.test" },
      ...{ admin_name: "Ada", admin_email: "ada@claims.test" },
    });
    expect(made.errors).toEqual({ slug: ["Short name is already used"] });
    const rows = w.env.CONTROL_DB.prepare("update domains set hostname = ? where company_id = ?");
    await expect(rows.bind(hosts[0], other.company.id).run()).rejects.toThrow("UNIQUE");
  });

  test("is a free one below the platform's, or one that was proved", async () => {
    const refusals = async (hostname: string) =>
      (await change(other.company.id, hostname)).errors?.hostname?.[0];
    expect(await refusals("north")).toBe("Host must be a whole name, such as north.example.org");
    expect(await refusals("a.b.localhost")).toBe("Host takes one word before the platform's name");
    expect(await refusals("www.localhost")).toBe("Host is reserved");
    const unproved = "The company has not proved that this host is its own";
    expect(await refusals("assets.hospital.test")).toBe(unproved);
    const own = { company_id: other.company.id, kind: "custom", status: "dns_pending" };
    const row = { id: "custom-host", hostname: "assets.hospital.test", is_primary: 0, ...own };
    await insert(w.env.CONTROL_DB, "domains", { ...row, created_at: 1, updated_at: 1, version: 1 });
    expect(await refusals("assets.hospital.test")).toBe(unproved);
    await w.env.CONTROL_DB.prepare("update domains set verified_at = 1 where id = ?")
      .bind(row.id)
      .run();
    expect((await change(other.company.id, "assets.hospital.test")).status).toBe(200);
    expect((await change(other.company.id, "assets.hospital.test")).status).toBe(409);
    expect((await look("assets.hospital.test", "/login")).status).toBe(200);
  });

  test("can be taken back by the company that left it", async () => {
    const back = await addCompany(w.env, "moves-back", 2, 1);
    await change(back.id, "moves-back-later.localhost");
    expect((await look(back.host, "/login")).status).toBe(308);
    expect((await change(back.id, back.host)).status).toBe(200);
    expect((await look(back.host, "/login")).status).toBe(200);
    expect((await look("moves-back-later.localhost", "/login")).headers.get("location")).toBe(
      `http://${back.host}/login`,
    );
  });

  test("stays the newest when what was decided before is applied late", async () => {
    const late = await addCompany(w.env, "moves-late", 2, 1);
    await change(late.id, "moves-late-on.localhost");
    await staff.call("POST", `/api/companies/${late.id}/suspend`, { reason: "Not paid" });
    const decided = w.env.CONTROL_DB.prepare(
      "select id from outbox where topic = 'company.host' and json_extract(payload, '$.companyId') = ?",
    );
    const id = await decided.bind(late.id).first<string>("id");
    await w.env.TENANT_DB_1.prepare("delete from applied_messages where id = ?").bind(id).run();
    await w.env.CONTROL_DB.prepare("update outbox set sent_at = null, next_at = 1 where id = ?")
      .bind(id)
      .run();
    await minute(w);
    const profile = () =>
      w.env.TENANT_DB_1.prepare("select primary_host, status from company_profiles where id = ?")
        .bind(late.id)
        .first();
    expect(await profile()).toEqual({
      primary_host: "moves-late-on.localhost",
      status: "suspended",
    });
  });
});
