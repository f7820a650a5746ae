import { AFRelationship, PDFHexString } from "@cantoo/pdf-lib";
import type { PaperDocument } from "#app/shared/certificates/document.ts";
import { textsOf } from "#app/shared/certificates/paper/words.ts";
import { documentStrips } from "./certificate-pdf/blocks.ts";
import { furnitureOf, shapeOf, type Watermark } from "./certificate-pdf/page.ts";
import { Pen } from "./certificate-pdf/pen.ts";
import { flow } from "./certificate-pdf/strips.ts";
import { Sheet } from "./pdf-sheet.ts";

/** A picture as a file, PNG or JPEG. */
export type Picture = { bytes: Uint8Array; mime: "image/png" | "image/jpeg" };
export type CertificatePictures = {
  /** The laboratory's logo, and the mark of its accreditation body. */
  logo?: Picture;
  mark?: Picture;
  /** Drawn signatures in the order of those of the document: the `d` of a path in the field of `signature.ts`. */
  signatures?: readonly (string | null)[];
};
export type CertificatePdfOptions = {
  assets: Fetcher;
  /** Drawn over each page. */
  watermark: Watermark | null;
  /** The SHA-256 of the document's canonical JSON, 64 hexadecimal digits: it is printed, and the file's id. */
  documentSha256: string;
  pictures?: CertificatePictures;
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
  { assets, watermark, documentSha256, pictures = {}, attachment }: CertificatePdfOptions,
): Promise<Uint8Array> {
  const { content, issue } = document;
  const sheet = await Sheet.open(shapeOf(content.form.page), {
    ...{ title: `${content.title} ${issue.certificate_no}`, foot: "", embedsAll: true, assets },
    texts: textsOf(document),
    furniture: furnitureOf(document, watermark),
  });
  keep(sheet, document, documentSha256);
  const [logo, mark] = await Promise.all([
    imageOf(sheet, pictures.logo),
    imageOf(sheet, pictures.mark),
  ]);
  const strips = documentStrips({
    ...{ pen: new Pen(sheet.setter), document, documentSha256, width: sheet.width },
    ...{ images: { logo, mark }, written: pictures.signatures ?? [] },
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

/** A picture that cannot be read is left out. */
async function imageOf({ doc }: Sheet, picture: Picture | undefined) {
  if (!picture) return null;
  const { bytes, mime } = picture;
  return (mime === "image/png" ? doc.embedPng(bytes) : doc.embedJpg(bytes)).catch(() => null);
}
