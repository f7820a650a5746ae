import { expect, test } from "vitest";
import { dayName } from "#app/routes/due/words.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { newId } from "#drizzle/columns.ts";
import { planned } from "#tests/support/due.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { hydrated, newPage } from "./browser.ts";
import { LONG, looks, sound, testSound, twoLooks } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);
const { categoryId, departmentId } = await mastersFor(w, company, "Calendar journey");
const today = dayIn("Asia/Kolkata");
const day = (days: number) => addDays(today, days);

const device = async (name: string) => {
  const id = newId();
  await shard.add("assets", {
    ...{ id, asset_code: `C-${id.slice(-6)}`, name, qr_token: id },
    ...{ category_id: categoryId, department_id: departmentId, lifecycle: "in_service" },
  });
  await shard.add("asset_details", { id });
  return id;
};
const due = async (name: string, on: string, schedule = {}) => {
  const assetId = await device(name);
  const scheduleId = await planned(shard, { assetId, from: on, until: on, schedule });
  const id = await shard.value<string>(
    "select id from due_occurrences where company_id = ? and schedule_id = ?",
    scheduleId,
  );
  return { id: String(id), assetId };
};
const rowOf = (id: string) => shard.get<Record<string, unknown>>("due_occurrences", id);

await due(LONG, day(-4));
await due(LONG, day(1));
testSound("the calendar's views", { company: "globex", kind: "admin" }, [
  "/due-service-calendar",
  "/due-service-calendar?view=week",
  "/due-service-calendar?view=year",
  "/due-service-calendar?view=agenda",
  "/due-service-calendar/work-list",
]);

