import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { certificateContent } from "#tests/support/certificate-document.ts";
import { NASTY, variants } from "#tests/support/certificate-variants.ts";
import { certificateCsv } from "#worker/domain/certificates/results-csv.ts";

type Row = Record<string, string>;
const csvOf = (name: string) => certificateCsv(variants[name]!);
const rowsOf = (name: string): Row[] => {
  const { data, errors } = Papa.parse<Row>(csvOf(name).slice(1), {
    ...{ header: true, newline: "\r\n", skipEmptyLines: true },
  });
  expect(errors).toEqual([]);
  return data;
};

describe("the results of a certificate as a CSV", () => {
  test("have a row for each line in each of its sets", () => {
    const rows = rowsOf("adjusted");
    expect(rows.map((row) => [row.Number, row["Set of results"]])).toEqual([
      ...["1", "2", "3", "4", "5"].flatMap((no) => [
        [no, "As found"],
        [no, "As left"],
      ]),
      ["6", "Results"],
      ["7", "Results"],
    ]);
    expect(rowsOf("not adjusted").every((row) => row["Set of results"] === "Results")).toBe(true);
    expect(rowsOf("checks alone")).toEqual([]);
  });

  test("have the figures of the document", () => {
    const { lines } = certificateContent.parameters[0]!;
    const left = rowsOf("adjusted").filter((row) => row["Set of results"] === "As left");
    expect(left.map((row) => [row.Value, row.Error, row.U])).toEqual(
      lines.map(({ as_left }) => [
        as_left!.value_reported,
        as_left!.error_reported,
        as_left!.u_reported,
      ]),
    );
    expect(left[3]).toMatchObject({
      ...{ Certificate: "MGH/CAL/26-27/00731", Parameter: "Delivered energy into 50 Ω" },
      ...{ Nominal: "200", Direction: "", Conditions: "", k: "2.00", Tolerance: "±max(15 %, 3)" },
      ...{ "Readings of the standard": "198.2; 199.1; 198.7; 198.9; 198.4" },
      ...{ "Readings of the device": "", "Lower limit": "170", "Upper limit": "230" },
      ...{ "Guard band": "0", "Lower limit of acceptance": "170", Rule: "Z540-M6" },
      ...{ "Upper limit of acceptance": "230", Verdict: "Pass", Unit: "J", "In scope": "Yes" },
    });
  });

  test("tell why a line was not measured", () => {
    expect(rowsOf("adjusted").at(-1)).toMatchObject({
      ...{ Value: "", U: "", Verdict: "", Conditions: "Supply: battery", "In scope": "No" },
      "Not measured": "The battery is at its end of life",
    });
    const rows = rowsOf("nothing measured");
    expect(rows.map((row) => row["Not measured"])).toEqual(rows.map(() => "No battery"));
    expect(rows).toHaveLength(7);
  });

  test("keep a sign as a figure, and no formula as one", () => {
    const below = rowsOf("up and down")[2]!;
    expect([below.Nominal, below.Error]).toEqual(["-10.0", "-0.22"]);
    expect(below["Readings of the device"]).toBe("-10.1; -10.3; -10.2");
    expect(rowsOf("up and down").map((row) => row.Direction)).toEqual(["Up", "Down", "", "Up"]);
    for (const row of rowsOf("nasty texts")) {
      expect(row.Parameter).toBe(`'${NASTY}`);
      expect(row.Certificate).toBe(`'${NASTY}`);
    }
  });

  test("are the same bytes each time, in UTF-8 with its mark", () => {
    for (const name of Object.keys(variants)) {
      expect(certificateCsv(structuredClone(variants[name]!))).toBe(csvOf(name));
      expect(csvOf(name)).toMatch(/^\uFEFFCertificate,Number,Parameter,/);
    }
  });
});
