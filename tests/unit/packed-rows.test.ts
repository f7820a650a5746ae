import fc from "fast-check";
import { expect, test } from "vitest";
import { packedRows, unpackedRows } from "#app/shared/packed-rows.ts";

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "=", "=1", "a\tb", "a\nb", "null"),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

test("rows come out as they were packed, without the fields that were not asked for", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: cell, name: cell, note: cell })), (rows) => {
      const kept = rows.map(({ id, name }) => ({ id, name }));
      expect(unpackedRows(packedRows(rows, ["id", "name"]))).toEqual(kept);
    }),
  );
});
