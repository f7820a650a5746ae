/**
 * Units of results: their symbols, the quantity they measure, their D-SI expression where there is one, and how they convert: base =
 * a + b·x. SI Brochure 9th edition; D-SI 2.2; mmHg by ISO 80000-4 (verify against your copy).
 */
import { type Decimal, decimal } from "./decimal.ts";

export type Unit = {
  symbol: string;
  quantity: string;
  /** Its expression in the SI digital framework; null where it has none. */
  dsi: string | null;
  /** base = a + b·x. */
  a: string;
  b: string;
};

type Row = readonly [symbol: string, quantity: string, dsi: string | null, b: string, a?: string];
const row = ([symbol, quantity, dsi, b, a = "0"]: Row): Unit => ({ symbol, quantity, dsi, a, b });
const rows = {
  "1": ["", "ratio", "\\one", "1"],
  "%": ["%", "ratio", "\\percent", "0.01"],
  "%RH": ["%RH", "relative humidity", "\\percent", "1"],
  "%vol": ["%vol", "volume fraction", "\\percent", "1"],
  degC: ["°C", "temperature", "\\degreecelsius", "1", "273.15"],
  K: ["K", "temperature", "\\kelvin", "1"],
  mmHg: ["mmHg", "pressure", "\\mmHg", "133.322387415"],
  kPa: ["kPa", "pressure", "\\kilo\\pascal", "1000"],
  cmH2O: ["cmH₂O", "pressure", null, "98.0665"],
  mbar: ["mbar", "pressure", "\\milli\\bar", "100"],
  mL: ["mL", "volume", "\\milli\\litre", "1000"],
  uL: ["µL", "volume", "\\micro\\litre", "1"],
  L: ["L", "volume", "\\litre", "1000000"],
  "mL/h": ["mL/h", "flow", "\\milli\\litre\\per\\hour", "1"],
  "mL/min": ["mL/min", "flow", "\\milli\\litre\\per\\minute", "60"],
  "L/min": ["L/min", "flow", "\\litre\\per\\minute", "60000"],
  J: ["J", "energy", "\\joule", "1"],
  W: ["W", "power", "\\watt", "1"],
  mA: ["mA", "current", "\\milli\\ampere", "0.001"],
  uA: ["µA", "current", "\\micro\\ampere", "0.000001"],
  A: ["A", "current", "\\ampere", "1"],
  V: ["V", "voltage", "\\volt", "1"],
  mV: ["mV", "voltage", "\\milli\\volt", "0.001"],
  kV: ["kV", "voltage", "\\kilo\\volt", "1000"],
  ohm: ["Ω", "resistance", "\\ohm", "1"],
  mohm: ["mΩ", "resistance", "\\milli\\ohm", "0.001"],
  Mohm: ["MΩ", "resistance", "\\mega\\ohm", "1000000"],
  Hz: ["Hz", "frequency", "\\hertz", "60"],
  bpm: ["bpm", "frequency", "\\one\\per\\minute", "1"],
  "1/min": ["1/min", "frequency", "\\one\\per\\minute", "1"],
  rpm: ["rpm", "frequency", "\\one\\per\\minute", "1"],
  g: ["g", "mass", "\\gram", "1"],
  kg: ["kg", "mass", "\\kilogram", "1000"],
  mg: ["mg", "mass", "\\milli\\gram", "0.001"],
  mm: ["mm", "length", "\\milli\\metre", "0.001"],
  m: ["m", "length", "\\metre", "1"],
  "mm/s": ["mm/s", "speed", "\\milli\\metre\\per\\second", "0.001"],
  "m/s": ["m/s", "speed", "\\metre\\per\\second", "1"],
  s: ["s", "time", "\\second", "1"],
  ms: ["ms", "time", "\\milli\\second", "0.001"],
  min: ["min", "time", "\\minute", "60"],
  h: ["h", "time", "\\hour", "3600"],
  dB: ["dB", "level", "\\decibel", "1"],
  dBA: ["dB(A)", "sound pressure level, A-weighted", null, "1"],
  lx: ["lx", "illuminance", "\\lux", "1"],
  klx: ["klx", "illuminance", "\\kilo\\lux", "1000"],
  "uW/cm2/nm": [
    ...(["µW/(cm²·nm)", "spectral irradiance"] as const),
    ...(["\\micro\\watt\\per\\centi\\metre\\tothe{2}\\per\\nano\\metre", "1"] as const),
  ],
  "mS/cm": ["mS/cm", "conductivity", "\\milli\\siemens\\per\\centi\\metre", "1"],
  mAs: ["mAs", "charge", "\\milli\\ampere\\second", "1"],
  mGy: ["mGy", "absorbed dose", "\\milli\\gray", "1"],
  deg: ["°", "angle", "\\degree", "1"],
  e: ["e", "verification scale interval", null, "1"],
  "mbar/min": ["mbar/min", "leak rate", "\\milli\\bar\\per\\minute", "100"],
  "mmHg/min": ["mmHg/min", "leak rate", "\\mmHg\\per\\minute", "133.322387415"],
} as const satisfies Record<string, Row>;

export type UnitCode = keyof typeof rows;
export const unitCodes = Object.keys(rows) as UnitCode[];
export const units = Object.fromEntries(unitCodes.map((code) => [code, row(rows[code])])) as Record<
  UnitCode,
  Unit
>;

export const isUnit = (code: string): code is UnitCode => Object.hasOwn(units, code);

/** The quantities there are, each once. */
export const quantities = [...new Set(unitCodes.map((code) => units[code].quantity))];

/** Units of different quantities, which nothing converts. */
export class UnitError extends Error {}

function pairOf(from: UnitCode, to: UnitCode): readonly [Unit, Unit] {
  const pair = [units[from], units[to]] as const;
  if (pair[0].quantity !== pair[1].quantity)
    throw new UnitError(`${pair[0].quantity} is not ${pair[1].quantity}`);
  return pair;
}

/** A value in another unit of the same quantity: 20 °C are 293.15 K. @throws UnitError for another quantity */
export function converted(value: Decimal, from: UnitCode, to: UnitCode): Decimal {
  const [one, other] = pairOf(from, to);
  return decimal(one.a).plus(value.times(one.b)).minus(other.a).div(other.b);
}

/** A difference in another unit, such as an error, a tolerance or an uncertainty: 1 °C is 1 K. @throws UnitError for another quantity */
export function convertedDifference(value: Decimal, from: UnitCode, to: UnitCode): Decimal {
  const [one, other] = pairOf(from, to);
  return value.times(one.b).div(other.b);
}
