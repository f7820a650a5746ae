import { describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, signedIn, superAdmin } from "#tests/support/client.ts";
import { night } from "#tests/support/clock.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { firstOf, freshWord } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, type Company, companyToday, insert, world } from "#tests/support/world.ts";

const w = await world();
await offer(w);
const staff = await superAdmin(w);
const db = w.env.CONTROL_DB;
const DAY_MS = 86_400_000;

type Row = Record<string, string | number | null>;
const one = firstOf(db);
const requestOf = async (id: string) =>
  (await one("select * from domain_requests where id = ?", id))!;
const foundedOf = async (id: string) =>
  one("select * from companies where id = ?", (await requestOf(id)).company_id);
const hostsOf = async ({ id }: Pick<Company, "id">) => {
  const { results } = await db
    .prepare("select hostname, status from domains where company_id = ? order by is_primary desc")
    .bind(id)
    .all<{ hostname: string; status: string }>();
  return results.map(({ hostname, status }) => `${hostname} ${status}`);
};

let made = 0;
const companyOf = () => addCompany(w.env, `asks${++made}`, 2, made % 2);

/** A request past the app, of a company or for a new one. */
async function asked(more: Row, company?: Company) {
  const id = newId();
  const at = Date.now();
  const hostname = `${freshWord()}.${more.kind === "custom_domain" ? "test" : "localhost"}`;
  const row = {
    ...{ id, status: "pending", hostname, requester_name: "Asha Menon" },
    ...{ requester_email: `asha@${hostname}`, company_id: company?.id ?? null },
    ...{ created_at: at, updated_at: at, expires_at: at + 30 * DAY_MS, ...more },
  };
  await insert(db, "domain_requests", row);
  return { ...row, hostname: String(row.hostname), requester_email: String(row.requester_email) };
}
const forCompany = (more: Row = {}) => {
  const name = `Hospital ${freshWord()}`;
  return asked({
    ...{ kind: "new_company", company_name: name, company_kind: "clinic", country: "IN" },
    ...{ service_type: 0, requester_phone: "+91 44 4000 1000", ...more },
  });
};
const move = (id: string, name: string, body: object = {}, by = staff) =>
  by.call("POST", `/api/domain-requests/${id}/${name}`, body);
/** A request for a company's own domain that was approved, with what its zone is to say. */
async function waiting(company: Company) {
  const request = await asked({ kind: "custom_domain" }, company);
  expect((await move(request.id, "approve")).status).toBe(200);
  const { proof, dns_target } = await requestOf(request.id);
  return { ...request, name: `_plumbline.${request.hostname}`, proof: String(proof), dns_target };
}

