import { test } from "vitest";
import { newPage, type Options } from "./browser.ts";
import { looks, sound } from "./sound.ts";

const nobody = { company: "acme", kind: null } as const;
const platform = { company: "platform", kind: null } as const;
const screens: [who: Options, paths: string[]][] = [
  [platform, ["/", "/login", "/developer/login", "/forgot-password"]],
  [nobody, ["/login", "/forgot-password", "/reset-password/none", "/verify-email/none/none"]],
  [{ company: "acme", kind: "engineer" }, ["/profile", "/login"]],
];

test.each(looks)(
  "sign-in, links, profile and landing are sound at %i px, %s",
  async (width, theme) => {
    for (const [who, paths] of screens) {
      const { page, open } = await newPage({ ...who, width, theme });
      for (const path of paths) {
        await open(path);
        const send = page.getByRole("button", { name: /Sign in|Go on|Send link/ });
        if (who.kind === null && (await send.count())) {
          await send.first().click();
          await page.getByRole("alert").first().waitFor();
        }
        await sound(page, path);
      }
    }
  },
);
