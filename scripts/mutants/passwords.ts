import type { Mutant } from "./mutant.ts";

const rules = "worker/auth/password-rules.ts";
const totp = "worker/auth/factors/totp.ts";
const profile = "worker/domain/account/profile.ts";
const ofRules = ["tests/unit/password-rules.test.ts"];
const ofApps = ["tests/unit/authenticator-app.test.ts"];
const ofChange = ["tests/web/own-password.test.ts"];

/** Guards of passwords, of codes of an app, and of the list of one's own sessions. */
export const passwordMutants: Mutant[] = [
  {
    name: "a password of breaches is taken",
    file: rules,
    from: "((await isBreached(ASSETS, password)) ? TOO_COMMON : null)",
    to: "null",
    tests: ofRules,
  },
  {
    name: "words that are easy to guess count like others",
    file: rules,
    from: "return left < ENOUGH ? tooLittle(found) : null;",
    to: "return left < 0 ? tooLittle(found) : null;",
    tests: ofRules,
  },
  {
    name: "the company's name is as good as any word",
    file: rules,
    from: '[name, email, company ?? "", host]',
    to: "[name, email, host]",
    tests: ofRules,
  },
  {
    name: "a password is folded before it is verified",
    file: "worker/auth/password.ts",
    from: "tryVerify(encoded ?? nobody, password)",
    to: 'tryVerify(encoded ?? nobody, password.normalize("NFC"))',
    tests: ["tests/unit/password.test.ts"],
  },
  {
    name: "a passkey stands for the password that is changed",
    file: profile,
    from: "(hash === null ? provePassword : proveOldPassword)",
    to: "(hash === null ? proveOldPassword : provePassword)",
    tests: ofChange,
    only: "never for the password",
  },
  {
    name: "who signs out one of their sessions shows nothing",
    file: profile,
    from: "  const { id, currentPassword } = checked(ofSession, values);\n  await provePassword(session, currentPassword);\n",
    to: "  const { id } = checked(ofSession, values);\n",
    tests: ["tests/web/front.test.ts"],
    only: "sees their sessions",
  },
  {
    name: "a session of somebody else can be ended",
    file: profile,
    from: "and(eq(sessions.id, id), eq(sessions.userId, session.actor.userId))!",
    to: "eq(sessions.id, id)",
    tests: ["tests/web/front.test.ts"],
    only: "sees their sessions",
  },
  {
    name: "a code of an app lives longer than its half minute",
    file: totp,
    from: "const WINDOW = 0;",
    to: "const WINDOW = 1;",
    tests: ofApps,
  },
  {
    name: "a seed that was shown elsewhere can be kept",
    file: totp,
    from: "[...ids(owner), sessionId]",
    to: 'sessionId === "" ? [] : ids(owner)',
    tests: ofApps,
  },
  {
    name: "a seed that was shown can be kept for good",
    file: totp,
    from: "return at + SHOWN_MS > now ? seed : null;",
    to: "return at + SHOWN_MS > 0 * now ? seed : null;",
    tests: ofApps,
  },
];
