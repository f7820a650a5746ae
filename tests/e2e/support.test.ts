import { beforeAll, expect, test } from "vitest";
import { clientAt } from "#tests/support/client.ts";
import { addHelp, type TicketBench, ticketBench } from "#tests/support/tickets.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { allSound, LONG, sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
let b: TicketBench;
const PHRASE = "Labels come out on two sheets";

beforeAll(async () => {
  b = await ticketBench(w, "helpdesk", 0);
  await addHelp(w, {
    id: "e2e-help-labels",
    question: "How are labels printed on a roll?",
    answer: "Open Settings, Labels, and choose the roll. Then print one label to try it.",
    category: "Labels",
  });
  await b.asked(b.asker, { subject: LONG, body: `${LONG}\n${LONG}` });
});

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

test.each(looks)(
  "a question is suggested a help, becomes a ticket with a file, is answered, resolved, closed and rated, at %i px, %s",
  async (width, theme) => {
    const look = { width, theme };
    const asks = await newPage({ company: b.company, kind: b.asker, ...look });
    const answers = await newPage({ company: "platform", kind: b.agent, ...look });

    await asks.open("/supports");
    await asks.page.getByRole("link", { name: "New ticket" }).first().click();
    const subject = asks.page.getByLabel("Subject");
    await subject.fill(PHRASE);
    const help = asks.page.getByText("How are labels printed on a roll?", { exact: true });
    await help.click();
    await asks.page.getByText("choose the roll").waitFor();
    await sound(asks.page, "a help beside the question");
    await asks.page.getByRole("button", { name: /^No/ }).click();
    await asks.page.getByText("Thank you.").waitFor();
    await asks.page.getByLabel("Category").selectOption("bug");
    await asks.page.getByLabel("Priority").selectOption("high");
    await asks.page.getByLabel("Message").fill("Each label takes two sheets.");
    await asks.page.getByLabel("Files").setInputFiles({
      ...{ name: "settings.csv", mimeType: "text/csv" },
      buffer: Buffer.from("preset;width\nroll;50\n"),
    });
    await asks.page.getByRole("button", { name: "Send ticket" }).click();
    await asks.page.getByRole("heading", { name: PHRASE }).waitFor();
    await asks.page.getByRole("link", { name: "settings.csv" }).waitFor();
    await sound(asks.page, "a new ticket");
    const id = new URL(asks.page.url()).pathname.split("/").at(-1)!;

    await answers.open("/admin/supports");
    await sound(answers.page, "tickets of all companies");
    await answers.open(`/admin/support/show/${id}`);
    await answers.page.getByRole("link", { name: "Take", exact: true }).click();
    await answers.page.getByRole("button", { name: "Take ticket" }).click();
    await toast(answers.page, "The ticket is yours");
    await answers.page.getByRole("dialog").waitFor({ state: "hidden" });
    const note = answers.page.getByLabel("Note, which the company does not see");
    await note.fill("Seen at two companies");
    await answers.page.getByRole("button", { name: "Add internal note" }).click();
    await answers.page.getByText("Internal, not seen by the company").waitFor();
    await expect.poll(() => note.inputValue()).toBe("");
    await answers.page.getByLabel(/^Reply/).fill("Which printer is it?");
    await answers.page.getByRole("button", { name: "Send reply" }).click();
    await answers.page.getByText("Waiting for the company").first().waitFor();
    await sound(answers.page, "a ticket with an internal note");

    await asks.open("/supports?tab=waiting");
    await asks.page.getByRole("link", { name: PHRASE }).first().click();
    await asks.page.getByText("Which printer is it?").waitFor();
    expect(await asks.page.getByText("Seen at two companies").count()).toBe(0);
    await asks.page.getByLabel("Message").fill("A Zebra ZD421.");
    await asks.page.getByRole("button", { name: "Send answer" }).click();
    await toast(asks.page, "Answer sent");
    await sound(asks.page, "an answered ticket");

    await answers.open(`/admin/support/show/${id}`);
    await answers.page.getByText("A Zebra ZD421.").waitFor();
    await answers.page.getByRole("link", { name: "Resolve", exact: true }).click();
    await answers.page.getByLabel("Note", { exact: true }).fill("Choose the roll preset.");
    await sound(answers.page, "resolving");
    await answers.page.getByRole("button", { name: "Resolve ticket" }).click();
    await toast(answers.page, "Ticket resolved");

    await asks.open(`/support/show/${id}`);
    await asks.page.getByText("Choose the roll preset.").waitFor();
    await asks.page.getByRole("link", { name: "Close", exact: true }).click();
    await asks.page.getByRole("button", { name: "Close ticket" }).click();
    await toast(asks.page, "Ticket closed");
    await asks.page.getByRole("link", { name: "Rate the help" }).click();
    await asks.page.getByLabel("How was the help?").selectOption("5");
    await asks.page.getByRole("button", { name: "Send rating" }).click();
    await asks.page.getByText("Very good, 5 of 5").waitFor();
    await sound(asks.page, "a rated ticket");
  },
  120_000,
);

test("a ticket is sent, and a help judged, before scripts arrive", async () => {
  const { page, open } = await newPage({ company: b.company, kind: b.asker, javaScript: false });
  await open("/support/create");
  await page.getByLabel("Subject").fill("Without scripts");
  await page.getByLabel("Category").selectOption("other");
  await page.getByLabel("Message").fill("Does it work?");
  await page.getByRole("button", { name: "Send ticket" }).click();
  await page.getByRole("heading", { name: "Without scripts" }).waitFor();
  await page.getByLabel("Message").fill("It does.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByText("It does.").waitFor();
  const session = await clientAt(w, b.company, b.company.users.viewer.id);
  const other = await newPage({ company: b.company, kind: session, javaScript: false });
  await other.open("/support/helps");
  await other.page.getByText("How are labels printed on a roll?", { exact: true }).click();
  await other.page.getByRole("button", { name: /^Yes/ }).click();
  // Texts within noscript are none to the locator.
  await expect.poll(() => other.page.content()).toContain("<span>Thank you</span>");
});

test("the screens are sound", async () => {
  await allSound(await newPage({ company: b.company, kind: b.asker }), [
    "/supports",
    "/supports?tab=closed",
    "/support/create",
    "/support/helps",
    "/support/helps?q=nothing+of+that",
  ]);
  await allSound(await newPage({ company: "platform", kind: b.agent }), [
    "/admin/supports",
    "/admin/supports?tab=closed",
  ]);
});
