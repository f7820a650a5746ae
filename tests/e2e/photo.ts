import type { Page } from "playwright-core";

/** A place, as a phone writes it into the photos it takes. */
export const PLACE = "12.9716 N 77.5946 E";

const EXIF = Buffer.concat([
  Buffer.from("Exif\0\0MM\0*\0\0\0\x08", "latin1"),
  // One entry: the orientation 6, which turns the picture by a quarter.
  Buffer.from("0001011200030000000100060000", "hex"),
  Buffer.from("00000000", "hex"),
  Buffer.from(PLACE),
]);

/**
 * A photo as a phone takes it: a noisy JPEG of this width and height as it lies, which its EXIF data turns upright, so that it
 * is shown `height` wide and `width` high.
 */
export async function turnedPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const drawn = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d")!;
      const image = context.createImageData(width, height);
      for (let at = 0; at < image.data.length; at++)
        image.data[at] =
          at % 4 === 3 ? 255 : ((at * 7919) % 256) * 0.6 + (at / image.data.length) * 90;
      context.putImageData(image, 0, 0);
      return canvas.toDataURL("image/jpeg", 0.95).split(",")[1]!;
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(drawn, "base64");
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(EXIF.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, EXIF, jpeg.subarray(2)]);
}
