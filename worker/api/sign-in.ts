import type { Context } from "hono";
import { z } from "zod";
import { proofOf, STEP_OVER } from "../auth/factors/prove.ts";
import { insideSession } from "../auth/inside-session.ts";
import { accessTokenFor } from "../auth/open-session.ts";
import { sessionAt, staffPointer } from "../auth/read-session.ts";
import { type Realm, realmOf } from "../auth/realm.ts";
import { type HalfWay, isHalfWay, signIn } from "../auth/sign-in.ts";
import { readAccess, readStep } from "../auth/tokens.ts";
import { leave } from "../domain/account/leaving.ts";
import { secondStep } from "../domain/account/second-step.ts";
import { checked } from "../domain/entity/fields.ts";
import { tellingAdmins } from "../domain/identity/emergency.ts";
import type { Visit } from "../env.ts";
import { notFound, refuse, unauthenticated } from "../refusals.ts";
import { verified, wireUser } from "../wire-session.ts";
import { doneAll, whole as wholeAnswer } from "./answers.ts";
import { type Call, callsOf, openCalls } from "./call.ts";
import { type Api, anyone } from "./door.ts";
import { id, list, object, oneOf, orNull, type Schema, text, truth, whole } from "./shapes.ts";

const NEEDS_CODE = "Send a code of your authenticator app, or a recovery code, as well";

export const credentials = z.strictObject({
  email: z.string({ error: "E-mail is required" }).trim().min(1, "E-mail is required").max(254),
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(200),
  code: z.string().max(100).optional(),
});
export const tokenBody = z.strictObject({
  token: z.string({ error: "Token is required" }).min(1, "Token is required").max(16_384),
});

type Audience = Exclude<Realm["audience"], "portal" | "inside">;
const realmFor = (visit: Visit, audience: Audience): Realm => {
  const realm = realmOf(visit, "api");
  return realm?.audience === audience ? realm : notFound("page");
};

async function loggedIn(visit: Visit, request: Request, audience: Audience, body: object) {
  const realm = realmFor(visit, audience);
  const { code = "", ...given } = checked(credentials, body);
  const first = await signIn(realm, visit, request, given, tellingAdmins);
  const entered = isHalfWay(first) ? await withCode(realm, visit, first, code) : first;
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

/** The second step in the same call. @throws Response 401 without a right code */
async function withCode(realm: Realm, visit: Visit, { step }: HalfWay, typed: string) {
  const proof = proofOf({ proofCode: typed });
  if (!proof) refuse(401, NEEDS_CODE, { errors: { code: [NEEDS_CODE] } });
  const known = (await readStep(visit.env, realm.audience, step)) ?? unauthenticated(STEP_OVER);
  return secondStep(realm, visit, known, proof, false);
}

async function verify(visit: Visit, audience: Audience, body: object) {
  const realm = realmFor(visit, audience);
  const { token } = checked(tokenBody, body);
  const pointer = await readAccess(visit.env, audience, token);
  const ofStaff = pointer ? null : await staffPointer(realm, visit, token, "api");
  const known = pointer ?? ofStaff;
  const session =
    known?.cid === realm.cid
      ? await (ofStaff ? insideSession : sessionAt)(realm, visit, known, "api")
      : null;
  return session ? verified(session) : unauthenticated("Your session has ended. Sign in again.");
}

const success = { ...truth, const: true };
const user = object({
  id,
  name: text,
  email: text,
  type: oneOf("Super Admin", "Admin", "User"),
  avatar: orNull(id),
});
const company: Schema = object({ id, name: text, logo: orNull(id), is_allow_calibrator: whole });
const loginAnswer = wholeAnswer(
  object({
    success,
    message: text,
    token: { ...text, description: "Bearer token for 15 minutes" },
    domain: { ...text, description: "Where this company's calls go" },
    user,
  }),
);
const verifyAnswer = wholeAnswer(
  object({
    success,
    message: text,
    company: orNull(company),
    user,
    service_type: orNull(whole),
    permission: list(object({ name: text, value: truth, is_web_permission: truth })),
    avatar_path: { ...text, description: "Picture of a person: domain + avatar_path + avatar" },
  }),
);

const tag = "Sign-in";
const callsAt = (host: Audience, before: string, by: string): Call[] => {
  const open = openCalls(tag, host);
  /** Anybody signed in at this host, including a person who must choose a new password first. */
  const who = (c: Context<Api>) => {
    realmFor(c.var.visit, host);
    return anyone(c);
  };
  return [
    open({
      post: `${before}/login`,
      says: `Sign in${by}`,
      input: credentials,
      example: { email: "engineer@example.com", password: "your password" },
      refuses: [401, 429],
      answer: loginAnswer,
      run: ({ visit, request, body }) => loggedIn(visit, request, host, body),
    }),
    open({
      post: `${before}/verify-token`,
      says: `Whose token this is, and what they may do${by}`,
      input: tokenBody,
      example: { token: "the token of sign-in" },
      refuses: [401],
      answer: verifyAnswer,
      run: ({ visit, body }) => verify(visit, host, body),
    }),
    callsOf({ tag, host, who })({
      get: `${before}/logout`,
      says: `End the session of the token${by}`,
      answer: doneAll,
      run: async ({ session, visit }) => {
        await leave(visit, session);
        return { status: 200, message: "Logout successful. Goodbye!", data: null };
      },
    }),
  ];
};

/** Sign-in, verification and sign-out of clients, for companies and for the platform's staff. */
export const signInCalls: Call[] = [
  ...callsAt("company", "", ""),
  ...callsAt("platform", "/super-admin", ", as platform staff"),
];
