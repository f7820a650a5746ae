import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, onTestFinished, test } from "vitest";
import { isDark, QUIET } from "#app/shared/label-qr.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { PNG } from "#tests/support/pictures.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { qrOf } from "#worker/domain/labels/qr.ts";
import { hydrated, launch, newPage, newPageIn } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const MM = 72 / 25.4;
const slow = { timeout: 15_000 };

const w = await world();
/** A company of its own, because its devices are counted. */
const company = await addCompany(w.env, "prints", 2, 0);
const admin = { company, kind: "admin" } as const;
const nobody = { company, kind: null } as const;
const { rows } = await manyAssets(w, company, 60);
const ids = rows.filter(({ condition }) => condition === "working").map(({ id }) => id);
await rowsOf(w, company).set("assets", ids[0]!, { name: LONG });

testSound("labels", admin, [
  `/asset/labels?ids=${ids.slice(0, 5).join(",")}&preset=a4-40&show=code&show=name&show=place&show=company`,
  "/asset/labels?calibrate=1&preset=roll-50x25",
  "/asset/labels",
]);
testSound("labels as anybody sees them", nobody, [`/q/${ids[0]}`]);

test("chosen labels are printed on pages of their size, from the list on", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets");
  await page.getByLabel("More actions").click();
  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await page.getByRole("heading", { name: "Labels" }).waitFor();
  expect(await page.locator(".label-page").count()).toBe(3);
  await page.getByLabel("Sheet or roll").selectOption("a4-40");
  await expect.poll(() => page.locator(".label-page").count(), slow).toBe(2);
  await page.getByLabel("Start at cell").fill("40");
  await expect.poll(() => page.locator(".label-page").first().locator(".qr").count(), slow).toBe(1);
  expect(page.url()).toContain("start=40");
  const sizes = async () =>
    (await PDFDocument.load(await page.pdf({ preferCSSPageSize: true })))
      .getPages()
      .map((one) => [Math.round(one.getWidth() / MM), Math.round(one.getHeight() / MM)]);
  expect(await sizes()).toEqual(Array(3).fill([210, 297]));
  await open(`/asset/labels?ids=${ids.slice(0, 3).join(",")}&preset=roll-50x25&show=code`);
  expect(await sizes()).toEqual(Array(3).fill([50, 25]));
  const box = await page.locator(".label-page svg").first().boundingBox();
  expect([box!.width, box!.height]).toEqual([
    expect.closeTo((50 * 96) / 25.4, 0),
    expect.closeTo((25 * 96) / 25.4, 0),
  ]);
  await page.getByRole("button", { name: "Save this sheet and offset for all" }).click();
  await page.getByText("Label settings saved").waitFor();
  await page.getByText("The company begins with Roll 50 × 25 mm").waitFor();
});

test("somebody without an account reports a problem on a phone, and the people of the company see it", async () => {
  const phone = await newPage({ ...nobody, width: 360 });
  const { page } = phone;
  await phone.open(`/q/${ids[1]}`);
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Three fields need attention").waitFor();
  await page.getByLabel("What is the problem?").fill("The display flickers and goes dark");
  await page.getByRole("radio", { name: "Yes, it cannot be used" }).check();
  await page.getByLabel("Your name").fill("Sister Mary");
  await page.getByLabel("Photo, optional").setInputFiles({
    name: "dark.png",
    mimeType: "image/png",
    buffer: PNG,
  });
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Thank you. Your report was sent.").waitFor();
  const number = await page.getByText(/^SC-/).innerText();
  await sound(page);
  await phone.open(`/q/${ids[1]}`);
  await page.getByText(/Already reported/).waitFor();
  // Nobody of the company has confirmed it yet.
  await page.getByText("In service").waitFor();
  await page.getByLabel("Remark").fill("It smells of burning");
  await page.getByLabel("Your name").fill("Ward clerk");
  await page.getByRole("button", { name: "Add remark" }).click();
  await page.getByText("Thank you. Your remark was added.").waitFor();

  const desk = await newPage(admin);
  await desk.open(`/asset/detail/${ids[1]}`);
  const panel = desk.page.locator(".problems");
  for (const text of [
    number,
    "The display flickers and goes dark",
    "Sister Mary",
    "It smells of burning",
  ])
    await panel.getByText(text).first().waitFor();
  await expect
    .poll(
      () => panel.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth),
      slow,
    )
    .toBe(1);
  await desk.page.getByText("Call open").waitFor();
  await sound(desk.page);
});

test("a report is sent without scripts", async () => {
  const { page } = await newPage({ ...nobody, width: 360, javaScript: false });
  await page.goto(`/q/${ids[2]}`);
  await page.getByLabel("What is the problem?").fill("It does not start");
  await page.getByRole("radio", { name: "No", exact: true }).check();
  await page.getByLabel("Your name").fill("Night nurse");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Thank you. Your report was sent.").waitFor();
  await page.getByText(/^SC-/).waitFor();
});

/** A film of one QR code, as the browser's fake camera plays it. */
function filmOf(text: string): string {
  const qr = qrOf(text);
  const [width, height, scale] = [640, 480, 8];
  const side = (qr.side + 2 * QUIET) * scale;
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  const luma = Buffer.alloc(width * height, 200);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / scale) - QUIET, Math.floor(y / scale) - QUIET];
      const dark =
        column >= 0 && row >= 0 && column < qr.side && row < qr.side && isDark(qr, column, row);
      luma[(top + y) * width + left + x] = dark ? 20 : 235;
    }
  const frame = Buffer.concat([
    Buffer.from("FRAME\n"),
    luma,
    Buffer.alloc((width * height) / 2, 128),
  ]);
  const file = path.resolve("node_modules/.cache/scan.y4m");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`),
      frame,
      frame,
    ]),
  );
  return file;
}

test("a label is scanned with the camera, in the palette and beside the search", async () => {
  const film = filmOf(`http://prints.localhost/q/${ids[3]}`);
  const browser = await launch([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => browser.close());
  const { page, open } = await newPageIn(browser, { ...admin, width: 360 });
  await page.context().grantPermissions(["camera"]);
  await open("/all-assets");
  await page.locator(".toolbar").getByRole("button", { name: "Scan" }).click();
  await page.waitForURL(`**/asset/detail/${ids[3]}`);
  await page.getByRole("button", { name: "Find..." }).click();
  await page.locator(".palette").getByRole("button", { name: "Scan" }).click();
  await page.waitForURL(`**/asset/detail/${ids[3]}`);
  await expect.poll(() => page.locator("dialog[open]").count(), slow).toBe(0);
});

test("without a camera a photo or the typed code does, and a wrong one is said so", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open("/all-assets");
  const scan = () => page.locator(".toolbar").getByRole("button", { name: "Scan" }).click();
  await scan();
  await page
    .getByText(/camera/)
    .first()
    .waitFor();
  await sound(page);
  await page.getByLabel("Code or serial no").fill("http://elsewhere.test/q/x");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByText("This label belongs to another address.").waitFor();
  const picture = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 400, 400);
    pen.drawImage(image, 50, 50, 300, 300);
    return canvas.toDataURL("image/png").split(",")[1]!;
  }, `/asset/qr/${ids[4]}`);
  await page.getByLabel("Photo of the code").setInputFiles({
    name: "label.png",
    mimeType: "image/png",
    buffer: Buffer.from(picture, "base64"),
  });
  await page.waitForURL(`**/asset/detail/${ids[4]}`);
  await hydrated(page);
  await open("/all-assets");
  await scan();
  await page.getByLabel("Code or serial no").fill("ast00003");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.waitForURL("**/asset/detail/*");
});
