import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import type { PointInput } from "#app/shared/metrology/point.ts";
import { type Case, replay } from "#app/shared/metrology/replay.ts";

const text = readFileSync("docs/metrology.md", "utf8");
type Example = { expected: Record<string, unknown>; tol?: Record<string, number> };
const examples = [...text.matchAll(/^```json (replay|point)\n([\s\S]*?)^```$/gm)].map(
  ([, kind, body]) => ({ ...(JSON.parse(body!) as Case & Example), by: kind! }),
);

function agrees(got: unknown, expected: unknown, tolerances: Record<string, number>, name = "") {
  if (Array.isArray(expected))
    for (const [at, one] of expected.entries())
      agrees((got as unknown[])[at], one, tolerances, name);
  else if (expected !== null && typeof expected === "object")
    for (const [key, one] of Object.entries(expected))
      agrees((got as Record<string, unknown>)[key], one, tolerances, key);
  else if (typeof expected === "number")
    expect(Math.abs(Number(got) - expected), name).toBeLessThanOrEqual(tolerances[name] ?? 0);
  else expect(got, name).toBe(expected);
}

test("the document has its examples", () => {
  expect(examples.length).toBe(8);
});

test.each(examples)("example %#", ({ by, expected, tol = {}, ...one }) => {
  const got =
    by === "point" ? evaluatePoint(one as unknown as PointInput) : replay(one as unknown as Case);
  agrees(got, expected, tol);
});
