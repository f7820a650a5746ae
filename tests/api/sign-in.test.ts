import { beforeAll, expect, test } from "vitest";
import { ask, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
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
  const body = (await verified.json()) as Record<string, unknown>;
  expect(body).toMatchObject({
    success: true,
    service_type: 2,
    user: { type: "Admin" },
    company: { name: "acme" },
  });
  const page = await admin.page("/vendors");
  expect([page.status, d1Of(page).trips]).toEqual([200, 2]);
});

test("staff sign in on the apex host only", async () => {
  const staff = await superAdmin(w);
  expect((await staff.page("/dashboard")).status).toBe(200);
  expect((await ask(w, "acme.localhost", "/developer/login")).status).toBe(404);
});

test("vendors by the API, five verbs", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const created = await admin.api("/api/vendors", {
    method: "POST",
    body: { name: "Fluke", phone: "1", is_supplier: true },
  });
  const answer = (await created.json()) as { data: { id: string } };
  expect([created.status, answer]).toMatchObject([201, { success: true, message: "Vendor added" }]);
  expect(d1Of(created).trips).toBeLessThanOrEqual(3);
  const { id } = answer.data;
  const twice = await admin.api("/api/vendors", {
    method: "POST",
    body: { name: "fluke", phone: "1", is_supplier: true },
  });
  expect([twice.status, await twice.json()]).toMatchObject([
    422,
    { errors: { name: ["Name is already used"] } },
  ]);
  expect(
    (
      await admin.api(`/api/vendors/${id}`, {
        method: "PUT",
        body: { name: "Fluke Corp", phone: "1", is_supplier: "1" },
      })
    ).status,
  ).toBe(200);
  const other = await signedIn(w, w.companies.globex, "admin");
  expect((await other.api(`/api/vendors/${id}`)).status).toBe(404);
  expect((await admin.api(`/api/vendors/${id}`, { method: "DELETE" })).status).toBe(200);
  const viewer = await signedIn(w, w.companies.acme, "viewer");
  expect((await viewer.api("/api/vendors", { method: "POST", body: {} })).status).toBe(403);
});

test("a wrong password says no more than a wrong e-mail", async () => {
  const wrong = (email: string) =>
    ask(w, "globex.localhost", "/api/login", {
      method: "POST",
      body: { email, password: `${PASSWORD}x` },
    });
  const [known, unknown] = [await wrong("viewer@globex.test"), await wrong("nobody@globex.test")];
  expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()]);
  expect(known.status).toBe(401);
});

test("a change whose reply was lost answers as it did, when it is sent again with its key", async () => {
  const admin = await signedIn(w, w.companies.acme, "admin");
  const { data } = (await (
    await admin.api("/api/vendors", {
      method: "POST",
      body: { name: "Lost reply", phone: "1", is_supplier: true },
    })
  ).json()) as { data: { id: string } };
  const body = { name: "Lost reply 2", phone: "1", is_supplier: true, version: 1 };
  const change = (key: string, more = {}) =>
    admin.api(`/api/vendors/${data.id}`, {
      method: "PUT",
      body: { ...body, ...more },
      headers: { "idempotency-key": key },
    });
  const [first, again] = [await change("put-1"), await change("put-1")];
  expect([again.status, await again.json()]).toEqual([first.status, await first.json()]);
  expect((await change("put-2")).status).toBe(409);
  expect((await change("put-1", { name: "Other" })).status).toBe(422);
  const remove = () =>
    admin.api(`/api/vendors/${data.id}`, {
      method: "DELETE",
      headers: { "idempotency-key": "delete-1" },
    });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  expect((await admin.api(`/api/vendors/${data.id}`, { method: "DELETE" })).status).toBe(404);
});
