import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { cellOf } from "#app/shared/cells.ts";
import { BrokenSheet, readSheet } from "#worker/files/sheets/read.ts";
import { writeCsv } from "#worker/files/sheets/write-csv.ts";
import { writeXlsx } from "#worker/files/sheets/write-xlsx.ts";

type Cells = (string | number)[];
async function* pagesOf(rows: Cells[]) {
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
}
async function joined(chunks: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}
async function read(bytes: Uint8Array) {
  const rows: { rowNo: number; cells: string[] }[] = [];
  for await (const row of readSheet(bytes)) rows.push(row);
  return rows;
}
const cellsOf = async (bytes: Uint8Array) => (await read(bytes)).map(({ cells }) => cells);
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => "read",
    (error: Error) => (error instanceof BrokenSheet ? error.message : `not a refusal: ${error}`),
  );
const utf8 = (text: string) => new TextEncoder().encode(text);

const encodings: Record<string, (text: string) => Uint8Array> = {
  "utf-8": utf8,
  "utf-8 with its mark": (text) => utf8(`\uFEFF${text}`),
  "utf-16le": (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le")),
  "utf-16be": (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16()),
};

/** Texts as people have them in cells: quotes, delimiters, line breaks, other scripts, what looks like a formula. */
const cell = fc
  .string({
    unit: fc.constantFrom(..."aB7\",;\t\n=+-@'éßச💉 "),
    maxLength: 8,
  })
  .map((text) => text.trim());
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});
/** The rows that a reader returns: without empty cells at the end and without empty rows. */
const kept = (rows: string[][]) =>
  rows
    .map((cells) => cells.slice(0, cells.findLastIndex(Boolean) + 1))
    .filter((cells) => cells.length);

test("what is written as CSV is read as it was, in every encoding", async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(...Object.keys(encodings)), async (rows, encoding) => {
      const head = ["First", "Second", "Third"];
      const text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(
        await joined(writeCsv(head, pagesOf(rows))),
      );
      expect(await cellsOf(encodings[encoding]!(text))).toEqual([head, ...kept(rows)]);
    }),
    { numRuns: 200 },
  );
});

test("what is written as Excel is read as it was", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const bytes = await joined(
        writeXlsx([{ name: "Rows", head: ["A", "B", "C"], pages: pagesOf(rows) }]),
      );
      expect(await cellsOf(bytes)).toEqual([["A", "B", "C"], ...kept(rows)]);
    }),
    { numRuns: 60 },
  );
});

