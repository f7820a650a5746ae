import { wholeXml } from "./xml.ts";
import { type Entry, unpacked } from "./zip.ts";

/** Formats of dates that need no description in the file. */
const known = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);
const MOST_STYLES = 300_000;
const LONGEST_FORMAT = 255;
const isDateFormat = (code: string) =>
  /[ymdh]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "")) && !/^general$/i.test(code);

/** Says of a cell's style whether it shows a date. */
export function dateStyles(entry: Entry | undefined, most: number): (style: number) => boolean {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inside = false;
  if (entry)
    wholeXml(
      unpacked(entry, most),
      {
        open: (name, attributes) => {
          if (name === "numFmt")
            custom.set(
              Number(attributes.numFmtId),
              isDateFormat((attributes.formatCode ?? "").slice(0, LONGEST_FORMAT)),
            );
          if (name === "cellXfs") inside = true;
          const id = Number(attributes.numFmtId ?? 0);
          if (name === "xf" && inside) styles.push(custom.get(id) ?? known(id));
        },
        close: (name) => {
          if (name === "cellXfs") inside = false;
        },
      },
      MOST_STYLES,
    );
  return (style) => styles[style] ?? false;
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_465;

/** The calendar date of a spreadsheet's day number; null outside the years 1900 to 9999. */
function dayOfSerial(serial: number, is1904 = false): string | null {
  if (!(serial >= 1 && serial <= LAST_SERIAL)) return null;
  return new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.floor(serial) * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

/** A number as people would type it: no binary noise in its last digits, no power of ten. */
export function numberText(value: string, isDate: boolean, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const on = isDate ? dayOfSerial(number, is1904) : null;
  if (on) return on;
  const short = Number(number.toPrecision(15));
  return Math.abs(short) < 1e21 && Number.isInteger(short)
    ? BigInt(short).toString()
    : String(short);
}
