import { describe, expect, test } from "vitest";
import type { CertificateDocument, CertificateIssue } from "#app/shared/certificates/document.ts";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { documentSha256, pagesOf, rowsOf, wordsOf } from "#tests/support/certificate-pdf.ts";

const { content, issue } = certificateDocument;
const withContent = (more: Partial<CertificateDocument["content"]>): CertificateDocument => ({
  ...certificateDocument,
  content: { ...content, ...more },
});
const withIssue = (more: Partial<CertificateIssue>): CertificateDocument => ({
  ...certificateDocument,
  issue: { ...issue, ...more },
});
/** The certificate with one more section before its end. */
const withBlocks = (...blocks: FormBlock[]): CertificateDocument => {
  const { sections } = content.form;
  const own = { id: "own", title: null, when: null, blocks };
  const form = { ...content.form, sections: [...sections.slice(0, -1), own, sections.at(-1)!] };
  return withContent({ form });
};
const textOf = async (document: CertificateDocument) => wordsOf(await pagesOf(document)).join("\n");
const allRows = async (document: CertificateDocument) =>
  (await pagesOf(document)).flatMap((page) => rowsOf(page).map(({ words }) => words.join(" | ")));

describe("what ISO/IEC 17025:2017 asks of a certificate stands on it", async () => {
  const text = await textOf(certificateDocument);
  const rows = await allRows(certificateDocument);
  test.each([
    ["7.8.2.1 a, a title", "Calibration certificate"],
    ["b, the laboratory", "Meridian General Hospital"],
    ["b, its address", "Biomedical Calibration Laboratory, 14 Lake Road, 682016 Kochi, IN"],
    ["its accreditation", "Accredited by NABL"],
    ["the number of it", "CL-2194"],
    ["c, the place of work", "Laboratory, address above"],
    ["d, the number", "MGH/CAL/26-27/00731"],
    ["d, the end", "End of certificate"],
    ["e, the customer", "सेंट थॉमस अस्पताल & Söhne"],
    ["e, how it is reached", "7 MC Road, 686001 Kottayam, IN"],
    ["f, the method", "IEC 60601-2-4:2010, own method CP-DEF-01"],
    ["g, the item", "Zoll R Series"],
    ["g, its serial number", "AF14K021883"],
    ["g, its condition", "Good, with paddles"],
    ["l, only the items", "The results relate only to the item described."],
    ["n, deviations", "Deviations from the method, additions and exclusions"],
    ["o, who authorises", "Authorised"],
    [
      "no copies in part",
      "This certificate is reproduced only in full, unless the laboratory has agreed in writing.",
    ],
    [
      "7.8.4.1 a, the uncertainty",
      "U is the standard uncertainty times k, for a coverage probability of about 95 %.",
    ],
    ["c, traceability", "Results are traceable to the SI through the standards named."],
    ["d, before", "As found, before adjustment"],
    ["d, after", "As left, after adjustment"],
    ["f, opinions", "The device may be used again."],
    ["whose opinion", "Opinion of Asha Menon"],
    ["the scheme's number", "CC219426000000731F"],
    ["the hash", `Document SHA-256 ${documentSha256}`],
    ["the ledger", "Ledger: follows entry 1841, c9875a4cad4bdada"],
    ["where to check", "https://meridian.example/verify/"],
    ["the token", "k7q2mx4vt9zr6bnd3hjw5cysaf"],
  ])("%s: %s", (_, expected) => {
    expect(text.split("\n")).toContain(expected);
  });

  test.each([
    ["h, the day of receipt", "Received | 19 Nov 2026"],
    ["i, the days of work", "Calibrated | 20 Nov 2026"],
    ["j, the day of issue", "Issued | 20 Nov 2026"],
    ["the day that was agreed", "Next due | 20 May 2027, as agreed"],
    ["m, results with units", "J | J | J | J | J | k | Result | J | J | J | k | Result"],
    ["7.8.4.1 b, the environment", "Temperature, °C | 23.4 | 23.9 | 18 to 28 | Yes"],
    ["c, the standards", "Defibrillator | Fluke Impulse | 2811007"],
    ["e, conformity as found", "As found | Fail: 5 of 6 judged lines pass."],
    ["e, conformity as left", "As left | Pass: 6 of 6 judged lines pass."],
    ["the adjustment", "Adjustment | Adjusted. The results before and after stand side by side."],
    [
      "7.8.6, the decision rule",
      "Rule GUARD-U | Guard band of U. Acceptance limits are the tolerance less the expanded uncertainty U.",
    ],
    ["o, the signatories", "S. Pillai | R. Krishnan | Asha Menon | Asha Menon"],
    [
      "when they signed, in the laboratory's time",
      "20 Nov 2026, 11:52 UTC+05:30 | 20 Nov 2026, 14:20 UTC+05:30 | 20 Nov 2026, 16:40 UTC+05:30 | 20 Nov 2026, 16:42 UTC+05:30",
    ],
  ])("%s: %s", (_, expected) => {
    expect(rows.filter((row) => row.includes(expected))).not.toEqual([]);
  });

  test("a line has its limits and both sets of readings; marks are explained under the table", () => {
    expect(rows).toContain(
      "360 | 306 to 414 | 304.5 | +55.5 | 3.5 | 2.00 | Fail | 357.4 | +2.6 | 4.1 | 2.00 | Pass",
    );
    expect(rows).toContain("≤ 15 | 6.80 | 0.22 | 3.31 | 0.22 | GUARD-U | Pass");
    expect(rows).toContain(
      "Supply: battery | ≤ 20 | Not measured: The battery is at its end of life",
    );
    for (const note of [
      "Each value is the mean of 5 readings.",
      "Error = indication of the item − reference value.",
      "Limits: ±max(15 %, 3 J).",
      "Guard band w = 0 J on every line.",
      "c = U is raised to the laboratory's CMC",
      "* = outside the scope of accreditation.",
    ])
      expect(text).toContain(note);
  });

  test("checks and electrical safety", () => {
    expect(rows).toContain("Visual | Mains cord | No | Cut near the plug | Fail");
    expect(rows).toContain("Alarms | Battery low | N/A | N/A");
    expect(rows).toContain(
      "Equipment leakage | 212 µA | ≤ 500 µA | IEC 62353:2014, table 2 | Pass",
    );
    expect(text).toContain("Tested by IEC 62353:2014 with the direct method.");
  });
});

