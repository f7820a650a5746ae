import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { documentSha256, printed } from "#tests/support/certificate-pdf.ts";

// What ISO 19005-3 (PDF/A-3b) asks, as far as this file could fall short of it.
const xml = new TextEncoder().encode("<dcc:digitalCalibrationCertificate/>");
const { content } = certificateDocument;
const customer = { ...content.customer!, address: ["Łódź 北京 Ω ≤ √", "AVAVA To Ty office"] };
const document = { ...certificateDocument, content: { ...content, customer } };
const bytes = await printed(document, {
  ...{ watermark: "VOID", attachment: { name: "certificate.xml", bytes: xml } },
});
const doc = await PDFDocument.load(bytes, { updateMetadata: false });
const { context, catalog } = doc;
const streamOf = (value: unknown) =>
  Buffer.from(decodePDFRawStream(value as PDFRawStream).decode());
const name = (text: string) => PDFName.of(text);

test("its id and its dates are those of the document", () => {
  const ids = context.lookup(context.trailerInfo.ID, PDFArray);
  for (const at of [0, 1])
    expect(ids.lookup(at, PDFHexString).asString()).toBe(documentSha256.slice(0, 32));
  for (const date of [doc.getCreationDate(), doc.getModificationDate()])
    expect(date?.getTime()).toBe(certificateDocument.issue.issued_at);
});

test("it says that it is PDF/A-3b, as its other particulars do", () => {
  const metadata = catalog.lookup(name("Metadata"));
  const packet = (metadata as PDFRawStream).getContentsString();
  expect((metadata as PDFRawStream).dict.get(name("Filter"))).toBeUndefined();
  expect(packet).toContain("<pdfaid:part>3</pdfaid:part>");
  expect(packet).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
  expect(packet).toContain("<xmp:CreateDate>2026-11-20T11:12:00Z</xmp:CreateDate>");
  expect(packet).toContain("Calibration certificate MGH/CAL/26-27/00731");
  expect(Buffer.from(bytes).toString("latin1", 0, 8)).toBe("%PDF-1.7");
});

test("its colours are of sRGB", () => {
  const intent = catalog.lookup(name("OutputIntents"), PDFArray).lookup(0, PDFDict);
  expect(intent.get(name("S"))).toBe(name("GTS_PDFA1"));
  const profile = streamOf(intent.lookup(name("DestOutputProfile")));
  expect(profile.toString("latin1", 16, 20)).toBe("RGB ");
  expect(profile.readUInt32BE(0)).toBe(profile.length);
});

test("it carries the DCC as another form of itself", async () => {
  const files = catalog.lookup(name("AF"), PDFArray);
  expect(files.size()).toBe(1);
  const file = files.lookup(0, PDFDict);
  expect(file.get(name("AFRelationship"))).toBe(name("Alternative"));
  const stream = file.lookup(name("EF"), PDFDict).lookup(name("F")) as PDFRawStream;
  expect(stream.dict.get(name("Subtype"))).toBe(name("application/xml"));
  expect(streamOf(stream)).toEqual(Buffer.from(xml));
});

/** Every font of the file. */
const fonts = context
  .enumerateIndirectObjects()
  .flatMap(([, object]: [PDFRef, unknown]) =>
    object instanceof PDFDict && object.get(name("Type")) === name("Font") ? [object] : [],
  );
const composite = fonts.filter((font) => font.get(name("Subtype")) === name("Type0"));

describe("its faces", () => {
  test("are in the file, none is one that readers bring", () => {
    expect(composite.length).toBeGreaterThan(2);
    const kinds = new Set(fonts.map((font) => font.get(name("Subtype"))));
    expect(kinds).toEqual(new Set([name("Type0"), name("CIDFontType2")]));
    for (const font of composite)
      expect(font.lookup(name("ToUnicode"))).toBeInstanceOf(PDFRawStream);
  });

  test.each(composite.map((font) => [font.lookup(name("BaseFont"))!.toString(), font] as const))(
    "%s has the widths that it says, and never the glyph of what it lacks",
    (_, font) => {
      const cid = font.lookup(name("DescendantFonts"), PDFArray).lookup(0, PDFDict);
      const descriptor = cid.lookup(name("FontDescriptor"), PDFDict);
      const file = streamOf(descriptor.lookup(name("FontFile2")));
      const { unitsPerEm, advanceOf } = metricsOf(file);
      const glyphs = streamOf(cid.lookup(name("CIDToGIDMap")));
      const widths = cid.lookup(name("W"), PDFArray).lookup(1, PDFArray);
      for (let at = 0; at < widths.size(); at++) {
        const glyph = glyphs.readUInt16BE(2 * (at + 1));
        const width = widths.lookup(at, PDFNumber).asNumber();
        expect([glyph > 0, (advanceOf(glyph) * 1000) / unitsPerEm]).toEqual([
          true,
          expect.closeTo(width, 3),
        ]);
      }
    },
  );
});

/** What a TrueType file says of its glyphs. */
function metricsOf(file: Buffer) {
  const tables = new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, nth) => {
      const at = 12 + 16 * nth;
      const start = file.readUInt32BE(at + 8);
      return [
        file.toString("latin1", at, at + 4),
        file.subarray(start, start + file.readUInt32BE(at + 12)),
      ];
    }),
  );
  const whole = tables.get("hhea")!.readUInt16BE(34);
  return {
    unitsPerEm: tables.get("head")!.readUInt16BE(18),
    advanceOf: (glyph: number) => tables.get("hmtx")!.readUInt16BE(4 * Math.min(glyph, whole - 1)),
  };
}
