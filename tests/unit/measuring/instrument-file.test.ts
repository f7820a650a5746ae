import { describe, expect, test } from "vitest";
import { figureText, inUnit, timeText, unitIn } from "#app/shared/measuring/instrument-figures.ts";
import {
  delimiterIn,
  FILE_LIMITS,
  likelyHead,
  recognised,
  tableOf,
} from "#app/shared/measuring/instrument-file.ts";
import type { InstrumentMap } from "#app/shared/measuring/instrument-map.ts";
import { instrumentRows, rowsOfFile } from "#app/shared/measuring/instrument-read.ts";
import { energies, esa615, logger, rigel } from "#tests/support/instrument-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const tableIn = (text: string) => {
  const rows = instrumentRows(bytes(text));
  return tableOf(rows, likelyHead(rows));
};
const utf16 = (text: string, isBig: boolean) => {
  const out = new Uint8Array(2 + text.length * 2);
  const view = new DataView(out.buffer);
  view.setUint16(0, 0xfeff, !isBig);
  for (const [at, letter] of [...text].entries())
    view.setUint16(2 + at * 2, letter.charCodeAt(0), !isBig);
  return out;
};

describe("a file of an instrument", () => {
  test("of a safety analyser has lines of its device before the table", () => {
    const { columns, rows, preamble } = tableIn(esa615);
    expect(columns).toEqual(["Test", "Condition", "Value", "Unit", "Limit", "Status"]);
    expect(preamble).toContainEqual({ name: "Operator", value: "Dubois, M." });
    expect(rows[0]).toEqual({
      rowNo: 8,
      cells: ["Protective Earth Resistance", "", "0.118", "Ohm", "0.3", "PASS"],
    });
    expect(rows[2]!.cells[1]).toBe("Reversed, no earth");
  });

  test("with semicolons keeps its decimal commas", () => {
    const { columns, rows } = tableIn(rigel);
    expect(columns).toEqual(["Prüfung", "Messwert", "Bewertung"]);
    expect(rows[1]!.cells[1]).toBe("61,4 µA");
  });

  test.each([
    ["UTF-8 with its mark", bytes(`\ufeff${rigel}`)],
    ["UTF-16, the lesser byte first", utf16(rigel, false)],
    ["UTF-16, the greater byte first", utf16(rigel, true)],
    ["Latin-1", Uint8Array.from(rigel.replaceAll("Ω", "O"), (letter) => letter.charCodeAt(0))],
  ])("is read in %s", (_, file) => {
    const rows = instrumentRows(file);
    expect(rows.at(-2)!.cells).toEqual(["Geräteableitstrom", "61,4 µA", "bestanden"]);
  });

  test("finds its delimiter by what parts most lines alike", () => {
    expect([esa615, rigel, energies].map(delimiterIn)).toEqual([",", ";", "\t"]);
    expect(delimiterIn("Date: 1, 2, 3, 4\na;b\n1,5;2,5\n1,25;3\n")).toBe(";");
  });

  test("of 10,000 rows is read whole, each cell as it stands", () => {
    const { rows } = tableIn(logger());
    expect(rows).toHaveLength(10_000);
    expect(rows[0]!.cells).toEqual(["23/11/2026 00:00:00", "21.00", "48.0", "1013.2"]);
  });

  test("names columns without a name, and the same name again, apart", () => {
    expect(tableIn("A,,A\n1,2,3\n").columns).toEqual(["A", "Column 2", "A (2)"]);
  });
});

