import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testsOfChanged } from "./support/changed.ts";
import { exitOf, main, root, start } from "./support/project.ts";
import { secondTries } from "./support/second-tries.ts";
import { slowest, type TestedFile } from "./support/slowest.ts";

/*
 * npm test                       everything
 * npm test -- --changed [base]   types, lint, build and the tests that watch what differs from a commit (HEAD); npm run test:all -- --changed
 *                                does so without installing first
 * npm test -- tests/api          everything but only these tests; any other argument goes to vitest
 */

const RESULT = join(root, "node_modules/.cache/vitest.json");
/** Two cores: the types are looked at beside all else that comes before the tests. */
const beside: [name: string, args: string[]][][] = [
  [["types", ["run", "-s", "types"]]],
  [
    ["lint", ["run", "-s", "lint"]],
    ["build", ["run", "-s", "build", "--", "--logLevel", "warn"]],
    ["deploy, dry", ["run", "-s", "deploy:dry"]],
  ],
];

/** Prints the result as the last line and ends the process. */
function finish(passed: number, failed: number, code: number): never {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(code);
}

/** How many seconds each step took, in order. */
const parts: [name: string, seconds: number][] = [];

async function timed(name: string, work: () => Promise<number>): Promise<number> {
  console.log(`\n> ${name}`);
  const started = Date.now();
  const code = await work();
  parts.push([name, (Date.now() - started) / 1000]);
  return code;
}

main(async () => {
  const [first, base = "HEAD", ...others] = process.argv.slice(2);
  const isInner = first === "--changed";
  const args = isInner ? [...testsOfChanged(base), ...others] : process.argv.slice(2);
  if (isInner && !args.length) {
    console.log(`Nothing that a test watches differs from ${base}`);
    finish(0, 0, 0);
  }
  await Promise.all(
    beside.map(async (steps) => {
      for (const [name, step] of steps) {
        if (isInner && name === "deploy, dry") continue;
        const code = await timed(name, () => exitOf(start("npm", step)));
        if (code === 0) continue;
        console.log(`\n${name} failed`);
        finish(0, 1, code);
      }
    }),
  );
  rmSync(RESULT, { force: true });
  const code = await timed("tests", () =>
    exitOf(
      start("vitest", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${RESULT}`,
        ...args,
      ]),
    ),
  );
  const { passed, failed, files } = counted();
  console.log(
    `${slowest(files)}\n\n${secondTries(files)}${parts.map(([name, seconds]) => `${name} ${Math.round(seconds)} s`).join(", ")}`,
  );
  if (isInner)
    console.log(
      "These are the tests that watch the change; the laws over everything run with npm test",
    );
  // A file that does not even load counts as one failure.
  finish(passed, code === 0 ? failed : Math.max(failed, 1), code);
});

function counted(): { passed: number; failed: number; files: TestedFile[] } {
  try {
    const {
      numPassedTests: passed,
      numFailedTests: failed,
      testResults: files,
    } = JSON.parse(readFileSync(RESULT, "utf8"));
    return { passed, failed, files };
  } catch {
    return { passed: 0, failed: 1, files: [] };
  }
}
