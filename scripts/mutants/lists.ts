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
  {
    name: "a part of a file is of the file that a client has",
    file: "worker/files/serve.ts",
    from: 'const isSame = [null, etag].includes(request.headers.get("If-Range"));',
    to: "const isSame = true;",
    tests: ["tests/laws/headers.test.ts"],
    only: "of a file",
  },
  {
    name: "a file that is the same is not sent again",
    file: "worker/files/serve.ts",
    from: 'if (isUnchanged(request.headers.get("If-None-Match"), etag))',
    to: "if (false)",
    tests: ["tests/laws/headers.test.ts"],
    only: "of a file",
  },
  {
    name: "a list shows no large image",
    file: "worker/files/serve.ts",
    from: "const isDrawn = size !== null && !thumbnail && row.bytes > MOST_SHOWN[size];",
    to: "const isDrawn = false;",
    tests: ["tests/laws/headers.test.ts"],
    only: "of an image without thumbnails",
  },
  {
    name: "a team's form keeps the members that it does not list",
    file: "worker/domain/people/team-page.ts",
    from: "people: offer(named, team?.members),",
    to: "people: offer(named),",
    tests: ["tests/web/long-lists.test.ts"],
  },
  {
    name: "the parts of a vendor are in the order of their pages",
    file: "worker/domain/masters/vendor-detail.ts",
    from: ".orderBy(...itemSlice.orderBy)",
    to: ".orderBy(stockItems.id)",
    tests: ["tests/web/long-lists.test.ts"],
  },
  {
    name: "a limited person searches among their own Locations",
    file: "worker/domain/lists/choices.ts",
    from: "const among = own ? db.scope!.departments : null;",
    to: "const among = null;",
    tests: ["tests/domain/master-search.test.ts"],
    only: "limited to some Locations",
  },
  {
    name: "the platform's records are found by its own words",
    file: "worker/domain/lists/list-rows.ts",
    from: '"companyId" in db ? db.companyId : PLATFORM',
    to: '"companyId" in db ? db.companyId : ""',
    tests: ["tests/laws/search.test.ts"],
    only: "platform's list",
  },
];
