import type { SignInMethod } from "../open-session.ts";

/** How a person stands with second factors, in this session. Instants are epoch milliseconds. */
export type Standing = {
  /** Since when they have one; null without. */
  since: number | null;
  /** When this session last proved more than a password. */
  provedAt: number | null;
  method: SignInMethod | null;
  /** They have to set one up before anything else. */
  isMissing: boolean;
};

type Kept = {
  secondFactorSince: number | null;
  provedAt: number | null;
  method: SignInMethod | null;
};
/** How the person of a session stands. @param isAsked whether they have to have a second factor */
export const standingIn = (
  { secondFactorSince: since, provedAt, method }: Kept,
  isAsked: boolean,
): Standing => ({ ...{ since, provedAt, method }, isMissing: since === null && isAsked });

/** Of somebody who has none and is asked for none. */
export const NO_FACTOR: Standing = { since: null, provedAt: null, method: null, isMissing: false };

/** Who of a company has to have a second factor. */
export const whoseFactors = ["nobody", "admins", "everybody"] as const;
export type WhoseFactors = (typeof whoseFactors)[number];

/** Whether the company asks a person for one; who comes in by its identity provider is asked there. */
export const asksOf = (
  setting: unknown,
  type: "admin" | "user",
  method: SignInMethod | null,
): boolean =>
  method !== "oidc" && (setting === "everybody" || (setting === "admins" && type === "admin"));

/**
 * Whether a member of staff is let in without a second factor: only in development and tests, where the configuration names
 * their address or its domain (`@example.test`).
 */
export function isFreeOfFactors(env: Env, email: string): boolean {
  if (env.APP_ENV === "production") return false;
  const names = (env.SECOND_FACTOR_FREE ?? "").split(",").map((name) => name.trim());
  return names.some(
    (name) => name !== "" && (name === email || (name[0] === "@" && email.endsWith(name))),
  );
}

/** A proof of this session counts so long for the next act: a code can be used only once. */
const PROOF_LASTS_MS = 5 * 60_000;
export const isProvedLately = (
  { provedAt }: Pick<Standing, "provedAt">,
  now = Date.now(),
): boolean => provedAt !== null && provedAt > now - PROOF_LASTS_MS;

/** Where a person has to go before anything else: to choose a password, or to set up a second factor; null for nowhere. */
export function heldUpAt({
  actor,
}: {
  actor: { mustChangePassword?: boolean; secondFactor?: Standing | undefined };
}): "/profile#password" | "/profile/second-factor" | null {
  if (actor.mustChangePassword) return "/profile#password";
  return actor.secondFactor?.isMissing ? "/profile/second-factor" : null;
}
