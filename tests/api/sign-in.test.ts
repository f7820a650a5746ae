import { beforeAll, expect, test } from "vitest";
import { ask, d1Of, signedIn, superAdmin, upTo } from "#tests/support/client.ts";
import { PASSWORD, type World, world } from "#tests/support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

test("a person signs in through the page and through the API", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  expect(admin.cookie).toMatch(/^sid=/);
  const verified = await ask(w, "acme.localhost", "/api/verify-token", {
    method: "POST",
    body: { token: admin.token },
  });
  expect(await verified.json()).toMatchObject({
    success: true,
    service_type: 2,
    user: { type: "Admin" },
    company: { name: "acme" },
  });
  const page = await admin.page("/vendors");
  expect([page.status, d1Of(page).trips]).toEqual([200, upTo(2)]);
});

test("staff sign in on the apex host only", async () => {
  const staff = await superAdmin(w);
  expect((await staff.page("/dashboard")).status).toBe(200);
  expect((await ask(w, "acme.localhost", "/developer/login")).status).toBe(404);
});

test("a wrong password says no more than a wrong e-mail", async () => {
  const wrong = async (email: string) => {
    const body = { email, password: `${PASSWORD}x` };
    const answer = await ask(w, "globex.localhost", "/api/login", { method: "POST", body });
    return [answer.status, await answer.json()];
  };
  const known = await wrong("viewer@globex.test");
  expect(known).toEqual(await wrong("nobody@globex.test"));
  expect(known[0]).toBe(401);
});

test("a deletion whose answer was lost answers as it did, when it is sent again with its key", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const body = { name: "Lost reply", phone: "4321", is_supplier: true };
  const path = `/api/vendors/${(await admin.call("POST", "/api/vendors", body)).data.id}`;
  const remove = async (key: string) =>
    (await admin.call("DELETE", path, undefined, { "idempotency-key": key })).status;
  expect([await remove("one"), await remove("one"), await remove("two")]).toEqual([200, 200, 404]);
});
