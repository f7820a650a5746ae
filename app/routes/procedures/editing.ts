/** A draft as it stands in the fields of its editor: every figure is the text that was typed. */

import type {
  EnvironmentCondition,
  ProcedureCheck,
  ProcedureComponent,
  ProcedureContent,
  ProcedureParameter,
  ProcedurePoint,
  RequiredRole,
} from "#app/shared/calibration/procedure-content.ts";
import { parseTolerance, toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import type { UnitCode } from "#app/shared/metrology/units.ts";

/** Optional texts are texts. */
type Typed<T> = { [K in keyof T]-?: T[K] extends string | null | undefined ? string : T[K] };

export type EditingPoint = Typed<Omit<ProcedurePoint, "tolerance" | "readings" | "conditions">> & {
  tolerance: string;
  readings: string;
  /** "Load: 50 Ω; Lead: II". */
  conditions: string;
};
export type EditingComponent = Omit<
  Typed<ProcedureComponent>,
  "pooled" | "unit" | "evaluation" | "distribution"
> &
  Pick<ProcedureComponent, "evaluation" | "distribution"> & {
    unit: UnitCode | "";
    pooledS: string;
    pooledN: string;
    pooledDof: string;
  };
export type EditingParameter = Omit<
  ProcedureParameter,
  "role" | "model" | "points" | "components"
> & {
  role: string;
  model: string;
  points: readonly EditingPoint[];
  components: readonly EditingComponent[];
};
export type EditingContent = Omit<
  ProcedureContent,
  | ("scope" | "precautions" | "preparation" | "warmUpMinutes" | "acclimatiseMinutes" | "roles")
  | ("coverage" | "checks" | "safety" | "statements" | "parameters")
> & {
  scope: string;
  precautions: string;
  preparation: string;
  warmUpMinutes: string;
  acclimatiseMinutes: string;
  environment: readonly EnvironmentCondition[];
  roles: readonly (Omit<RequiredRole, "count" | "minTur"> & { count: string; minTur: string })[];
  coverage: { mode: "p" | "k"; figure: string };
  checks: readonly (Omit<ProcedureCheck, "quantity" | "condition"> & {
    quantity: string;
    condition: string;
  })[];
  safety: { standard: string; edition: string; method: string };
  /** One a line. */
  statements: string;
  parameters: readonly EditingParameter[];
};
export type Draft = {
  methodReference: string;
  decisionRuleId: string;
  effectiveOn: string;
  changeNote: string;
  content: EditingContent;
};

/** The word for a tolerance that the device's own parameter says. */
const MACHINE = "machine";
const toleranceTyped = (tolerance: ProcedurePoint["tolerance"]) =>
  tolerance === null ? "" : tolerance === "from_machine" ? MACHINE : toleranceText(tolerance);
/** What is wrong with a tolerance as typed; null where it can be read, or is not said yet. */
export const toleranceProblem = (typed: string): string | null =>
  typed.trim() === "" || typed.trim() === MACHINE ? null : (parseTolerance(typed).problem ?? null);

const pointTyped = (point: ProcedurePoint): EditingPoint => ({
  ...point,
  nominal: point.nominal ?? "",
  pctOfRange: point.pctOfRange ?? "",
  decisionRuleId: point.decisionRuleId ?? "",
  readings: point.readings === 0 ? "" : String(point.readings),
  tolerance: toleranceTyped(point.tolerance),
  conditions: point.conditions.map(({ name, value }) => `${name}: ${value}`).join("; "),
});

export function componentTyped({ pooled, ...one }: ProcedureComponent): EditingComponent {
  const text = (value: string | null | undefined) => value ?? "";
  return {
    ...one,
    ...{ k: text(one.k), p: text(one.p), beta: text(one.beta), minus: text(one.minus) },
    ...{ sensitivity: text(one.sensitivity), dof: text(one.dof), r: text(one.r) },
    ...{ reliability_pct: text(one.reliability_pct), unit: one.unit ?? "" },
    correlationGroup: text(one.correlationGroup),
    pooledS: pooled?.s ?? "",
    pooledN: pooled ? String(pooled.n) : "",
    pooledDof: pooled ? String(pooled.dof) : "",
  };
}

export const parameterTyped = (one: ProcedureParameter): EditingParameter => ({
  ...one,
  role: one.role ?? "",
  model: one.model ?? "",
  points: one.points.map(pointTyped),
  components: one.components.map(componentTyped),
});

type Version = {
  methodReference: string;
  decisionRuleId: string | null;
  effectiveOn: string | null;
  changeNote: string | null;
  content: ProcedureContent;
};
/** A stored draft as its fields show it. */
export function draftTyped({ content, ...version }: Version): Draft {
  const { coverage } = content;
  return {
    methodReference: version.methodReference,
    decisionRuleId: version.decisionRuleId ?? "",
    effectiveOn: version.effectiveOn ?? "",
    changeNote: version.changeNote ?? "",
    content: {
      ...content,
      scope: content.scope ?? "",
      precautions: content.precautions ?? "",
      preparation: content.preparation ?? "",
      warmUpMinutes: String(content.warmUpMinutes),
      acclimatiseMinutes: String(content.acclimatiseMinutes),
      roles: content.roles.map((one) => ({
        ...{ role: one.role, count: String(one.count), minTur: one.minTur ?? "" },
      })),
      coverage: {
        mode: coverage.mode,
        figure: coverage.mode === "p" ? coverage.p : coverage.k,
      },
      checks: content.checks.map((one) => ({
        ...{ ...one, quantity: one.quantity ?? "", condition: one.condition ?? "" },
      })),
      safety: {
        standard: content.safety?.standard ?? "",
        edition: content.safety?.edition ?? "",
        method: content.safety?.method ?? "",
      },
      statements: content.statements.join("\n"),
      parameters: content.parameters.map(parameterTyped),
    },
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
const lines = (text: string) => text.split("\n").flatMap((line) => orNull(line) ?? []);

/** "Load: 50 Ω; Lead: II" as its parts. */
const conditionsOf = (text: string) =>
  text.split(";").flatMap((part) => {
    const [name = "", ...rest] = part.split(":").map((word) => word.trim());
    if (!name) return [];
    return rest.length ? [{ name, value: rest.join(":") }] : [{ name: "Condition", value: name }];
  });

/** A component as it is stored and reckoned with. */
function componentOf({
  pooledS,
  pooledN,
  pooledDof,
  ...one
}: EditingComponent): ProcedureComponent {
  const isPooled = one.distribution === "type_a_pooled";
  return {
    ...one,
    ...{ k: orNull(one.k), p: orNull(one.p), beta: orNull(one.beta), minus: orNull(one.minus) },
    ...{ sensitivity: orNull(one.sensitivity), dof: orNull(one.dof), r: orNull(one.r) },
    ...{ reliability_pct: orNull(one.reliability_pct), unit: one.unit || null },
    correlationGroup: orNull(one.correlationGroup),
    pooled:
      isPooled && orNull(pooledS)
        ? { s: pooledS.trim(), n: Number(pooledN), dof: Number(pooledDof) }
        : null,
  };
}

function toleranceOf(typed: string): ProcedurePoint["tolerance"] {
  const text = typed.trim();
  if (text === MACHINE) return "from_machine";
  return text === "" ? null : (parseTolerance(text).tolerance ?? null);
}

const MOST_READINGS = 50;
/** A point as it is reckoned with; a tolerance that cannot be read is none. */
const pointOf = (point: EditingPoint): ProcedurePoint => ({
  ...point,
  nominal: orNull(point.nominal),
  pctOfRange: orNull(point.pctOfRange),
  decisionRuleId: orNull(point.decisionRuleId),
  readings: Math.min(MOST_READINGS, Math.trunc(Math.abs(Number(point.readings)) || 0)),
  tolerance: toleranceOf(point.tolerance),
  conditions: conditionsOf(point.conditions),
});

export const parameterOf = (one: EditingParameter): ProcedureParameter => ({
  ...one,
  role: orNull(one.role),
  model: orNull(one.model),
  points: one.points.map(pointOf),
  components: one.components.map(componentOf),
});

/** The draft as the engine and the list of what is missing take it. */
export function contentOf({ content }: Draft): ProcedureContent {
  const { coverage, safety } = content;
  return {
    ...content,
    scope: orNull(content.scope),
    precautions: orNull(content.precautions),
    preparation: orNull(content.preparation),
    warmUpMinutes: Number(content.warmUpMinutes) || 0,
    acclimatiseMinutes: Number(content.acclimatiseMinutes) || 0,
    roles: content.roles.map((one) => ({
      ...{ role: one.role, count: Number(one.count) || 0, minTur: orNull(one.minTur) },
    })),
    coverage:
      coverage.mode === "p"
        ? { mode: "p", p: coverage.figure.trim() }
        : { mode: "k", k: coverage.figure.trim() },
    checks: content.checks.map((one) => ({
      ...{ ...one, quantity: orNull(one.quantity), condition: orNull(one.condition) },
    })),
    safety: orNull(safety.standard)
      ? { standard: safety.standard, edition: orNull(safety.edition), method: safety.method }
      : null,
    statements: lines(content.statements),
    parameters: content.parameters.map(parameterOf),
  };
}

/** The draft as it is sent: figures as typed, so that the server names what is no number. */
export function draftToSend(draft: Draft): unknown {
  const content = contentOf(draft);
  const { warmUpMinutes, acclimatiseMinutes, parameters, roles } = draft.content;
  return {
    ...draft,
    content: {
      ...content,
      ...{ warmUpMinutes: warmUpMinutes || "0", acclimatiseMinutes: acclimatiseMinutes || "0" },
      roles: roles.map((one, at) => ({ ...content.roles[at]!, count: one.count })),
      parameters: parameters.map((parameter, at) => ({
        ...content.parameters[at]!,
        points: parameter.points.map(({ tolerance, readings }, place) => ({
          ...content.parameters[at]!.points[place]!,
          readings: readings.trim() || "0",
          tolerance: tolerance.trim() === MACHINE ? "from_machine" : tolerance.trim(),
        })),
      })),
    },
  };
}

/** A text that says the same whatever order it was typed in: for whether anything was changed. */
export const draftText = (draft: Draft): string => JSON.stringify(draftToSend(draft));
