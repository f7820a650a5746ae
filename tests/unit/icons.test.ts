import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconNames } from "#app/shared/icon-names.ts";

test("the sprite holds just the icons that are named", () => {
  const sprite = readFileSync("app/ui/icons.svg", "utf8");
  expect([...sprite.matchAll(/id="([\w-]+)"/g)].map(([, name]) => name)).toEqual([...iconNames]);
});
