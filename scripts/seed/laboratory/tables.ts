import type { UnitCode } from "#app/shared/metrology/units.ts";
import { rowsOf } from "../table.ts";

const rows = (file: string) => rowsOf(`laboratory/${file}.tsv`);
/** The parts of a cell that lists several things, each with figures of its own. */
const listed = (cell: string) =>
  cell
    .split(";")
    .map((one) => one.split("|").map((part) => part.trim()))
    .filter(([first]) => first);

export type ConsumerRow = {
  own: Record<string, string>;
  rule: string;
  sites: { name: string; city: string }[];
  contacts: { name: string; designation: string; email: string; phone: string }[];
  /** What its GSTIN is made of, where it has one. */
  tax: { state: string; pan: string } | null;
};

/** Whom the laboratory calibrates for. */
export const consumerRows = (): ConsumerRow[] =>
  rows("consumers").map((cells) => {
    const [name, legalName, state, pan, address, city, region, postalCode, country] =
      cells as string[];
    const [phone, email, rule, interval, delivery, sites, contacts] = cells.slice(9);
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
};

/** Makes and models that come to the laboratory, with the template each begins from. */
export const modelRows = (): ModelRow[] =>
  rows("models").map(([template, manufacturer, model, safety, part, isProof, supply]) => ({
    ...{ template: template!, manufacturer: manufacturer!, model: model! },
    ...{ electricalClass: safety!, appliedPart: part!, supply: supply! },
    defibProof: isProof === "yes",
  }));

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
  ranges: RangeRow[];
};

/** The laboratory's standards, with what their certificates cover. */
export const calibratorRows = (): CalibratorRow[] =>
  rows("calibrators").map((cells) => {
    const [calibratorNo, name, manufacturer, model, serialNo, kind, roles, lab, route] =
      cells as string[];
    const [years, months, checkMonths, ranges] = cells.slice(9);
    return {
      own: {
        ...{ calibratorNo: calibratorNo!, name: name!, manufacturer: manufacturer! },
        ...{ model: model!, serialNo: serialNo!, kind: kind! },
      },
      roles: roles!.split(" "),
      ...{ lab: lab!, route: route! },
      ...{ years: Number(years), months: Number(months), checkMonths: Number(checkMonths) },
      ranges: listed(ranges!).map((range) => {
        const [parameter, , unit, lo, hi, resolution, pct, abs, drift, points] = range;
        return {
          ...{ parameter: parameter!, unit: unit as UnitCode, lo: lo!, hi: hi! },
          ...{ resolution: resolution!, pct: pct || null, abs: abs || null },
          ...{ drift: drift!, points: points!.split(" ") },
        };
      }),
    };
  });
