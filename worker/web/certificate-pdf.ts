import { AFRelationship, PDFHexString } from "@cantoo/pdf-lib";
import type { PaperDocument } from "#app/shared/certificates/document.ts";
import { picturesOf } from "#app/shared/certificates/paper/blocks.ts";
import { textsOf } from "#app/shared/certificates/paper/words.ts";
import { documentStrips } from "./certificate-pdf/blocks.ts";
import { furnitureOf, shapeOf, type Watermark } from "./certificate-pdf/page.ts";
import { Pen } from "./certificate-pdf/pen.ts";
import { imagesOf, type Kept } from "./certificate-pdf/pictures.ts";
import { flow } from "./certificate-pdf/strips.ts";
import { Sheet } from "./pdf-sheet.ts";

export type CertificatePdfOptions = {
  assets: Fetcher;
  /** Drawn over each page. */
  watermark: Watermark | null;
  /** The SHA-256 of the document's canonical JSON, 64 hexadecimal digits: it is printed, and the file's id. */
  documentSha256: string;
  /** Where its pictures are kept; without it there are none. */
  kept?: Kept;
  /** The DCC of the same document, which the file then carries. */
  attachment?: { name: string; bytes: Uint8Array };
};

/** Digits of a file's id: 16 bytes. */
const ID_DIGITS = 32;

/**
 * A certificate on paper as PDF/A-3b, drawn of its document alone in the layout of its form. The same document and options give the same
 * bytes. ISO/IEC 17025:2017 7.8, ISO 19005-3.
 */
export async function certificatePdf(
  document: PaperDocument,
  { assets, watermark, documentSha256, kept, attachment }: CertificatePdfOptions,
): Promise<Uint8Array> {
  const { content, issue } = document;
  const sheet = await Sheet.open(shapeOf(content.form.page), {
    ...{ title: `${content.title} ${issue.certificate_no}`, foot: "", embedsAll: true, assets },
    texts: textsOf(document),
    furniture: furnitureOf(document, watermark),
  });
  keep(sheet, document, documentSha256);
  const images = await imagesOf(sheet, picturesOf(document), kept ?? null);
  const strips = documentStrips({
    ...{ pen: new Pen(sheet.setter), document, documentSha256, width: sheet.width, images },
  });
  flow(sheet, strips);
  if (attachment) await attach(sheet, attachment, new Date(issue.issued_at));
  return sheet.bytes();
}

/** Its id and dates are those of the document, and it is marked as a file for keeping. */
function keep({ doc }: Sheet, { content, issue }: PaperDocument, documentSha256: string) {
  const at = new Date(issue.issued_at);
  doc.setCreationDate(at);
  doc.setModificationDate(at);
  doc.setAuthor(content.lab.name);
  doc.setCreator("Plumbline");
  const id = PDFHexString.of(documentSha256.slice(0, ID_DIGITS));
  doc.context.trailerInfo.ID = doc.context.obj([id, id]);
  doc.convertToPDFA({ conformance: "3B" });
}

const attach = ({ doc }: Sheet, { name, bytes }: { name: string; bytes: Uint8Array }, at: Date) =>
  doc.attach(bytes, name, {
    mimeType: "application/xml",
    description: "Digital calibration certificate",
    creationDate: at,
    modificationDate: at,
    afRelationship: AFRelationship.Alternative,
  });
