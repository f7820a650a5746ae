import fc from "fast-check";
import { expect, test } from "vitest";
import { pictureSize } from "#app/shared/picture-size.ts";
import { extendedOf, jpegOf, losslessOf, pngOf, webpOf } from "#tests/support/pictures.ts";

const kinds = { jpegOf, pngOf, webpOf, losslessOf, extendedOf };
const mimes = {
  jpegOf: "image/jpeg",
  pngOf: "image/png",
  webpOf: "image/webp",
  losslessOf: "image/webp",
  extendedOf: "image/webp",
};
const names = Object.keys(kinds) as (keyof typeof kinds)[];

test.each(names)("%s: the width and height its header says", (name) =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16_000 }),
      fc.integer({ min: 1, max: 16_000 }),
      (w, h) => {
        const size = { mime: mimes[name], width: w, height: h };
        expect(pictureSize(kinds[name](w, h, 200))).toEqual(size);
        // Where it lies in memory makes no difference.
        expect(pictureSize(new Uint8Array([1, 2, 3, ...kinds[name](w, h)]).subarray(3))).toEqual(
          size,
        );
      },
    ),
  ),
);

test.each(names)("%s: cut off before its size it has none", (name) => {
  const whole = kinds[name](300, 200);
  const sizes = Array.from(whole, (_, end) => pictureSize(whole.subarray(0, end)));
  const first = sizes.findIndex((size) => size !== null);
  expect(sizes.slice(0, 20).every((size) => size === null)).toBe(true);
  for (const size of first < 0 ? [] : sizes.slice(first))
    expect(size).toEqual({ mime: mimes[name], width: 300, height: 200 });
});

test("a JPEG's frame is found behind filling bytes and other segments, and not behind its scan", () => {
  const frame = [0xff, 0xc2, 0x00, 0x11, 0x08, 0x01, 0x02, 0x03, 0x04];
  const size = { mime: "image/jpeg", width: 0x304, height: 0x102 };
  const table = [0xff, 0xc4, 0x00, 0x04, 1, 2];
  const jpeg = (...bytes: number[]) => pictureSize(new Uint8Array([0xff, 0xd8, ...bytes]));
  expect(jpeg(...table, 0xff, 0xff, ...frame)).toEqual(size);
  expect(jpeg(0xff, 0xda, 0x00, 0x04, 1, 2, ...frame)).toBeNull();
  expect(jpeg(0xff, 0xe0, 0x00, 0x01, ...frame)).toBeNull();
  expect(jpeg(0x00, ...frame)).toBeNull();
});

test("a picture without a width or a height has no size", () => {
  for (const make of [jpegOf, pngOf, webpOf])
    for (const [width, height] of [
      [0, 5],
      [5, 0],
    ] as const)
      expect(pictureSize(make(width, height, 100))).toBeNull();
});

test("whatever bytes come are read to an end, and what is no picture has no size", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.uint8Array({ maxLength: 400 }),
      fc.nat(40),
      (name, noise, keep) => {
        const size = pictureSize(
          new Uint8Array([...kinds[name](9, 9).subarray(0, keep), ...noise]),
        );
        if (size) expect([size.width > 0, size.height > 0]).toEqual([true, true]);
      },
    ),
  );
  for (const text of ["", "%PDF-1.7", "<svg width='9' height='9'/>", "GIF89a\t\0\t\0"])
    expect(pictureSize(new TextEncoder().encode(text))).toBeNull();
});
