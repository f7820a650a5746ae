import jsQR from "jsqr";
import { expect, test } from "vitest";
import { cellAt, presetOf } from "#app/shared/label-sheet.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { type Rectangle, readPdf } from "#tests/support/read-pdf.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "printery", 2, 0);
const rows = (await manyAssets(w, company, 620)).rows;
const admin = await signedIn(w, company, "admin");
const viewer = await signedIn(w, company, "viewer");

test("the PDF is exact to a hundredth of a millimetre, begins at its cell and prints each asset as often as asked", async () => {
  const ids = rows.slice(0, 30).map(({ id }) => id);
  const query = `ids=${ids.join(",")}&preset=a4-40&start=7&copies=2&x=0.5&y=-1&show=code`;
  const answer = await admin.page(`/asset/labels.pdf?${query}`);
  expect([answer.status, answer.headers.get("content-type"), d1Of(answer).trips]).toEqual([
    200,
    "application/pdf",
    upTo(2),
  ]);
  const pages = await readPdf(await answer.arrayBuffer());
  const preset = presetOf("a4-40");
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [expect.closeTo(210, 2), expect.closeTo(297, 2)],
    [expect.closeTo(210, 2), expect.closeTo(297, 2)],
  ]);
  const codes = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
  expect(codes).toEqual(rows.slice(0, 30).flatMap(({ asset_code }) => [asset_code, asset_code]));
  const places = codes.map((_, nth) => ({
    page: Math.floor((6 + nth) / 40),
    ...cellAt(preset, (6 + nth) % 40),
  }));
  for (const [nth, { page, x, y }] of places.entries()) {
    const onPage = pages[page]!;
    const text = onPage.texts[nth - places.findIndex((place) => place.page === page)]!;
    const inside = {
      left: x + 0.5,
      top: y - 1,
      right: x + 0.5 + preset.cell.width,
      bottom: y - 1 + preset.cell.height,
    };
    expect(text.x).toBeGreaterThan(inside.left);
    expect(text.x).toBeLessThan(inside.right);
    const modules = onPage.boxes.filter(
      (box) =>
        box.x >= inside.left &&
        box.x < inside.right &&
        box.y >= inside.top - 0.01 &&
        box.y < inside.bottom,
    );
    const left = Math.min(...modules.map((box) => box.x));
    const right = Math.max(...modules.map((box) => box.x + box.width));
    const top = Math.min(...modules.map((box) => box.y));
    const bottom = Math.max(...modules.map((box) => box.y + box.height));
    const quiet = modules[0]!.height * 4;
    expect([left - inside.left, top - inside.top]).toEqual([
      expect.closeTo(preset.inset + quiet, 2),
      expect.closeTo((preset.cell.height - preset.qr) / 2 + quiet, 2),
    ]);
    expect([right - left, bottom - top]).toEqual([
      expect.closeTo(preset.qr - 2 * quiet, 2),
      expect.closeTo(preset.qr - 2 * quiet, 2),
    ]);
    expect(right - left).toBeGreaterThanOrEqual(12);
  }
});

/** Reads the QR code of a label of 38 × 25 mm. */
function codeOn({ boxes }: { boxes: Rectangle[] }): string | undefined {
  const dots = 20;
  const [width, height] = [38 * dots, 25 * dots];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const box of boxes)
    for (let y = Math.round(box.y * dots); y < Math.round((box.y + box.height) * dots); y++)
      for (let x = Math.round(box.x * dots); x < Math.round((box.x + box.width) * dots); x++)
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return jsQR(pixels, width, height)?.data;
}

