import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconNames } from "#app/shared/icon-names.ts";

test("the sprite holds just the icons that are named", () => {
  const sprite = readFileSync("app/ui/icons.svg", "utf8");
  expect([...sprite.matchAll(/id="([\w-]+)"/g)].map(([, name]) => name)).toEqual([...iconNames]);
});

test("icons that a style sheet draws are those of the sprite", () => {
  const sprite = readFileSync("app/ui/icons.svg", "utf8");
  const drawn = readFileSync("app/css/due.css", "utf8").matchAll(/Cpath d='([^']+)'/g);
  const paths = [...drawn].map(([, path]) => path);
  expect(paths).toHaveLength(5);
  for (const path of paths) expect(sprite).toContain(`<path d="${path}"/>`);
});
