import { describe, expect, test } from "vitest";
import type { CertificateKind } from "#app/shared/certificates/document.ts";
import { elementsOf } from "#app/shared/certificates/forms/elements.ts";
import { builtInForms, kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { certificateContent, certificateDocument } from "#tests/support/certificate-document.ts";
import { documentSha256, printed } from "#tests/support/certificate-pdf.ts";
import { withContent } from "#tests/support/certificate-variants.ts";
import { plain, readByPdfJs } from "#tests/support/other-reader.ts";
import { certificateDcc } from "#worker/domain/certificates/dcc-xml.ts";
import { everyOne, textAt, xmlTree } from "#worker/files/xml-tree.ts";

const kinds = Object.keys(kindNames) as CertificateKind[];
const NUMBER = "MGH/CAL/26-27/00731-R1";

/** A revision of a kind on its built-in form, which has something to say under each heading. */
const ofKind = (kind: CertificateKind) =>
  withContent(
    {
      ...{ kind, title: kindNames[kind], form: builtInForms[kind] },
      ...{ deviations: "The point at 5 J was left out", external_providers: "Beta Laboratories" },
    },
    {
      ...{ revision_no: 1, certificate_no: NUMBER, changes: ["Serial number"] },
      amendment_reason: "The serial number was mistyped",
      replaces: { certificate_no: "MGH/CAL/26-27/00731", document_sha256: documentSha256 },
    },
  );

const { lab, customer, item, procedure, standards } = certificateContent;
const statement = (key: string) =>
  certificateContent.statements.find((one) => one.key === key)!.text;
/** What each required element reads as, by its key (ISO/IEC 17025:2017, 7.8.2.1, 7.8.4, 7.8.6 to 7.8.8). */
const reads: Record<string, readonly string[]> = {
  laboratory: [lab.name, "Biomedical Calibration Laboratory, 14 Lake Road, 682016 Kochi, IN"],
  place: ["Place of work", "Laboratory, address above"],
  end_mark: [NUMBER],
  customer: [customer!.name, "7 MC Road, 686001 Kottayam, IN", customer!.consumer_no],
  method: [procedure.method_reference, "Procedure CP-DEF-01, version 3: Defibrillators."],
  item: ["Zoll R Series", item.serial_no!, item.machine_no, "Good, with paddles"],
  dates: ["Received", "19 Nov 2026", "20 Nov 2026", "Issued"],
  items_only: [statement("items_only")],
  deviations: [
    "Deviations from the method, additions and exclusions",
    "The point at 5 J was left out",
  ],
  signatures: ["Asha Menon", "Technical manager", "Authorised", "20 Nov 2026, 16:42 UTC+05:30"],
  external_providers: ["External providers", "Beta Laboratories"],
  no_partial_copy: [statement("no_partial_copy")],
  conformity: [
    "Fail: 5 of 6 judged lines pass.",
    "Pass: 6 of 6 judged lines pass.",
    "Guard band of U. Acceptance limits are the tolerance less the expanded uncertainty U.",
  ],
  opinion: ["The device may be used again.", "Opinion of Asha Menon"],
  amendment: ["Amended: revision 1", "The serial number was mistyped", "MGH/CAL/26-27/00731"],
  results: ["Results: Delivered energy into 50 Ω", "198.7", "6.80", "J", "s"],
  uncertainty: ["U", "k", "2.3", "0.22", "3.31", statement("uncertainty")],
  "table.environment": ["Temperature, °C", "23.4", "23.9", "Relative humidity, %RH", "101.0"],
  traceability: [standards[0]!.serial_no!, statement("traceability"), "Fluke Impulse"],
  both_sides: ["As found, before adjustment", "As left, after adjustment", "174.3"],
  findings: ["Mains cord", "Cut near the plug", "Equipment leakage", "212 µA", "≤ 500 µA"],
};

describe.each(kinds)("to PDF.js the built-in form of a %s", async (kind) => {
  const pages = await readByPdfJs(await printed(ofKind(kind)));
  const cells = new Set(pages.flat(2));

  test.each(elementsOf(kind).map((one) => [one.clause, one.name, one.key] as const))(
    "says %s: %s",
    (_, __, key) => {
      const expected = key === "title" ? [kindNames[kind]] : reads[key]!;
      expect(expected.filter((text) => !cells.has(plain(text)))).toEqual([]);
    },
  );

  test("has its number and its place among the pages on each of them, and its end on the last", () => {
    for (const [at, page] of pages.entries()) {
      const foot = page.at(-1)!;
      expect(foot).toContain(plain(NUMBER));
      expect(foot).toContain(plain(`Page ${at + 1} of ${pages.length}`));
    }
    const ends = pages.map((page) => page.some(([cell]) => /^Endof\w+$/.test(cell!)));
    expect(ends).toEqual(pages.map((_, at) => at === pages.length - 1));
  });
});

test("to PDF.js each line has the numbers of the digital certificate", async () => {
  const rows = (await readByPdfJs(await printed(certificateDocument))).flat();
  const sets = everyOne(xmlTree(certificateDcc(certificateDocument)), "measurementResult");
  const [found, left] = sets.map((set) => {
    const listOf = (refType: string) => {
      const one = everyOne(set, "quantity").find(
        ({ attributes }) => attributes.refType === refType,
      );
      return one && textAt(one, "realListXMLList", "valueXMLList")?.split(" ");
    };
    const [us] = everyOne(set, "valueExpandedMUXMLList").map(({ text }) => text.split(" "));
    const [ks] = everyOne(set, "coverageFactorXMLList").map(({ text }) => text.split(" "));
    const [verdicts] = everyOne(set, "conformityXMLList").map(({ text }) => text.split(" "));
    const errors = listOf("basic_measurementError");
    return (listOf("basic_nominalValue") ?? []).map((nominal, at) => ({
      nominal,
      told: [
        listOf("basic_referenceValue")![at]!,
        errors![at]!.replace(/^(?!-)/, "+").replace("-", "−"),
        ...[us![at] ?? us![0]!, ks![at] ?? ks![0]!],
        ...(verdicts![at] === "pass" ? ["Pass"] : ["Fail"]),
      ],
    }));
  });
  expect(found).toHaveLength(5);
  for (const [at, { nominal, told }] of found!.entries()) {
    const row = rows.find(([first, limits]) => first === nominal && /to/.test(limits!));
    expect(row?.toSpliced(1, 1)).toEqual([nominal, ...told, ...left![at]!.told]);
  }
});
