import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./project.ts";

/** Files that import everything: a dependency through them alone does not select a test. */
const hubs = new Set([
  "worker/api/calls.ts",
  "worker/domain/index.ts",
  "worker/index.ts",
  "app/routes.ts",
  "drizzle/tenant/index.ts",
]);
const always = ["tests/laws/house.test.ts", "tests/laws/schema.test.ts"];
const aliases = /^#(app|worker|drizzle|tests)\//;

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const testFiles = () =>
  (readdirSync(join(root, "tests"), { recursive: true }) as string[])
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${name.replaceAll("\\", "/")}`);

/** The files that a file imports, as paths from the project's root. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"([.#][^"]+)"/g)]
    .map(([, name]) =>
      aliases.test(name!) ? name!.slice(1) : normalize(join(dirname(file), name!)),
    )
    .filter((name) => existsSync(join(root, name)));
}

/** Whether a file changed, or imports one that did, other than through a hub. */
function reaches(file: string, changed: ReadonlySet<string>, seen = new Set<string>()): boolean {
  if (changed.has(file)) return true;
  if (seen.has(file) || hubs.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((name) => reaches(name, changed, seen));
}

/** The words of a path that name its area, in the singular: stock, report, location. */
const wordsOf = (path: string) =>
  path
    .replace(/\.(test\.)?\w+$/, "")
    .split(/[/.-]/)
    .map((word) => word.replace(/ies$/, "y").replace(/s$/, ""))
    .filter(
      (word) =>
        word.length > 3 &&
        !["worker", "domain", "route", "test", "index", "drizzle", "tenant", "asset"].includes(
          word,
        ),
    );

/**
 * The test files that watch these files: changed tests, tests that import a changed file, and tests named after the same area, since those
 * call the built Worker without importing it. Empty when no code changed.
 */
export function testsWatching(changed: ReadonlySet<string>): string[] {
  const code = [...changed].filter((name) => /^(app|worker|drizzle|tests|scripts)\//.test(name));
  if (!code.length) return [];
  const areas = new Set(code.filter((name) => !name.startsWith("tests/")).flatMap(wordsOf));
  const isOfArea = (file: string) =>
    !file.includes("/laws/") && wordsOf(file).some((word) => areas.has(word));
  return [
    ...new Set([
      ...always,
      ...testFiles().filter((file) => reaches(file, changed) || isOfArea(file)),
    ]),
  ];
}

/** The test files that watch what differs from a commit, untracked files included. */
export const testsOfChanged = (base: string) =>
  testsWatching(
    new Set([
      ...git("diff", "--name-only", base),
      ...git("ls-files", "--others", "--exclude-standard"),
    ]),
  );