test("no cell of a CSV is a formula", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(/^"?[=+\-@\t\r]/.test(cellOf(text))).toBe(false);
    }),
  );
  for (const sign of "=+-@＝＋－＠")
    for (const before of ["", " ", "\t", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u0000", "''"])
      expect(cellOf(`${before}${sign}1`).replace(/^"/, "")[0], `${before} ${sign}`).toBe("'");
  expect([cellOf("=1+1"), cellOf("'=1"), cellOf("-5"), cellOf('a"b')]).toEqual([
    "'=1+1",
    "''=1",
    "'-5",
    '"a""b"',
  ]);
});

test.each([
  [";", "Name;Town\r\nÄrzte;Köln"],
  [",", 'Name,Town\n"Ärzte",Köln'],
  ["tab", "Name\tTown\nÄrzte\tKöln"],
  ["said", "sep=|\r\nName|Town\r\nÄrzte|Köln"],
])("a delimiter is seen: %s", async (_, text) => {
  expect(await cellsOf(utf8(text))).toEqual([
    ["Name", "Town"],
    ["Ärzte", "Köln"],
  ]);
});

test("a text that is no UTF-8 is Windows-1252, and UTF-16 is known without its mark", async () => {
  expect(
    await cellsOf(new Uint8Array(Buffer.from("Name,Fee\n\u00c4rzte,\u00805", "latin1"))),
  ).toEqual([
    ["Name", "Fee"],
    ["Ärzte", "€5"],
  ]);
  expect(await cellsOf(new Uint8Array(Buffer.from("Name,Town\nX,Y", "utf16le")))).toEqual([
    ["Name", "Town"],
    ["X", "Y"],
  ]);
});

test("line breaks inside quotes stay in their cell, and rows keep their numbers", async () => {
  expect(await read(utf8('A,B\r\n\r\n"one\r\ntwo",2\r\n,\r\nx,y'))).toEqual([
    { rowNo: 1, cells: ["A", "B"] },
    { rowNo: 3, cells: ["one\ntwo", "2"] },
    { rowNo: 5, cells: ["x", "y"] },
  ]);
});

const book = (sheet: string, more: Record<string, string> = {}) =>
  zipSync({
    "xl/workbook.xml": strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="h"/><sheet name="S" r:id="a"/></sheets></workbook>',
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    "xl/worksheets/sheet1.xml": strToU8(
      `<x:worksheet xmlns:x="x"><x:sheetData>${sheet.replace(/<(\/?)(\w)/g, "<$1x:$2")}</x:sheetData></x:worksheet>`,
    ),
    "xl/styles.xml": strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\-mmm\\-yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ),
    "xl/sharedStrings.xml": strToU8(
      "<sst><si><t>Sha</t><r><t>red</t></r><rPh><t>aloud</t></rPh></si></sst>",
    ),
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
  });

test("cells of Excel are read by what they hold: texts, formulas, days, numbers, truth", async () => {
  const sheet = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>made &amp; done</v></c></row>
    <row r="5"><c r="A5" s="1"><v>45292</v></c><c r="B5" s="2"><v>45292.75</v></c><c r="C5"><f>0.1+0.2</f><v>0.30000000000000004</v></c>
    <c r="D5"><v>1.2345E+15</v></c><c r="E5" t="b"><v>1</v></c><c r="F5" t="inlineStr"><is><t>in_x0041_line</t></is></c><c r="G5" t="e"><v>#N/A</v></c></row>`;
  expect(await read(book(sheet))).toEqual([
    { rowNo: 2, cells: ["Shared", "", "made & done"] },
    {
      rowNo: 5,
      cells: ["2024-01-01", "2024-01-01", "0.3", "1234500000000000", "TRUE", "inAline", "#N/A"],
    },
  ]);
});

test("what is no spreadsheet, damaged or locked is refused in words", async () => {
  const whole = book("<row><c><v>1</v></c></row>");
  expect(await refusal(whole.slice(0, whole.length - 40))).toContain("damaged");
  expect(await refusal(strToU8("PK\u0003\u0004nonsense"))).toContain("damaged");
  expect(await refusal(zipSync({ "word/document.xml": strToU8("<x/>") }))).toContain(
    "not a spreadsheet",
  );
  expect(await refusal(book("<row><c><v>1</v></c>"))).toContain("damaged");
  expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toContain("password");
  expect(await refusal(utf8("%PDF-1.7"))).toContain("not a spreadsheet");
  expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toContain("not a spreadsheet");
  expect(await refusal(utf8('A,B\n1,"never closed\n2,3'))).toContain("never ends");
});

test("a file that unpacks to a gigabyte is stopped before it is", async () => {
  const zeros = new Uint8Array(64 * 1024 * 1024);
  const bomb = zipSync(
    { "xl/workbook.xml": strToU8("<workbook/>"), "xl/sharedStrings.xml": zeros },
    { level: 9 },
  );
  // The directory lies about the size: what comes out is counted.
  const lying = bomb.slice();
  const view = new DataView(lying.buffer);
  for (let at = 0; at < lying.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === zeros.length)
      view.setUint32(at + 24, 100, true);
  const sheet = book("<row><c><v>1</v></c></row>");
  expect(sheet.length).toBeLessThan(5000);
  const { openZip, unpacked } = await import("#worker/files/sheets/zip.ts");
  for (const archive of [bomb, lying]) {
    const entry = openZip(archive).get("xl/sharedStrings.xml")!;
    let out = 0;
    expect(() => {
      for (const piece of unpacked(entry, 1024 * 1024)) out += piece.length;
    }).toThrow(BrokenSheet);
    expect(out).toBeLessThan(1024 * 1024);
  }
});
