import { Hono } from "hono";
import { z } from "zod";
import { sessionAt, signOut } from "../auth/read-session.ts";
import { type Realm, realmOf } from "../auth/realm.ts";
import { accessTokenFor, signIn } from "../auth/sign-in.ts";
import { readAccess } from "../auth/tokens.ts";
import { checked } from "../domain/entity/fields.ts";
import type { Visit } from "../env.ts";
import { notFound, unauthenticated } from "../refusals.ts";
import { verified, wireUser } from "../wire-session.ts";
import { type Api, answered, anyone, bodyOf } from "./door.ts";

export const credentials = z.strictObject({
  email: z.string({ error: "E-mail is required" }).trim().min(1, "E-mail is required").max(254),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(200),
});
export const tokenBody = z.strictObject({
  token: z.string({ error: "Token is required" }).min(1, "Token is required").max(16_384),
});

const realmFor = (visit: Visit, audience: Realm["audience"]): Realm => {
  const realm = realmOf(visit, "api");
  return realm?.audience === audience ? realm : notFound("page");
};

async function loggedIn(
  visit: Visit,
  request: Request,
  audience: Realm["audience"],
  body: Record<string, unknown>,
) {
  const realm = realmFor(visit, audience);
  const entered = await signIn(realm, visit, request, checked(credentials, body));
  const session = (await sessionAt(realm, visit, entered.pointer, "api")) ?? unauthenticated();
  const token = await accessTokenFor(realm, visit.env, entered.pointer);
  return {
    success: true,
    message: "Login successful",
    token,
    domain: realm.origin,
    user: wireUser(session),
  };
}

async function verify(visit: Visit, audience: Realm["audience"], body: Record<string, unknown>) {
  const realm = realmFor(visit, audience);
  const { token } = checked(tokenBody, body);
  const pointer = await readAccess(visit.env, audience, token);
  const session = pointer?.cid === realm.cid ? await sessionAt(realm, visit, pointer, "api") : null;
  return session ? verified(session) : unauthenticated("Your session has ended. Sign in again.");
}

/** Sign-in, verification and sign-out of clients, for companies and for the platform's staff. */
export const authApi = new Hono<Api>()
  .post("/login", async (c) =>
    c.json(await loggedIn(c.var.visit, c.req.raw, "company", await bodyOf(c, "open"))),
  )
  .post("/super-admin/login", async (c) =>
    c.json(await loggedIn(c.var.visit, c.req.raw, "platform", await bodyOf(c, "open"))),
  )
  .post("/verify-token", async (c) =>
    c.json(await verify(c.var.visit, "company", await bodyOf(c, "open"))),
  )
  .post("/super-admin/verify-token", async (c) =>
    c.json(await verify(c.var.visit, "platform", await bodyOf(c, "open"))),
  )
  .get("/logout", async (c) => {
    realmFor(c.var.visit, "company");
    await signOut(c.var.visit, anyone(c));
    return answered(c, { status: 200, message: "Logout successful. Goodbye!", data: null });
  })
  .get("/super-admin/logout", async (c) => {
    realmFor(c.var.visit, "platform");
    await signOut(c.var.visit, anyone(c));
    return answered(c, { status: 200, message: "Logout successful. Goodbye!", data: null });
  });
