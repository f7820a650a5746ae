import { expect, onTestFinished, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { publicCompany } from "#tests/support/public-reports.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const p = await publicCompany(w, "wards", 30);
const { shard, company, reported, labelOf, fresh, send, setting } = p;
const nobody = { company, kind: null } as const;
const PIN = "4711";
const long = "It fails when the arm is moved far to the left and the alarm is silenced. ".repeat(8);

const resolve = async (id: string) => {
  const admin = await signedIn(w, company, "admin");
  const body = { cause_code: "battery", resolution: "Battery replaced" };
  await expectAnswer(admin.api(`/api/service-calls/${id}/resolve`, { method: "POST", body }), 200);
};

const [open, done, closed] = [await reported(), await reported(), await reported()];
await send(open.path, { intent: "remark", remark: long });
await resolve(done.id);
await resolve(closed.id);
await send(closed.path, { intent: "works" });
const ward = (await shard.value<string>(
  "select id from departments where company_id = ? limit 1",
))!;
await shard.set("departments", ward, { head_phone: "+91 44 5550 1234" });
await setting("qr_report_pin", PIN);

testSound("a followed call", nobody, [open.path, done.path, closed.path]);
testSound("a report with a PIN", nobody, [labelOf(fresh())]);
testSound("a ward's poster", { company, kind: "admin" }, [`/departments/poster/${ward}`]);

test("a ward nurse reports by the label with the ward's PIN, follows the call and rates it", async () => {
  const asset = fresh();
  const phone = await newPage({ ...nobody, width: 360 });
  const { page } = phone;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await phone.open(labelOf(asset));
  await page.getByLabel("What is the problem?").fill("The display flickers and goes dark");
  await page.getByRole("radio", { name: "Yes, it cannot be used" }).check();
  await page.getByLabel("Your name").fill("Sister Mary");
  await page.getByLabel("PIN").fill("1234");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("This is not the PIN on your ward's poster").first().waitFor();
  expect(await page.getByLabel("What is the problem?").inputValue()).toContain("flickers");
  await page.getByLabel("PIN").fill(PIN);
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Thank you. Your report was sent.").waitFor();
  await sound(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/call\/[0-9a-f]{32}$/);

  await phone.open(new URL(link).pathname);
  await page.getByText("Reported", { exact: true }).first().waitFor();
  await page.getByLabel("Remark").fill("It smells of burning");
  await page.getByRole("button", { name: "Add remark" }).click();
  await page.locator(".said").getByText("It smells of burning").waitFor();
  expect(await page.getByLabel("Remark").inputValue()).toBe("");

  const call = await shard.value<string>(
    "select id from breakdowns where company_id = ? and asset_id = ?",
    asset,
  );
  await resolve(call!);
  await page.reload();
  await page.getByRole("heading", { name: "Does it work again?" }).waitFor();
  await page.getByText("No, it still fails").click();
  await page.getByLabel("What is still wrong?").fill("Dark again at noon");
  await page.getByRole("button", { name: "Send, it still fails" }).click();
  await page.getByText("The call is open again").first().waitFor();
  await page.getByText("Being worked on").first().waitFor();

  await resolve(call!);
  await page.reload();
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByLabel("What should we know? Optional").fill("Quick the second time");
  await page.getByRole("button", { name: "Yes, it works" }).click();
  await page.getByText("4 of 5").waitFor();
  // The form is gone with its button: who hears the page goes on at the answer.
  await page.locator("[role=status]:focus").getByText("The call is closed").waitFor();
  await sound(page);
});

test("two phones that answer at once: the second sees how it stands", async () => {
  const { id, path } = await (async () => {
    await setting("qr_report_pin", null);
    onTestFinished(async () => void (await setting("qr_report_pin", PIN)));
    return reported();
  })();
  await resolve(id);
  const [one, two] = [await newPage({ ...nobody, width: 360 }), await newPage(nobody)];
  for (const { open } of [one, two]) await open(path);
  await one.page.getByRole("button", { name: "Yes, it works" }).click();
  await one.page.getByText("Thank you. The call is closed.").first().waitFor();
  await two.page.getByRole("button", { name: "Yes, it works" }).click();
  await two.page.getByText("This call was answered meanwhile").first().waitFor();
  await two.page.locator(".badge").getByText("Closed").waitFor();
});

test("a call is answered without scripts, from a page that sends no referrer", async () => {
  await setting("qr_report_pin", null);
  const { id, path } = await reported();
  await resolve(id);
  const { page } = await newPage({ ...nobody, width: 360, javaScript: false });
  await page.goto(path);
  await page.getByText("No, it still fails").click();
  await page.getByLabel("What is still wrong?").fill("It does not start");
  await page.getByRole("button", { name: "Send, it still fails" }).click();
  await page.getByText("The call is open again").waitFor();
  await page.locator(".said").getByText("It does not start").waitFor();
});