describe("a file that is no good is refused in words", () => {
  const problem = async (content: string | Uint8Array<ArrayBuffer>) => {
    const read = await rowsOfFile(new File([content], "x.csv"));
    return "problem" in read ? read.problem : `${read.rows.length} rows`;
  };
  test.each([
    ["of 3 MB", "a,b\n".repeat(786_432), "The file is larger than 2 MB"],
    ["of a million quotes", '"'.repeat(1_000_000), "A cell of row 1 is longer than 500 characters"],
    ["that never closes a quote", 'a,b\n"1,2\n3,4', "begins in row 2 never ends"],
    ["of 20,001 rows", "1,2\n".repeat(FILE_LIMITS.rows + 1), "more than 20,000 rows"],
    ["of empty lines", "\n".repeat(1_000_000), "more than 20,000 rows"],
    ["of many cells", `${",".repeat(99)}1\n`.repeat(4_001), "more than 400,000 cells"],
    ["of many columns", `1${",1".repeat(100)}\n`, "more than 100 columns"],
    ["with a long cell", `a,${"x".repeat(501)}\n`, "A cell of row 1 is longer than 500 characters"],
    ["that is a workbook", "PK\u0003\u0004....", "This is not a CSV file"],
    ["of nothing", "", "There is nothing in this file"],
  ])("%s", async (_, content, says) => {
    expect(await problem(content)).toContain(says);
  });
  test("signs that nobody sees and formulas are text", () => {
    const [row] = instrumentRows(bytes("a\u0000b,\u202e=1+1,@x\n"));
    expect(row!.cells).toEqual(["a b", "=1+1", "@x"]);
    expect(row!.cells.map((cell) => figureText(cell, "point"))).toEqual([null, null, null]);
  });
});

describe("figures, units and times", () => {
  test("a figure is text as it stands; a comma is a decimal mark only where the map says so", () => {
    expect(
      ["0.1180", "+1e3", "0,118", "1.234,5", ">999", "", "1 000"].map((cell) =>
        figureText(cell, "point"),
      ),
    ).toEqual(["0.1180", "+1e3", null, null, null, null, null]);
    expect(
      ["0,1180", "12", "0.118", "1.234,5", "1,2,3"].map((cell) => figureText(cell, "comma")),
    ).toEqual(["0.1180", "12", null, null, null]);
  });
  test.each([
    ...([
      ["Ohm", "ohm"],
      ["Ohms", "ohm"],
      ["MΩ", "Mohm"],
      ["mΩ", "mohm"],
      ["µA", "uA"],
    ] as const),
    ...([
      ["μA", "uA"],
      ["°C", "degC"],
      ["C", "degC"],
      ["%rH", "%RH"],
      ["hPa", "mbar"],
    ] as const),
    ...([
      ["MA", null],
      ["°F", null],
      ["kOhm", null],
      ["", null],
      ["joule", null],
    ] as const),
  ])("the unit %s is %s", (written, code) => expect(unitIn(written)).toBe(code));
  test("a figure stays as it is in its own unit, and is converted exactly", () => {
    expect(inUnit("0.0710", "mA", "mA")).toBe("0.0710");
    expect(inUnit("0.0714", "mA", "uA")).toBe("71.4");
    expect(inUnit("1013.2", "mbar", "kPa")).toBe("101.32");
    expect(inUnit("12.3", "kPa", "mmHg")).toBe("92.2576");
    expect(inUnit("1", "mA", "V")).toBeNull();
  });
  test.each([
    ["23/11/2026 07:05:09", "2026-11-23T07:05:09"],
    ["3.4.26 7:05", "2026-04-03T07:05:00"],
    ["2026-11-23T07:05:09.123Z", "2026-11-23T07:05:09"],
    ["23/11/2026, 07:05 PM", "2026-11-23T19:05:00"],
    ["23/11/2026 12:05 am", "2026-11-23T00:05:00"],
    ["11/23/2026 07:05", null],
    ["23/11/2026 24:05", null],
    ["yesterday", null],
  ])("the time %s is %s", (cell, time) => expect(timeText(cell, "day_first")).toBe(time));
  test("a month may stand first", () => {
    expect(timeText("03/04/2026 07:05", "month_first")).toBe("2026-03-04T07:05:00");
  });
});

test("a map knows its files by the names of their columns, in any order and after any lines", () => {
  const map = (name: string, ...heads: string[]): InstrumentMap => ({
    ...{ id: name, version: 1, name, instrument: null, kind: "safety_analyser" },
    content: { heads, decimal: "point", time: null, days: "day_first", rules: [] },
  });
  const rows = instrumentRows(bytes(esa615));
  const maps = [map("few", "value", "TEST"), map("more", "Unit", "Value", "Test"), map("none")];
  expect(recognised(rows, maps)).toMatchObject({ map: { name: "more" }, head: 5 });
  expect(recognised(rows, [map("other", "Test", "Wert")])).toBeNull();
});
