/* Pictures as far as their headers go: what a reader of headers sees, filled up to a number of bytes. */

const filled = (start: number[], bytes: number) => {
  const content = new Uint8Array(Math.max(bytes, start.length));
  content.set(start);
  return content;
};
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const high = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const low = (value: number) => high(value).reverse();

/** A JPEG whose frame stands behind a segment of text, which an EXIF block would be. */
export const jpegOf = (width: number, height: number, bytes = 0) =>
  filled(
    [
      ...[0xff, 0xd8, 0xff, 0xe1, 0x00, 0x0c, ...letters("Exif\0\0text")],
      ...[0xff, 0xc0, 0x00, 0x11, 0x08, ...high(height), ...high(width), 0x03, 0x01],
    ],
    bytes,
  );
export const pngOf = (width: number, height: number, bytes = 0) =>
  filled(
    [
      ...[0x89, ...letters("PNG\r\n"), 0x1a, 0x0a, 0, 0, 0, 13, ...letters("IHDR")],
      ...[...high(0), ...high(width), ...high(0), ...high(height), 8, 2, 0, 0, 0],
    ],
    bytes,
  );

const webp = (chunk: string, content: number[], bytes: number) =>
  filled(
    [...letters("RIFF"), 0, 0, 0, 0, ...letters("WEBP"), ...letters(chunk), 0, 0, 0, 0, ...content],
    bytes,
  );
/** A lossy WebP; `losslessOf` and `extendedOf` are its other two kinds. */
export const webpOf = (width: number, height: number, bytes = 0) =>
  webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...low(width), ...low(height)], bytes);
export function losslessOf(width: number, height: number, bytes = 0) {
  const bits = (width - 1) | ((height - 1) << 14);
  return webp("VP8L", [0x2f, ...low(bits & 0xffff), ...low(bits >>> 16)], bytes);
}
export const extendedOf = (width: number, height: number, bytes = 0) =>
  webp("VP8X", [0, 0, 0, 0, ...low(width - 1), 0, ...low(height - 1), 0], bytes);

export const fileOf = (content: Uint8Array, name: string, type: string) =>
  new File([content as BlobPart], name, { type });

/** A whole picture of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
