/** Units as D-SI 2.2 writes them. Where it has no expression the unit is told by its symbol after a bar, and what it is by a statement. */
import type { CertificateContent } from "#app/shared/certificates/document.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";

const NO_UNIT = "\\one";
/** What the units are for which D-SI has no expression. */
const definitions: Readonly<Record<string, string>> = {
  cmH2O: "Conventional centimetre of water: 1 cmH₂O = 98.0665 Pa",
  dBA: "Sound pressure level with frequency weighting A, in decibels",
  e: "Verification scale interval of the weighing instrument",
};
const NOT_DEFINED = "A unit outside of the SI, by the name that the laboratory gives it";

/** The symbol of a unit as it is printed, or its name where it is none of ours. */
export const symbolOf = (unit: string | null): string =>
  unit === null ? "" : isUnit(unit) ? units[unit].symbol : unit;

/** A unit by its code, in D-SI: "\\kilo\\pascal", "|cmH₂O". */
export function dsiUnit(unit: string | null): string {
  if (unit !== null && isUnit(unit) && units[unit].dsi !== null) return units[unit].dsi;
  const symbol = symbolOf(unit).trim().replace(/\s+/g, "_");
  return symbol ? `|${symbol}` : NO_UNIT;
}

/** The units of a certificate for which D-SI has no expression, each once. */
export function otherUnits(content: CertificateContent): { unit: string; definition: string }[] {
  const used = [
    ...content.parameters.map(({ unit }) => unit),
    ...content.environment.map(({ unit }) => unit),
    ...content.checks.map(({ unit }) => unit),
  ];
  const codes = new Map(used.map((code) => [dsiUnit(code), code ?? ""]));
  return [...codes]
    .filter(([unit]) => unit.startsWith("|"))
    .map(([unit, code]) => ({
      unit,
      definition: Object.hasOwn(definitions, code) ? definitions[code]! : NOT_DEFINED,
    }));
}
