import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exitOf, main, root, start } from "./support/project.ts";

const RESULT = join(root, "node_modules/.cache/vitest.json");
const steps: [name: string, args: string[]][] = [
  ["types", ["run", "-s", "types"]],
  ["lint", ["run", "-s", "lint"]],
  ["build", ["run", "-s", "build", "--", "--logLevel", "warn"]],
  ["deploy, dry", ["run", "-s", "deploy:dry"]],
];

/** The sentence that closes the run: alone on the last line. */
function finish(passed: number, failed: number, code: number): never {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(code);
}

main(async () => {
  for (const [name, args] of steps) {
    console.log(`\n> ${name}`);
    const code = await exitOf(start("npm", args));
    if (code !== 0) {
      console.log(`\n${name} failed`);
      finish(0, 1, code);
    }
  }
  console.log("\n> tests");
  rmSync(RESULT, { force: true });
  const code = await exitOf(
    start("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${RESULT}`, ...process.argv.slice(2)]),
  );
  const { passed, failed } = counted();
  // A file that does not even load counts as one failure.
  finish(passed, code === 0 ? failed : Math.max(failed, 1), code);
});

function counted(): { passed: number; failed: number } {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(RESULT, "utf8"));
    return { passed, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
