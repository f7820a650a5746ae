import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { strToU8, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";

/** The memory of an isolate, in MB. */
const ISOLATE = 128;
const HEAP = 96;
const LONG = { timeout: 300_000 };
type Told = { rows: number; refusal: string; ms: number; memory: number };

const folder = mkdtempSync(join(tmpdir(), "plumbline-sheets-"));
const empty = await readBy(strToU8("Name\nx"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file in a process of its own, which dies when it needs more memory than an isolate has. */
async function readBy(bytes: Uint8Array): Promise<Told> {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  const args = [
    `--max-old-space-size=${HEAP}`,
    "--max-semi-space-size=2",
    "--disable-warning=ExperimentalWarning",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...args,
    "tests/support/read-sheets.ts",
    path,
  ]);
  rmSync(path);
  return JSON.parse(stdout) as Told;
}

const book = (sheet: string | Uint8Array, more: Record<string, string | Uint8Array> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        "xl/workbook.xml":
          '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
          '<Relationships><Relationship Id="a" Target="sheet1.xml"/></Relationships>',
        "xl/sheet1.xml": sheet,
        ...more,
      }).map(([name, text]) => [name, typeof text === "string" ? strToU8(text) : text]),
    ),
    { level: 1 },
  );
const rows = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;
const strings = (inside: string) => ({ "xl/sharedStrings.xml": `<sst>${inside}</sst>` });
/** A file of this size that repeats one piece. */
const filled = (before: string, again: string, after: string, megabytes: number) => {
  const piece = Buffer.from(again);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(before),
      Buffer.alloc(Math.floor((megabytes * 2 ** 20) / piece.length) * piece.length, piece),
      Buffer.from(after),
    ]),
  );
};
const named = "<row><c t='s'><v>0</v></c></row>";
const MB = 2 ** 20;

/** Small uploads that unpack to much, and how each is refused; null when it is cut and read. */
const hostile: Record<string, [file: () => Uint8Array, refusal: RegExp | null]> = {
  "a shared text of line breaks": [
    () =>
      book(rows(named.repeat(20)), {
        "xl/sharedStrings.xml": filled("<sst><si><t>", "\r\n", "</t></si></sst>", 39),
      }),
    /larger than it seems/,
  ],
  "a cell of 110 MB": [
    () =>
      book(
        filled(
          "<worksheet><sheetData><row><c t='inlineStr'><is><t>",
          "x",
          "</t></is></c></row></sheetData></worksheet>",
          110,
        ),
      ),
    /larger than it seems/,
  ],
  "two million rows": [() => book(rows("<row/>".repeat(2_000_000))), /20,000 rows/],
  "cells in one row": [
    () => book(rows(`<row>${"<c/>".repeat(4_000_000)}</row>`)),
    /too many cells/,
  ],
  "cells far apart": [
    () => book(rows(`<row>${'<c r="SF1"/>'}</row>`.repeat(60_000))),
    /too many cells/,
  ],
  "elements that are none of ours": [
    () => book(filled("<worksheet>", "<a/>", "</worksheet>", 60)),
    /larger than it seems/,
  ],
  "elements in each other": [() => book(rows("<a>".repeat(200_000))), /larger than it seems/],
  "a comment": [
    () => book(filled("<worksheet><!--", "<b>", "--></worksheet>", 40)),
    /larger than it seems/,
  ],
  "an attribute": [
    () => book(filled('<worksheet><row r="', "1", '"/></worksheet>', 40)),
    /larger than it seems|no number/,
  ],
  "shared texts without end": [
    () =>
      book(rows(named), {
        "xl/sharedStrings.xml": filled("<sst>", "<si><t>ab</t></si>", "</sst>", 39),
      }),
    /larger than it seems/,
  ],
  "shared texts that are long": [
    () =>
      book(rows(named), {
        "xl/sharedStrings.xml": filled(
          "<sst>",
          `<si><t>${"y".repeat(900)}ü</t></si>`,
          "</sst>",
          39,
        ),
      }),
    /larger than it seems/,
  ],
  "sheets without end": [
    () =>
      book(rows(named), {
        "xl/workbook.xml": filled("<workbook><sheets>", "<sheet/>", "</sheets></workbook>", 7),
      }),
    /no sheet/,
  ],
  "a format of brackets": [
    () =>
      book(rows("<row><c><v>1</v></c></row>"), {
        "xl/styles.xml": `<styleSheet><numFmt numFmtId="170" formatCode="${"[".repeat(200_000)}"/></styleSheet>`,
      }),
    null,
  ],
  "a row that is no number": [() => book(rows('<row r="abc"><c><v>1</v></c></row>')), /no number/],
  "a row beyond all rows": [() => book(rows('<row r="1e999"><c><v>1</v></c></row>')), /no number/],
  "a row twice": [
    () => book(rows('<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>')),
    /no number/,
  ],
  "a number beyond all numbers": [() => book(rows("<row><c><v>1e999</v></c></row>")), null],
  "a long text in each of many cells": [
    () =>
      book(
        rows(`<row>${"<c t='s'><v>0</v></c>".repeat(50)}</row>`),
        strings(`<si><t>${"z".repeat(100_000)}</t></si>`),
      ),
    null,
  ],
  "CSV: 25 MB of commas": [() => filled("a\n", ",", "", 25), /too many cells/],
  "CSV: 25 MB of line breaks": [() => filled("a\n", "\n", "", 25), /20,000 rows/],
  "CSV: 25 MB of quotation marks": [() => filled("a\n", '"', "", 25), null],
  "CSV: 25 MB of open quotations": [() => filled('a\n"', '"b', "", 25), null],
  "CSV: 25 MB of spaces behind one": [() => filled('a\n"b"', " ", "", 25), null],
  "CSV: one cell of 25 MB": [() => filled("a\n", "é", "", 25), null],
  "CSV: 20,003 rows": [() => strToU8("a\n".repeat(20_003)), /20,000 rows/],
};

