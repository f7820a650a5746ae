import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { receiver } from "#tests/support/receiver.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();

test.each(twoLooks)(
  "a webhook is made, told of a call, fails, and is sent again at %i px, %s",
  async (width, theme) => {
    const twin = await fill(w, await addCompany(w.env, `hooks-${width}`, 2, 0));
    // The twin's own endpoint has nothing to do with it.
    await twin.db
      .prepare("update webhook_endpoints set deleted_at = 1 where company_id = ?")
      .bind(twin.company.id)
      .run();
    const kind = await signedIn(w, twin.company, "admin");
    const there = await receiver();
    const { page, open } = await newPage({ company: twin.company, kind, width, theme });

    await open("/settings");
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.getByRole("link", { name: "Webhooks", exact: true }).click();
    await page.getByText("No webhooks yet").waitFor();
    await sound(page, "no webhooks");
    await page.getByLabel("Name").fill("Maintenance system");
    await page.getByLabel("Address").last().fill("https://10.0.0.1/in");
    await page.getByRole("checkbox", { name: "A service call was opened" }).check();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make webhook" }).click();
    await page.getByText("must name a host on the public internet").first().waitFor();
    await sound(page, "an address that is refused");
    await page.getByLabel("Address").last().fill(there.url);
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make webhook" }).click();
    const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await sound(page, "a webhook with its secret");

    await page.getByRole("link", { name: "Maintenance system" }).click();
    await page.getByText("Nothing sent yet").waitFor();
    const report = () =>
      kind.call("POST", "/api/service-calls", {
        ...{ asset_id: twin.rows.assets!.id, problem: "Alarm does not sound" },
        equipment_down: "no",
      });
    const { data } = await report();
    await minute(w);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(1);
    const [first] = there.got;
    const event = new Webhook(secret).verify(first!.body, first!.headers as never);
    expect(event).toMatchObject({ type: "service_call.opened", data: { id: data.id } });

    there.answers(500);
    await report();
    await minute(w);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(2);
    await page.reload();
    await page.getByText("It answered 500").first().waitFor();
    await sound(page, "a log of deliveries");

    // Its further attempts are days away.
    await twin.db
      .prepare(
        "update webhook_deliveries set status = 'failed', next_at = null, attempts = 10 where company_id = ? and status = 'waiting'",
      )
      .bind(twin.company.id)
      .run();
    await open(`${new URL(page.url()).pathname}?status=failed`);
    await page.getByText("service_call.opened").first().click();
    await page.getByRole("heading", { name: "What was answered" }).waitFor();
    await sound(page, "a delivery that has failed");
    there.answers(204);
    const before = there.got.length;
    await page.getByRole("link", { name: "Send again" }).click();
    await sound(page, "a delivery that is sent again");
    await page.getByRole("button", { name: "Send again" }).click();
    await toast(page, "It is sent again");
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(before + 1);
    expect(there.got.at(-1)!.headers["webhook-id"]).toBe(there.got[1]!.headers["webhook-id"]);
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByText("Delivered", { exact: true }).count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    there.close();
  },
);
