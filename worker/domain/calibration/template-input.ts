import { z } from "zod";
import type { DeviceTemplate, TemplateTest } from "#app/shared/calibration/device-template.ts";
import { setpointsIn } from "#app/shared/calibration/template-text.ts";
import { toleranceRules } from "#app/shared/calibration/tolerance-rules.ts";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { limitsOf, ToleranceError } from "#app/shared/metrology/tolerance.ts";
import {
  described,
  flag,
  multiline,
  optionalMultiline,
  optionalText,
  optionalWhole,
  text,
  whole,
} from "../entity/fields.ts";
import { tolerance, unitCode } from "./fields.ts";

const MOST_TESTS = 60;
const MOST_POINTS = 30;
const MOST_READINGS = 50;
const MOST_STANDARDS = 20;
const MOST_ROLES = 20;
const MOST_CHECKS = 60;
const MOST_MONTHS = 240;

const NOT_POINTS = "Write set points as numbers with commas: 2, 5, 20";
const isPoint = (point: unknown): point is string | null =>
  point === null || (typeof point === "string" && isTypedNumber(point.trim()));
/** Set points: a list, or a text with commas. Of a test without one the only one is null. */
const setpoints = described(
  z
    .union([z.string().max(1000), z.array(z.unknown()).max(MOST_POINTS)], NOT_POINTS)
    .optional()
    .transform((sent, ctx): (string | null)[] => {
      const points = typeof sent === "string" ? setpointsIn(sent) : (sent ?? [null]);
      if (points.length > MOST_POINTS)
        ctx.addIssue({ code: "custom", message: `At most ${MOST_POINTS} set points` });
      else if (points.length === 0 || !points.every(isPoint))
        ctx.addIssue({ code: "custom", message: NOT_POINTS });
      else return points.map((point) => point?.trim() ?? null);
      return z.NEVER;
    }),
  { label: "Set points" },
);
/** Up and down, or one of them: a list, or its words with a space between. */
const directions = z
  .union([z.string().max(20), z.array(z.string()).max(2)], "Directions must be a list")
  .nullish()
  .transform((sent) => (typeof sent === "string" ? sent.split(" ").filter(Boolean) : (sent ?? [])))
  .pipe(z.array(z.enum(["up", "down"], "Choose up or down")).max(2));

/** Why the tolerance gives no limits at a set point; null where it does. */
function problemOf(test: Pick<TemplateTest, "tolerance" | "setpoints">): string | null {
  try {
    for (const point of test.setpoints)
      limitsOf(test.tolerance, {
        setpoint: point,
        // The range and the resolution are the device's.
        ...{ range: { lo: "0", hi: "1" }, resolution: "1", reference: point },
        rules: toleranceRules,
      });
    return null;
  } catch (error) {
    if (error instanceof ToleranceError) return error.message;
    throw error;
  }
}

/** A test of a template, as a form or a client sends it. */
export const testInput = z
  .strictObject({
    test: text("Test", 150),
    unit: unitCode(),
    setpoints,
    tolerance: tolerance(),
    readings: optionalWhole("Readings", 1, MOST_READINGS),
    directions,
    note: optionalText(500, "Note"),
    source: optionalText(300, "Source"),
    verify: flag("Verify"),
  })
  .transform(({ readings, directions: ways, note, source, ...test }, ctx): TemplateTest => {
    const problem = problemOf(test);
    if (problem) ctx.addIssue({ code: "custom", path: ["tolerance"], message: problem });
    return {
      ...test,
      ...(readings === null ? {} : { readings }),
      ...(ways.length ? { directions: ways } : {}),
      ...(note === null ? {} : { note }),
      source: source ?? "",
    };
  });

/** Lines of a text box, or a list of them. */
const lines = (label: string, most: number, longest: number) =>
  described(
    z
      .union([z.string().max(most * (longest + 2)), z.array(z.string()).max(most)], {
        error: `${label}: at most ${most} lines`,
      })
      .optional()
      .transform((sent) =>
        (typeof sent === "string" ? sent.split("\n") : (sent ?? []))
          .map((line) => line.trim())
          .filter(Boolean),
      )
      .pipe(z.array(text(label, longest)).max(most, `${label}: at most ${most} lines`)),
    { label },
  );
const roleCode = text("Role", 60);
const role = z.union([
  roleCode,
  z.strictObject({ any_of: z.array(z.array(roleCode).min(1).max(6)).min(1).max(6) }),
]);

/** What a template says besides its tests, as its form sends it. */
export const headInput = z.strictObject({
  name: text("Name", 150),
  standards: lines("Standards", MOST_STANDARDS, 120),
  default_interval_months: whole("Interval", 1, MOST_MONTHS),
  pm_checks: lines("PM checks", MOST_CHECKS, 200),
  note: optionalMultiline(1000, "Note"),
});

const content = z.strictObject({
  key: text("Key", 60),
  device: text("Device", 150),
  standards: lines("Standards", MOST_STANDARDS, 120),
  default_interval_months: whole("Interval", 1, MOST_MONTHS),
  test_equipment_roles: z.array(role).max(MOST_ROLES),
  tests: z.array(testInput).max(MOST_TESTS, `At most ${MOST_TESTS} tests`),
  pm_checks: lines("PM checks", MOST_CHECKS, 200),
  note: multiline("Note", 1000).nullish(),
});

const LONGEST = 120_000;
const fromText = (value: unknown) => {
  if (typeof value !== "string" || value.length > LONGEST) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
/** What a template says: an object, or its JSON. */
export const templateContent = () =>
  z
    .unknown()
    .meta({ type: "object" })
    .transform(fromText)
    .pipe(
      z.custom<object>(
        (value) => typeof value === "object" && value !== null && !Array.isArray(value),
        "Content must be an object",
      ),
    )
    .pipe(content)
    .transform(({ note, ...said }): DeviceTemplate => ({ ...said, ...(note ? { note } : {}) }));
