import type { DeviceTemplate, TemplateTest } from "#app/shared/calibration/device-template.ts";
import { roleText, testText } from "#app/shared/calibration/template-text.ts";
import type { Change } from "#drizzle/both.ts";
import { changesBetween } from "../entity/changes.ts";

/** What people read of a test in the log, note and source included. */
const told = (test: TemplateTest): string =>
  [
    testText(test),
    test.directions?.join(" and "),
    test.note,
    test.source,
    test.verify && "to verify",
  ]
    .filter(Boolean)
    .join("; ");

/** Marks a name that the log shows as it was written. */
const AS_WRITTEN = "spec:";
/** The tests by what people call them; of those that are called alike the later ones are numbered. */
function testsOf(tests: readonly TemplateTest[]): Record<string, string> {
  const seen = new Map<string, number>();
  return Object.fromEntries(
    tests.map((test) => {
      const n = (seen.get(test.test) ?? 0) + 1;
      seen.set(test.test, n);
      return [`${AS_WRITTEN}${n === 1 ? test.test : `${test.test} (${n})`}`, told(test)];
    }),
  );
}

const headOf = (name: string, content: DeviceTemplate) => ({
  name,
  standards: content.standards.join(", "),
  intervalMonths: content.default_interval_months,
  testEquipment: content.test_equipment_roles.map(roleText).join(", "),
  pmChecks: content.pm_checks.join("\n"),
  note: content.note ?? null,
});

type Said = { name: string; content: DeviceTemplate };
/** What has changed of a template, for its log: its head by fields, its tests by their names. */
export function templateChanges(before: Said | null, after: Said): Change[] {
  const was = before ? headOf(before.name, before.content) : {};
  const tests = { ...testsOf(after.content.tests) };
  const had = before ? testsOf(before.content.tests) : {};
  const gone = Object.fromEntries(
    Object.keys(had)
      .filter((name) => !Object.hasOwn(tests, name))
      .map((name) => [name, null]),
  );
  return [
    ...changesBetween(was, headOf(after.name, after.content)),
    ...changesBetween(had, { ...gone, ...tests }),
  ];
}
