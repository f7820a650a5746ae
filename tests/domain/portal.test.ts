import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import {
  begin,
  type Laboratory,
  laboratoryOf,
  machineToCertify,
} from "#tests/support/certifying.ts";
import {
  ask,
  type Client,
  contactAt,
  d1Of,
  postForm,
  signedIn,
  upTo,
} from "#tests/support/client.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { issued, rendered, voided } from "#tests/support/verified.ts";
import {
  addCompany,
  type Company,
  companyToday,
  PASSWORD,
  type World,
  world,
} from "#tests/support/world.ts";
import { sha256 } from "#worker/auth/tokens.ts";

let w: World;
let company: Company;
let lab: Laboratory;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "portalled", 2, 0);
  lab = await laboratoryOf(w, company);
  admin = await signedIn(w, company, "admin");
});

const TODAY = companyToday();

/** A consumer with a machine and a contact, who has an account where it is asked for. */
async function customer({ account = true }: { account?: boolean } = {}) {
  const machine = await machineToCertify(lab);
  const { consumer_id: consumer } = await lab.shard.get<{ consumer_id: string }>(
    "machines",
    machine,
  );
  const email = `${newId()}@ward.test`;
  const contact = await lab.shard.add("consumer_contacts", {
    ...{ consumer_id: consumer, name: "Asha Rao", email },
  });
  if (!account) return { machine, consumer, contact, email };
  const accountId = await lab.shard.add("contact_accounts", {
    ...{ contact_id: contact, name: "Asha Rao", email, status: "active" },
  });
  return { machine, consumer, contact, email, accountId };
}
const entered = async () => {
  const made = await customer();
  return { ...made, client: await contactAt(w, company, made.accountId!) };
};
/** Another machine of a consumer. */
const another = async (consumer: string) => {
  const machine = await machineToCertify(lab);
  await lab.shard.set("machines", machine, { consumer_id: consumer });
  return machine;
};

const toPortal = (answer: Response) => [answer.status, answer.headers.get("location")];
/** What a form answered: where it goes on, or its message. */
const askFor = (client: Client, machines: string[], more: Record<string, string> = {}) => {
  const body = new URLSearchParams(more);
  for (const machine of machines) body.append("machines", machine);
  return client.page("/portal/request", { method: "POST", body });
};
const requestOf = (consumer: string) =>
  lab.shard.value<string>(
    "select id from recalibration_requests where company_id = ?1 and consumer_id = ?2 order by id desc limit 1",
    consumer,
  );

