import { media } from "#drizzle/tenant/index.ts";
import type { Permission } from "../permissions.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { fileNameOf, isInline } from "./kinds.ts";
import type { LaboratoryFile } from "./store.ts";
import { objectAt } from "./stored.ts";
import { sizeAskedBy, thumbnailKeyOf } from "./thumbnails.ts";

/** What one must be allowed to view to see a file of each owner. */
const needs: Record<string, Permission[]> = {
  asset: ["view-asset", "edit-asset"],
  service_report: ["view-asset", "edit-asset"],
  breakdown: ["view-breakdown", "view-asset"],
  contract: ["view-vendor"],
  vendor: ["view-vendor"],
  gate_pass: ["view-gate-pass"],
  transfer: ["view-asset-transfer"],
  stock_item: ["view-stock"],
};
/** The same of the laboratory's files, which tell by their kind of which record they are; a certificate shows the signatures under it. Other ones are of in-house calibrations. */
const needsInLaboratory: Record<LaboratoryFile, Permission[]> = {
  calibration: ["view-calibrator"],
  document: ["view-consumer"],
  photo: ["view-signature", "view-certificate-report"],
  report_media: ["view-certificate-report"],
  logo: ["view-report-form", "view-certificate-report"],
  other: ["view-inhouse-calibration"],
};
/** Pictures of people and of the company are for everybody in it. */
const forEverybody = new Set(["user", "profile"]);

type Owned = { ownerKind: string; kind: string };
const needsOf = ({ ownerKind, kind }: Owned): Permission[] | undefined =>
  ownerKind === "calibration" ? needsInLaboratory[kind as LaboratoryFile] : needs[ownerKind];

/** Pictures of people and their signatures, which no key is given. */
const isOfPeople = ({ ownerKind, kind }: Owned) =>
  ownerKind === "user" || (ownerKind === "calibration" && kind === "photo");

/** Whether a person may open a file, by the record it is of. */
export const maySee = (session: Session, file: Owned): boolean =>
  !(session.actor.isKey && isOfPeople(file)) &&
  (forEverybody.has(file.ownerKind) || (needsOf(file)?.some(session.can) ?? false));

/**
 * One range of bytes, as players and downloads ask for it; any other Range header may be passed
 * over (RFC 9110, 14.2).
 */
const ONE_RANGE = /^bytes=(?:(\d+)-\d*|-0*[1-9]\d*)$/;

/** How a file is offered: shown where a browser can show it, under the name it has. */
export const disposition = (mime: string, stored: string) => {
  const name = fileNameOf(stored);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline(mime) ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/**
 * Whether a client's If-None-Match names what it asks for as it is (RFC 9110, 13.1.2). R2's `onlyIf` knows
 * only R2's own tag, and would cost a trip to R2 for each picture that has not changed.
 */
export const isUnchanged = (header: string | null, etag: string) =>
  header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) ?? false;

/** The largest image, in bytes, that may stand for a size it has no thumbnail of: one of many in a list, the one at a head. */
const MOST_SHOWN = { small: 100 * 1024, medium: 2 * 1024 * 1024 };
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="gray" stroke-width="1.5"><rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 16 5-5 5 5 3-3 5 4"/></svg>`;

/** A type that no browser shows. */
const KEPT = "application/octet-stream";
type Shown = { mime: string; fileName: string };
/** Nothing in a file runs. Viewers of PDF are scripts of the browser, which a sandbox would stop. */
const policyOf = (mime: string) =>
  mime === "application/pdf" ? "default-src 'none'" : "sandbox; default-src 'none'";
export const headersOf = ({ mime, fileName }: Shown) =>
  new Headers({
    "Content-Type": mime,
    "Content-Disposition": disposition(mime, fileName),
    "Content-Security-Policy":
      mime === "application/pdf" ? `${policyOf(mime)}; frame-ancestors 'self'` : policyOf(mime),
    "X-Content-Type-Options": "nosniff",
  });

/**
 * A whole file as it was stored, for whoever was let to it; no page frames it.
 * @param isKept it is saved and never shown, as what strangers have sent
 * @throws Response 404 where it is gone; 503 while the object store does not answer
 */
export async function storedFile(
  bucket: R2Bucket,
  file: Shown & { objectKey: string },
  isKept = false,
): Promise<Response> {
  const object = await objectAt(bucket, file.objectKey);
  if (!object) return notFound("file");
  const headers = headersOf(file);
  headers.set("Content-Security-Policy", `${policyOf(file.mime)}; frame-ancestors 'none'`);
  if (isKept) headers.set("Content-Disposition", disposition(KEPT, file.fileName));
  headers.set("Content-Length", String(object.size));
  return new Response(object.body, { headers });
}

/**
 * Serves a file through its row in the company: images, PDF and video inline, everything else as a
 * download. A browser keeps it and asks each time whether it is still the same; if so, the file
 * itself is not read. With `?size=` it is the thumbnail of that size; of a file that has none the
 * file itself, or a drawing where that is too large.
 */
export async function serveMedia(
  session: Session,
  bucket: R2Bucket,
  id: string,
  request: Request,
): Promise<Response> {
  const row = await session.own("files").find(media, id);
  if (!row || !maySee(session, row) || row.deletedAt) return notFound("file");
  const size = sizeAskedBy(request);
  const thumbnail = row.thumbnailBytes === null ? null : size;
  const isDrawn = size !== null && !thumbnail && row.bytes > MOST_SHOWN[size];
  const etag = `"${isDrawn ? "drawn" : [row.sha256, thumbnail].filter(Boolean).join("-")}"`;
  const headers = headersOf(row);
  headers.set("Accept-Ranges", "bytes");
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  if (isUnchanged(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  if (isDrawn) {
    headers.set("Content-Type", "image/svg+xml");
    return new Response(PLACEHOLDER, { headers });
  }
  if (thumbnail) {
    const object = await objectAt(bucket, thumbnailKeyOf(row.objectKey, thumbnail));
    if (!object) return notFound("file");
    object.writeHttpMetadata(headers);
    headers.set("Content-Length", String(object.size));
    headers.delete("Accept-Ranges");
    return new Response(object.body, { headers });
  }
  // A client that has a part of another version gets the whole file.
  const isSame = [null, etag].includes(request.headers.get("If-Range"));
  const range = isSame ? ONE_RANGE.exec(request.headers.get("Range")?.trim() ?? "") : null;
  const object = await objectAt(bucket, row.objectKey, range ? { range: request.headers } : {});
  if (!object) return notFound("file");
  const part = range ? (object.range as { offset: number; length: number }) : undefined;
  const { offset, length } = part ?? { offset: 0, length: object.size };
  if (range?.[1] && Number(range[1]) !== offset) {
    // R2 answers a range outside the file with the whole file.
    await object.body.cancel();
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${row.bytes}` },
    });
  }
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
  return new Response(object.body, { status: range ? 206 : 200, headers });
}
