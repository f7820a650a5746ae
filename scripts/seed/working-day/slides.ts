import { sliders } from "#worker/domain/platform/sliders.ts";
import type { StaffSession } from "#worker/session.ts";
import { greyPng } from "../laboratory/ink.ts";
import { type Shelf, uploadOf } from "../laboratory/shelf.ts";
import { slides } from "./offers-data.ts";

const [WIDTH, HEIGHT] = [640, 360];
const [PAPER, LINE, BOB] = [244, 150, 60];

/** A plumb line over bars of a chart, as many as are asked for. */
function drawn(bars: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  const fill = (x: number, y: number, wide: number, high: number, grey: number) => {
    for (let row = y; row < y + high; row++)
      pixels.fill(grey, row * WIDTH + x, row * WIDTH + x + wide);
  };
  const step = Math.floor(WIDTH / (bars + 1));
  for (let bar = 1; bar <= bars; bar++) {
    const high = 60 + ((bar * 67) % 140);
    fill(bar * step - 20, HEIGHT - 40 - high, 40, high, LINE);
  }
  fill(40, HEIGHT - 40, WIDTH - 80, 3, BOB);
  fill(WIDTH / 2 - 1, 30, 3, 110, BOB);
  for (let row = 0; row < 30; row++)
    fill(WIDTH / 2 - Math.ceil((30 - row) / 2), 140 + row, 30 - row, 1, BOB);
  return greyPng(pixels, WIDTH);
}

/** Pictures with a few words, none of them on a public page. */
export async function showSlides(session: StaffSession, shelf: Shelf): Promise<void> {
  for (const [at, slide] of slides.entries())
    await sliders.createWith(
      ...([session, shelf.bucket, slide] as const),
      uploadOf(drawn(5 + 2 * at), `example-${at + 1}.png`, "image/png"),
    );
}
