import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonicalJson,
  FIRST,
  type LogRow,
  sealedColumns,
  sealing,
  sealOf,
  Verifier,
} from "#worker/domain/activity/chain.ts";

const row = (at: number): LogRow =>
  Object.fromEntries(
    sealedColumns.map((name) => [
      name,
      name === "at" ? at : name === "reason" ? null : `${name} ${at}`,
    ]),
  ) as LogRow;
const sealedRow = (
  at: number,
  { seq, prevHash, hash }: { seq: number; prevHash: string; hash: string },
) => ({
  ...row(at),
  seq,
  prev_hash: prevHash,
  hash,
});

/** The same value with the keys of every object in another order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  );
};

test("canonical JSON is one text a value, whatever the order of keys, and reads back as the value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (any) => {
      const value = JSON.parse(JSON.stringify(any));
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(canonicalJson(turned(value) as typeof value)).toBe(text);
    }),
  );
});

test("different rows, numbers and predecessors have different seals", async () => {
  const values = fc.constantFrom("", "a", "b", "a\n", null, 0, 1);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sealedColumns),
      values,
      values,
      async (name, one, other) => {
        const [a, b] = [
          await sealOf({ ...row(1), [name]: one }, 1, FIRST),
          await sealOf({ ...row(1), [name]: other }, 1, FIRST),
        ];
        expect(a === b).toBe(one === other);
      },
    ),
  );
  expect(await sealOf(row(1), 2, FIRST)).not.toBe(await sealOf(row(1), 1, FIRST));
  expect(await sealOf(row(1), 1, "1".repeat(64))).not.toBe(await sealOf(row(1), 1, FIRST));
});

test("a chain sealed in chunks is the chain sealed at once, and holds", async () => {
  const rows = Array.from({ length: 7 }, (_, at) => row(at));
  const whole = await sealing(rows, null);
  const first = await sealing(rows.slice(0, 3), null);
  expect([...first, ...(await sealing(rows.slice(3), first.at(-1)!))]).toEqual(whole);
  const verifier = new Verifier(new Map([[7, whole[6]!.hash]]));
  for (const [at, link] of whole.entries())
    expect(await verifier.check(sealedRow(at, link))).toBeNull();
  expect([verifier.seq, verifier.end()]).toEqual([7, null]);
});

test("a chain that was written anew differs from the head that was kept", async () => {
  const kept = await sealing([row(1), row(2)], null);
  const anew = await sealing([row(1), { ...row(2), reason: "other" }], null);
  const verifier = new Verifier(new Map([[2, kept[1]!.hash]]));
  expect(await verifier.check(sealedRow(1, anew[0]!))).toBeNull();
  expect(await verifier.check({ ...sealedRow(2, anew[1]!), reason: "other" })).toMatchObject({
    seq: 2,
    why: expect.stringContaining("kept"),
  });
});
