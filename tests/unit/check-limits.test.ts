import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isMeasured,
  limitsIn,
  limitsText,
  proposed,
  readingOf,
  readingText,
  whyOut,
} from "#app/shared/check-limits.ts";
import { readChecks } from "#app/shared/report-draft.ts";
import { openForm } from "#app/shared/report-form.ts";
import { postedChecks, problemsOf } from "#app/shared/report-post.ts";
import { checkUnnamed, readingNoNumber } from "#app/shared/report-rules.ts";
import { step } from "#app/shared/report-steps.ts";

describe("limits in the name of a check", () => {
  test.each([
    ["Tidal volume [450–550 mL]", { name: "Tidal volume", unit: "mL", low: "450", high: "550" }],
    ["Tidal volume [500 ± 50 mL]", { name: "Tidal volume", unit: "mL", low: "450", high: "550" }],
    ["Oxygen [60 +/- 2.5 vol%]", { name: "Oxygen", unit: "vol%", low: "57.5", high: "62.5" }],
    ["Leakage [≤ 100 µA]", { name: "Leakage", unit: "µA", low: "", high: "100" }],
    ["Insulation [>= 2 MΩ]", { name: "Insulation", unit: "MΩ", low: "2", high: "" }],
    ["Zero [-0.5 to 0.5]", { name: "Zero", unit: "", low: "-0.5", high: "0.5" }],
    ["Drift [−2..2 %]", { name: "Drift", unit: "%", low: "-2", high: "2" }],
  ])("%s", (name, limits) => {
    expect(limitsIn(name)).toEqual(limits);
  });
  test.each(["Battery", "Battery [new]", "[≤ 5 V]", "Flow [9–3 L]", "A [≤ 5 V] more"])(
    "%s has none",
    (name) => {
      expect(limitsIn(name)).toBeNull();
    },
  );
  test("reading them back from how they are written gives the same", () => {
    const number = fc.integer({ min: -9999, max: 9999 }).map((n) => String(n / 100));
    fc.assert(
      fc.property(number, number, fc.constantFrom("", "mL", "cmH2O", "%"), (one, two, unit) => {
        const [low, high] = [one, two].sort((a, b) => Number(a) - Number(b)) as [string, string];
        for (const limits of [
          { unit, low, high },
          { unit, low: "", high },
          { unit, low, high: "" },
        ])
          expect(limitsIn(`Check [${limitsText(limits)}]`)).toEqual({ name: "Check", ...limits });
      }),
    );
  });
});

test("a reading within its limits proposes Yes, one out of them No with the reason", () => {
  const limits = { unit: "mL", low: "450", high: "550" };
  const at = (value: string) => [proposed({ ...limits, value }), whyOut({ ...limits, value })];
  expect(["450", "550", "449.9", "551", "", "abc"].map(at)).toEqual([
    ["yes", null],
    ["yes", null],
    ["no", "449.9 mL is below 450 mL"],
    ["no", "551 mL is above 550 mL"],
    [null, null],
    [null, null],
  ]);
  expect(proposed({ unit: "mL", value: "5" })).toBeNull();
  expect([isMeasured({ unit: "mL" }), isMeasured({ high: "1" })]).toEqual([false, true]);
  expect(readingText({ value: "5", unit: "V" })).toBe("5 V");
  expect(["1,5", " −3 ", "1.5", "x"].map(readingOf)).toEqual(["1.5", "-3", "1.5", "x"]);
});

describe("in the form", () => {
  const machine = { id: "m", name: "Ventilator", lists: ["Battery", "Tidal volume [450–550 mL]"] };
  const opened = step(openForm({}), { do: "pick machine", machine });
  const read = (form: typeof opened, value: string) =>
    step(form, { do: "read check", key: 1, value });
  test("a machine's checks bring their limits, and a reading answers until it is taken away", () => {
    expect(opened.checks[1]).toMatchObject({ name: "Tidal volume", unit: "mL", high: "550" });
    expect(read(opened, "500").checks[1]).toMatchObject({ value: "500", status: "yes" });
    const out = read(read(opened, "500"), "5,6");
    expect(out.checks[1]).toMatchObject({ value: "5.6", status: "no" });
    expect(read(out, "").checks[1]!.status).toBe("na");
    const own = step(out, { do: "set check", key: 1, status: "yes" });
    expect(read(own, "").checks[1]!.status).toBe("yes");
  });
  test("it is posted and restored whole; what is no number is told", () => {
    const form = read(opened, "492");
    expect(readChecks(postedChecks(form))).toEqual([
      { name: "Battery", status: "na", remark: "" },
      {
        ...{ name: "Tidal volume", status: "yes", remark: "" },
        ...{ unit: "mL", low: "450", high: "550", value: "492" },
      },
    ]);
    const filled = {
      ...{ service_ticket: "x", date: "x", service_type: "pm", complaint_by: "x" },
    };
    expect(problemsOf(read(opened, "abc"), filled)).toEqual({
      "checks[1][name]": [readingNoNumber],
    });
    const blank = step(read(opened, "abc"), { do: "set check", key: 1, name: " " });
    expect(problemsOf(blank, filled)).toEqual({ "checks[1][name]": [checkUnnamed] });
  });
  test("a row typed by hand takes the limits of its name", () => {
    const added = step(opened, { do: "add check" });
    const key = added.checks.at(-1)!.key;
    const named = step(added, { do: "set check", key, name: "Leak [≤ 150 mL/min]" });
    expect(step(named, { do: "take limits", key }).checks.at(-1)).toMatchObject({
      name: "Leak",
      high: "150",
      unit: "mL/min",
    });
  });
});
