import { expect, test } from "vitest";
import { pictureSize } from "#app/shared/picture-size.ts";
import { thumbnailSizes } from "#app/shared/thumbnails.ts";
import { signedIn } from "#tests/support/client.ts";
import { pngOf } from "#tests/support/pictures.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage, type Screen } from "./browser.ts";
import { PLACE, turnedPhoto } from "./photo.ts";
import { sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const company = await addCompany(w.env, "pictured", 2, 0);
const { asset } = await bench(w, company, []);
const admin = { company, kind: "admin" } as const;

type Shown = { size: string | null; bytes: Buffer };
/** Collects the pictures that a page loads from now on. */
function reading({ page }: Screen): Promise<Shown>[] {
  const shown: Promise<Shown>[] = [];
  page.on("response", (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname.startsWith("/media/") && response.status() === 200)
      shown.push(response.body().then((bytes) => ({ size: searchParams.get("size"), bytes })));
  });
  return shown;
}
const loaded = (screen: Screen, selector: string) =>
  screen.page.waitForFunction((selector) => {
    const image = document.querySelector<HTMLImageElement>(selector);
    return image?.complete && image.naturalWidth > 0;
  }, selector);

test("a photo chosen on a phone is shown small in the list, larger at its device, and whole when it is opened", async () => {
  const phone = await newPage({ ...admin, width: 360 });
  const { page, open } = phone;
  await open(`/asset/detail/${asset}?tab=document`);
  const photo = await turnedPhoto(page, 1600, 1200);
  expect(photo.length).toBeGreaterThan(300 * 1024);
  const onPhone = reading(phone);
  await page.getByRole("link", { name: "Add document" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "front.jpg", mimeType: "image/jpeg", buffer: photo });
  await dialog.getByLabel("Kind").selectOption({ label: "Photo" });
  await dialog.getByRole("button", { name: "Add document" }).click();
  await page.getByText("Document added").waitFor();
  await page.getByText("shown as the picture").waitFor();
  await loaded(phone, ".files img");
  await loaded(phone, ".plate img");
  await sound(page);
  const pictures = await Promise.all(onPhone);
  expect(new Set(pictures.map(({ size }) => size))).toEqual(new Set(["small", "medium"]));
  const upright = { small: [72, 96], medium: [360, 480] };
  for (const { size, bytes } of pictures) {
    const { mime, width, height } = pictureSize(bytes)!;
    expect([mime, [width, height]]).toEqual(["image/webp", upright[size as "small"]]);
    expect(bytes.length).toBeLessThan(thumbnailSizes[size as "small"].kilobytes * 1024);
    expect([bytes.includes(PLACE), bytes.includes("Exif")]).toEqual([false, false]);
  }

  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.locator(".plate a:first-child").click(),
  ]);
  await opened.waitForURL("**/media/*");
  const { pathname, search } = new URL(opened.url());
  const whole = await (await signedIn(w, company, "admin")).page(pathname + search);
  expect([search, Buffer.compare(Buffer.from(await whole.arrayBuffer()), photo)]).toEqual(["", 0]);

  const desk = await newPage({ ...admin, width: 1800 });
  const inList = reading(desk);
  await desk.open("/all-assets");
  await desk.page.getByText("Columns", { exact: true }).click();
  await desk.page.getByLabel("Photo", { exact: true }).check();
  await loaded(desk, "img.thumb");
  const listed = await Promise.all(inList);
  expect(listed.map(({ size }) => size)).toEqual(["small"]);
  expect(listed[0]!.bytes.length).toBeLessThan(20 * 1024);
});

const stored = () =>
  rowsOf(w, company).first(
    "select file_name, thumbnail_bytes from media where company_id = ? order by id desc limit 1",
  );

/** Browsers that decode a picture slowly, not at all, or draw it wrongly. */
const slowly = () => {
  const make = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>;
  window.createImageBitmap = (async (file: Blob) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return make(file);
  }) as typeof createImageBitmap;
};
const outOfMemory = () => {
  window.createImageBitmap = () => Promise.reject(new DOMException("out of memory"));
};
const noisily = () => {
  const read = CanvasRenderingContext2D.prototype.getImageData;
  CanvasRenderingContext2D.prototype.getImageData = function (...area) {
    const image = read.apply(this, area);
    crypto.getRandomValues(image.data);
    return image;
  };
};

test.each([
  ["that are not made yet are waited for", slowly, expect.any(Number)],
  ["that cannot be made are gone without", outOfMemory, null],
  ["of which a browser would make noise are gone without", noisily, null],
] as const)("thumbnails %s", async (_, behaving, thumbnail_bytes) => {
  const screen = await newPage({ ...admin, width: 360 });
  const { page, open } = screen;
  await page.addInitScript(behaving);
  await open("/profile");
  const name = `face-${behaving.name}.jpg`;
  await page.getByLabel("New picture").setInputFiles({
    name,
    mimeType: "image/jpeg",
    buffer: await turnedPhoto(page, 800, 600),
  });
  await page.getByRole("button", { name: "Save picture" }).click();
  await toast(page, "Picture saved");
  expect(await stored()).toEqual({ file_name: name, thumbnail_bytes });
  await loaded(screen, ".avatar img");
});

test("a picture too large for a phone is not decoded, and stored alone", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await page.addInitScript(() => {
    window.createImageBitmap = () => {
      document.documentElement.dataset.decoded = "yes";
      return Promise.reject(new DOMException("out of memory"));
    };
  });
  for (const [height, decoded] of [
    [8_001, null],
    [8_000, "yes"],
  ] as const) {
    await open("/profile");
    const name = `poster-${height}.png`;
    await page.getByLabel("New picture").setInputFiles({
      name,
      mimeType: "image/png",
      buffer: Buffer.from(pngOf(8_000, height, 5_000)),
    });
    await page.getByRole("button", { name: "Save picture" }).click();
    await toast(page, "Picture saved");
    expect(await page.locator("html").getAttribute("data-decoded")).toBe(decoded);
    expect(await stored()).toEqual({ file_name: name, thumbnail_bytes: null });
  }
});
