import type { Mutant } from "./mutant.ts";

const signIn = ["tests/domain/identity.test.ts"];
const rules = ["tests/domain/identity-rules.test.ts"];
const scim = ["tests/domain/scim.test.ts"];
const whose = "worker/domain/identity/whose.ts";
const back = "worker/domain/identity/come-back.ts";

/** Guards of sign-in by a company's own provider, and of its directory. */
export const identityMutants: Mutant[] = [
  {
    name: "an address counts that the provider has not verified",
    file: whose,
    from: "if (!told.email || !told.isVerified) return",
    to: "if (!told.email) return",
    tests: signIn,
    only: "is not let in by",
  },
  {
    name: "an address of any domain is found",
    file: whose,
    from: `if (!isOwn && addressed?.status !== "invited") return`,
    to: "if (false as boolean) return",
    tests: signIn,
    only: "is not let in by",
  },
  {
    name: "a second subject takes a person over",
    file: whose,
    from: "return known?.isOthers\n",
    to: "return (false as boolean)\n",
    tests: signIn,
    only: "address they were given",
  },
  {
    name: "a signature is not looked at",
    file: back,
    from: "    await verifySigned(env, { issuer, server }, answer);\n",
    to: "",
    tests: signIn,
    only: "another key of the same name",
  },
  {
    name: "the state of another way is taken",
    file: back,
    from: "validateAuthResponse(server, client, url, way.state)",
    to: `validateAuthResponse(server, client, url, url.searchParams.get("state") ?? "")`,
    tests: signIn,
    only: "in another browser",
  },
  {
    name: "keys are asked for again at each token",
    file: "worker/domain/identity/wire.ts",
    from: "if (!before || before.keysAt + KEYS_AGAIN_MS > Date.now()) return null;",
    to: "if (!before) return null;",
    tests: signIn,
    only: "keys that were changed",
  },
  {
    name: "a right password is told where the provider is asked",
    file: "worker/auth/sign-in.ts",
    from: "const isLet = isLetBy(realm, rule, person?.id);",
    to: "const isLet = true as boolean;",
    tests: rules,
    only: "provider that people have to use",
  },
  {
    name: "a try as somebody else counts",
    file: "worker/domain/identity/try.ts",
    from: `whose.kind === "known" && whose.person.id === actor.userId`,
    to: `whose.kind === "known"`,
    tests: rules,
    only: "provider that people have to use",
  },
  {
    name: "a directory's token that was revoked serves on",
    file: "worker/domain/scim/directory.ts",
    from: ", isNull(scimTokens.revokedAt)]",
    to: "]",
    and: { from: "import { and, eq, gt, isNull }", to: "import { and, eq, gt }" },
    tests: scim,
    only: "ran out or was revoked",
  },
  {
    name: "a directory suspends the Admin for emergencies",
    file: "worker/domain/scim/user-writes.ts",
    from: "        ...(await stillAdmins(db, person)),\n        db.updating",
    to: "        db.updating",
    tests: scim,
    only: "the last Admin",
  },
];
