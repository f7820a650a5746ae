import { describe, expect, test } from "vitest";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import type { FormPage } from "#app/shared/certificates/form.ts";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { pagesOf, printed, rowsOf, wordsOf } from "#tests/support/certificate-pdf.ts";

const { content, issue } = certificateDocument;
const [energy] = content.parameters;
/** The certificate with so many lines of its first table. */
const ofLines = (count: number): CertificateDocument => {
  const lines = Array.from({ length: count }, (_, nth) => ({
    ...energy!.lines[nth % 5]!,
    ...{ key: `l${nth}`, nominal: String(1000 + nth) },
  }));
  return { ...certificateDocument, content: { ...content, parameters: [{ ...energy!, lines }] } };
};
const withPage = (page: Partial<FormPage>): CertificateDocument => ({
  ...certificateDocument,
  content: { ...content, form: { ...content.form, page: { ...content.form.page, ...page } } },
});

describe("sixty lines", async () => {
  const pages = await pagesOf(ofLines(60));
  const rows = pages.map(rowsOf);

  test("no row is split, and none is lost", () => {
    const lines = rows.flat().filter(({ words }) => /^1\d{3}$/.test(words[0]!));
    expect(lines.map(({ words }) => words[0])).toEqual(
      Array.from({ length: 60 }, (_, nth) => String(1000 + nth)),
    );
    for (const { words } of lines) expect(words).toHaveLength(12);
  });

  test("each page of the table has its heads", () => {
    const ofTable = rows.filter((page) => page.some(({ words }) => /^1\d{3}$/.test(words[0]!)));
    expect(ofTable.length).toBeGreaterThan(1);
    for (const page of ofTable) {
      const heads = page.map(({ words }) => words.join(" "));
      const at = heads.indexOf("As found, before adjustment As left, after adjustment");
      expect(at).toBeGreaterThan(-1);
      expect(heads[at + 1]).toMatch(/^Setting Limits Measured Error U/);
      expect(heads[at + 2]).toMatch(/^J J J J J/);
      expect(page.slice(0, at).every(({ words }) => !/^1\d{3}$/.test(words[0]!))).toBe(true);
    }
  });
});

test.each([certificateDocument, ofLines(60)])(
  "each page has the laboratory, the number and which it is; the last has the end, once",
  async (document) => {
    const pages = await pagesOf(document);
    for (const [nth, page] of pages.entries()) {
      const words = wordsOf([page]);
      expect(words).toContain(content.lab.name);
      expect(words).toContain(issue.certificate_no);
      expect(words).toContain("Issued 20 Nov 2026");
      expect(words).toContain(`Page ${nth + 1} of ${pages.length}`);
    }
    const ends = pages.map((page) =>
      wordsOf([page]).filter((word) => word === "End of certificate"),
    );
    expect(ends.map(({ length }) => length)).toEqual(
      pages.map((_, nth) => (nth === pages.length - 1 ? 1 : 0)),
    );
  },
);

const titles =
  /^(Results: .*|Results by quantity|Errors relative .*|Electrical safety|Checks|Statements|Opinions .*|Environment|Method|Uncertainty|Standards used .*|Statement of .*|References)$/;
test("no heading stands alone at the end of a page, and signatures never alone on one", async () => {
  for (let lines = 2; lines < 44; lines += 3) {
    const pages = (await pagesOf(ofLines(lines))).map(rowsOf);
    for (const page of pages) {
      const foot = page.findIndex(
        ({ words }) => words.includes("Issued 20 Nov 2026") && words.length > 2,
      );
      expect(page[foot - 1]!.words.join(" ")).not.toMatch(titles);
    }
    const last = pages.at(-1)!.map(({ words }) => words[0]);
    expect(last.indexOf("S. Pillai")).toBeGreaterThan(1);
  }
});

describe("a watermark", () => {
  test.each(["DRAFT", "VOID", "SUPERSEDED"] as const)(
    "%s stands on each page",
    async (watermark) => {
      for (const page of await pagesOf(certificateDocument, { watermark }))
        expect(wordsOf([page])).toContain(watermark);
    },
  );

  test("is not there unless it is asked for", async () => {
    expect(wordsOf(await pagesOf(certificateDocument)).join("\n")).not.toMatch(/DRAFT|VOID|SUPER/);
  });
});

describe("the page is as the form says", () => {
  const margins = { top: 25, right: 20, bottom: 30, left: 40 };
  test.each([
    [{ paper: "a4", orientation: "portrait" }, 210, 297],
    [{ paper: "a4", orientation: "landscape" }, 297, 210],
    [{ paper: "letter", orientation: "portrait" }, 215.9, 279.4],
    [{ paper: "letter", orientation: "landscape" }, 279.4, 215.9],
  ] as const)("%o", async (page, width, height) => {
    for (const read of await pagesOf(withPage({ ...page, margins }))) {
      expect([read.width, read.height]).toEqual([
        expect.closeTo(width, 1),
        expect.closeTo(height, 1),
      ]);
      for (const { x, y } of [...read.texts, ...read.points])
        expect([x > 39.9 && x < width - 19.9, y > 24.9 && y < height - 29.9]).toEqual([true, true]);
    }
  });
});

test("a remark that is longer than a page goes on below", async () => {
  const [check] = content.checks;
  const remark = Array.from({ length: 900 }, (_, nth) => `word${nth}`).join(" ");
  const document = {
    ...certificateDocument,
    content: { ...content, checks: [{ ...check!, remark }] },
  };
  const pages = await pagesOf(document);
  const found = wordsOf(pages)
    .join(" ")
    .match(/word\d+/g);
  expect(new Set(found).size).toBe(900);
  for (const { texts, height } of pages)
    for (const { y } of texts) expect(y).toBeLessThan(height - 14);
});

test("the same document is the same bytes", async () => {
  const [one, other] = [await printed(ofLines(20)), await printed(ofLines(20))];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});
