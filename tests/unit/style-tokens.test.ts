import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const textOf = (pattern: string) =>
  globSync(pattern)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one!);

test("what a style takes without another value is set by a style sheet or a script", () => {
  const styles = textOf("app/css/*.css");
  const set = new Set([
    ...named(styles, /(--[\w-]+)\s*:/g),
    ...named(textOf("app/**/*.{ts,tsx,js}"), /["'](--[\w-]+)["']/g),
  ]);
  const taken = named(styles, /var\((--[\w-]+)\)/g);
  expect(taken.length).toBeGreaterThan(1000);
  expect([...new Set(taken.filter((name) => !set.has(name)))]).toEqual([]);
});
