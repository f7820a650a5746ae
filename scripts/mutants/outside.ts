import type { Mutant } from "./mutant.ts";

const forms = ["tests/unit/outside-addresses.test.ts"];
const asking = ["tests/domain/outside.test.ts"];
const ask = "worker/outbound/ask.ts";
const rules = "worker/outbound/address-rules.ts";

/** Guards of the way to addresses that somebody outside has named. */
export const outside: Mutant[] = [
  {
    name: "one public address is enough",
    file: ask,
    from: "if (!found.every(isPublicAddress))",
    to: "if (!found.some(isPublicAddress))",
    tests: asking,
    only: "among public ones",
  },
  {
    name: "a host is looked up before the first request alone",
    file: ask,
    from: "      await refuseClosed(env, address);",
    to: "      if (!from) await refuseClosed(env, address);",
    tests: asking,
    only: "leads to itself",
  },
  {
    name: "where an answer leads to has no rules",
    file: ask,
    from: `      if ("refused" in found) {`,
    to: `      if ("refused" in found && !from) {`,
    tests: asking,
    only: "is not followed",
  },
  {
    name: "credentials go along to another origin",
    file: ask,
    from: "headers = kept(headers, false);",
    to: "headers = kept(headers, true);",
    tests: asking,
    only: "no credentials",
  },
  {
    name: "an answer is read to its end",
    file: ask,
    from: "      if (length > mostBytes) break;\n",
    to: "      if (length > 2 * 1024 ** 3) break;\n",
    and: { from: "isCut: length > mostBytes }", to: "isCut: false }" },
    tests: asking,
    only: "to a bound",
  },
  {
    name: "our own hosts are asked",
    file: ask,
    from: "if (await isOwnHost(hostname, env))",
    to: "if (false as boolean)",
    tests: asking,
    only: "none of ours",
  },
  {
    name: "receivers of tests are asked in production",
    file: rules,
    from: `APP_ENV === "production" || !OUTBOUND_TEST_HOSTS`,
    to: "!APP_ENV || !OUTBOUND_TEST_HOSTS",
    tests: forms,
    only: "outside production alone",
  },
  {
    name: "any port is asked",
    file: rules,
    from: "if (!ports.includes(port))",
    to: "if (!ports)",
    tests: forms,
    only: ":6379",
  },
  {
    name: "all of IPv6 is public",
    file: "worker/outbound/public-address.ts",
    from: "six !== null && isGlobal6(six) && ",
    to: "six !== null && ",
    tests: forms,
    only: "fd00:ec2::254",
  },
];
