import { readFileSync } from "node:fs";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { type CertificatePdfOptions, certificatePdf } from "#worker/web/certificate-pdf.ts";
import { readPdf } from "./read-pdf.ts";

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

/** What stands on the pages of a certificate. */
export const pagesOf = async (
  document: CertificateDocument,
  options: Partial<CertificatePdfOptions> = {},
) => readPdf((await printed(document, options)).slice().buffer);
