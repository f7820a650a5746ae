/** Figures, units and times as they stand in files of instruments. */
import { isTypedNumber, plainText, typedNumber } from "../metrology/decimal.ts";
import { converted, isUnit, type UnitCode, unitCodes, units } from "../metrology/units.ts";
import type { MapContent } from "./instrument-map.ts";

/** The figure of a cell as typed text: with a decimal comma only where the map says so. Null for what is no number. */
export function figureText(cell: string, decimal: MapContent["decimal"]): string | null {
  const text = cell.trim();
  if (decimal === "point") return isTypedNumber(text) ? text : null;
  const pointed = text.includes(".") ? "" : text.replace(",", ".");
  return isTypedNumber(pointed) ? pointed : null;
}

const SIGNS = [
  [/[µμ]/g, "u"],
  [/[ΩΩ]/g, "ohm"],
  [/ohms?/gi, "ohm"],
  [/[\s°º]/g, ""],
] as const;
const tidy = (text: string) =>
  SIGNS.reduce((after, [sign, plain]) => after.replace(sign, plain), text.trim());
/** What instruments call units that are known by another name. */
const OTHERS: Readonly<Record<string, UnitCode>> = {
  ...{ C: "degC", c: "degC", degc: "degC", celsius: "degC", Celsius: "degC" },
  ...{ hPa: "mbar", sec: "s", Sec: "s", rH: "%RH", RH: "%RH", rh: "%RH" },
};
const bySign = new Map<string, UnitCode>();
for (const code of unitCodes)
  for (const sign of [code, tidy(units[code].symbol)]) if (sign) bySign.set(sign, code);

const isOtherSize = (written: string, code: string) => written[0] === "M" && code[0] === "m";

/** The unit that a file means: by code or symbol, whatever the case where that is clear. Null for one that is not known. */
export function unitIn(text: string): UnitCode | null {
  const sign = tidy(text);
  const known = bySign.get(sign) ?? OTHERS[sign];
  if (known) return known;
  const alike = unitCodes.filter(
    (code) => code.toLowerCase() === sign.toLowerCase() && !isOtherSize(sign, code),
  );
  return alike.length === 1 ? alike[0]! : null;
}

/** A cell with its unit behind the figure, such as "0.12 Ohm". */
export function parted(cell: string): { figure: string; unit: string } {
  const [, figure = cell, unit = ""] =
    /^\s*([-+]?[\d.,]+(?:[eE][-+]?\d{1,2})?)\s*(.*?)\s*$/s.exec(cell) ?? [];
  return { figure, unit };
}

const MORE_DIGITS = 3;
const LONGEST = 24;

/**
 * A figure in another unit of the same quantity: as it stands where the unit is the same, else converted exactly; where that has too
 * many digits, with three more than it had.
 * @returns null for a unit of another quantity
 */
export function inUnit(figure: string, from: UnitCode, to: UnitCode): string | null {
  if (from === to) return figure;
  const value = typedNumber(figure);
  if (!value || units[from].quantity !== units[to].quantity) return null;
  const exact = converted(value, from, to);
  const text = plainText(exact);
  if (text.length <= LONGEST) return text;
  const digits = figure.replace(/[eE].*/, "").replace(/\D/g, "").length;
  return plainText(exact.prec(Math.min(digits + MORE_DIGITS, LONGEST - 8)));
}

export const isUnitOf = (code: string, other: UnitCode): boolean =>
  isUnit(code) && units[code].quantity === units[other].quantity;

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?/;
const WRITTEN =
  /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([AaPp])?/;

const two = (n: number) => String(n).padStart(2, "0");

/**
 * A time of a data logger, by the logger's own clock, as YYYY-MM-DDTHH:MM:SS, which sorts as it passes. Null for what is no time.
 * @param days how 03/04/2026 is read
 */
export function timeText(cell: string, days: MapContent["days"]): string | null {
  const text = cell.trim();
  const iso = ISO.exec(text);
  const written = iso ? null : WRITTEN.exec(text);
  const parts = (iso ?? written)?.slice(1, 7).map((part) => Number(part ?? 0));
  if (!parts) return null;
  const [one, two_, three, hour, minute, second] = parts as [
    ...[number, number, number],
    ...[number, number, number],
  ];
  const isDayFirst = days === "day_first";
  const year = iso ? one : three < 100 ? 2000 + three : three;
  const month = iso || isDayFirst ? two_ : one;
  const day = iso ? three : isDayFirst ? one : two_;
  const half = written?.[7]?.toLowerCase();
  const hours = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour;
  const isTime = hours < 24 && minute < 60 && second < 60 && (!half || (hour >= 1 && hour <= 12));
  if (month < 1 || month > 12 || day < 1 || day > 31 || !isTime) return null;
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minute)}:${two(second)}`;
}
