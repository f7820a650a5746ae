import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bringAxe } from "./axe.ts";
import { newPage, type Options, type Screen } from "./browser.ts";

/** The rules whose answer differs between the themes. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Rules of which axe rates no finding higher than moderate: they take a third of a run's time, and nothing of them is asked for here. */
const NEVER_SERIOUS = [
  ...["aria-allowed-role", "empty-heading", "empty-table-header", "form-field-multiple-labels"],
  ...["heading-order", "image-redundant-alt", "landmark-banner-is-top-level"],
  ...["landmark-complementary-is-top-level", "landmark-contentinfo-is-top-level"],
  ...["landmark-main-is-top-level", "landmark-no-duplicate-banner", "landmark-one-main"],
  ...["landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main", "landmark-unique"],
  ...["meta-viewport-large", "page-has-heading-one", "presentation-role-conflict", "region"],
  ...["scope-attr-valid", "server-side-image-map", "skip-link", "table-duplicate-name"],
];
const ASKED: RunOptions = {
  rules: Object.fromEntries(NEVER_SERIOUS.map((rule) => [rule, { enabled: false }])),
};

/** Serious and critical findings, each as "rule: selector"; an empty list is the aim. The whole set of rules, or these, on the page itself. */
async function axe(page: Page, rules: string[] | null = null): Promise<string[]> {
  await bringAxe(page);
  // A list is dimmed while its next rows are on their way.
  await page.locator('.table-wrap[aria-busy="true"]').first().waitFor({ state: "detached" });
  const options = rules ? { runOnly: { type: "rule" as const, values: rules } } : ASKED;
  const violations = await page.evaluate(async (options: RunOptions) => {
    // What fades in has the contrast of its end only then, and a message lies on nothing once it has gone: both are brought to their end.
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let moving = running(); moving.length > 0; moving = running()) {
      for (const one of moving) one.finish();
      await new Promise(requestAnimationFrame);
    }
    const { violations } = await window.axe!.run(document, {
      ...{ ...options, resultTypes: ["violations"] },
      // No page plays sound or has a frame.
      ...{ preload: false, iframes: false },
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(
        ({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`,
      ),
    }));
  }, options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

/** By how many pixels the page, or a list out of its frame, sticks out at the right side, with the first elements that do; empty is the aim. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll<HTMLElement>(".table-wrap:not(.scrolls)")];
    return [document.documentElement, ...frames].flatMap((frame) => {
      const by = frame.scrollWidth - frame.clientWidth;
      if (by <= 0) return [];
      const edge = frame.getBoundingClientRect().left + frame.clientWidth;
      const wide = [...frame.querySelectorAll("*")].filter(
        (one) => one.getBoundingClientRect().right > edge + 0.5,
      );
      return `${by} px: ${wide
        .slice(0, 6)
        .map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}`)
        .join(", ")}`;
    });
  });

/** Menus of the page's head and of its first row that open beyond the screen; empty is the aim. */
const hiddenMenus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const heads = document.querySelectorAll<HTMLDetailsElement>("main .page-head details.menu");
    const rows = document.querySelectorAll<HTMLDetailsElement>("main tbody details.menu");
    return [...heads, ...[...rows].slice(0, 1)].flatMap((menu) => {
      if (menu.open || !menu.checkVisibility()) return [];
      menu.open = true;
      const { left, right } = menu.lastElementChild!.getBoundingClientRect();
      menu.open = false;
      return left < 0 || right > innerWidth ? [`a menu from ${left} to ${right}`] : [];
    });
  });

/** Fails when axe finds something serious on the page or when the page is wider than the screen; a picture of it goes into the folder SHOTS if that is set. */
export async function sound(page: Page, name?: string): Promise<void> {
  const shot = `${name}-${page.viewportSize()?.width}`.replace(/[^\w-]+/g, "-");
  if (name && process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${shot}.png`, fullPage: true });
  const found = {
    overflow: await overflow(page),
    menus: await hiddenMenus(page),
    axe: await axe(page),
  };
  // A summary has the message alone: it says what was found.
  const said = `${name ?? page.url()} ${JSON.stringify(found)}`;
  expect(found, said).toEqual({ overflow: [], menus: [], axe: [] });
}

/** Opens each path and checks it: at 1280 px in both themes and for its width at 768 px too, on a phone in the dark; pictures of both themes go into the folder SHOTS if that is set. */
export async function allSound({ page, open }: Screen, paths: readonly string[]): Promise<void> {
  const folder = process.env.SHOTS;
  const size = page.viewportSize()!;
  const isDesk = size.width >= 1280;
  for (const path of paths) {
    const inTheme = async (theme: "light" | "dark") => {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
      }, theme);
      const name = `${expect.getState().currentTestName} ${theme} ${path}`.replace(/\W+/g, "-");
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    };
    await open(path);
    if (folder || isDesk) await inTheme("light");
    if (isDesk) await sound(page);
    await inTheme("dark");
    if (isDesk) expect(await axe(page, OF_COLOURS), `${path} in the dark`).toEqual([]);
    else await sound(page);
    if (!isDesk) continue;
    await page.setViewportSize({ ...size, width: 768 });
    expect(await overflow(page), `${path} at 768 px`).toEqual([]);
    await page.setViewportSize(size);
  }
}

/** A name longer than most screens have room for. */
export const LONG =
  "Anaesthesia workstation with integrated gas monitoring and patient ventilation, floor standing, for theatres one to four";

/** The widths and themes in which a screen is checked: all four, or those two that differ in both. */
export const looks = [
  [1280, "light"],
  [1280, "dark"],
  [360, "light"],
  [360, "dark"],
] as const;
export const twoLooks = [
  [1280, "light"],
  [360, "dark"],
] as const;

/** Tests that each path of somebody's is sound, in these widths and both themes. */
export const testSound = (
  name: string,
  options: Options,
  paths: readonly string[],
  widths: readonly number[] = [1280, 360],
) =>
  test.each(widths)(`${name} are sound at %i px`, async (width) =>
    allSound(await newPage({ ...options, width }), paths),
  );
