/** What became of an attempt to sign in. */
export const loginResultWords = {
  success: "Signed in",
  bad_password: "Wrong password",
  locked: "Too many attempts",
  unverified: "Address not confirmed",
  suspended: "Account suspended",
  totp_failed: "Wrong second factor",
  token_expired: "Link expired",
  wrong_company: "Session of another company",
  reset_requested: "Asked for a reset link",
  bad_key: "Wrong API key",
  provider_only: "Password where the identity provider is asked",
  provider_refused: "Known to the identity provider alone",
} as const;
export type LoginResult = keyof typeof loginResultWords;

/** What a log of sign-ins can be filtered by: one result, or all that let nobody in. */
export const FAILED = "failed";
export const loginFilterWords = { [FAILED]: "Nobody got in", ...loginResultWords };

/** Attempts that did not let anybody in. */
export const failedLogins: readonly LoginResult[] = [
  "bad_password",
  "locked",
  "unverified",
  "suspended",
  "totp_failed",
  "token_expired",
  "wrong_company",
  "bad_key",
  "provider_only",
  "provider_refused",
];
