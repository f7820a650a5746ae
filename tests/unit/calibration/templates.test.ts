import { describe, expect, test } from "vitest";
import {
  contentFromTemplate,
  usualEnvironment,
} from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate, TemplateTest } from "#app/shared/calibration/device-template.ts";
import { limitsAt } from "#app/shared/calibration/point-gaps.ts";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import { toleranceRules } from "#app/shared/calibration/tolerance-rules.ts";
import { decimal, plainText } from "#app/shared/metrology/decimal.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };
import { contentInput } from "#worker/domain/procedures/content-input.ts";

type Limits = readonly [string | null, string | null];
const devices = file.devices as unknown as (Omit<DeviceTemplate, "tests"> & {
  tests: readonly (TemplateTest & { limits: readonly Limits[] })[];
})[];
const reviewed = (template: DeviceTemplate) => ({
  ...{ methodReference: "CP-01", decisionRuleId: null, content: contentFromTemplate(template) },
});

describe("content from a template", () => {
  test("there are 34 of them", () => expect(devices).toHaveLength(34));

  test.each(devices.map((one) => [one.key, one] as const))("%s is of the right shape", (_, one) => {
    const content = contentFromTemplate(one);
    expect(contentInput.parse(JSON.parse(JSON.stringify(content)))).toEqual(content);
  });

  test.each(devices.map((one) => [one.key, one] as const))("%s has the file's limits", (_, one) => {
    const { parameters } = contentFromTemplate(one);
    const found = parameters.map(({ points }) =>
      points.map((point) => {
        const limits = limitsAt(point);
        return [limits?.lower ?? null, limits?.upper ?? null].map((at) => at && plainText(at));
      }),
    );
    const said = one.tests.map(({ limits }) =>
      limits.map((pair) => pair.map((at) => at && plainText(decimal(at)))),
    );
    expect(found).toEqual(said);
  });

  test.each(devices.map((one) => [one.key, one] as const))(
    "%s leaves open what a person decides",
    (_, one) => {
      const open = procedureGaps(reviewed(one), []).filter(({ isToVerify }) => !isToVerify);
      const decided = open.filter(
        ({ path, message }) =>
          /\.role$/.test(path) || (/\.nominal$/.test(path) && message.includes("grows with it")),
      );
      expect(open.filter((gap) => !decided.includes(gap))).toEqual([]);
    },
  );

  test("figures that wait to be confirmed are named, each of them", () => {
    const waiting = devices.flatMap((one) =>
      procedureGaps(reviewed(one), []).filter(({ isToVerify }) => isToVerify),
    );
    const toVerify = devices.flatMap(({ tests }) =>
      tests.filter(({ verify }) => verify).flatMap(({ setpoints }) => setpoints),
    );
    expect(waiting).toHaveLength(toVerify.length);
  });

  test("the usual surroundings and the rule of balances are those of the file", () => {
    const [temperature, humidity, mains] = file.environment_defaults;
    const of = (nominal: string, tol: string) =>
      [decimal(nominal).minus(tol), decimal(nominal).plus(tol)].map(plainText);
    const volts = plainText(decimal(mains!.nominal).times(mains!.tol_pct!).div(100));
    expect(usualEnvironment.map(({ lo, hi }) => [lo, hi])).toEqual([
      of(temperature!.nominal, temperature!.tol!),
      of(humidity!.nominal, humidity!.tol!),
      of(mains!.nominal, volts),
    ]);
    const { unit, steps } = toleranceRules.mpe_class_iii_in_service!;
    expect(file.rules.mpe_class_iii_in_service).toMatchObject({ unit, steps });
  });
});
