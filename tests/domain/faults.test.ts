import { expect, test } from "vitest";
import { runFaults } from "../../scripts/faults/run.ts";

test("the quick rows of npm run faults are ok: people are told in words, and nothing is lost", async () => {
  const lines = await runFaults({ isShort: true });
  const failed = lines.filter(({ wrong }) => wrong.length);
  expect(failed).toEqual([]);
  expect(lines.length).toBeGreaterThan(40);
}, 300_000);
