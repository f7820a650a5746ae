import { media } from "#drizzle/tenant/index.ts";
import type { Permission } from "../permissions.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { fileNameOf, isInline } from "./kinds.ts";
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
  calibration: ["view-calibrator", "view-certificate-report"],
};
/** Pictures of people and of the company are for everybody in it. */
const forEverybody = new Set(["user", "profile"]);

/** One byte range of a request; null when there is none, "unsatisfiable" when it lies outside. */
function rangeOf(
  header: string | null,
  size: number,
): { offset: number; length: number } | null | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match || (!match[1] && !match[2])) return null;
  if (!match[1]) {
    const length = Math.min(Number(match[2]), size);
    return length > 0 ? { offset: size - length, length } : "unsatisfiable";
  }
  const offset = Number(match[1]);
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return offset >= size || end < offset ? "unsatisfiable" : { offset, length: end - offset + 1 };
}

const disposition = (mime: string, stored: string) => {
  const name = fileNameOf(stored);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline(mime) ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/** Whether a client's If-None-Match names the file as it is (RFC 9110, 13.1.2). */
const isKept = (header: string | null, etag: string) =>
  header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) ?? false;

/** The largest image, in bytes, that may stand for a size it has no thumbnail of: one of many in a list, the one at a head. */
const MOST_SHOWN = { small: 100 * 1024, medium: 2 * 1024 * 1024 };
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="gray" stroke-width="1.5"><rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 16 5-5 5 5 3-3 5 4"/></svg>`;

/**
 * Serves a file through its row in the company: inline images, PDF and video with seek, everything else as a download.
 * A browser keeps it and asks each time whether it is still the same; then the file itself is not read.
 * With `?size=` it is the thumbnail of that size; of a file that has none the file itself, or a drawing where that is too large.
 */
export async function serveMedia(
  session: Session,
  bucket: R2Bucket,
  id: string,
  request: Request,
): Promise<Response> {
  const row = await session.own("files").find(media, id);
  const allowed =
    row && (forEverybody.has(row.ownerKind) || needs[row.ownerKind]?.some(session.can));
  if (!row || !allowed || row.deletedAt) return notFound("file");
  const size = sizeAskedBy(request);
  const thumbnail = row.thumbnailBytes === null ? null : size;
  const isDrawn = size !== null && !thumbnail && row.bytes > MOST_SHOWN[size];
  const etag = `"${isDrawn ? "drawn" : [row.sha256, thumbnail].filter(Boolean).join("-")}"`;
  const headers = new Headers({
    "Content-Type": row.mime,
    "Content-Disposition": disposition(row.mime, row.fileName),
    "Content-Security-Policy":
      row.mime === "application/pdf"
        ? "default-src 'none'; frame-ancestors 'self'"
        : "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Cache-Control": "private, no-cache",
  });
  if (isKept(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  if (isDrawn) {
    headers.set("Content-Type", "image/svg+xml");
    return new Response(PLACEHOLDER, { headers });
  }
  if (thumbnail) {
    const object = await bucket.get(thumbnailKeyOf(row.objectKey, thumbnail));
    if (!object) return notFound("file");
    object.writeHttpMetadata(headers);
    headers.set("Content-Length", String(object.size));
    headers.delete("Accept-Ranges");
    return new Response(object.body, { headers });
  }
  // Of another file than the client has a part of, it gets the whole.
  const isSame = [null, etag].includes(request.headers.get("If-Range"));
  const range = isSame ? rangeOf(request.headers.get("Range"), row.bytes) : null;
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${row.bytes}` },
    });
  const object = await bucket.get(row.objectKey, range ? { range } : {});
  if (!object) return notFound("file");
  headers.set("Content-Length", String(range ? range.length : row.bytes));
  if (range)
    headers.set(
      "Content-Range",
      `bytes ${range.offset}-${range.offset + range.length - 1}/${row.bytes}`,
    );
  return new Response(object.body, { status: range ? 206 : 200, headers });
}
