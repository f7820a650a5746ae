// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const tests = ["tests/api/second-factor.test.ts"];
const ofContacts = ["tests/domain/portal-factors.test.ts"];
const auth = "worker/auth/factors";
const account = "worker/domain/account";

/** Guards of second factors and of the way for lost devices. */
export const factorMutants: Mutant[] = [
  {
    name: "a code counts twice",
    file: `${auth}/prove.ts`,
    from: "or(isNull(people.totpStep), lt(people.totpStep, step)),",
    to: "",
    tests,
  },
  {
    name: "a recovery code counts twice",
    file: `${auth}/prove.ts`,
    from: "and(eq(codes.userId, userId), eq(codes.codeHash, codeHash), isNull(codes.usedAt)),",
    to: "and(eq(codes.userId, userId), eq(codes.codeHash, codeHash)),",
    and: {
      from: "const unused = and(eq(codes.id, code.id), isNull(codes.usedAt))!;",
      to: "const unused = eq(codes.id, code.id);",
    },
    tests,
  },
  {
    name: "codes can be guessed",
    file: `${account}/second-step.ts`,
    from: "if (isAppCode(proof)) refuseTooManyCodes(failed[0]?.n ?? 0);",
    to: "",
    and: { from: "...(isAppCode(proof) ? [assertCodes(realm, step.email)] : []),", to: "" },
    tests,
  },
  {
    name: "a step outlives the sessions of its person",
    file: `${account}/second-step.ts`,
    from: "|| person.sessionEpoch !== step.epoch",
    to: "",
    tests,
  },
  {
    name: "an answer of a passkey counts twice",
    file: `${auth}/passkeys.ts`,
    from: 'db.assert("state", sql`not ${db.exists(spent, eq(spent.proofHash, proofHash))}`),\n    db.inserting(spent, { userId, proofHash, createdAt: now, expiresAt: now + CHALLENGE_MS }),',
    to: "",
    and: { from: "lt(passkeys.counter, newCounter)", to: "eq(passkeys.id, passkey.id)" },
    tests,
  },
  {
    name: "a browser that is remembered for one lets everybody in",
    file: "worker/auth/sign-in.ts",
    from: "mark !== null && mark.userId === person?.id",
    to: "mark !== null && person !== undefined",
    tests,
  },
  {
    name: "an act asks who has a second factor for the password alone",
    file: `${account}/prove-password.ts`,
    from: "if (!standing?.since || isProvedLately(standing)) return;",
    to: "if (standing !== undefined) return;",
    tests,
  },
  {
    name: "staff need no second factor",
    file: "worker/auth/staff-session.ts",
    from: "standingIn(row, !isFreeOfFactors(visit.env, row.email))",
    to: "standingIn(row, false)",
    tests,
  },
  {
    name: "a company asks nobody for a second factor",
    file: `${auth}/standing.ts`,
    from: '(setting === "everybody" || (setting === "admins" && type === "admin"))',
    to: "setting === undefined",
    tests,
  },
  {
    name: "a lost device is replaced without a wait",
    file: `${account}/open-link.ts`,
    from: "return fromAt !== null && fromAt > now",
    to: "return fromAt !== null && fromAt > now + 9e15",
    tests,
  },
  {
    name: "a refused request still removes second factors",
    file: `${account}/lost-device.ts`,
    from: '      db.assert("state", db.exists(tokens, openAsk(tokens, person.id))),\n',
    to: "",
    and: {
      from: "      ...endingEverything(realm, person.id),\n      ...endingAsk(realm, person.id),\n      ...(await sendingLink",
      to: "      ...endingEverything(realm, person.id),\n      ...(await sendingLink",
    },
    tests,
  },
  {
    name: "a contact without a second factor goes on",
    file: "worker/web/context.ts",
    from: "if (visit.contact.actor.secondFactor.isMissing && !isOpenWithoutFactor(pathname))",
    to: "if (visit.contact.actor.secondFactor.isMissing && pathname === '')",
    tests: ofContacts,
  },
  {
    name: "a contact's account that was taken away keeps its passkeys",
    file: "worker/domain/portal/accounts.ts",
    from: "...removingFactors({ db, ...tablesOf.portal }, accountId),",
    to: "",
    tests: ofContacts,
  },
  {
    name: "whoever edits consumers vouches for a contact",
    file: "worker/domain/portal/accounts.ts",
    from: 'if (session.type !== "Admin") forbidden();',
    to: "",
    tests: ofContacts,
  },
  {
    name: "a contact's session stays where it was once a factor is shown",
    file: "worker/auth/move-session.ts",
    from: "db.updating(sessions, open, { revokedAt: now }),",
    to: "",
    tests: ofContacts,
  },
];
