/** What a kind of device is tested for, as a version that lacks nothing: a test that cannot be reckoned is asked as a check. */
import { withSymbol } from "../metrology/measured.ts";
import type { Tolerance } from "../metrology/tolerance.ts";
import { units } from "../metrology/units.ts";
import { contentFromTemplate, methodOfTemplate } from "./content-from-template.ts";
import type { DeviceTemplate, TemplateTest } from "./device-template.ts";
import type { ProcedureCheck } from "./procedure-content.ts";
import { type KnownRule, procedureGaps, type Reviewed } from "./procedure-gaps.ts";

/** The limit of a test that a check asks about; null where its tolerance is no figure of its own. */
function limitText({ op, ...figures }: Tolerance & Record<string, unknown>, unit: string) {
  if (op === "le") return `at most ${withSymbol(String(figures.value), unit)}`;
  if (op === "ge") return `at least ${withSymbol(String(figures.value), unit)}`;
  if (op === "band")
    return `from ${withSymbol(String(figures.lo), unit)} to ${withSymbol(String(figures.hi), unit)}`;
  return null;
}

const LONGEST_NAME = 200;
function checkOf({ test, tolerance, unit }: TemplateTest, key: string): ProcedureCheck {
  const limit = limitText(tolerance as Tolerance & Record<string, unknown>, units[unit].symbol);
  return {
    ...{ key, mandatory: true, quantity: null, condition: null },
    group: /alarm/i.test(test) ? "alarm" : "function",
    name: (limit ? `${test}: ${limit}` : test).slice(0, LONGEST_NAME),
  };
}

/**
 * Makes a version of a template that lacks nothing but figures that wait for one's own copy of their source.
 * @param rule the rule that judges it
 */
export function completeFromTemplate(template: DeviceTemplate, rule: KnownRule): Reviewed {
  const all = contentFromTemplate(template);
  const draft = { methodReference: methodOfTemplate(template), decisionRuleId: rule.id };
  const lacking = new Set(
    procedureGaps({ ...draft, content: all }, [rule]).flatMap(({ path, isToVerify }) => {
      const [, at] = /^parameters\.(\d+)\./.exec(path) ?? [];
      return at === undefined || isToVerify ? [] : [Number(at)];
    }),
  );
  const parameters = all.parameters.filter((_, at) => !lacking.has(at));
  const asked = template.tests.flatMap((test, at) =>
    lacking.has(at) ? [checkOf(test, `t${at + 1}`)] : [],
  );
  return {
    ...draft,
    content: {
      ...all,
      parameters,
      roles: all.roles.filter(({ role }) => parameters.some((one) => one.role === role)),
      checks: [...all.checks, ...asked],
    },
  };
}
