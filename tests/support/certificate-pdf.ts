import { readFileSync } from "node:fs";
import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { type CertificatePdfOptions, certificatePdf } from "#worker/web/certificate-pdf.ts";
import { type ReadPage, readPdf } from "./read-pdf.ts";

/** A face as the build serves it. */
const faces = async (address: string | URL) =>
  new Response(readFileSync(`.${new URL(address, "http://assets").pathname}`));
const assets = { fetch: faces } as unknown as Fetcher;
export const documentSha256 = "4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a";

/** A certificate as a PDF, with nothing that is not asked for. */
export const printed = (
  document: CertificateDocument,
  options: Partial<CertificatePdfOptions> = {},
): Promise<Uint8Array> =>
  certificatePdf(document, { assets, watermark: null, documentSha256, ...options });

/** How many pictures stand on each page of a PDF. */
export async function picturesOf(pdf: Uint8Array | ArrayBuffer): Promise<number[]> {
  const doc = await PDFDocument.load(pdf);
  return doc
    .getPages()
    .map(({ node }) => node.Resources()?.lookupMaybe(PDFName.of("XObject"), PDFDict))
    .map((objects) => objects?.keys().length ?? 0);
}

/** What stands on the pages of a certificate. */
export const pagesOf = async (
  document: CertificateDocument,
  options: Partial<CertificatePdfOptions> = {},
) => readPdf((await printed(document, options)).slice().buffer);

/** The words of a page by line, from top to bottom and from left to right; `y` is in mm from its top. */
export function rowsOf({ texts }: ReadPage): { y: number; words: string[] }[] {
  const rows: { y: number; texts: { x: number; text: string }[] }[] = [];
  for (const { x, y, text } of texts) {
    const row = rows.find((one) => Math.abs(one.y - y) < 0.05);
    if (row) row.texts.push({ x, text });
    else rows.push({ y, texts: [{ x, text }] });
  }
  return rows
    .sort((one, other) => one.y - other.y)
    .map((row) => ({
      y: row.y,
      words: row.texts.sort((one, other) => one.x - other.x).map(({ text }) => text),
    }));
}
/** All words of some pages, in the order in which they are drawn. */
export const wordsOf = (pages: readonly ReadPage[]) =>
  pages.flatMap(({ texts }) => texts.map(({ text }) => text));