test("a code in the PDF is read back as the address of its device", async () => {
  const { id } = rows[0]!;
  const answer = await admin.page(`/asset/labels.pdf?ids=${id}&preset=roll-38x25&show=code`);
  const [page] = await readPdf(await answer.arrayBuffer());
  expect([page!.width, page!.height]).toEqual([expect.closeTo(38, 2), expect.closeTo(25, 2)]);
  expect(codeOn(page!)).toBe(`http://${company.host}/q/${id}`);
  const picture = await admin.page(`/asset/qr/${id}`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect((await picture.text()).startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
});

test("a filtered list is printed, 500 at most, in two trips", async () => {
  const all = await admin.page("/asset/labels?all=1&preset=roll-25x25&show=code");
  expect(d1Of(all).trips).toEqual(upTo(2));
  const html = await expectAnswer(all, 200, "Only the first 500 are printed");
  expect(html.match(/class="label-page"/g)).toHaveLength(500);
  const some = await admin.text("/asset/labels?q=ast-0000&preset=a4-24&show=code");
  expect(some.match(/AST-0000\d</g)).toHaveLength(9);
  expect(await admin.text("/asset/labels")).toContain("Nothing chosen yet");
  expect(await admin.text("/asset/labels?q=nothing-like-it")).toContain("No asset matches");
});

test("the calibration page has the frames of the cells", async () => {
  const html = await admin.text("/asset/labels?calibrate=1&preset=a4-24");
  expect(html.match(/class="label-rule"/g)?.length).toBeGreaterThan(96);
  const pdf = await admin.page("/asset/labels.pdf?calibrate=1&preset=a4-24");
  expect(await readPdf(await pdf.arrayBuffer())).toHaveLength(1);
});

test("sheet and offset are kept for everybody by who may change settings", async () => {
  const save = (client: Client, fields: Record<string, string>) =>
    client.form("/asset/labels.data?ids=x", { preset: "roll-50x25", x: "1.04", ...fields });
  await expectAnswer(save(viewer, { y: "-1.5" }), 403);
  for (const [field, value] of Object.entries({ preset: "a5", x: "9", y: "abc", copies: "3" }))
    await expectAnswer(save(admin, { y: "0", [field]: value }), 422);
  const saved = await save(admin, { y: "-1.5" });
  expect(saved.status).toBe(200);
  expect(d1Of(saved).trips).toBeLessThanOrEqual(3);
  const html = await viewer.text(`/asset/labels?ids=${rows[0]!.id}`);
  for (const text of ["translate(1 -1.5)", 'data-page="50x25"']) expect(html).toContain(text);
  expect(html).not.toContain("Save this sheet");
  const changes = await rowsOf(w, company).value<string>(
    "select changes from activity_log where company_id = ? and action = 'update.settings'",
  );
  expect(changes).toContain("labelPreset");
});

test("a stock item's label names its ledger, and a scan of it finds the item", async () => {
  const made = async (path: string, body: object) => (await admin.call("POST", path, body)).data.id;
  const store = await made("/api/stores", { name: "Print room" });
  const probe = { name: "Probe", part_no: "SP-7", rack: "R1", bin: "B2" };
  const item = await made("/api/stocks", { store_id: store, ...probe });
  const bare = await made("/api/stocks", { store_id: store, name: "Fuse 2 A" });
  const pdf = await admin.page(
    `/stocks/labels.pdf?ids=${item}&preset=roll-38x25&show=code&show=name&show=place&show=bin&show=serial`,
  );
  expect([pdf.status, pdf.headers.get("content-type"), d1Of(pdf).trips]).toEqual([
    200,
    "application/pdf",
    upTo(2),
  ]);
  const [page] = await readPdf(await pdf.arrayBuffer());
  expect(page!.texts.map(({ text }) => text)).toEqual(["SP-7", "Probe", "Print room", "R1, B2"]);
  const address = `http://${company.host}/stocks/ledger/${item}`;
  expect(codeOn(page!)).toBe(address);
  const scanned = await admin.page(`/scan?text=${encodeURIComponent(address)}`);
  expect(await scanned.json()).toMatchObject({ found: { kind: "stock_item", value: item } });
  const html = (query: string) => admin.text(`/stocks/labels?${query}`);
  expect(await html(`ids=${item},${bare}`)).toContain("2 items");
  expect(await html("q=fuse")).toContain("1 item<");
  expect(await html(`store=${store}&all=1`)).toContain("2 items");
  expect(await html("")).toContain("Nothing chosen yet");
  const other = await addCompany(w.env, "otherprintery", 2, 0);
  const theirs = await signedIn(w, other, "admin");
  expect(await theirs.text(`/stocks/labels?ids=${item}`)).toContain("No item matches");
});
