import { afterAll, beforeAll, expect, test } from "vitest";
import { type QueryState, queryMoves, queryStates } from "#app/shared/contact-queries.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, superAdmin, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { staffWith } from "#tests/support/staff.ts";
import { insert, openWorld, type World } from "#tests/support/world.ts";

const API = "/api/super-admin/contact-query";
let w: World;
let clerk: Client;
// Its own: rows that are read are counted.
beforeAll(async () => {
  w = await openWorld();
  clerk = await staffWith(w, "desk-clerk", ["manage-support-ticket"]);
});
afterAll(() => w.server.close());

/** A message as the public pages leave it. @returns its id */
async function message(more: Record<string, unknown> = {}) {
  const id = newId();
  const row = {
    ...{ id, created_at: Date.now(), updated_at: Date.now(), kind: "contact" },
    ...{ name: "Meera Iyer", email: "meera@lakeside.example", message: "Please call me back." },
    ...{ page: "/contact", ip_hash: "x", status: "new", ...more },
  };
  await insert(w.env.CONTROL_DB, "contact_queries", row);
  return id;
}
type Query = {
  id: string;
  name: string;
  status: QueryState;
  version: number;
  assigned_to: string | null;
  notes: string | null;
};
const find = async (id: string) => (await clerk.call<Query>("GET", `${API}/${id}`)).data;
const list = async (query = "") => (await clerk.call<Query[]>("GET", `${API}${query}`)).data;
const move = (id: string, body: object) => clerk.call("POST", `${API}/${id}/move`, body);

test("a message moves as the table of moves allows, and no other way", async () => {
  const states = Object.keys(queryStates) as QueryState[];
  for (const from of states)
    for (const to of states) {
      const id = await message({ status: from });
      const { status } = await move(id, { status: to });
      expect([from, to, status]).toEqual([from, to, queryMoves[from].includes(to) ? 200 : 409]);
      expect((await find(id)).status).toBe(status === 200 ? to : from);
    }
});

test("spam leaves every other tab", async () => {
  const id = await message({ name: "Spam Sender" });
  expect((await list()).map((row) => row.id)).toContain(id);
  await move(id, { status: "spam" });
  for (const tab of ["new", "contacted", "qualified", "closed"])
    expect((await list(`?tab=${tab}`)).map((row) => row.id)).not.toContain(id);
  expect((await list("?tab=spam")).map((row) => row.id)).toContain(id);
});

