import { expect, test } from "vitest";
import { dayIn } from "#app/shared/company-time.ts";
import { kept } from "#app/shared/kept.ts";
import { numberText } from "#app/shared/numbers.ts";

test("what is kept is made once a key, and does not grow without bound", () => {
  let times = 0;
  const made = kept((key) => {
    times++;
    return { key };
  });
  expect(made("a")).toBe(made("a"));
  expect(made("b")).toEqual({ key: "b" });
  expect(times).toBe(2);
  for (let at = 0; at < 100; at++) made(String(at));
  const before = times;
  made("a");
  expect(times).toBe(before + 1);
});

test("what cannot be made is not kept", () => {
  expect(() => dayIn("Nowhere/None")).toThrow(RangeError);
  expect(() => dayIn("Nowhere/None")).toThrow(RangeError);
});

test("numbers are grouped as each locale does", () => {
  expect([numberText(1_234_567, "en-IN"), numberText(1_234_567, "en-GB")]).toEqual([
    "12,34,567",
    "1,234,567",
  ]);
});
