import { PDFDocument } from "@cantoo/pdf-lib";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { printed } from "#tests/support/certificate-pdf.ts";

/** A certificate whose first table has so many lines. */
export function documentOf(lines: number): CertificateDocument {
  const { content } = certificateDocument;
  const [first, ...others] = content.parameters;
  const [line] = first!.lines;
  const many = Array.from({ length: lines }, (_, at) => ({ ...line!, key: `line-${at}` }));
  return {
    ...certificateDocument,
    content: { ...content, parameters: [{ ...first!, lines: many }, ...others] },
  };
}

/** It as PDF. */
export const drawn = (document: CertificateDocument) => printed(document);
export const pagesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getPageCount();