test("signs and scripts are read as they were written", async () => {
  const customer = { ...content.customer!, name: "மதுரை மருத்துவமனை", address: ["Ω µ ° ± ≤ ≥ ≠ −"] };
  const text = await textOf(withContent({ customer }));
  expect(text).toContain("மதுரை மருத்துவமனை");
  expect(text).toContain("Ω µ ° ± ≤ ≥ ≠ −, IN");
  expect(text).toContain("Delivered energy into 50 Ω");
  const arabic = await textOf(withContent({ customer: { ...customer, name: "مستشفى" } }));
  expect(arabic).toContain([..."مستشفى"].reverse().join(""));
});

test("≤ is drawn of signs that the face has", async () => {
  const pages = await pagesOf(certificateDocument);
  const letters = pages.flatMap(({ texts }) =>
    texts.flatMap(({ runs }) => runs.flatMap((run) => run.letters)),
  );
  const sign = letters.find(({ text }) => text === "≤");
  expect(sign?.glyphs).toHaveLength(2);
  expect(sign?.glyphs).not.toContain(0);
});

test("what was not adjusted has one set of readings", async () => {
  const [energy] = content.parameters;
  const lines = energy!.lines.map((line) => ({ ...line, as_found: line.as_left, as_left: null }));
  const document = withContent({
    ...{ adjustment: "none", as_found_conformity: null },
    parameters: [{ ...energy!, adjusted: false, lines }],
  });
  const rows = await allRows(document);
  expect(rows).toContain("360 | 306 to 414 | 357.4 | +2.6 | 4.1 | 2.00 | 0 | Z540-M6 | Pass");
  expect(rows).toContain("Result | Pass: 5 of 5 judged lines pass.");
  expect(rows).toContain(
    "Adjustment | None. The results are those of the item as it was received.",
  );
  expect(rows.join("\n")).not.toMatch(/As (found|left)/);
});

test("an adjusted item without readings before says why", async () => {
  const [energy] = content.parameters;
  const lines = energy!.lines.map((line) => ({ ...line, as_found: null }));
  const text = await textOf(
    withContent({ parameters: [{ ...energy!, lines }], as_found_missing: "It did not switch on" }),
  );
  expect(text).toContain("There are no readings before it: It did not switch on.");
  expect(text).toContain("As left, after adjustment");
  expect(text).not.toContain("As found, before adjustment");
});

