import type { Mutant } from "./mutant.ts";

const permissions = ["tests/laws/permissions.test.ts"];
const isolation = ["tests/laws/isolation.test.ts"];
const described = ["tests/laws/openapi.test.ts"];
const keys = ["tests/laws/unknown-keys.test.ts"];
const cost = ["tests/laws/input-cost.test.ts"];

/** What is declared of a call, and what the door does for every call. */
export const calls: Mutant[] = [
  {
    name: "a call is declared without its permission",
    file: "worker/api/documents.ts",
    from: 'needs: "view-asset",',
    to: "needs: [],",
    tests: permissions,
    only: "GET /api/assets/:id/documents",
  },
  {
    name: "a call is declared with another permission",
    file: "worker/api/assets.ts",
    from: 'get: "/assets/ids",\n    needs: "view-asset",',
    to: 'get: "/assets/ids",\n    needs: "edit-asset",',
    tests: permissions,
    only: "GET /api/assets/ids",
  },
  {
    name: "a call is declared as hidden from nobody",
    file: "worker/api/documents.ts",
    from: "denied: 404,",
    to: "",
    tests: permissions,
    only: "GET /api/media/:id",
  },
  {
    name: "a call that writes names another table",
    file: "worker/api/stock.ts",
    from: "of: resources.stores!.table,",
    to: "",
    tests: isolation,
    only: "POST /api/stores/:id/count",
  },
  {
    name: "a call that reads names another table",
    file: "worker/api/documents.ts",
    from: "denied: 404,\n    of: media,",
    to: "denied: 404,\n    of: assets,",
    tests: isolation,
    only: "GET /api/media/:id",
  },
  {
    name: "a call that deletes names another table",
    file: "worker/api/documents.ts",
    from: 'delete: "/documents/:id",',
    to: 'delete: "/documents/:id",\n    of: assets,',
    tests: described,
    only: "begin with the same path",
  },
  {
    name: "a field of an input is not described",
    file: "worker/api/shapes.ts",
    from: "!omitted.includes(name)",
    to: '!omitted.includes(name) && name !== "room"',
    tests: described,
    only: "docs/api-calls.md",
  },
  {
    name: "a version that may be sent is not described",
    file: "worker/api/shapes.ts",
    from: "...(isVersioned ? { version } : {})",
    to: "",
    tests: described,
    only: "docs/api-calls.md",
  },
  {
    name: "a call that takes nothing is not asked for its body",
    file: "worker/api/call.ts",
    from: 'if (method !== "GET") await noBody(c);',
    to: "",
    tests: keys,
  },
  {
    name: "a call of anybody takes a body as large as of people at work",
    file: "worker/api/call.ts",
    from: 'shared.isOpen ? "open" : "work"',
    to: '"work"',
    tests: cost,
    only: "200,000 fields before",
  },
  {
    name: "a call is mounted by hand",
    file: "worker/api/index.ts",
    from: 'api.all("*", otherMethod);',
    to: 'api.get("/by-hand", (c) => c.json({}));\napi.all("*", otherMethod);',
    tests: described,
    only: "mounted by hand",
  },
  {
    name: "a parameter stands before a word",
    file: "worker/api/index.ts",
    from: "parameters(one.path) - parameters(other.path)",
    to: "parameters(other.path) - parameters(one.path)",
    tests: ["tests/laws/strict-input.test.ts"],
    only: "/api/assets/ids takes any words",
  },
  {
    name: "a call is left out of the description",
    file: "worker/api/openapi.ts",
    from: "for (const call of calls) {",
    to: "for (const call of calls.slice(1)) {",
    tests: described,
    only: "names every declared call",
  },
  {
    name: "a call that is declared is not mounted",
    file: "worker/api/index.ts",
    from: "of [...calls].sort(",
    to: "of calls.slice(1).sort(",
    tests: described,
    only: "mounted by hand",
  },
  {
    name: "a call takes what its input does not name",
    file: "worker/domain/lists/saved-views.ts",
    from: "viewInput = z.strictObject({",
    to: "viewInput = z.object({",
    tests: keys,
    only: "/api/saved-views",
  },
  {
    name: "the permission of a call is not described",
    file: "worker/api/openapi.ts",
    from: '[[needs].flat().join(" or "), ...also]',
    to: "[...also]",
    tests: described,
    only: "docs/api-calls.md",
  },
];
