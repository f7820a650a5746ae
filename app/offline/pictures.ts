/** A photo of a round: pixels on its longer side, and bytes. */
const MOST_PIXELS = 2000;
const MOST_BYTES = 1024 * 1024;
const qualities = [0.85, 0.7, 0.55, 0.4];

/**
 * A photo drawn anew, upright and without what the camera wrote into it: at most 2000 px and 1 MB.
 * @throws Error for what is no picture this browser can draw
 */
export async function smallerPhoto(photo: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(photo);
  for (let pixels = MOST_PIXELS; pixels >= 500; pixels /= 2) {
    const scale = Math.min(1, pixels / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = canvas.getContext("2d")!;
    // JPEG knows no transparency: what shows through is white, as paper is.
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, "image/jpeg", quality),
      );
      if (blob && blob.size <= MOST_BYTES) {
        bitmap.close();
        return blob;
      }
    }
  }
  throw new Error("This photo does not become small enough");
}
