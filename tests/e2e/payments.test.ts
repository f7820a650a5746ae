import { expect, test } from "vitest";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
await offer(w);

type Tell = Parameters<typeof w.gateways.tellTo>[0];
const tellAtOnce: Tell = ({ path, body, headers }) =>
  w.server.fetch(`http://localhost${path}`, { method: "POST", body, headers });

const looks = [
  [1280, "light", "Pay by card"],
  [360, "dark", "Pay by Razorpay"],
] as const;

/** A company whose Admin has ordered a plan. */
async function ordered(name: string) {
  const company = await addCompany(w.env, name, 2, 0);
  const kind = await signedIn(w, company, "admin");
  const { data } = await kind.call("POST", "/api/orders", {
    ...{ plan_id: OFFERED.plan, billing: "yearly", legal_name: "Hill Hospital" },
    ...{ address: "4 Hill Road", region: "Karnataka" },
  });
  return { company, kind, id: data.id };
}

test.each(looks)(
  "an order is paid at a gateway after a payment that failed, and paid back by staff, at %i px, %s",
  async (width, theme, way) => {
    const { company, kind, id } = await ordered(`paying${width}`);
    const look = { width, theme };
    const { page, open } = await newPage({ company, kind, ...look });
    w.gateways.tellTo(tellAtOnce);
    await open("/subscription");
    await sound(page, "the ways to pay an order");

    w.gateways.behaves("down");
    await page.getByRole("button", { name: way }).click();
    await page
      .getByText(/does not answer/)
      .first()
      .waitFor();
    await sound(page, "a gateway that does not answer");
    w.gateways.behaves("well");

    await page.getByRole("button", { name: way }).click();
    await page.getByRole("heading", { name: "Pay INR 11800.00" }).waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByText(/^The payment did not go through/).waitFor();
    await sound(page, "a payment that failed");

    // The gateway's event comes after the payer.
    let late: () => Promise<unknown> = async () => undefined;
    w.gateways.tellTo(async (event) => {
      late = () => tellAtOnce(event);
    });
    await page.getByRole("button", { name: way }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText(/is being confirmed/).waitFor();
    expect(await page.getByRole("button", { name: way }).count()).toBe(0);
    await sound(page, "a payment that is being confirmed");
    await late();
    await page.getByText(/^The payment of ORD-\d+ has come/).waitFor();
    await page.getByRole("link", { name: /INV/ }).first().waitFor();
    await sound(page, "a payment that has come");

    const staff = await newPage({ company: "platform", kind: await superAdmin(w), ...look });
    await staff.open(`/order/${id}`);
    await staff.page.getByText("What gateways told").waitFor();
    await sound(staff.page, "what a gateway told of an order");
    await staff.page.getByRole("link", { name: "Refund" }).click();
    await staff.page.getByLabel("Amount").fill("100.00");
    await staff.page.locator('input[name="password"]').fill(PASSWORD);
    await staff.page.getByLabel("Reason").fill("Fewer assets");
    await sound(staff.page, "a refund at a gateway");
    await staff.page.getByRole("button", { name: "Refund", exact: true }).click();
    await toast(staff.page, "Refund recorded");
    await staff.page.getByText(/^CN\//).waitFor();
    expect(w.gateways.asked.at(-1)!.path).toMatch(/refund/);
  },
);

test("without scripts the button leads to the gateway and back", async () => {
  const { company, kind, id } = await ordered("plainpayer");
  w.gateways.tellTo(tellAtOnce);
  const { page, open } = await newPage({ company, kind, width: 360, javaScript: false });
  await open("/subscription");
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText(/^The payment of ORD-\d+ has come/).waitFor();
  expect(new URL(page.url()).searchParams.get("paid")).toBe(id);
});
