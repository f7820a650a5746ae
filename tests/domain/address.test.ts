import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { freshWord } from "#tests/support/platform-rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const staff = await superAdmin(w);

let made = 0;
async function admined() {
  const company = await addCompany(w.env, `wishes${++made}`, 2, 0);
  return { company, admin: await signedIn(w, company, "admin") };
}
type Admin = Awaited<ReturnType<typeof admined>>["admin"];
const ask = (admin: Admin, hostname: string, note = "") =>
  admin.call("POST", "/api/domain-requests", { hostname, note });
type Page = { host: string; former: string[]; request: Record<string, unknown> | null };
const pageOf = async (admin: Admin) => (await admin.call<Page>("GET", "/api/address")).data;

describe("a company asks for another host", () => {
  test("a word is one before the platform's name, a whole name is its own domain", async () => {
    const wing = newId().slice(-6);
    for (const [typed, kind, hostname] of [
      [`north-${wing}`, "subdomain", `north-${wing}.localhost`],
      [`South-${wing}.localhost`, "subdomain", `south-${wing}.localhost`],
      [`Assets.${wing}.test`, "custom_domain", `assets.${wing}.test`],
    ] as const) {
      const { admin } = await admined();
      expect((await ask(admin, typed)).status).toBe(201);
      expect((await pageOf(admin)).request).toMatchObject({ kind, hostname, status: "pending" });
    }
  });

  test.each([
    ["login", "reserved"],
    ["l0gin", "reserved"],
    ["localhost", "2 to 40 letters"],
    ["a.b.localhost", "2 to 40 letters"],
    ["acme", "already used"],
    ["acme.localhost", "already used"],
    ["10.0.0.1", "a whole name"],
    ["hospital..test", "a whole name"],
    ["https://hospital.test", "a whole name"],
  ])("%s is refused: %s", async (typed, why) => {
    const { admin } = await admined();
    const answer = await ask(admin, typed);
    expect([answer.status, answer.message]).toEqual([422, expect.stringContaining(why)]);
    expect((await pageOf(admin)).request).toBeNull();
  });

  test("its own of today is refused, and so is a second request while one is open", async () => {
    const { admin, company } = await admined();
    expect(await ask(admin, company.host)).toMatchObject({
      ...{ status: 422, message: "This is your address already" },
    });
    expect((await ask(admin, freshWord())).status).toBe(201);
    expect(await ask(admin, freshWord())).toMatchObject({
      ...{ status: 409, message: "Another request is still open" },
    });
    const { request } = await pageOf(admin);
    expect((await admin.call("POST", `/api/domain-requests/${request!.id}/cancel`)).status).toBe(
      200,
    );
    expect((await ask(admin, freshWord())).status).toBe(201);
  });

  test("of two companies for one host one is heard", async () => {
    const [one, other] = [await admined(), await admined()];
    const word = freshWord();
    const answers = await Promise.all([ask(one.admin, word), ask(other.admin, word)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test("sees the hosts it has left, and nobody but an Admin sees the page", async () => {
    const { admin, company } = await admined();
    const word = freshWord();
    await ask(admin, word);
    const { request } = await pageOf(admin);
    await staff.call("POST", `/api/domain-requests/${request!.id}/approve`, {});
    const there = await signedIn(w, { ...company, host: `${word}.localhost` }, "engineer");
    expect((await there.call("GET", "/api/address")).status).toBe(403);
    expect(await there.page("/settings/address").then(({ status }) => status)).toBe(403);
    const { results } = await w.env.CONTROL_DB.prepare(
      "select hostname, status from domains where company_id = ? order by id",
    )
      .bind(company.id)
      .all();
    expect(results).toEqual([
      { hostname: company.host, status: "retired" },
      { hostname: `${word}.localhost`, status: "active" },
    ]);
  });
});
