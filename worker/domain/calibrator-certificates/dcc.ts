import {
  emptyRange,
  MOST_POINTS,
  MOST_RANGES,
  type TypedPoint,
  type TypedRange,
} from "#app/shared/calibration/certificates.ts";
import { correctionOf } from "#app/shared/metrology/calibrated-range.ts";
import { decimal, isTypedNumber, plainText } from "#app/shared/metrology/decimal.ts";
import { type UnitCode, unitCodes, units } from "#app/shared/metrology/units.ts";
import { allAt, BrokenXml, type Element, everyOne, textAt, xmlTree } from "../../files/xml-tree.ts";
import { isDay } from "../entity/fields.ts";

/** What a digital calibration certificate fills in, and what a person should know of it. */
export type ReadDcc = {
  values: Record<string, string | TypedRange[]>;
  serials: string[];
  told: string[];
};

const LONGEST_NAME = 80;
const MOST_TOLD = 10;

/** The code of a unit in D-SI; of several with the same expression the first. */
const unitOf = (dsi: string): UnitCode | undefined =>
  unitCodes.find((code) => units[code].dsi === dsi);

const typesOf = ({ attributes }: Element) => (attributes.refType ?? "").split(/\s+/);
const nameOf = (element: Element) => textAt(element, "name", "content");
const split = (text: string | null | undefined) => text?.trim().split(/\s+/).filter(Boolean) ?? [];

/** Figures of a quantity with their unit, and U where it is told. */
type Figures = { values: string[]; unit: string; u: string[]; k: string[] };

/** U of a value or of a list, in the words of D-SI 2 or of those before it. */
function uncertaintyIn(element: Element): Pick<Figures, "u" | "k"> {
  const first = (...names: string[]) =>
    names.flatMap((name) => everyOne(element, name)).map(({ text }) => text)[0];
  return {
    u: split(
      first("valueExpandedMUXMLList", "valueExpandedMU", "uncertaintyXMLList", "uncertainty"),
    ),
    k: split(first("coverageFactorXMLList", "coverageFactor")),
  };
}

function figuresOf(quantity: Element): Figures | null {
  const [list] = everyOne(quantity, "realListXMLList");
  const [one] = everyOne(quantity, "real");
  const found = list ?? one;
  if (!found) return null;
  const values = split(textAt(found, list ? "valueXMLList" : "value"));
  const [unit = ""] = split(textAt(found, list ? "unitXMLList" : "unit"));
  return { values, unit, ...uncertaintyIn(found) };
}

const roles = {
  nominal: "basic_nominalValue",
  reference: "basic_referenceValue",
  measured: "basic_measuredValue",
  error: "basic_measurementError",
} as const;
type Table = Partial<Record<keyof typeof roles, Figures>>;

/** The quantities of a result by what their refTypes say they are. */
function tableOf(result: Element): Table {
  const table: Table = {};
  for (const quantity of everyOne(result, "quantity")) {
    const types = typesOf(quantity);
    for (const role of Object.keys(roles) as (keyof typeof roles)[])
      if (types.includes(roles[role]) && !table[role]) {
        const figures = figuresOf(quantity);
        if (figures) table[role] = figures;
      }
  }
  return table;
}

/** One of a list for a place; a list of one is for all places. */
const placed = (list: readonly string[], place: number) =>
  list.length === 1 ? list[0] : list[place];
const isFigure = (text: string | undefined): text is string =>
  text !== undefined && isTypedNumber(text);

/** The points of a table, or why there are none. */
function pointsOf({ nominal, reference, measured, error }: Table): TypedPoint[] | string {
  if (!reference || !measured) return "does not tell reference and measured values";
  const { values } = measured;
  if (values.length !== reference.values.length) return "has lists of different lengths";
  const unit = unitOf(measured.unit);
  if (!unit || unitOf(reference.unit) !== unit) return "has a unit that is not known here";
  const told = [error, measured, reference].find((one) => one && one.u.length > 0);
  const points = values.map((indicated, at) => {
    const u = told && placed(told.u, at);
    const k = (told && placed(told.k, at)) ?? "2";
    const [said, true_] = [nominal && placed(nominal.values, at), reference.values[at]];
    if (![indicated, true_, u, k].every(isFigure)) return null;
    const shown = isFigure(said) ? said : true_!;
    return {
      ...{ nominal: shown, reference: true_!, indicated, u: u!, k, dof: "" },
      correction: correctionOf(true_!, indicated) ?? "",
    };
  });
  if (points.some((point) => point === null)) return "has values without a figure or without U";
  return points as TypedPoint[];
}