test("of two who move at once the second is told", async () => {
  const id = await message();
  const { version } = await find(id);
  const answers = await Promise.all([
    move(id, { status: "contacted", version }),
    move(id, { status: "spam", version }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await find(id)).version).toBe(version + 1);
});

test("it is given to somebody who works here, with notes, and the log names them", async () => {
  const id = await message();
  const { version } = await find(id);
  const given = await clerk.call("PUT", `${API}/${id}`, {
    ...{ assigned_to: "staff-super", notes: "Called back" },
    version,
  });
  expect(given.status).toBe(200);
  expect(await find(id)).toMatchObject({ assigned_to: "staff-super", notes: "Called back" });
  const entry = await w.env.CONTROL_DB.prepare(
    "select changes from platform_activity_log where entity_id = ? and action = 'update.contact_query'",
  )
    .bind(id)
    .first<{ changes: string }>();
  expect(entry!.changes).not.toContain("staff-super");
  const late = await clerk.call("PUT", `${API}/${id}`, { notes: "Other", version });
  expect([late.status, late.data]).toEqual([
    409,
    expect.objectContaining({ notes: "Called back" }),
  ]);
  const nobody = await clerk.call("PUT", `${API}/${id}`, { assigned_to: newId() });
  expect([nobody.status, Object.keys(nobody.errors ?? {})]).toEqual([422, ["assigned_to"]]);
});

test("words of the sender, the address and the organisation find a message, within few rows", async () => {
  const id = await message({ name: "Zubin Daruwala", organisation: "Parsi General" });
  for (const q of ["zubin", "daru", "parsi general"])
    expect((await list(`?q=${encodeURIComponent(q)}`)).map((row) => row.id)).toEqual([id]);
  expect(await list("?q=zubin&kind=career")).toEqual([]);
  const answer = await clerk.page("/super-admin/contact-query");
  expect(d1Of(answer).trips).toEqual(upTo(2));
});

test("a message is found by its kind and by who answers it, by few rows", async () => {
  const control = w.env.CONTROL_DB;
  const at = Date.now();
  const many = Array.from({ length: 600 }, (_, n) => newId(at - 600 + n));
  await control
    .prepare(
      `insert into contact_queries (id, created_at, updated_at, kind, name, email, message, page, ip_hash, status, assigned_to)
       select value, ?1, ?1, 'product', 'Many', 'many@many.test', 'As many others', '/', 'x', 'qualified', 'staff-super' from json_each(?2)`,
    )
    .bind(at - 60_000, JSON.stringify(many))
    .run();
  const free = await message({ status: "qualified", kind: "training", created_at: at - 120_000 });
  const older = await message({ status: "qualified", kind: "career", assigned_to: "staff-super" });
  const inTabs = (await control
    .prepare("select count(*) as n from contact_queries")
    .first<number>("n"))!;
  const rows = async (query: string, most = 150) => {
    const { data, read } = await clerk.call<Query[]>("GET", `${API}?tab=qualified&${query}`);
    // What stands in the tabs is counted besides.
    expect([query, read <= inTabs + most ? "few" : read]).toEqual([query, "few"]);
    return data.map(({ id }) => id);
  };
  expect(await rows("kind=training")).toEqual([free]);
  expect(await rows("person=nobody")).toContain(free);
  // Of both, the kind is looked for among the newest 200 of the person.
  expect(await rows("person=staff-super&kind=career", 450)).toEqual([older]);
  expect(await rows("person=staff-super")).toHaveLength(25);
  expect(await rows("kind=product&size=100", 250)).toHaveLength(100);
  const html = await clerk.text("/super-admin/contact-query?person=nobody");
  expect(html).toContain("Assigned to: <b>Nobody</b>");
});

test("a message says of which companies its sender is an Admin, by the address", async () => {
  const { acme, globex } = w.companies;
  const listed = (company: { id: string }, status: string) => ({
    ...{ id: newId(), company_id: company.id, user_id: newId(), name: "Known Sender" },
    ...{ email: "known@sender.test", status, user_version: 1 },
  });
  await insert(w.env.CONTROL_DB, "admin_directory", listed(acme, "active"), listed(globex, "left"));
  const [known, unknown] = [await message({ email: "Known@sender.test" }), await message()];
  type From = { companies: { id: string; name: string }[] };
  const from = async (id: string) => (await clerk.call<From>("GET", `${API}/${id}`)).data.companies;
  expect(await from(known)).toEqual([{ id: acme.id, name: "acme" }]);
  expect(await from(unknown)).toEqual([]);
  const seen = await (await superAdmin(w)).text(`/super-admin/contact-query/${known}`);
  expect(seen).toContain(`href="/company/${acme.id}"`);
  // Who does not see companies reads the name alone.
  expect(await clerk.text(`/super-admin/contact-query/${known}`)).not.toContain("/company/");
});

test("an applicant's file is saved, never shown, and found through its message alone", async () => {
  const [id, other, media] = [await message({ kind: "career" }), await message(), newId()];
  const key = `p/${media}`;
  await w.env.MEDIA.put(key, "%PDF-1.4 applicant");
  await insert(w.env.CONTROL_DB, "platform_media", {
    ...{ id: media, created_at: 1, updated_at: 1, owner_kind: "contact_query", owner_id: id },
    ...{ object_key: key, file_name: 'cv "2026".pdf', mime: "application/pdf" },
    ...{ bytes: 18, sha256: "x" },
  });
  const page = await expectAnswer(await clerk.page(`/super-admin/contact-query/${id}`), 200);
  expect(page).toContain(`/super-admin/contact-query/${id}/file`);
  for (const answer of [
    await clerk.page(`/super-admin/contact-query/${id}/file`),
    await clerk.api(`${API}/${id}/file`),
  ]) {
    expect(await expectAnswer(answer, 200)).toBe("%PDF-1.4 applicant");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="cv _2026_\.pdf"/,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  }
  expect((await clerk.page(`/super-admin/contact-query/${other}/file`)).status).toBe(404);
  const stranger = await staffWith(w, "desk-stranger", ["manage-company"]);
  expect((await stranger.page(`/super-admin/contact-query/${id}/file`)).status).toBe(403);
});

test("the menu counts new messages for who may answer them", async () => {
  const staff = await superAdmin(w);
  await w.env.CONTROL_DB.prepare("update contact_queries set status = 'closed'").run();
  await message();
  await message();
  const html = await expectAnswer(await staff.page("/dashboard"), 200);
  expect(html).toMatch(/Contact Query\|\/super-admin\/contact-query\|call\|2/);
});
