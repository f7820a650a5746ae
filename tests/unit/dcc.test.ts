import { describe, expect, test } from "vitest";
import type { TypedRange } from "#app/shared/calibration/certificates.ts";
import { dccOf } from "#tests/support/dcc.ts";
import { readDcc } from "#worker/domain/calibrator-certificates/dcc.ts";
import { BrokenXml, xmlTree } from "#worker/files/xml-tree.ts";

const rangesOf = (xml: string) => readDcc(xml).values.ranges as TypedRange[];

describe("a digital calibration certificate", () => {
  test("fills in what it says by itself", () => {
    const { values, serials, told } = readDcc(dccOf({}));
    expect(values).toMatchObject({
      ...{ certificateNo: "EXAMPLE-0001", issuedBy: "Example & Laboratory" },
      ...{ calibratedOn: "2026-03-05", issuedOn: "2026-03-06", envTemp: "23", envRh: "45" },
    });
    expect([serials, told]).toEqual([["SN-0001"], []]);
    const [range] = values.ranges as TypedRange[];
    expect(range).toMatchObject({
      ...{ parameter: "Energy", unit: "J", rangeLo: "100", rangeHi: "200" },
      ...{ uKind: "table", uK: "2", correction: "linear" },
    });
    expect(range!.points[1]).toEqual({
      ...{ nominal: "200", reference: "200.1", indicated: "200.4", correction: "-0.3" },
      ...{ u: "2.0", k: "2", dof: "" },
    });
  });

  test("tells what of it has to be typed", () => {
    const said = (parts: Parameters<typeof dccOf>[0]) => readDcc(dccOf(parts)).told.join(" ");
    expect(said({ unit: "\\parsec" })).toContain("unit");
    expect(said({ lists: { measured: "100.3" } })).toContain("lengths");
    expect(said({ lists: { u: "1,0 2,0" } })).toContain("without");
    expect(rangesOf(dccOf({ lists: { u: "1.5" } }))[0]!.points.map(({ u }) => u)).toEqual([
      "1.5",
      "1.5",
    ]);
    const more = "<dcc:result><dcc:name><dcc:content>Rate</dcc:content></dcc:name></dcc:result>";
    expect(said({ more })).toContain("Rate");
    expect(rangesOf(dccOf({ more }))).toHaveLength(1);
  });

  test("is refused with a document type, another version, or as no certificate", () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const odd = [
      dccOf({ head: bomb }),
      dccOf({ head: '<!DOCTYPE x SYSTEM "file:///etc/passwd">' }),
      dccOf({ serial: "&x;" }),
      dccOf({}).replace('schemaVersion="3.3.0"', 'schemaVersion="2.4.0"'),
      "<a/>",
      "",
      "<a>",
      dccOf({}).slice(0, 500),
      `${"<a>".repeat(100)}${"</a>".repeat(100)}`,
    ];
    for (const xml of odd) expect(() => readDcc(xml), xml.slice(0, 80)).toThrow(BrokenXml);
  });

  test("of many points and results is cut to what a certificate may have", () => {
    const many = Array.from({ length: 500 }, (_, at) => String(at)).join(" ");
    const lists = { nominal: many, reference: many, measured: many, u: "1" };
    expect(rangesOf(dccOf({ lists }))[0]!.points).toHaveLength(200);
  });
});

test("XML has no entities but its own five, and sections of plain letters", () => {
  expect(xmlTree("<a>&lt;&amp;&#65;<![CDATA[<b>]]></a>").text).toBe("<&A<b>");
  expect(() => xmlTree("<a>&nbsp;</a>")).toThrow(BrokenXml);
});

test("the file is read in time that grows with it", () => {
  const large = dccOf({ more: `<x>${"y ".repeat(500_000)}</x>${"<z/>".repeat(50_000)}` });
  const began = performance.now();
  readDcc(large);
  expect(performance.now() - began).toBeLessThan(5_000);
});
