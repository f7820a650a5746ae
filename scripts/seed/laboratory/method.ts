import { componentOf } from "#app/shared/calibration/content-from-template.ts";
import type {
  ProcedureCheck,
  ProcedureContent,
  ProcedureParameter,
} from "#app/shared/calibration/procedure-content.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import { units } from "#app/shared/metrology/units.ts";
import type { ProcedureRow } from "./tables.ts";

const ESA = "electrical_safety_analyser";
const IEC_62353 = { standard: "IEC 62353", edition: "2014", method: "direct" } as const;
const electrical = [
  ["Protective earth resistance", "protective_earth_resistance", "device with detachable cord"],
  ["Equipment leakage", "equipment_leakage", null],
  ["Applied part leakage", "applied_part_leakage", null],
] as const;

const check = (
  key: string,
  group: ProcedureCheck["group"],
  name: string,
  quantity: string | null = null,
  condition: string | null = null,
): ProcedureCheck => ({ key, group, name, mandatory: true, quantity, condition });

/** What no standard is compared with is looked at: a run time, a delay of an alarm. */
const lookedAt = ({ name, unit, points }: ProcedureParameter, at: number) => {
  const limit = points[0]?.tolerance;
  const said = limit && limit !== "from_machine" ? toleranceText(limit) : "";
  const text = `${name} ${said} ${units[unit].symbol}`.replace(/\s+/g, " ").trim();
  return check(`f${at + 1}`, /alarm/i.test(name) ? "alarm" : "function", text);
};

/** What is said to be done before, once the analyser of electrical safety is among the standards. */
const withoutEsa = (preparation: string | null) =>
  preparation
    ?.split("\n")
    .filter((line) => line !== `Further equipment: ${roleName(ESA)}.`)
    .join("\n") || null;

/** So many readings of a rate, whose display goes by whole beats. */
const COUNTED = 5;

/** A procedure as its author leaves it: what a template leaves open is decided, and its figures are compared with the standards. */
export function written(content: ProcedureContent, row: ProcedureRow): ProcedureContent {
  const isSafe = row.electrical === "yes";
  const kept = content.parameters.filter(({ role }) => role !== null && !(isSafe && role === ESA));
  const others = content.parameters.filter(({ role }) => role === null);
  const compared = new Set(kept.map(({ role }) => role));
  const roles = content.roles.filter(({ role }) => compared.has(role));
  return {
    ...content,
    ...{ scope: row.scope, precautions: row.precautions || null },
    preparation: isSafe ? withoutEsa(content.preparation) : content.preparation,
    ...{ warmUpMinutes: Number(row.warmUp), acclimatiseMinutes: 60 },
    checks: [
      ...content.checks,
      ...others.map(lookedAt),
      ...(isSafe
        ? electrical.map(([name, quantity, condition], at) =>
            check(`e${at + 1}`, "electrical", name, quantity, condition),
          )
        : []),
    ],
    safety: isSafe ? IEC_62353 : null,
    roles: isSafe ? [...roles, { role: ESA, count: 1, minTur: null }] : roles,
    parameters: kept.map((parameter) => ({
      ...parameter,
      points: parameter.points.map((point) => ({
        ...point,
        readings: parameter.unit === "bpm" ? Math.max(COUNTED, point.readings) : point.readings,
        verify: false,
      })),
    })),
  };
}

const SET_UP = componentOf({
  ...{ symbol: "setup", name: "Set-up and connections", source: "set_up" },
  ...{ distribution: "rectangular", value: "range.resolution" },
});

/** The same after some years of use: more readings of what matters most, and one source of uncertainty more. */
export function revised(content: ProcedureContent): ProcedureContent {
  const [first, ...others] = content.parameters;
  if (!first) return content;
  const isAgain = first.components.some(({ symbol }) => symbol === SET_UP.symbol);
  const least = isAgain ? 10 : 5;
  return {
    ...content,
    parameters: [
      {
        ...first,
        points: first.points.map((point) => ({
          ...point,
          readings: Math.max(least, point.readings),
        })),
        components: isAgain ? first.components : [...first.components, SET_UP],
      },
      ...others,
    ],
  };
}

/** What is new in such a version. */
export const newIn = ({ parameters }: ProcedureContent) =>
  parameters[0]?.components.some(({ symbol }) => symbol === SET_UP.symbol)
    ? `Ten readings at each point of ${parameters[0].name}.`
    : `Five readings at each point of ${parameters[0]?.name}; the set-up counts in its uncertainty.`;
