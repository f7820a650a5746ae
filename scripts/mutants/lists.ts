import type { Mutant } from "./mutant.ts";

/** Lists, search, files and forms. */
export const lists: Mutant[] = [
  {
    name: "a cursor in an order that some rows have no value for is a place in it",
    file: "worker/db/keyset.ts",
    from: "return isFilled || rising ? further",
    to: "return by ? further",
    tests: ["tests/domain/keyset.test.ts"],
  },
  {
    name: "a file of people is read on from its own last page",
    file: "worker/domain/people/export.ts",
    from: 'asked.set("after", after);',
    to: 'asked.append("after", after);',
    tests: ["tests/laws/exports.test.ts"],
    only: "/users/export.csv",
  },
];
