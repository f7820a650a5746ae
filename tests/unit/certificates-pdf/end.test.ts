import jsQR from "jsqr";
import { expect, test } from "vitest";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { pagesOf } from "#tests/support/certificate-pdf.ts";
import type { Rectangle } from "#tests/support/read-pdf.ts";

const DOTS = 12;
/** Reads the code that some filled rectangles draw. */
function codeOf(boxes: readonly Rectangle[]): string | undefined {
  const [left, top] = [
    Math.min(...boxes.map(({ x }) => x)) - 4,
    Math.min(...boxes.map(({ y }) => y)) - 4,
  ];
  const side = 32 * DOTS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y, width, height } of boxes)
    for (
      let down = Math.round((y - top) * DOTS);
      down < Math.round((y + height - top) * DOTS);
      down++
    )
      for (let at = Math.round((x - left) * DOTS); at < Math.round((x + width - left) * DOTS); at++)
        pixels.fill(0, (down * side + at) * 4, (down * side + at) * 4 + 3);
  return jsQR(pixels, side, side)?.data;
}

test("its code opens the page that checks it, the other that of the accreditation", async () => {
  const last = (await pagesOf(certificateDocument)).at(-1)!;
  const isLeft = ({ x }: Rectangle) => x < last.width / 2;
  expect(codeOf(last.boxes.filter(isLeft))).toBe(certificateDocument.issue.verify_url);
  expect(codeOf(last.boxes.filter((box) => !isLeft(box)))).toBe(
    certificateDocument.content.lab.accreditation!.url,
  );
});