describe("a contact's account", () => {
  test("begins with a letter, signs in on the company's page, and is nobody among colleagues", async () => {
    const { contact, email, consumer } = await customer({ account: false });
    const people = await lab.shard.count("users", "1");
    const profile = await lab.shard.get<{ user_count: number }>("company_profiles", company.id);
    const invited = await admin.call("POST", `/api/consumer-contacts/${contact}/invite`);
    expect([invited.status, invited.message]).toEqual([201, `${email} gets an invitation`]);
    const link = linkIn((await mailsTo(w, email, company))[0]);
    const opened = await postForm(w, company.host, link, {
      ...{ name: "Asha Rao", password: "Ward-seven-2026", repeat: "Ward-seven-2026" },
    });
    expect(toPortal(opened)).toEqual([302, "/login"]);
    const wrong = await postForm(w, company.host, "/login", { email, password: "wrong-password" });
    expect(wrong.status).toBe(401);
    const signed = await postForm(w, company.host, "/login", {
      email,
      password: "Ward-seven-2026",
    });
    expect(toPortal(signed)).toEqual([302, "/portal"]);
    const cookie = signed.headers.getSetCookie().find((line) => line.startsWith("sid="))!;
    const page = await ask(w, company.host, "/portal", {
      headers: { cookie: cookie.split(";")[0]! },
    });
    expect(await page.text()).toContain("Asha Rao");
    expect(await lab.shard.count("users", "1")).toBe(people);
    expect(await lab.shard.get("company_profiles", company.id)).toMatchObject(profile);
    const api = await ask(w, company.host, "/api/login", {
      ...{ method: "POST", body: { email, password: "Ward-seven-2026" } },
    });
    expect(api.status).toBe(401);
    const again = await admin.call("POST", `/api/consumer-contacts/${contact}/invite`);
    expect([again.status, again.message]).toEqual([409, "Asha Rao signs in to the portal already"]);
    expect(await requestOf(consumer)).toBeFalsy();
  });

  test("chooses another password by a letter, like everybody", async () => {
    const { email, accountId, client } = await entered();
    await postForm(w, company.host, "/forgot-password", { email });
    const link = linkIn((await mailsTo(w, email, company))[0]);
    const done = await postForm(w, company.host, link, { password: PASSWORD, repeat: PASSWORD });
    expect(toPortal(done)).toEqual([302, "/login"]);
    expect((await client.page("/portal")).status).toBe(302);
    const signed = await postForm(w, company.host, "/login?to=/portal/machines", {
      ...{ email, password: PASSWORD },
    });
    expect(toPortal(signed)).toEqual([302, "/portal/machines"]);
    expect(await lab.shard.count("contact_sessions", "user_id = ?", accountId!)).toBeGreaterThan(1);
  });

  test("has an address that no colleague has, whoever comes first", async () => {
    const { contact } = await customer({ account: false });
    await lab.shard.set("consumer_contacts", contact, { email: company.users.viewer.email });
    const refused = await admin.call("POST", `/api/consumer-contacts/${contact}/invite`);
    expect([refused.status, refused.message]).toEqual([
      422,
      "A colleague signs in with this e-mail. Give the contact another one",
    ]);
    const { email } = await customer();
    const colleague = await admin.call("POST", "/api/users", {
      ...{ name: "Asha Rao", email, type: "user", service_type: 2 },
    });
    expect([colleague.status, Object.keys(colleague.errors ?? {})]).toEqual([422, ["email"]]);
    const many = await admin.call<{ results: { problem: string | null }[] }>(
      ...(["POST", "/api/users/invite", { people: email, service_type: 2 }] as const),
    );
    expect(many.status).toBe(422);
  });

  test("is given once by two at the same time: who comes later sends another link, or is told", async () => {
    const { contact } = await customer({ account: false });
    const path = `/api/consumer-contacts/${contact}/invite`;
    const both = await Promise.all([admin.call("POST", path), admin.call("POST", path)]);
    const statuses = both.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    expect([201, 409]).toContain(statuses[1]);
    expect(await lab.shard.count("contact_accounts", "contact_id = ?", contact)).toBe(1);
  });

  test.each([
    ["is taken away", "end"],
    ["loses its contact", "contact"],
    ["loses its consumer", "consumer"],
  ])("ends at once when it %s", async (_, how) => {
    const { client, contact, consumer, email, accountId } = await entered();
    await postForm(w, company.host, "/forgot-password", { email });
    const link = linkIn((await mailsTo(w, email, company))[0]);
    await postForm(w, company.host, link, { password: PASSWORD, repeat: PASSWORD });
    const open = await contactAt(w, company, accountId!);
    expect((await open.page("/portal")).status).toBe(200);
    const ended = await admin.call(
      "POST",
      how === "end"
        ? `/api/consumer-contacts/${contact}/end-account`
        : how === "contact"
          ? `/api/consumer-contacts/${contact}/archive`
          : `/api/consumers/${consumer}/archive`,
    );
    expect(ended.status).toBe(200);
    for (const one of [client, open]) {
      const answer = await one.page("/portal");
      expect(toPortal(answer)).toEqual([302, "/login?to=%2Fportal"]);
    }
    const signed = await postForm(w, company.host, "/login", { email, password: PASSWORD });
    expect(signed.status).toBe(401);
  });
});

