/** The first content of a procedure, from what a kind of device is tested for. What a person must decide stays open. */

import type { Setting } from "../metrology/point.ts";
import { USUAL_ROUNDING } from "../metrology/rounding.ts";
import { units } from "../metrology/units.ts";
import type { DeviceTemplate, TemplateRole, TemplateTest } from "./device-template.ts";
import type {
  EnvironmentCondition,
  ProcedureCheck,
  ProcedureComponent,
  ProcedureContent,
  ProcedureParameter,
} from "./procedure-content.ts";
import { COVERAGE } from "./procedure-content.ts";
import { roleName } from "./role-name.ts";
import { firstRoles, roleOf, settingOf } from "./template-roles.ts";

const USUAL_READINGS = 3;
/** Two sigma of a normal distribution. */
export const USUAL_COVERAGE = { mode: "p", p: COVERAGE.p.usual } as const;

/** The surroundings of a workshop in a hospital. */
export const usualEnvironment: readonly EnvironmentCondition[] = [
  { quantity: "room temperature", unit: "degC", lo: "19", hi: "31", log: "start_end" },
  { quantity: "relative humidity", unit: "%RH", lo: "35", hi: "75", log: "start_end" },
  { quantity: "mains voltage", unit: "V", lo: "198", hi: "242", log: "start_end" },
];

const nothing = {
  ...{ unit: null, k: null, p: null, beta: null, minus: null, sensitivity: null },
  ...{ dof: null, reliability_pct: null, pooled: null, correlationGroup: null, r: null },
} satisfies Partial<ProcedureComponent>;

/** A component with what it does not say left empty. */
export const componentOf = (
  one: Pick<ProcedureComponent, "symbol" | "name" | "source" | "distribution"> &
    Partial<ProcedureComponent>,
): ProcedureComponent => ({ evaluation: "B", value: "", ...nothing, ...one });

/** The components that nearly every comparison has; the display that is read counts. */
export const usualComponents = (setting: Setting): ProcedureComponent[] => [
  componentOf({
    ...{ symbol: "rep", name: "Repeatability", source: "repeatability", evaluation: "A" },
    distribution: "type_a_readings",
  }),
  componentOf({
    ...{ symbol: "std", name: "Certificate of the standard", source: "std_certificate" },
    ...{ distribution: "normal_k", value: "range.u", k: "range.k" },
  }),
  componentOf({
    ...{ symbol: "drift", name: "Drift of the standard", source: "std_drift" },
    ...{ distribution: "rectangular", value: "range.drift" },
  }),
  setting === "set_std_read_duc"
    ? componentOf({
        ...{ symbol: "res", name: "Resolution of the device", source: "duc_resolution" },
        ...{ distribution: "resolution", value: "duc.resolution" },
      })
    : componentOf({
        ...{ symbol: "res", name: "Resolution of the standard", source: "std_resolution" },
        ...{ distribution: "resolution", value: "range.resolution" },
      }),
];

function parameterOf(test: TemplateTest, at: number, roles: readonly string[]): ProcedureParameter {
  const role = roleOf(test, roles);
  const setting = settingOf(test, role);
  const key = `p${at + 1}`;
  const { directions = [] } = test;
  return {
    ...{ key, name: test.test, unit: test.unit, quantity: units[test.unit].quantity },
    ...{ setting, role, model: null },
    sequence:
      directions.length === 2 ? "up_down" : directions.length === 1 ? directions[0]! : "single",
    points: test.setpoints.map((nominal, place) => ({
      ...{ key: `${key}-${place + 1}`, nominal, pctOfRange: null },
      readings: test.readings ?? USUAL_READINGS,
      tolerance: test.tolerance,
      ...{ decisionRuleId: null, mandatory: true, conditions: [], verify: test.verify },
    })),
    components: usualComponents(setting),
  };
}

const VISUAL =
  /legible|undamaged|sound|clean|present|in date|no cracks|corrosion|firm|seal|filters?$|tubing|condenser|gasket/i;
const groupOf = (name: string): ProcedureCheck["group"] =>
  /alarm/i.test(name) ? "alarm" : VISUAL.test(name) ? "visual" : "function";

const listed = (roles: readonly string[]) => roles.map(roleName).join(", ");
const alternativesOf = (role: TemplateRole): string[] =>
  typeof role === "string"
    ? []
    : role.any_of
        .slice(1)
        .map((others) => `Instead of ${listed(role.any_of[0] ?? [])}: ${listed(others)}.`);

/** What the template says besides, as lines that the author keeps or takes out. */
function preparationOf({ tests, note, test_equipment_roles }: DeviceTemplate, idle: string[]) {
  const lines = [
    ...(note ? [note] : []),
    ...(idle.length ? [`Further equipment: ${listed(idle)}.`] : []),
    ...test_equipment_roles.flatMap(alternativesOf),
    ...tests.flatMap((one) => (one.note ? [`${one.test}: ${one.note}`] : [])),
  ];
  return lines.length ? lines.join("\n").slice(0, 4000) : null;
}

const SIMULATED =
  "The simulator checks the function of the pulse oximeter; it does not establish its accuracy.";

/** Makes the content of a first version from a template. */
export function contentFromTemplate(template: DeviceTemplate): ProcedureContent {
  const roles = firstRoles(template.test_equipment_roles);
  const parameters = template.tests.map((test, at) => parameterOf(test, at, roles));
  const used = roles.filter((role) => parameters.some((one) => one.role === role));
  const idle = roles.filter((role) => !used.includes(role));
  return {
    ...emptyContent(),
    preparation: preparationOf(template, idle),
    roles: used.map((role) => ({ role, count: 1, minTur: null })),
    checks: template.pm_checks.map((name, at) => ({
      ...{ key: `c${at + 1}`, group: groupOf(name), name, mandatory: true },
      ...{ quantity: null, condition: null },
    })),
    statements: used.includes("spo2_simulator") ? [SIMULATED] : [],
    parameters,
  };
}

/** A content that says only what is usual. */
export const emptyContent = (): ProcedureContent => ({
  ...{ scope: null, precautions: null, preparation: null },
  ...{ warmUpMinutes: 0, acclimatiseMinutes: 0 },
  environment: usualEnvironment,
  roles: [],
  coverage: USUAL_COVERAGE,
  rounding: USUAL_ROUNDING,
  asFoundRequired: true,
  checks: [],
  safety: null,
  statements: [],
  parameters: [],
});

/** The method that a template's standards are, until the author names the laboratory's own. */
export const methodOfTemplate = ({ standards }: DeviceTemplate): string =>
  standards.join("; ").slice(0, 200);
