import { pictureSize } from "#app/shared/picture-size.ts";
import {
  type ThumbnailSize,
  thumbnailNames,
  thumbnailPart,
  thumbnailSizes,
} from "#app/shared/thumbnails.ts";
import { invalid } from "../refusals.ts";
import type { Upload } from "./upload.ts";

export type Thumbnail = { size: ThumbnailSize; bytes: ArrayBuffer; mime: string };

const KILOBYTE = 1024;
const mimes = ["image/webp", "image/jpeg"];

/** Where the thumbnails of a file are kept, by the key of the file. */
export const thumbnailKeyOf = (objectKey: string, size: ThumbnailSize) => `${objectKey}-${size}`;
/** Every key under which something of a file may be kept. */
export const keysOf = (objectKey: string) => [
  objectKey,
  ...thumbnailNames.map((size) => thumbnailKeyOf(objectKey, size)),
];
const thumbnailKey = new RegExp(`-(?:${thumbnailNames.join("|")})$`);
/** The key of the file a stored object belongs to: its own, or that of the file it is a thumbnail of. */
export const fileKeyOf = (objectKey: string) => objectKey.replace(thumbnailKey, "");

/** The size an address asks for; null where it asks for the file itself. */
export function sizeAskedBy(request: Request): ThumbnailSize | null {
  const asked = new URL(request.url).searchParams.get("size");
  return thumbnailNames.find((size) => size === asked) ?? null;
}

/**
 * The thumbnails of an upload, each known by its content and within the pixels and bytes of its size: all of them, or none
 * when none was sent.
 * @param mime what the file itself is
 * @throws Response 422 for one that is missing or is not what it should be, and for thumbnails of what is no picture
 */
export async function checkedThumbnails(
  { thumbnails }: Upload,
  mime: string,
  field: string,
): Promise<Thumbnail[]> {
  const checked: Thumbnail[] = [];
  if (thumbnails.every((sent) => sent === null)) return checked;
  for (const [at, size] of thumbnailNames.entries()) {
    const sent = thumbnails[at];
    const { pixels, kilobytes } = thumbnailSizes[size];
    const isShort = sent && sent.size <= kilobytes * KILOBYTE;
    const bytes = isShort ? await sent.arrayBuffer() : new ArrayBuffer(0);
    const picture = pictureSize(new Uint8Array(bytes));
    if (
      !mime.startsWith("image/") ||
      !picture ||
      !mimes.includes(picture.mime) ||
      Math.max(picture.width, picture.height) > pixels
    )
      return invalid({
        [thumbnailPart(field, size)]: [
          `The ${size} size of a picture is a webp or jpeg of at most ${pixels} pixels a side and ${kilobytes} KB. Send all sizes, or none.`,
        ],
      });
    checked.push({ size, bytes, mime: picture.mime });
  }
  return checked;
}
