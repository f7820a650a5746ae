type PictureSize = { mime: string; width: number; height: number };

/**
 * What a picture's own header says it is: a JPEG, PNG or WebP of this width and height in pixels, before any turn its
 * EXIF data asks for.
 * @param bytes the picture, or its beginning with the header
 * @returns null for anything else, and where the header is cut off or says no size
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = jpegSize(view) ?? pngSize(view) ?? webpSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const word = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));

/** The frames of a JPEG; the other markers of their range are tables and extensions. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;

function jpegSize(view: DataView): PictureSize | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Any number of 0xff may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return {
        mime: "image/jpeg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      };
    const length = view.getUint16(at + 2);
    if (marker === START_OF_SCAN || length < 2) return null;
    at += 2 + length;
  }
}

function pngSize(view: DataView): PictureSize | null {
  if (view.getUint32(0) !== 0x89504e47 || word(view, 12) !== "IHDR") return null;
  return { mime: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function webpSize(view: DataView): PictureSize | null {
  if (word(view, 0) !== "RIFF" || word(view, 8) !== "WEBP") return null;
  const mime = "image/webp";
  switch (word(view, 12)) {
    case "VP8 ":
      if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return null;
      return {
        mime,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { mime, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
      return { mime, width: three(24) + 1, height: three(27) + 1 };
    }
    default:
      return null;
  }
}
