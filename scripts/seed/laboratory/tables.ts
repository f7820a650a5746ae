import { type UnitCode, units } from "#app/shared/metrology/units.ts";
import { rowsOf } from "../table.ts";

const rows = (file: string) => rowsOf(`laboratory/${file}.tsv`);
/** The parts of a cell that lists several things, each with figures of its own. */
const listed = (cell: string) =>
  cell
    .split(";")
    .map((one) => one.split("|").map((part) => part.trim()))
    .filter(([first]) => first);
/** The cells of rows by the names of their columns. */
const named = <const N extends string>(file: string, names: readonly N[]) =>
  rows(file).map(
    (cells) =>
      Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])) as Record<N, string>,
  );

export type ConsumerRow = {
  own: Record<string, string>;
  rule: string;
  sites: { name: string; city: string }[];
  contacts: { name: string; designation: string; email: string; phone: string }[];
  /** What its GSTIN is made of, where it has one. */
  tax: { state: string; pan: string } | null;
  /** When it came to the laboratory and when it was visited last, in days ago. */
  joined: number;
  visited: number;
  /** How many devices of these kinds it has calibrated. */
  machines: number;
  kinds: string[];
};

/** Whom the laboratory calibrates for. */
export const consumerRows = (): ConsumerRow[] =>
  rows("consumers").map((cells) => {
    const [name, legalName, state, pan, address, city, region, postalCode, country] =
      cells as string[];
    const [phone, email, rule, interval, delivery, sites, contacts] = cells.slice(9);
    const [joined, visited, machines, kinds] = cells.slice(16);
    return {
      own: {
        ...{ name: name!, legalName: legalName!, address: address!, city: city!, region: region! },
        ...{ postalCode: postalCode!, country: country!, phone: phone!, email: email! },
        ...{ intervalOnCertificate: interval === "yes" ? "1" : "0", delivery: delivery! },
      },
      rule: rule!,
      tax: state && pan ? { state, pan } : null,
      sites: listed(sites!).map(([site, place]) => ({ name: site!, city: place! })),
      contacts: listed(contacts!).map(([who, designation, mail, number]) => ({
        ...{ name: who!, designation: designation!, email: mail!, phone: number! },
      })),
      ...{ joined: Number(joined), visited: Number(visited), machines: Number(machines) },
      kinds: kinds!.split(" "),
    };
  });

export type ModelRow = {
  template: string;
  manufacturer: string;
  model: string;
  electricalClass: string;
  appliedPart: string;
  defibProof: boolean;
  supply: string;
  risk: string;
  /** Where such devices stand. */
  places: string[];
};

/** Makes and models that come to the laboratory, with the template each begins from. */
export const modelRows = (): ModelRow[] =>
  rows("models").map((cells) => {
    const [template, manufacturer, model, safety, part, isProof, supply, risk, places] =
      cells as string[];
    return {
      ...{ template: template!, manufacturer: manufacturer!, model: model! },
      ...{ electricalClass: safety!, appliedPart: part!, supply: supply!, risk: risk! },
      defibProof: isProof === "yes",
      places: places!.split("; "),
    };
  });

export type RangeRow = {
  parameter: string;
  unit: UnitCode;
  lo: string;
  hi: string;
  resolution: string;
  pct: string | null;
  abs: string | null;
  /** What it may drift in a year: per cent where its U is, else in its unit. */
  drift: string;
  points: string[];
};
export type CalibratorRow = {
  own: Record<string, string>;
  roles: string[];
  lab: string;
  route: string;
  years: number;
  months: number;
  checkMonths: number;
  /** When it was calibrated last, in days ago. */
  last: number;
  ranges: RangeRow[];
};

/** Standards, with what their certificates cover. @param file the laboratory's, or those of a hospital that calibrates its own devices */
export const calibratorRows = (
  file: "calibrators" | "hospital-calibrators" = "calibrators",
): CalibratorRow[] =>
  rows(file).map((cells) => {
    const [calibratorNo, name, manufacturer, model, serialNo, kind, roles, lab, route] =
      cells as string[];
    const [years, months, checkMonths, last, ranges] = cells.slice(9);
    return {
      own: {
        ...{ calibratorNo: calibratorNo!, name: name!, manufacturer: manufacturer! },
        ...{ model: model!, serialNo: serialNo!, kind: kind! },
      },
      roles: roles!.split(" "),
      ...{ lab: lab!, route: route!, last: Number(last) },
      ...{ years: Number(years), months: Number(months), checkMonths: Number(checkMonths) },
      ranges: listed(ranges!).map((range) => {
        const [parameter, quantity, unit, lo, hi, resolution, pct, abs, drift, points] = range;
        if (units[unit as UnitCode]?.quantity !== quantity)
          throw new Error(`${calibratorNo}: ${unit} is no unit of ${quantity}`);
        return {
          ...{ parameter: parameter!, unit: unit as UnitCode, lo: lo!, hi: hi! },
          ...{ resolution: resolution!, pct: pct || null, abs: abs || null },
          ...{ drift: drift!, points: points!.split(" ") },
        };
      }),
    };
  });

/** How standards are checked between their calibrations. */
export const checkRows = () =>
  named("checks", [
    ...(["calibrator", "parameter", "nominal", "unit", "reference", "limit"] as const),
    ...(["spread", "standard", "note"] as const),
  ]);
export type CheckRow = ReturnType<typeof checkRows>[number];

/** What procedures say besides their template. */
export const procedureRows = () =>
  named("procedures", [
    ...(["template", "code", "name", "discipline", "accredited", "electrical"] as const),
    ...(["warmUp", "precautions", "scope"] as const),
  ]);
export type ProcedureRow = ReturnType<typeof procedureRows>[number];

/** The laboratory's scope of accreditation. */
export const cmcRows = () =>
  named("cmc", [
    ...(["discipline", "parameter", "unit", "rangeLo", "rangeHi", "cmcAbs", "cmcPct"] as const),
    ...(["method", "place"] as const),
  ]);

/** Who signs what; people are named as they are in people.ts. */
export const signatureRows = () =>
  named("signatures", [
    ...(["name", "qualification", "roles", "disciplines", "parameters", "made", "until"] as const),
  ]);
export type SignatureRow = ReturnType<typeof signatureRows>[number];

/** What a hospital has calibrated in house: which device of its kind, how it was found, and what it came to. */
export const inhouseRows = () =>
  named("inhouse", [
    ...(["template", "device", "ago", "course", "found", "outcome", "action"] as const),
    ...(["reason", "contact", "cost"] as const),
  ]);
export type InhouseRow = ReturnType<typeof inhouseRows>[number];