test.each(Object.keys(hostile))(
  "%s: refused or cut, in an isolate's memory and soon",
  LONG,
  async (name) => {
    const [file, refusal] = hostile[name]!;
    const told = await readBy(file());
    if (refusal) expect(told.refusal).toMatch(refusal);
    expect(told.memory - empty.memory).toBeLessThan(ISOLATE);
    // Generous, because a busy machine is ten times slower.
    expect(told.ms).toBeLessThan(20_000);
  },
);

const cells = (n: number) =>
  Array.from({ length: 30 }, (_, at) => `Cell ${at} of row ${n}, as people write`);
const honest: Record<string, () => Uint8Array> = {
  "as CSV": () =>
    strToU8(
      Array.from({ length: 20_001 }, (_, n) =>
        cells(n)
          .map((cell) => `"${cell}"`)
          .join(","),
      ).join("\r\n"),
    ),
  "as Excel, with its texts aside": () =>
    book(
      rows(
        Array.from(
          { length: 20_001 },
          (_, n) =>
            `<row r="${n + 1}">${cells(n)
              .map((_, at) => `<c t="s"><v>${n * 30 + at}</v></c>`)
              .join("")}</row>`,
        ).join(""),
      ),
      strings(
        Array.from({ length: 20_001 }, (_, n) =>
          cells(n)
            .map((cell) => `<si><t>${cell}</t></si>`)
            .join(""),
        ).join(""),
      ),
    ),
};
test.each(Object.keys(honest))(
  "20,000 rows of 30 columns %s are read within it",
  LONG,
  async (name) => {
    const bytes = honest[name]!();
    expect(bytes.length).toBeLessThan(25 * MB);
    const told = await readBy(bytes);
    expect([told.refusal, told.rows]).toEqual(["", 20_001]);
    expect(told.memory - empty.memory).toBeLessThan(ISOLATE);
  },
);