describe("certificates in the portal", () => {
  test("are those that were issued for the contact's consumer, with their files, and no other's", async () => {
    const { client, machine } = await entered();
    const other = await entered();
    const { id, number } = await issued(lab, {}, machine);
    await rendered(lab, id, number);
    const draft = await another(await consumerOf(machine));
    const begun = await begin(lab, lab.people[0]!, draft);
    const text = await client.text("/portal");
    expect(text).toContain(number);
    expect(text).not.toContain(begun.id);
    for (const file of ["pdf", "xml", "json"]) {
      const path = `/portal/certificate/${id}/${file}`;
      expect((await client.page(path)).status, file).toBe(200);
      expect((await other.client.page(path)).status, file).toBe(404);
    }
    const hashOf = async (answer: Response) => sha256(new Uint8Array(await answer.arrayBuffer()));
    // What the laboratory and its consumer take is the file whose fingerprint anybody can verify, not one drawn anew.
    const kept = await lab.shard.all<{ sha256: string }>(
      `select f.sha256 from certificate_reports as r join media as f on f.company_id = r.company_id and f.id = r.files ->> 'pdf'
        where r.company_id = ? and r.id = ?2`,
      id,
    );
    for (const answer of [
      await lab.people[0]!.client.page(`/certificate-report/pdf/${id}`),
      await client.page(`/portal/certificate/${id}/pdf`),
    ]) {
      // The viewer of a browser is a script, which a sandbox would stop.
      expect(answer.headers.get("content-security-policy")).not.toContain("sandbox");
      expect(await hashOf(answer)).toBe(kept[0]!.sha256);
    }
    expect((await client.page(`/portal/certificate/${begun.id}/pdf`)).status).toBe(404);
    expect((await client.page(`/portal/certificate/${id}/csv`)).status).toBe(404);
    expect(await other.client.text("/portal")).not.toContain(number);
    expect(await client.text(`/portal?q=${number.slice(-6)}`)).toContain(number);
    expect(await client.text("/portal?q=nothing-like-it")).toContain("Nothing matches");
    const page = d1Of(await client.page("/portal.data"));
    expect(page.trips).toEqual(upTo(2));
    expect(page.read).toBeLessThan(300);
  });

  test("come as one archive, of which what is void says so; others' are not in it", async () => {
    const { client, machine, consumer } = await entered();
    const [one, two] = [
      await issued(lab, {}, machine),
      await issued(lab, {}, await another(consumer)),
    ];
    const stranger = await issued(lab, {}, (await customer()).machine);
    for (const { id, number } of [one, two, stranger]) await rendered(lab, id, number);
    await voided(lab, two.id, "The device was another one");
    const entriesOf = async (query: string) => {
      const answer = await client.page(`/portal/certificates.zip?${query}`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
      return unzipSync(new Uint8Array(await answer.arrayBuffer()));
    };
    const chosen = await entriesOf(`id=${one.id}&id=${two.id}&id=${stranger.id}&all=1`);
    const names = Object.keys(chosen);
    expect(names).toHaveLength(2 + 2 * 3);
    expect(names.filter((name) => /-VOID\.(pdf|xml|json)$/.test(name))).toHaveLength(3);
    expect(strFromU8(chosen["certificates.csv"]!)).toContain(one.number);
    expect(strFromU8(chosen["certificates.csv"]!)).not.toContain(stranger.number);
    const period = await entriesOf(`from=${addDays(TODAY, -2)}&to=${addDays(TODAY, 1)}`);
    expect(Object.keys(period).filter((name) => name.endsWith(".pdf"))).toHaveLength(2);
    const none = await client.page("/portal/certificates.zip?from=2020-01-01&to=2020-01-02");
    expect(toPortal(none)).toEqual([302, "/portal"]);
  });
});

const consumerOf = async (machine: string) =>
  (await lab.shard.get<{ consumer_id: string }>("machines", machine)).consumer_id;

describe("a request for recalibration", () => {
  test("reaches the laboratory, is accepted with a letter, and its certificate carries its number", async () => {
    const { client, machine, consumer, email } = await entered();
    const sent = await askFor(client, [machine], {
      note: "On ward 7",
      wishedOn: addDays(TODAY, 9),
    });
    expect(toPortal(sent)).toEqual([302, "/portal/requests"]);
    const id = (await requestOf(consumer))!;
    const request = await lab.shard.get<Record<string, unknown>>("recalibration_requests", id);
    expect(request).toMatchObject({ status: "requested", line_count: 1, note: "On ward 7" });
    expect(request.request_no).toMatch(/^RQ-/);
    const told = "select count(*) from notifications where company_id = ?1 and entity_id = ?2";
    expect(await lab.shard.value<number>(told, id)).toBeGreaterThan(0);

    const [maker] = lab.people;
    const line = await lab.shard.value<string>(
      "select id from recalibration_request_lines where company_id = ?1 and recalibration_request_id = ?2",
      id,
    );
    const asked = { machine_id: machine, request_line_id: line };
    const early = await maker!.client.call("POST", "/api/certificate-reports", asked);
    expect([early.status, early.message]).toEqual([409, "Accept the request first"]);
    const accepted = await admin.call("POST", `/api/recalibration-requests/${id}/accept`, {
      reason: "We come on Tuesday",
    });
    expect(accepted.status).toBe(200);
    const [letter] = await mailsTo(w, email, company);
    expect(letter!.subject).toBe(`Your request ${request.request_no} is accepted`);
    expect(letter!.text).toContain("> We come on Tuesday");
    expect(await client.text("/portal/requests")).toContain("We come on Tuesday");

    const both = await Promise.all([
      maker!.client.call("POST", "/api/certificate-reports", asked),
      maker!.client.call("POST", "/api/certificate-reports", asked),
    ]);
    expect(both.map(({ status }) => status).sort()[0]).toBe(201);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    const { data } = both.find(({ status }) => status === 201)!;
    expect(await lab.shard.get("certificate_reports", data.id)).toMatchObject({
      request_no: request.request_no,
    });
    const read = await admin.call<{ lines: { certificate_report_id: string }[] }>(
      ...(["GET", `/api/recalibration-requests/${id}`] as const),
    );
    expect(read.data.lines.map((one) => one.certificate_report_id)).toEqual([data.id]);
    // A cancelled draft gives its line free.
    await maker!.client.call("POST", `/api/certificate-reports/${data.id}/cancel`, {
      reason: "The device was not there",
    });
    expect((await maker!.client.call("POST", "/api/certificate-reports", asked)).status).toBe(201);
    const done = await admin.call("POST", `/api/recalibration-requests/${id}/finish`, {});
    expect(done.status).toBe(200);
  });

  test("names machines of the consumer alone, each once at a time", async () => {
    const { client, machine, consumer } = await entered();
    const stranger = await entered();
    expect((await askFor(client, [machine, stranger.machine])).status).toBe(404);
    expect((await askFor(client, [])).status).toBe(422);
    expect(
      (
        await askFor(
          client,
          Array.from({ length: 201 }, () => newId()),
        )
      ).status,
    ).toBe(422);
    expect((await askFor(client, [machine], { wishedOn: addDays(TODAY, -9) })).status).toBe(422);
    const two = await Promise.all([askFor(client, [machine]), askFor(client, [machine])]);
    expect(two.map(({ status }) => status).sort()).toEqual([302, 422]);
    const count = "consumer_id = ?";
    expect(await lab.shard.count("recalibration_requests", count, consumer)).toBe(1);
    const refused = await askFor(client, [machine]);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("already"),
    ]);
  });

  test("whose answer was lost is made once", async () => {
    const { client, machine, consumer } = await entered();
    const key = { idempotency_key: newId() };
    for (const _ of [1, 2])
      expect(toPortal(await askFor(client, [machine], key))).toEqual([302, "/portal/requests"]);
    expect(await lab.shard.count("recalibration_requests", "consumer_id = ?", consumer)).toBe(1);
  });

  test("is taken back by its own consumer until it is answered", async () => {
    const { client, machine, consumer } = await entered();
    const stranger = await entered();
    await askFor(client, [machine]);
    const id = (await requestOf(consumer))!;
    const withdraw = (by: Client) => by.form("/portal/requests", { intent: "withdraw", id });
    expect((await withdraw(stranger.client)).status).toBe(404);
    const [taken, answered] = await Promise.all([
      withdraw(client),
      admin.call("POST", `/api/recalibration-requests/${id}/decline`, { reason: "No standard" }),
    ]);
    const { status } = await lab.shard.get<{ status: string }>("recalibration_requests", id);
    expect([taken.status, answered.status, status]).toSatisfy((seen: unknown[]) =>
      [
        [302, 409, "withdrawn"],
        [409, 200, "declined"],
      ].some((one) => one.join() === seen.join()),
    );
    expect((await withdraw(client)).status).toBe(409);
  });
});
