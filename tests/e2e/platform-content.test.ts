import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { insert, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, testSound } from "./sound.ts";

const w = await world();
const control = w.env.CONTROL_DB;
const stamps = { created_at: 1, updated_at: 1 };
const own = (id: string, row: object) => ({ id, ...row, ...stamps });
const name = LONG.slice(0, 78);

await insert(control, "plans", own("e2e-plan", { code: "E2E", name, service_type: 2 }));
await insert(
  control,
  "plan_versions",
  ...[1, 2].map((version_no) =>
    own(`e2e-version-${version_no}`, {
      ...{ plan_id: "e2e-plan", version_no, currency: "INR", trial_days: 14, max_assets: 500 },
      ...{ price_monthly_minor: 499900 * version_no, price_yearly_minor: 4999000 * version_no },
      ...{ valid_from: `2026-0${version_no}-01`, features: JSON.stringify([name, "Labels"]) },
    }),
  ),
);
await insert(
  control,
  "coupons",
  own("e2e-coupon", {
    ...{ code: "BROWSER10BROWSER10AB", kind: "percent", value: 10, max_redemptions: 20 },
    ...{ starts_on: "2026-01-01", ends_on: "2030-01-01" },
  }),
);
await insert(
  control,
  "faqs",
  own("e2e-faq", {
    question: LONG,
    answer: `${LONG}\nhttps://x.test`,
    audience: "public",
    sort: 0,
  }),
);
await insert(
  control,
  "sliders",
  own("e2e-slider", { title: name, subtitle: LONG, alt: "A pump", placement: "landing", sort: 0 }),
);
await insert(
  control,
  "testimonials",
  own("e2e-said", { name, organisation: LONG, quote: `${LONG}. ${LONG}`, rating: 4, sort: 0 }),
);

testSound("plans and coupons", { company: "platform" }, [
  ...["/plans", "/plans?edit=e2e-plan", "/plan/create", "/plan/e2e-plan", "/plan/e2e-plan/version"],
  ...["/coupons", "/coupon/create", "/coupon/update/e2e-coupon", "/coupon/e2e-coupon"],
  "/coupons/generate",
]);
testSound("what the site shows", { company: "platform" }, [
  ...["/helps", "/help/create", "/help/update/e2e-faq"],
  ...["/app-sliders", "/app-slider/create", "/app-slider/update/e2e-slider"],
  ...["/testimonials", "/testimonial/create", "/testimonial/update/e2e-said"],
]);

const press = (page: Page, button: string) => page.getByRole("button", { name: button }).click();

test("a plan is added and gets another price, which the old version survives", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/plan/create");
  await page.fill("input[name=name]", "Browser clinic");
  await page.fill("input[name=code]", "B-CLINIC");
  await page.fill("input[name=priceMonthlyMinor]", "2999");
  await page.fill("input[name=priceYearlyMinor]", "29990");
  await page.fill("textarea[name=features]", "Labels\nReports");
  await press(page, "Add plan");
  await page.waitForURL("**/plans");
  const row = page.locator("tbody tr", { hasText: "Browser clinic" });
  await row.getByText("₹ 2,999.00").waitFor();
  await row.getByRole("link", { name: "Browser clinic" }).click();
  await page.getByRole("link", { name: "New version" }).click();
  await page.waitForURL("**/version");
  expect(await page.inputValue("input[name=priceMonthlyMinor]")).toBe("2999.00");
  await page.fill("input[name=priceMonthlyMinor]", "3499");
  await press(page, "Add version");
  await page.getByText("₹ 3,499.00").waitFor();
  await page.getByText("₹ 2,999.00").waitFor();
  await page.getByText("Holds now").waitFor();
});

test("codes are made at once, to copy and as a file", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/coupons/generate");
  await page.fill("input[name=prefix]", "shop");
  await page.fill("input[name=count]", "12");
  await page.fill("input[name=value]", "15");
  await page.fill("input[name=endsOn]", "2031-01-01");
  await press(page, "Generate codes");
  await page.waitForURL("**/coupons/generated?**");
  const codes = (await page.getByLabel("Codes, one a line").inputValue()).split("\n");
  expect([codes.length, new Set(codes).size]).toEqual([12, 12]);
  const download = page.waitForEvent("download");
  await press(page, "Download CSV");
  expect((await download).suggestedFilename()).toBe("coupons.csv");
  await open(`/coupons?q=${codes[0]}`);
  await page.getByText("15 % off").waitFor();
});

test("a question shows how it will read, and changes its place by keyboard", async () => {
  const { page, open } = await newPage({ company: "platform", width: 360, theme: "dark" });
  await open("/help/create");
  await page.fill("input[name=question]", "How do I print labels?");
  await page.fill("textarea[name=answer]", "Open an asset. See https://plumbline.test/labels.");
  const link = page.getByRole("link", { name: "https://plumbline.test/labels", exact: true });
  expect(await link.getAttribute("href")).toBe("https://plumbline.test/labels");
  await press(page, "Add question");
  await page.waitForURL("**/helps");
  const up = page.getByRole("button", { name: "Move How do I print labels? up" });
  const place = async () =>
    (await page.locator("tbody tr").allTextContents()).findIndex((row) =>
      row.includes("How do I print labels?"),
    );
  await up.focus();
  const before = await place();
  await page.keyboard.press("Enter");
  await page.getByText("Order saved").waitFor();
  await expect.poll(place).toBeLessThan(before);
});

test("without scripts an order is changed by the same buttons", async () => {
  const { page, open } = await newPage({ company: "platform", javaScript: false });
  await insert(
    control,
    "testimonials",
    own("e2e-last", { name: "Last voice", quote: "Good", sort: 9 }),
  );
  await open("/testimonials");
  await page.getByRole("button", { name: "Move Last voice up" }).click();
  await page.locator("tbody tr").first().getByText("Last voice").waitFor();
});

test("a slider is added with its picture, and stands as its preview has shown", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/app-slider/create");
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1600, 900];
    canvas.getContext("2d")!.fillRect(0, 0, 800, 900);
    return canvas.toDataURL("image/png").split(",")[1]!;
  });
  const buffer = Buffer.from(drawn, "base64");
  await page.setInputFiles("input[name=picture]", { name: "a.png", mimeType: "image/png", buffer });
  await page.fill("input[name=alt]", "Half of it is dark");
  await page.fill("input[name=title]", "Every device, in order");
  await page.locator(".slide strong", { hasText: "Every device, in order" }).waitFor();
  await page.locator('.slide img[alt="Half of it is dark"]').waitFor();
  await press(page, "Add slider");
  await page.waitForURL("**/app-sliders");
  const picture = page.locator('img[alt="Half of it is dark"]');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1600);
});
