import { expect, test } from "vitest";
import { laboratoryOf } from "#tests/support/certifying.ts";
import { issued, rendered, revised, voided } from "#tests/support/verified.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { sha256 } from "#worker/auth/tokens.ts";
import { compressing } from "../../scripts/bench/edge.ts";
import { watchNetwork } from "../../scripts/bench/received.ts";
import { launch, newPage, newPageIn } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "meridian", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const nobody = { company, kind: null } as const;

const [valid, replaced, withdrawn, brief] = [
  await issued(lab, { public_level: "full" }),
  await issued(lab),
  await issued(lab),
  await issued(lab, { public_level: "status" }),
];
const bodies = await rendered(lab, valid.id, valid.number);
const next = await revised(lab, replaced.id);
await voided(lab, withdrawn.id, "The reference standard was found out of tolerance");

testSound("a certificate by its code", nobody, [
  ...[valid, replaced, withdrawn, brief].map(({ path }) => path),
  `/verify/${"a".repeat(26)}`,
  "/verify/heads",
]);

const fileOf = (name: string, text: string) => ({
  ...{ name, mimeType: "application/pdf" },
  buffer: Buffer.from(text),
});

test.each([1280, 360])("a file is compared on the device at %i px", async (width) => {
  const { page, open } = await newPage({ ...nobody, width });
  await open(valid.path);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const choose = page.getByLabel(/Choose file|Check another/);
  const says = page.getByRole("region", { name: "Check a file" }).getByRole("status");
  for (const [name, text, what] of [
    ["given.pdf", bodies.pdf, "It is this certificate's PDF, unchanged."],
    ["given.xml", bodies.xml, "It is this certificate's DCC XML, unchanged."],
    ["given.json", bodies.json, "It is this certificate's JSON document, unchanged."],
  ] as const) {
    await choose.setInputFiles(fileOf(name, text));
    await says.getByText(what).waitFor();
    expect(await says.innerText()).toContain(await sha256(text));
  }
  await sound(page, "a file that is the certificate's");
  await choose.setInputFiles(fileOf("final.pdf", `${bodies.pdf} `));
  await says.getByText("It is none of this certificate's files.").waitFor();
  await sound(page, "a file that is none of its");
  expect(asked.filter((url) => !/icons.*\.svg/.test(url))).toEqual([]);
});

test("a file is chosen by the keyboard, and dropped by the mouse", async () => {
  const { page, open } = await newPage(nobody);
  await open(valid.path);
  const button = page.getByLabel("Choose file");
  // Asked for early: a browser that is busy opens the chooser itself before it hears that somebody else does.
  const choosing = page.waitForEvent("filechooser");
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press("Tab");
    if (await button.evaluate((one) => one === document.activeElement)) break;
  }
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  const chooser = await choosing;
  await chooser.setFiles(fileOf("given.pdf", bodies.pdf));
  await page.getByText("PDF, unchanged.").waitFor();
  // Who hears the page stays where they were.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("file");
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.pdf"));
    return data;
  }, `${bodies.pdf}1`);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("It is none of this certificate's files.").waitFor();
});

test("a replaced certificate leads to its revision, and a void one stays void with the right file", async () => {
  const { page, open } = await newPage({ ...nobody, width: 360 });
  await open(replaced.path);
  await page.getByRole("link", { name: next.certificate_no }).first().click();
  await page.getByRole("heading", { name: "This certificate is valid." }).waitFor();
  const json = (await lab.shard.value<string>(
    "select text from certificate_texts where company_id = ?1 and certificate_report_id = ?",
    withdrawn.id,
  ))!;
  await open(withdrawn.path);
  await page.getByLabel("Choose file").setInputFiles(fileOf("given.json", json));
  await page.getByText("The certificate itself is void: see above.").waitFor();
  await page.getByLabel("Check another").setInputFiles(fileOf("other.json", `${json} `));
  await page.getByText("PDF and XML are still being made").waitFor();
  await sound(page, "a void certificate");
});

test("its facts are there without scripts, and its PDF is taken", async () => {
  const { page } = await newPage({ ...nobody, width: 360, javaScript: false });
  await page.goto(valid.path);
  await page.getByRole("heading", { name: "This certificate is valid." }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^PDF/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
});

test("it can be read before any script is asked for, and is small", async () => {
  const edge = await compressing(Number(w.port));
  const browser = await launch([], edge.port);
  try {
    const { page, open } = await newPageIn(browser, { ...nobody, width: 360 });
    const { received } = await watchNetwork(page);
    await open(valid.path);
    const bytes = (...types: string[]) =>
      received.filter(({ type }) => types.includes(type)).reduce((sum, one) => sum + one.bytes, 0);
    expect(bytes("Document", "Stylesheet")).toBeLessThanOrEqual(30 * 1024);
    expect(bytes("Script")).toBeLessThanOrEqual(150 * 1024);
  } finally {
    await browser.close();
    edge.end();
  }
});