test.each(twoLooks)(
  "an entry is opened, deferred from the panel, and could not be done, at %i px, %s",
  async (width, theme) => {
    const name = `Incubator ${width}`;
    const { id, assetId } = await due(name, today);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open(`/due-service-calendar?asset=${assetId}`);
    await page.getByRole("link", { name: new RegExp(`PM ${name}`) }).click();
    const panel = page.getByRole("complementary", { name: /^PM of C-/ });
    await panel.getByRole("link", { name: "Defer" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Another day").fill(day(20));
    await dialog.getByText(/Its window ends on/).waitFor();
    await sound(page);
    await dialog.getByLabel("Reason").fill("The ward needs it");
    await dialog.getByRole("button", { name: "Defer" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page
      .getByText(/^Deferred to .* it counts as late/)
      .first()
      .waitFor();
    expect(await rowOf(id)).toMatchObject({ status: "deferred", plan_on: day(20), deferrals: 1 });
    await panel.getByRole("link", { name: "Could not be done" }).click();
    await dialog.getByLabel("Cause").selectOption("in_use");
    await dialog.getByLabel("Reason").fill("A patient is on it");
    await dialog.getByRole("button", { name: "Save" }).click();
    await panel.getByText("In use: A patient is on it").waitFor();
    await sound(page);
    expect(await rowOf(id)).toMatchObject({ status: "missed", attempts: 1 });
  },
);

test.each(twoLooks)(
  "a PM report that is begun in the panel does the entry, at %i px, %s",
  async (width, theme) => {
    const name = `Warmer ${width}`;
    const { id, assetId } = await due(name, today);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open(`/due-service-calendar?asset=${assetId}`);
    await page.getByRole("link", { name: new RegExp(`PM ${name}`) }).click();
    const panel = page.getByRole("complementary", { name: /^PM of C-/ });
    await panel.getByRole("link", { name: "Start PM report" }).click();
    await page.waitForURL(`**/asset/service-report/${assetId}?occurrence=${id}`);
    await sound(page);
    await page.getByLabel("Done By", { exact: false }).first().fill("Asha Nair");
    await page.getByRole("button", { name: "Create Service Report" }).click();
    await toast(page, "Service report created successfully");
    expect(await rowOf(id)).toMatchObject({ status: "done", done_on: today, on_time: 1 });
    await open(`/due-service-calendar?asset=${assetId}&on=${id}`);
    await panel.getByText("Done", { exact: true }).waitFor();
    await panel.getByRole("link", { name: "Open its report" }).waitFor();
    await page
      .getByRole("link", { name: new RegExp(`PM ${name}.*Done|Done.*PM ${name}`) })
      .waitFor();
    await sound(page);
  },
);

test.each(twoLooks)(
  "a week that is too full is levelled, and the calendar shows it, at %i px, %s",
  async (width, theme) => {
    const away = width === 360 ? 700 : 560;
    const monday = mondayOf(day(away));
    const all: string[] = [];
    for (let n = 0; n < 6; n++)
      all.push((await due(`Level ${width} ${n}`, addDays(monday, n % 5), { minutes: 600 })).id);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open(`/schedule/level?from=${addDays(monday, -7)}&weeks=4`);
    await page.getByText("1 week is above what can be done.").waitFor();
    await sound(page);
    await page.getByRole("button", { name: /^Move \d planned/ }).click();
    await page.getByText(/^\d planned services? moved$/).waitFor();
    const rows = await Promise.all(all.map(rowOf));
    const moved = rows.find(({ status }) => status === "deferred");
    expect(moved).toMatchObject({ reason: "Load levelled", deferrals: 1 });
    const on = String(moved!.plan_on);
    expect(on < monday || on > addDays(monday, 6)).toBe(true);
    await open(`/due-service-calendar?view=week&date=${on}&asset=${moved!.asset_id}`);
    await page
      .locator(`[data-day="${on}"]`)
      .getByRole("link", { name: new RegExp(`PM Level ${width}`) })
      .waitFor();
    await open(`/schedule/level?from=${addDays(monday, -7)}&weeks=4`);
    await page.getByText("Nothing has to be moved.").waitFor();
  },
);

test.each(looks)(
  "a week shows all its days, on a phone with today's in view, where a month begins with today, at %i px, %s",
  async (width, theme) => {
    const monday = mondayOf(today);
    const { assetId } = await due(`Early ${width} ${theme}`, monday);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    const days = page.locator("[data-day]");
    for (const search of ["view=week", `view=week&asset=${assetId}`]) {
      await open(`/due-service-calendar?${search}`);
      expect(await days.evaluateAll((all) => all.map((one) => one.checkVisibility()))).toEqual(
        Array(7).fill(true),
      );
      const now = page.locator('[aria-current="date"]');
      expect(await now.getAttribute("data-day")).toBe(today);
      const inView = () =>
        now.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && (bottom <= innerHeight || one.clientHeight > innerHeight);
        });
      if (width < 768) await expect.poll(inView).toBe(true);
      else expect(await page.evaluate(() => scrollY)).toBe(0);
      await sound(page);
    }
    const entry = page
      .getByRole("listitem", { name: dayName(monday), exact: true })
      .getByRole("link", { name: new RegExp(`PM Early ${width} ${theme}.*C-`) });
    await entry.waitFor();
    if (width > 768) {
      await open(`/due-service-calendar?view=month&asset=${assetId}`);
      await entry.waitFor();
    }
    await open("/due-service-calendar?view=month");
    const shown = (await days.evaluateAll((all) =>
      all.flatMap((one) => (one.checkVisibility() ? [(one as HTMLElement).dataset.day!] : [])),
    )) as string[];
    if (width < 768) expect(shown.filter((on) => on < today)).toEqual([]);
  },
);

test("an entry is moved to another day by dragging it, and by keys", async () => {
  const from = today;
  const { id, assetId } = await due("Dragged", from);
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  await open(`/due-service-calendar?view=week&asset=${assetId}`);
  const days = page.locator("[data-day]");
  const last = (await days.last().getAttribute("data-day"))!;
  await open(`/due-service-calendar?view=month&asset=${assetId}`);
  const target = last === today ? day(1) : last;
  const entry = page.getByRole("link", { name: /PM Dragged/ });
  await entry.dragTo(page.locator(`[data-day="${target}"]`));
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Defer PM of").waitFor();
  await dialog.getByLabel("Reason").fill("The ward needs it");
  await dialog.getByRole("button", { name: "Defer" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await rowOf(id)).toMatchObject({ plan_on: target, deferrals: 1 });

  await open(`/due-service-calendar?date=${target}&asset=${assetId}`);
  await entry.focus();
  await page.keyboard.press("m");
  await page.getByText(/Choose a day with the arrow keys/).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Reason").fill("Sooner after all");
  await dialog.getByRole("button", { name: "Defer" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await rowOf(id)).toMatchObject({ plan_on: addDays(target, -1), deferrals: 2 });
});

test("many are assigned at once in the agenda, and printed as a work list", async () => {
  const on = day(33);
  const all = [await due("Bulk one", on), await due("Bulk two", on)];
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  await open(`/due-service-calendar?view=agenda&from=${on}&to=${on}`);
  for (const name of ["Bulk one", "Bulk two"])
    await page.getByRole("checkbox", { name: new RegExp(name) }).check();
  await page.getByRole("button", { name: "Assign" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Person" }).fill("glo");
  await dialog.getByRole("option").first().click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await dialog.getByText("2 planned services changed").waitFor();
  for (const { id } of all) expect((await rowOf(id)).assigned_user_id).toBeTruthy();
  await open(`/due-service-calendar/work-list?ids=${all.map(({ id }) => id).join(",")}`);
  await hydrated(page);
  await page.getByRole("heading", { name: /Calendar journey.*: 2 planned services/ }).waitFor();
  const file = await page.getByRole("link", { name: "PDF" }).getAttribute("href");
  const pdf = await page.evaluate(async (href) => {
    const answer = await fetch(href);
    return [answer.status, answer.headers.get("content-type")];
  }, file!);
  expect(pdf).toEqual([200, "application/pdf"]);
});

test("without scripts an entry is opened and deferred by its form", async () => {
  const { id, assetId } = await due("Plain", today);
  const { page } = await newPage({ company: "globex", kind: "admin", javaScript: false });
  await page.goto(`/due-service-calendar?asset=${assetId}`);
  await page.getByRole("link", { name: /PM Plain/ }).click();
  await page.getByRole("link", { name: "Defer" }).click();
  await page.getByLabel("Another day").fill(day(3));
  await page.getByLabel("Reason").fill("The ward needs it");
  await page.getByRole("button", { name: "Defer" }).click();
  expect(await rowOf(id)).toMatchObject({ plan_on: day(3), deferrals: 1 });
});

test("of two drags at once one is kept; the other is told by whom, and loses nothing", async () => {
  const { id, assetId } = await due("Raced", today);
  const [first, second] = [
    await newPage({ company: "globex", kind: "admin" }),
    await newPage({ company: "globex", kind: "admin" }),
  ];
  const date = day(5);
  for (const { page, open } of [first, second]) {
    await open(`/due-service-calendar?asset=${assetId}&on=${id}&do=defer&day=${date}`);
    await page.getByRole("dialog").getByLabel("Reason").fill("The ward needs it");
  }
  await first.page.getByRole("dialog").getByRole("button", { name: "Defer" }).click();
  await first.page.getByRole("dialog").waitFor({ state: "hidden" });
  const dialog = second.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Defer" }).click();
  await dialog.getByRole("alert").first().waitFor();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("The ward needs it");
  expect(await rowOf(id)).toMatchObject({ plan_on: date, deferrals: 1 });
});

test("many are deferred at once in the agenda, and their person is told of many in one notice", async () => {
  const on = day(41);
  const all = [await due("Later one", on), await due("Later two", on)];
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  await open(`/due-service-calendar?view=agenda&from=${on}&to=${on}`);
  const choose = async () => {
    for (const name of ["Later one", "Later two"])
      await page.getByRole("checkbox", { name: new RegExp(name) }).check();
  };
  const dialog = page.getByRole("dialog");
  await choose();
  await page.getByRole("button", { name: "Assign" }).click();
  await dialog.getByRole("combobox", { name: "Person" }).fill("engineer");
  await dialog.getByRole("option").first().click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await dialog.getByText("2 planned services changed").waitFor();
  expect(await shard.count("notifications", "kind = 'due.assigned'")).toBe(1);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await choose();
  await page.getByRole("button", { name: "Defer" }).click();
  await dialog.getByLabel("New date").fill(day(43));
  await dialog.getByLabel("Reason").fill("The ward is being rebuilt");
  await dialog.getByRole("button", { name: "Defer" }).click();
  await dialog.getByText("2 planned services changed").waitFor();
  for (const { id } of all) expect(await rowOf(id)).toMatchObject({ plan_on: day(43) });
});