describe("a new company", () => {
  test("is founded when staff approve, with its plan, shard and service type, and its Admin is invited", async () => {
    const request = await forCompany();
    const { status } = await move(request.id, "approve", {
      ...{ plan_id: OFFERED.plan, service_type: 2, shard_id: "shard-1" },
    });
    expect(status).toBe(200);
    const company = await foundedOf(request.id);
    expect(company).toMatchObject({
      ...{ status: "trial", kind: "clinic", service_type: 2, shard_id: "shard-1" },
      ...{ currency: "INR", time_zone: "Asia/Kolkata", country: "IN" },
      trial_ends_on: addDays(companyToday(), 30),
    });
    expect(await requestOf(request.id)).toMatchObject({
      ...{ status: "active", company_id: company!.id, decided_by: "staff-super" },
    });
    const mails = await mailsTo(w, request.requester_email, {
      ...{ id: String(company!.id), shard: "TENANT_DB_1" },
    });
    await expectAnswer(
      ask(w, request.hostname, linkIn(mails[0])),
      200,
      "Open account",
      "Asha Menon",
    );
  });

  test("without a plan has no end, and needs what its country does not say", async () => {
    const request = await forCompany({ country: "JP" });
    const refused = await move(request.id, "approve");
    expect([refused.status, refused.errors]).toEqual([
      422,
      { currency: [expect.stringContaining("Choose a currency")] },
    ]);
    expect(
      await move(request.id, "approve", { currency: "USD", time_zone: "Asia/Tokyo" }),
    ).toMatchObject({ status: 200 });
    expect(await foundedOf(request.id)).toMatchObject({
      ...{ status: "active", currency: "USD", trial_ends_on: null },
    });
  });

  test("on a host that is taken meanwhile is refused, and nothing is founded", async () => {
    const request = await forCompany({ hostname: w.companies.acme.host });
    const before = await one("select count(*) as n from companies");
    expect(await move(request.id, "approve")).toMatchObject({
      ...{ status: 409, message: "This host is already used" },
    });
    expect(await one("select count(*) as n from companies")).toEqual(before);
  });

  test("whose host looks like another's is refused until staff say they have seen it", async () => {
    const near = w.companies.globex.host.replace("globex", "g1obex");
    const request = await forCompany({ hostname: near });
    const refused = await move(request.id, "approve");
    expect([refused.status, refused.message]).toEqual([
      422,
      expect.stringContaining("easily taken for one that is used"),
    ]);
    expect((await move(request.id, "approve", { takes_look_alike: true })).status).toBe(200);
  });

  test("of two requests for what one host allows, approved at once, one is founded", async () => {
    const request = await forCompany();
    const answers = await Promise.all([1, 2].map(() => move(request.id, "approve")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      await one("select count(*) as n from domains where hostname = ?", request.hostname),
    ).toEqual({ n: 1 });
  });
});

describe("another word before the platform's name", () => {
  test("is the company's at once, and the one it had leads to it", async () => {
    const company = await companyOf();
    const request = await asked({ kind: "subdomain" }, company);
    expect((await move(request.id, "approve")).status).toBe(200);
    expect(await hostsOf(company)).toEqual([
      `${request.hostname} active`,
      `${company.host} retired`,
    ]);
    const left = await ask(w, company.host, "/login");
    expect([left.status, left.headers.get("location")]).toEqual([
      308,
      `http://${request.hostname}/login`,
    ]);
    const [letter] = await mailsTo(w, request.requester_email);
    expect(letter?.text).toContain(`http://${request.hostname}/login`);
  });

  test("may be one that it has left before", async () => {
    const company = await companyOf();
    const first = await asked({ kind: "subdomain" }, company);
    await move(first.id, "approve");
    const back = await asked({ kind: "subdomain", hostname: company.host }, company);
    expect((await move(back.id, "approve")).status).toBe(200);
    expect(await hostsOf(company)).toEqual([`${company.host} active`, `${first.hostname} retired`]);
  });
});

describe("a company's own domain", () => {
  test("waits for its record, and maps nothing before it is found", async () => {
    const company = await companyOf();
    const request = await waiting(company);
    expect(request.proof).toMatch(/^plumbline=[\w-]{40,}$/);
    expect(request.dns_target).toBe("localhost");
    expect(await hostsOf(company)).toEqual([`${company.host} active`]);
    const [letter] = await mailsTo(w, request.requester_email);
    expect(letter?.text).toContain(`${request.name} TXT ${request.proof}`);
    w.names.says(request.name, []);
    const none = await move(request.id, "check");
    expect([none.status, none.message]).toEqual([
      409,
      `${request.name} has no TXT record yet. Looked for "${request.proof}".`,
    ]);
    w.names.says(request.name, ['"v=spf1 -all"', `"${request.proof}x"`]);
    const other = await move(request.id, "check");
    expect([other.status, other.message]).toEqual([
      409,
      expect.stringContaining(`There is: "v=spf1 -all", "${request.proof}x"`),
    ]);
    expect(await hostsOf(company)).toEqual([`${company.host} active`]);
    expect(await requestOf(request.id)).toMatchObject({ status: "dns_pending", version: 2 });
  });

  test.each([
    ["one string", (proof: string) => [`"${proof}"`]],
    [
      "several strings of one record",
      (proof: string) => [`"${proof.slice(0, 9)}" "${proof.slice(9)}"`],
    ],
    ["a record without quotes, among others", (proof: string) => ['"v=spf1 -all"', proof]],
  ])("proved by %s is the company's, checked by its own Admin", async (_, zone) => {
    const company = await companyOf();
    const request = await waiting(company);
    w.names.says(request.name, zone(request.proof));
    const admin = await signedIn(w, company, "admin");
    expect((await move(request.id, "verify", {}, admin)).status).toBe(200);
    expect(await hostsOf(company)).toEqual([
      `${request.hostname} active`,
      `${company.host} retired`,
    ]);
    expect((await requestOf(request.id)).verified_at).toBeGreaterThan(0);
    await expectAnswer(ask(w, request.hostname, "/login"), 200);
    const shard = w.env[company.shard as "TENANT_DB_0"];
    const told = await shard
      .prepare(
        "select actor_kind, actor_id from activity_log where company_id = ? and action = 'change_host.company'",
      )
      .bind(company.id)
      .first();
    expect(told).toEqual({ actor_kind: "user", actor_id: company.users.admin.id });
  });

  const MEGABYTES = JSON.stringify({ Status: 0, Comment: "x".repeat(10 * 1024 * 1024) });
  test.each([
    ["answers too late", () => {}],
    [
      "begins and never ends",
      (response: { write: (text: string) => unknown }) => response.write("{"),
    ],
    [
      "sends what is no JSON",
      (response: { end: (text: string) => unknown }) => response.end("{oops"),
    ],
    ["sends 10 MB", (response: { end: (text: string) => unknown }) => response.end(MEGABYTES)],
    [
      "says that it failed",
      (response: { end: (text: string) => unknown }) => response.end('{"Status":2}'),
    ],
    [
      "sends an error",
      (response: { writeHead: (status: number) => { end: () => unknown } }) =>
        response.writeHead(500).end(),
    ],
    [
      "leads elsewhere",
      (response: { writeHead: (status: number, more: object) => { end: () => unknown } }) =>
        response.writeHead(302, { location: "/dns-query?name=elsewhere.test&type=TXT" }).end(),
    ],
  ])("stays as it is when the resolver %s", async (_, answering) => {
    const company = await companyOf();
    const request = await waiting(company);
    const before = await requestOf(request.id);
    w.names.says(request.name, answering as never);
    const began = Date.now();
    const answer = await move(request.id, "check");
    expect([answer.status, answer.message]).toEqual([
      503,
      expect.stringContaining("DNS could not"),
    ]);
    expect(Date.now() - began).toBeLessThan(6_000);
    expect(await requestOf(request.id)).toEqual(before);
    expect(await hostsOf(company)).toEqual([`${company.host} active`]);
  });

  test("that another company was faster to have is refused", async () => {
    const [company, rival] = [await companyOf(), await companyOf()];
    const request = await waiting(company);
    await insert(db, "domains", {
      ...{ id: newId(), hostname: request.hostname, company_id: rival.id, kind: "custom" },
      ...{ status: "active", is_primary: 0, created_at: 1, updated_at: 1 },
    });
    w.names.says(request.name, [`"${request.proof}"`]);
    const answer = await move(request.id, "check");
    expect([answer.status, answer.message]).toEqual([422, "Domain is already used"]);
    expect(await hostsOf(company)).toEqual([`${company.host} active`]);
    expect((await requestOf(request.id)).status).toBe("dns_pending");
  });
});

describe("a request", () => {
  test("that is rejected tells why, and is nobody's any more", async () => {
    const request = await forCompany();
    await move(request.id, "reject", { reason: "This is another hospital's name" });
    const [letter] = await mailsTo(w, request.requester_email);
    expect(letter?.text).toContain("> This is another hospital's name");
    await forCompany({ hostname: request.hostname });
  });

  test("that nobody decided on for 30 days has expired, one that waits has not", async () => {
    const at = Date.now();
    const [old, waits] = [await forCompany({ expires_at: at - 1000 }), await forCompany()];
    await night(w, at);
    expect(await requestOf(old.id)).toMatchObject({ status: "expired", version: 2 });
    expect(await requestOf(waits.id)).toMatchObject({ status: "pending", version: 1 });
    const [letter] = await mailsTo(w, old.requester_email);
    expect(letter?.text).toContain("expired after 30 days");
  });

  test("is counted for staff, and listed by its state and kind", async () => {
    const request = await forCompany();
    const page = await staff.text("/request-domains?status=pending&kind=new_company");
    expect(page).toContain(request.hostname);
    expect(await staff.text("/request-domains?status=pending&kind=subdomain")).not.toContain(
      request.hostname,
    );
  });
});
