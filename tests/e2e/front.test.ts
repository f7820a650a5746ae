import { afterAll, beforeAll, expect, test } from "vitest";
import { axe, overflow } from "#tests/e2e/axe.ts";
import { closeBrowser, newPage } from "#tests/e2e/browser.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(closeBrowser);

const open = ["/login", "/forgot-password", "/reset-password/none", "/verify-email/none/none"];

for (const width of [360, 1280])
  for (const theme of ["light", "dark"] as const)
    test(`sign-in, links, profile and landing at ${width} px, ${theme}: nothing serious, nothing sticks out`, async () => {
      const look = async (
        company: "acme" | "platform",
        kind: "engineer" | null,
        paths: string[],
      ) => {
        const screen = await newPage(w, { company, kind, width, theme });
        for (const path of paths) {
          await screen.open(path);
          const problem = screen.page.getByRole("button", { name: /Sign in|Go on|Send link/ });
          if (kind === null && (await problem.count())) {
            await problem.first().click();
            await screen.page.getByRole("alert").first().waitFor();
          }
          expect([path, await axe(screen.page), await overflow(screen.page)]).toEqual([
            path,
            [],
            0,
          ]);
        }
        expect(screen.errors).toEqual([]);
        await screen.close();
      };
      await look("platform", null, ["/", "/login", "/developer/login", "/forgot-password"]);
      await look("acme", null, open);
      await look("acme", "engineer", ["/profile", "/login"]);
    });
