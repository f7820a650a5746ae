import fc from "fast-check";
import { expect, test } from "vitest";
import { flagOf, readFields } from "#worker/domain/service-reports/form-fields.ts";

const form = (...entries: [string, string][]) => {
  const made = new FormData();
  for (const [name, value] of entries) made.append(name, value);
  return made;
};
const read = (...entries: [string, string][]) =>
  readFields(form(...entries), ["date"], ["id", "qty"]);

test("indexes need not be dense, and rows keep their index", () => {
  const { parts, errors } = read(
    ["parts[7][id]", "a"],
    ["parts[0][qty]", "2"],
    ["parts[7][qty]", "3"],
  );
  expect([[...parts].map(([index, row]) => [index, { ...row }]), errors]).toEqual([
    [
      [7, { id: "a", qty: "3" }],
      [0, { qty: "2" }],
    ],
    {},
  ]);
});

test.each([
  "parts[1000][id]",
  "parts[-1][id]",
  "parts[0][__proto__]",
  "parts[__proto__][id]",
  "parts[0][constructor]",
  "parts[0]",
  "parts[0][id][x]",
  "parts[0][cost]",
  "company_id",
  "__proto__",
])("%s is refused by name", (name) => {
  const { errors, parts, plain } = read([name, "x"]);
  expect(Object.keys(errors)).toHaveLength(1);
  expect([parts.size, Object.keys(plain)]).toEqual([0, []]);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test("a name that comes twice and more than 100 parts are refused", () => {
  expect(read(["date", "1"], ["date", "2"]).errors).toHaveProperty("date");
  expect(read(["parts[1][id]", "1"], ["parts[01][id]", "2"]).errors).not.toEqual({});
  expect(
    read(...Array.from({ length: 101 }, (_, at): [string, string] => [`parts[${at}][id]`, "x"]))
      .errors,
  ).toHaveProperty("parts");
});

test("every field is read or refused, whatever it is called", () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(fc.string(), fc.constantFrom("date", "parts[3][id]", "parts[3][qty]", "media")),
        { maxLength: 12 },
      ),
      (names) => {
        const { plain, parts, errors } = read(
          ...names.map((name): [string, string] => [name, "x"]),
        );
        const readIn =
          Object.keys(plain).length +
          [...parts.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);
        const refused = new Set(
          names
            .filter((name) => !["date", "parts[3][id]", "parts[3][qty]"].includes(name))
            .map((name) => name.slice(0, 60)),
        );
        expect(readIn).toBe(
          names.length -
            names.filter((name) => !["date", "parts[3][id]", "parts[3][qty]"].includes(name))
              .length,
        );
        expect(Object.keys(errors).length).toBe(refused.size);
      },
    ),
  ));

test("flags are yes, no or neither", () => {
  expect(["1", "true", "on"].map(flagOf)).toEqual([true, true, true]);
  expect(["0", "false", "", undefined].map(flagOf)).toEqual([false, false, false, false]);
  expect(["yes", "2", "TRUE", "null"].map(flagOf)).toEqual([null, null, null, null]);
});
