import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { insert, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { allSound, LONG, sound } from "./sound.ts";

const admin = { company: "globex", kind: "admin" } as const;

const w = await world();
const { globex } = w.companies;
const shard = rowsOf(w, globex);
const { items } = await bench(w, globex, [{ quantity: 1, name: "Bell fuse" }]);
const at = Date.now();
const entry = newId(at);
const log = (n: number, more: object = {}) => ({
  ...{ company_id: globex.id, id: newId(at - n * 1000), at: at - n * 1000, ip: "10.1.2.3" },
  ...{ actor_kind: "user", actor_id: globex.users.admin.id, actor_name: "Ada", via: "web" },
  ...{ action: "update.vendor", entity_kind: "vendor", entity_id: newId(), entity_label: LONG },
  ...{ changes: JSON.stringify([{ field: "name", from: "Old name", to: LONG }]) },
  ...{ request_id: newId(), ...more },
});
await insert(
  shardOf(w, globex),
  "activity_log",
  ...Array.from({ length: 20 }, (_, n) => log(n + 1)),
  log(0, { id: entry, entity_label: "Zebra gases" }),
  log(0, { changes: JSON.stringify([{ field: "name", from: LONG, to: LONG }]) }),
  log(31, {
    actor_name: LONG,
    action: "withdraw.user",
    changes: JSON.stringify(["name", "email", "phone", "reason"].map((field) => ({ field }))),
  }),
);
await shard.add(
  "notifications",
  ...["critical", "warning", "info"].map((severity, n) => ({
    ...{ id: newId(at + n), created_at: at, user_id: globex.users.admin.id, severity },
    ...{ kind: "stock.low", title: n ? `${LONG} ${n}` : "Low stock: Bell fuse, 1 pcs left" },
    ...{ body: "Main store. Minimum 5 pcs.", link: `/stocks/ledger/${items[0]}` },
    dedupe_key: `e2e:${n}`,
  })),
);

test.each([1280, 360])("logs, settings and notices are sound at %i px", async (width) => {
  const screen = await newPage({ ...admin, width });
  const { page, open } = screen;
  const large = ["labels", "report", "security", "reminders", "calibration"];
  const sections = ["company", "numbering", "device", ...(width < 768 ? [] : large)];
  await allSound(screen, [
    "/activity-logs",
    `/activity-logs?entry=${entry}`,
    "/activity-logs?q=nothing-like-it",
    ...sections.map((section) => `/settings?section=${section}`),
    "/notifications",
    "/notifications?state=snoozed",
    "/notifications/preferences",
  ]);
  await open("/dashboard");
  await page
    .getByLabel(/^Notifications/)
    .first()
    .click();
  await page.getByRole("button", { name: /^Low stock: Bell fuse/ }).waitFor();
  await sound(page);
});

test("the log is narrowed by its chips, and an entry opens and closes over the list", async () => {
  const { page, open } = await newPage(admin);
  await open("/activity-logs");
  await page.getByRole("searchbox").fill("zebra");
  await page.waitForURL(/q=zebra/);
  await page.getByRole("link", { name: /Zebra gases/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Old name").waitFor();
  await dialog.getByText(/sealed/).waitFor();
  await dialog.getByRole("link", { name: "Close" }).click();
  await page.waitForURL(
    (url) => !url.searchParams.has("show") && url.searchParams.get("q") === "zebra",
  );
});

test("settings take effect: the label sheet everybody begins with, the preview of a number, the minutes of a session", async () => {
  const { page, open } = await newPage(admin);
  await open("/settings?section=labels");
  await page.getByLabel("Sheet or roll").selectOption("roll-50x25");
  await page.getByRole("button", { name: "Save labels" }).click();
  await page.getByText("Labels saved").waitFor();
  await page.getByRole("link", { name: "Numbering" }).click();
  await page.getByLabel("Assets", { exact: false }).first().fill("DEV-{SEQ:3}");
  await page.getByText(/Next: DEV-\d{3}/).waitFor();
  await page.getByLabel("Assets", { exact: false }).first().fill("DEV");
  await page.getByText("A format needs {SEQ} once, such as {SEQ:5}").waitFor();
  await open("/settings?section=security");
  await page.getByLabel(/Sign out after/).fill("3");
  await page.getByRole("button", { name: "Save security" }).click();
  await page.getByText("Minutes must be at least 5").first().waitFor();
  await page.getByLabel(/Sign out after/).fill("45");
  await page.getByRole("button", { name: "Save security" }).click();
  await page.getByText("Security saved").waitFor();
  await open("/settings?section=security");
  expect(await page.getByLabel(/Sign out after/).inputValue()).toBe("45");
});

test("the bell opens on what is new, goes where it points and counts down", async () => {
  const { page, open } = await newPage(admin);
  // Other journeys of this company have told of more than the bell counts.
  await shard.run(
    "update notifications set read_at = ?2 where company_id = ?1 and read_at is null and dedupe_key not like 'e2e:%'",
    at,
  );
  await open("/dashboard");
  const bell = page.getByLabel(/^Notifications, \d+ unread$/);
  const unread = Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0]);
  await bell.click();
  await page.getByRole("button", { name: /^Low stock: Bell fuse/ }).click();
  await page.waitForURL("**/stocks/ledger/*");
  await page.getByLabel(`Notifications, ${unread - 1} unread`).click();
  await page
    .getByRole("button", { name: /^Acknowledge / })
    .first()
    .click();
  await page.getByLabel(`Notifications, ${unread - 2} unread`).waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByLabel("Notifications", { exact: true }).first().waitFor();
});