/** A range of a result's points, or why none can be made of it. */
function rangeOf(result: Element, at: number): TypedRange | string {
  const parameter = (nameOf(result) ?? `Result ${at + 1}`).slice(0, LONGEST_NAME);
  const table = tableOf(result);
  const points = pointsOf(table);
  if (typeof points === "string") return `“${parameter}” ${points}; type it from the paper.`;
  if (!points.length) return `“${parameter}” has no points.`;
  const sorted = points.map(({ nominal }) => nominal).sort((a, b) => decimal(a).cmp(decimal(b)));
  return {
    ...emptyRange,
    ...{ parameter, unit: unitOf(table.measured!.unit)!, uKind: "table", correction: "linear" },
    ...{ rangeLo: sorted[0]!, rangeHi: sorted.at(-1)!, uK: points[0]!.k },
    points: points.slice(0, MOST_POINTS),
  };
}

/** The figures of the surroundings of a kind, in a unit; the middle of the least and the greatest. */
function surroundings(
  root: Element,
  kind: string,
  inUnit: (figure: string, dsi: string) => string,
) {
  const found = everyOne(root, "influenceCondition").flatMap((condition) =>
    everyOne(condition, "quantity").flatMap((quantity) => {
      const isKind = [condition, quantity].flatMap(typesOf).some((type) => type.startsWith(kind));
      const figures = isKind ? figuresOf(quantity) : null;
      const [value] = figures?.values ?? [];
      return isFigure(value) ? [inUnit(value, figures!.unit)] : [];
    }),
  );
  if (!found.length) return null;
  const sorted = found.sort((a, b) => decimal(a).cmp(decimal(b)));
  if (sorted.length === 1) return sorted[0]!;
  return plainText(decimal(sorted[0]!).plus(sorted.at(-1)!).div(2)).slice(0, 24);
}
const celsius = (figure: string, dsi: string) =>
  dsi === "\\kelvin" ? plainText(decimal(figure).minus("273.15")) : figure;
const percent = (figure: string, dsi: string) =>
  dsi === "\\one" ? plainText(decimal(figure).times(100)) : figure;

/** The serial numbers of what was calibrated: what its maker calls it. */
const serialsOf = (root: Element) =>
  allAt(root, "administrativeData", "items", "item", "identifications", "identification")
    .filter(
      (one) =>
        textAt(one, "issuer") === "manufacturer" || typesOf(one).includes("basic_serialNumber"),
    )
    .flatMap((one) => textAt(one, "value") ?? [])
    .slice(0, 20);

const dayAt = (core: Element, name: string) => {
  const on = textAt(core, name)?.slice(0, 10) ?? "";
  return isDay(on) ? on : "";
};

/**
 * Reads a digital calibration certificate (DCC 3): what of it a form asks for, where it says so itself.
 * @throws BrokenXml for what is none, with a sentence
 */
export function readDcc(text: string): ReadDcc {
  const root = xmlTree(text);
  if (root.name !== "digitalCalibrationCertificate")
    throw new BrokenXml("The file is no digital calibration certificate");
  if (!/^3\./.test(root.attributes.schemaVersion ?? ""))
    throw new BrokenXml("Only certificates of DCC version 3 are read");
  const [core] = allAt(root, "administrativeData", "coreData");
  if (!core) throw new BrokenXml("The file does not tell which certificate it is");
  const results = everyOne(root, "result");
  const read = results.slice(0, MOST_RANGES).map(rangeOf);
  const ranges = read.filter((one) => typeof one !== "string");
  const told = read.filter((one) => typeof one === "string");
  if (results.length > MOST_RANGES)
    told.unshift(`Only the first ${MOST_RANGES} results were read.`);
  const calibratedOn = dayAt(core, "endPerformanceDate");
  const lab = allAt(root, "administrativeData", "calibrationLaboratory", "contact")[0];
  return {
    values: {
      certificateNo: (textAt(core, "uniqueIdentifier") ?? "").slice(0, LONGEST_NAME),
      issuedBy: ((lab && nameOf(lab)) ?? "").slice(0, 150),
      calibratedOn,
      issuedOn: dayAt(core, "issueDate") || calibratedOn,
      envTemp: surroundings(root, "basic_temperature", celsius) ?? "",
      envRh: surroundings(root, "basic_humidityRelative", percent) ?? "",
      ranges,
    },
    serials: serialsOf(root),
    told: told.slice(0, MOST_TOLD),
  };
}
