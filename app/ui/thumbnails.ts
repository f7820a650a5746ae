import { type RefObject, useEffect } from "react";
import { pictureSize } from "#app/shared/picture-size.ts";
import {
  type ThumbnailSize,
  thumbnailNames,
  thumbnailPart,
  thumbnailSizes,
} from "#app/shared/thumbnails.ts";

type Thumbnails = Record<ThumbnailSize, File>;

const KILOBYTE = 1024;
/** How much of a file is read for its width and height. */
const HEADER_BYTES = 1024 * KILOBYTE;
/** A picture decodes to 4 bytes a pixel; of a larger one a phone would run out of memory. */
const MOST_PIXELS = 64_000_000;
/** After so long a form is sent without thumbnails. */
const MOST_WAIT_MS = 5_000;
/** The first that fits is taken. A browser that does not write WebP answers with a PNG. */
const encodings = [
  ["image/webp", 0.8],
  ["image/webp", 0.5],
  ["image/jpeg", 0.8],
  ["image/jpeg", 0.5],
] as const;

/** Whether a canvas gives back what was drawn; a browser that hides what it is answers with noise. */
function isTrueCanvas(): boolean {
  const context = document.createElement("canvas").getContext("2d")!;
  context.fillStyle = "white";
  context.fillRect(0, 0, 8, 8);
  context.fillStyle = "black";
  context.fillRect(0, 0, 8, 4);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, at) => at % 4 === 3 || value < 16 === at < data.length / 2);
}

/** A source, the right way up, on a canvas of at most so many pixels on the longer side; never larger than it is. */
function scaled(source: ImageBitmap | HTMLCanvasElement, pixels: number): HTMLCanvasElement {
  const scale = Math.min(1, pixels / Math.max(source.width, source.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** JPEG knows no transparency: what shows through becomes white, as paper is. */
function whitened(canvas: HTMLCanvasElement) {
  const context = canvas.getContext("2d")!;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
}

async function encoded(canvas: HTMLCanvasElement, size: ThumbnailSize): Promise<File> {
  for (const [type, quality] of encodings) {
    if (type === "image/jpeg") whitened(canvas);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type && blob.size <= thumbnailSizes[size].kilobytes * KILOBYTE)
      return new File([blob], size, { type });
  }
  throw new Error(`No encoding of the ${size} size fits`);
}

/**
 * The sizes of a picture, drawn anew: turned as its EXIF data says, without any of that data.
 * @returns null for what is no picture, is too large for a phone to decode, or cannot be drawn by this browser
 */
async function thumbnailsOf(picture: File): Promise<Thumbnails | null> {
  try {
    const size = pictureSize(new Uint8Array(await picture.slice(0, HEADER_BYTES).arrayBuffer()));
    if (!size || size.width * size.height > MOST_PIXELS || !isTrueCanvas()) return null;
    // Turned upright as its EXIF data says, which is the default; older browsers refuse the option by that name.
    const bitmap = await createImageBitmap(picture);
    const medium = scaled(bitmap, thumbnailSizes.medium.pixels);
    bitmap.close();
    const small = scaled(medium, thumbnailSizes.small.pixels);
    return { small: await encoded(small, "small"), medium: await encoded(medium, "medium") };
  } catch {
    return null;
  }
}

/**
 * Sends the thumbnails of a chosen picture beside it, in its form: they are made while the person goes on, and a form that is
 * sent before waits for them. A file without thumbnails is sent alone.
 * @param field the name that the picture itself is sent under
 * @param signal ends it, when the picture is taken away
 */
export function addThumbnails(
  form: HTMLFormElement,
  field: string,
  picture: File,
  signal: AbortSignal,
) {
  let thumbnails: Thumbnails | null = null;
  let state: "making" | "awaited" | "made" = "making";
  const late = new Promise<null>((resolve) => setTimeout(resolve, MOST_WAIT_MS, null));
  const making = Promise.race([thumbnailsOf(picture), late]).then((made) => {
    thumbnails = made;
    state = "made";
  });
  form.addEventListener(
    "submit",
    (event) => {
      if (state === "made") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (state === "awaited") return;
      state = "awaited";
      making.then(() => signal.aborted || form.requestSubmit(event.submitter));
    },
    { signal },
  );
  form.addEventListener(
    "formdata",
    ({ formData }) => {
      if (thumbnails)
        for (const size of thumbnailNames)
          formData.append(thumbnailPart(field, size), thumbnails[size]);
    },
    { signal },
  );
}

/** The same for the picture of an input. @param picture null where nothing is to be made */
export function useThumbnails(input: RefObject<HTMLInputElement | null>, picture: File | null) {
  useEffect(() => {
    const form = input.current?.form;
    const field = input.current?.name;
    if (!picture || !form || !field) return;
    const listening = new AbortController();
    addThumbnails(form, field, picture, listening.signal);
    return () => listening.abort();
  }, [input, picture]);
}
