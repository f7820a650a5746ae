import { crc32, deflateSync } from "node:zlib";
import type { Random } from "../random.ts";

const WIDTH = 360;
const HEIGHT = 110;
const PEN = 1.6;

function chunk(kind: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A grey picture of so many columns as PNG. @param pixels 0 for black to 255 for white, line by line */
export function greyPng(pixels: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const height = pixels.length / width;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
}

/** A signature as a pen would write one: loops from left to right that grow smaller, and a line under them. */
export function writtenName(random: Random): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const dot = (x: number, y: number) => {
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) {
        const [px, py] = [Math.round(x) + dx, Math.round(y) + dy];
        if (px < 0 || py < 0 || px >= WIDTH || py >= HEIGHT) continue;
        const dark = 255 - 225 * Math.max(0, Math.min(1, PEN + 0.5 - Math.hypot(px - x, py - y)));
        const at = py * WIDTH + px;
        pixels[at] = Math.min(pixels[at]!, dark);
      }
  };
  const waves = Array.from({ length: 3 }, () => ({
    high: 6 + 9 * random.next(),
    often: 14 + 24 * random.next(),
    from: 6.3 * random.next(),
  }));
  for (let t = 0; t <= 1; t += 0.0004) {
    const calm = 1 - 0.75 * t;
    const loop = waves.reduce(
      (sum, { high, often, from }) => sum + high * Math.sin(often * t + from),
      0,
    );
    const swing = waves.reduce((sum, { often, from }) => sum + Math.cos(1.7 * often * t + from), 0);
    dot(56 + 250 * t + 11 * swing * calm, 50 - loop * calm);
  }
  for (let t = 0; t <= 1; t += 0.002) dot(40 + 270 * t, 92 - 9 * t + 2 * Math.sin(5 * t));
  return greyPng(pixels, WIDTH);
}