test("without a customer and without accreditation neither is spoken of", async () => {
  const text = await textOf(
    withContent({ customer: null, lab: { ...content.lab, accreditation: null } }),
  );
  expect(text).not.toMatch(/^Customer$/m);
  expect(text).not.toMatch(/ISO\/IEC 17025|scope of accreditation/);
  expect(text).toContain("Zoll R Series");
});

test("a revision says what it replaces, why, and what is new", async () => {
  const rows = await allRows(
    withIssue({
      ...{ revision_no: 2, certificate_no: "MGH/731-R2" },
      replaces: { certificate_no: "MGH/731-R1", document_sha256: documentSha256 },
      amendment_reason: "The serial number was mistyped",
      changes: ["Serial number", "Day of receipt"],
    }),
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      "Amended: revision 2",
      "Replaces | MGH/731-R1",
      "Reason | The serial number was mistyped",
      "Changes | 1. Serial number",
      "2. Day of receipt",
      `SHA-256 of the document that it replaces: ${documentSha256}`,
    ]),
  );
  expect(await textOf(certificateDocument)).not.toContain("Amended");
});

test("negative figures have a true minus", async () => {
  const [energy] = content.parameters;
  const lines = energy!.lines.map((line) => ({
    ...line,
    as_left: { ...line.as_left!, error_reported: "-2.6" },
  }));
  expect(await textOf(withContent({ parameters: [{ ...energy!, lines }] }))).toContain("−2.6");
});

describe("blocks of a form", () => {
  const text = (when: string | null): FormBlock => ({
    ...{ id: "t", type: "text", when, style: "plain" },
    text: "Serial {{item.serial_no}}, received {{received_on}}, {{ conformity }}{{customer.phone}}",
  });
  const filled = "Serial AF14K021883, received 19 Nov 2026, Pass";

  test.each([
    [null, true],
    ['conformity == "pass" && adjustment != "none"', true],
    ['item.applied_part == "BF"', false],
    ['lab.name == "Another"', false],
    ["procedure.version_no > 2", true],
    // What cannot be read hides nothing.
    ["no.such.field == 1", true],
  ])("a block is shown when %s: %s", async (when, isShown) => {
    expect((await textOf(withBlocks(text(when)))).includes(filled)).toBe(isShown);
  });

  test("a section is shown on its condition with its title", async () => {
    const section = (when: string) => ({ id: "s", title: "Annex", when, blocks: [text(null)] });
    const formOf = (when: string) => ({
      ...content.form,
      sections: [...content.form.sections, section(when)],
    });
    expect(await textOf(withContent({ form: formOf('kind == "calibration"') }))).toContain("Annex");
    expect(await textOf(withContent({ form: formOf('kind == "pm_report"') }))).not.toContain(
      "Annex",
    );
  });

  test("readings up stand beside those down, with the hysteresis, and in no other table", async () => {
    const [energy] = content.parameters;
    const lines = energy!.lines.flatMap((line) => [
      { ...line, key: `${line.key}u`, direction: "up" as const, as_left: null },
      {
        ...line,
        key: `${line.key}d`,
        direction: "down" as const,
        as_found: line.as_left,
        as_left: null,
      },
    ]);
    const base = withBlocks({
      ...{ id: "ud", type: "table.up_down", when: null, heading: null, parameters: [] },
    });
    const parameters = [{ ...energy!, adjusted: false, lines }];
    const rows = await allRows({ ...base, content: { ...base.content, parameters } });
    expect(rows).toContain(
      "360 | 306 to 414 | 304.5 | +55.5 | 3.5 | 2.00 | 0 | Fail | 357.4 | +2.6 | 4.1 | 2.00 | 0 | Pass | 52.9",
    );
    expect(rows.filter((row) => row.startsWith("Results: "))).toEqual([
      "Results: Delivered energy into 50 Ω, up and down",
    ]);
  });

  test("budgets and tables of the company's own", async () => {
    const rows = await allRows(
      withBlocks(
        { ...{ id: "b", type: "table.budget", when: null, heading: null, parameters: ["charge"] } },
        {
          ...{ id: "c", type: "table.custom", when: null, heading: "Own", columns: ["Name", "Of"] },
          rows: [["{{item.model}}", "≥ 3"]],
        },
      ),
    );
    expect(rows).toContain("Uncertainty budget: Charge time to 360 J");
    expect(rows.find((row) => row.startsWith("std | std"))).toMatch(/infinite \| 1 \| 0\.01 \| /);
    expect(rows).toContain("R Series | ≥ 3");
  });
});
