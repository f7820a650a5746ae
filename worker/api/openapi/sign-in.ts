import { credentials, tokenBody } from "../auth-api.ts";
import type { Described, Host } from "./call.ts";
import {
  id,
  inputShape,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";

const success = { ...truth, const: true };
const user = object({
  id,
  name: text,
  email: text,
  type: oneOf("Super Admin", "Admin", "User"),
  avatar: orNull(id),
});
const loggedIn = object({
  success,
  message: text,
  token: { ...text, description: "Bearer token for 15 minutes" },
  domain: { ...text, description: "Where this company's calls go" },
  user,
});
const company: Schema = object({ id, name: text, logo: orNull(id), is_allow_calibrator: whole });
const verified = object({
  success,
  message: text,
  company: orNull(company),
  user,
  service_type: orNull(whole),
  permission: list(object({ name: text, value: truth, is_web_permission: truth })),
  avatar_path: { ...text, description: "Picture of a person: domain + avatar_path + avatar" },
});

const calls = (host: Host, before: string, who: string): Described[] => [
  {
    method: "POST",
    path: `${before}/login`,
    tag: "Sign-in",
    summary: `Sign in${who}`,
    host,
    isOpen: true,
    body: inputShape(credentials),
    example: { email: "engineer@example.com", password: "your password" },
    answer: loggedIn,
    refusals: [401, 429],
  },
  {
    method: "POST",
    path: `${before}/verify-token`,
    tag: "Sign-in",
    summary: `Whose token this is, and what they may do${who}`,
    host,
    isOpen: true,
    body: inputShape(tokenBody),
    example: { token: "the token of sign-in" },
    answer: verified,
    refusals: [401],
  },
  {
    method: "GET",
    path: `${before}/logout`,
    tag: "Sign-in",
    summary: `End the session of the token${who}`,
    host,
    answer: object({ success, message: text, data: { type: "null" } }),
  },
];

export const signInCalls = (): Described[] => [
  ...calls("company", "", ""),
  ...calls("platform", "/super-admin", ", as platform staff"),
];
