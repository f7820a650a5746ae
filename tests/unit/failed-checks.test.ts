import fc from "fast-check";
import { expect, test } from "vitest";
import { failedChecks } from "#app/shared/failed-checks.ts";

const check = fc.record({
  name: fc.stringMatching(/^[A-Za-z ]{1,200}$/),
  status: fc.constantFrom("yes", "no", "na"),
  remark: fc.string({ maxLength: 1000 }).map((text) => text.replaceAll("\n", " ")),
});

test("a call says the failed checks alone, as many as its problem has room for", () => {
  fc.assert(
    fc.property(fc.array(check, { maxLength: 60 }), (checks) => {
      const text = failedChecks("PM-261123102824", checks);
      expect(text.length).toBeLessThanOrEqual(2000);
      const [head, ...lines] = text.split("\n");
      expect(head).toBe("Failed checks of PM-261123102824");
      const failed = checks.filter(({ status }) => status === "no");
      const left = Number(/^and (\d+) more$/.exec(lines.at(-1) ?? "")?.[1] ?? 0);
      const told = left ? lines.slice(0, -1) : lines;
      expect(told.length + left).toBe(failed.length);
      for (const [at, line] of told.entries()) expect(line).toContain(failed[at]!.name);
    }),
  );
});

test("a check is told with why its reading is out of its limits, and its remark", () => {
  const read = { unit: "mL", low: "450", high: "550", value: "560" };
  expect(failedChecks("PM-1", [{ name: "Volume", status: "no", remark: "Twice", ...read }])).toBe(
    "Failed checks of PM-1\nVolume: 560 mL is above 550 mL, Twice",
  );
});
