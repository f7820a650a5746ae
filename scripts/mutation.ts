import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mutants } from "./mutants/index.ts";
import { type Mutant, mutated } from "./mutants/mutant.ts";
import { main, root } from "./support/project.ts";

/*
 * Puts each fault into a copy of the project, builds it, and runs the tests that must turn red. A mutant that survives fails the run.
 * npm run test:mutation [-- part of a mutant's name …]
 */

const AT_ONCE = 2;
const copied = ["app", "worker", "drizzle", "migrations", "tests", "public", "scripts", "docs"];
const configs = [
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
  "vitest.config.ts",
  "react-router.config.ts",
  "wrangler.toml",
];

type Result = {
  mutant: Mutant;
  verdict: "killed" | "survived" | "did not build" | "does not apply";
  seconds: number;
  by: string;
};

const caches = new Set([".cache", ".vite", ".vite-temp", ".mf"]);

/** Copies the project; packages are hard links to the same files. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-mutation-"));
  for (const name of [...copied, ...configs])
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true });
  // Each copy writes to caches of its own.
  const packages = readdirSync(join(root, "node_modules")).filter((name) => !caches.has(name));
  mkdirSync(join(folder, "node_modules"));
  execFileSync("cp", [
    "-al",
    ...packages.map((name) => join(root, "node_modules", name)),
    join(folder, "node_modules"),
  ]);
  return folder;
}

type Run = { code: number; output: string };
/** A fault that makes a loop endless is missed by whoever waits. */
const LONGEST_MS = 600_000;
const QUICK_MS = 40_000;
const run = (folder: string, tool: string, args: string[], longest = LONGEST_MS): Promise<Run> =>
  new Promise((resolve, reject) => {
    const path = `${join(folder, "node_modules/.bin")}:${process.env.PATH}`;
    const child = spawn(join(folder, "node_modules/.bin", tool), args, {
      cwd: folder,
      env: { ...process.env, PATH: path, NO_COLOR: "1", CI: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      ...{ timeout: longest, killSignal: "SIGKILL" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code: code ?? 1, output }));
  });

const build = (folder: string) => run(folder, "react-router", ["build", "--logLevel", "warn"]);
/** Tests of pure code import the sources themselves. */
const needsBuild = ({ tests }: Mutant) => tests.some((file) => !file.startsWith("tests/unit/"));
const test = (folder: string, { tests, only }: Pick<Mutant, "tests" | "only">) =>
  run(folder, "vitest", ["run", "--bail=1", ...(only ? ["-t", only] : []), ...tests]);
const quickly = (folder: string, { tests }: Pick<Mutant, "tests">) =>
  run(folder, "node", ["scripts/mutants/quick-run.ts", ...tests], QUICK_MS);
const tested = (folder: string, mutant: Mutant): Promise<Run> =>
  mutant.isQuick ? quickly(folder, mutant) : test(folder, mutant);

async function judge(folder: string, mutant: Mutant): Promise<Result> {
  const started = Date.now();
  const file = join(folder, mutant.file);
  const source = readFileSync(file, "utf8");
  const resultOf = (verdict: Result["verdict"], by = ""): Result => ({
    mutant,
    verdict,
    by,
    seconds: Math.round((Date.now() - started) / 1000),
  });
  const changed = mutated(source, mutant);
  if (changed === null) return resultOf("does not apply");
  writeFileSync(file, changed);
  try {
    const built = needsBuild(mutant) ? await build(folder) : { code: 0, output: "" };
    if (built.code !== 0) return resultOf("did not build", built.output.trim().split("\n").at(-1));
    const { code, output } = await tested(folder, mutant);
    const by = /(?:FAIL|×)\s+(?:\|?\w+\|?\s+)?(tests\/\S+[^\n]*)/.exec(output)?.[1]?.trim() ?? "";
    return resultOf(code === 0 ? "survived" : "killed", by);
  } finally {
    writeFileSync(file, source);
  }
}

const row = ({ mutant, verdict, seconds, by }: Result) =>
  `${verdict.padEnd(14)} ${`${seconds} s`.padStart(5)}  ${mutant.name.padEnd(56)} ${by.slice(0, 110)}`;

main(async () => {
  const asked = process.argv.slice(2);
  const chosen = mutants.filter(
    ({ name }) => !asked.length || asked.some((word) => name.includes(word)),
  );
  if (!chosen.length) throw new Error("No mutant has this word in its name");
  const started = Date.now();
  const folders = Array.from({ length: Math.min(AT_ONCE, chosen.length) }, copy);
  try {
    console.log(
      `${chosen.length} mutants in ${folders.length} copies; first the tests without any`,
    );
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
    const words = [...new Set(chosen.map(({ only }) => only ?? ".*"))].join("|");
    const [first] = folders as [string];
    for (const folder of chosen.some(needsBuild) ? folders : [])
      if ((await build(folder)).code !== 0) throw new Error("The project does not build");
    const quick = chosen.find(({ isQuick }) => isQuick);
    for (const run of [
      () => test(first, { tests, only: words }),
      ...(quick ? [() => quickly(first, quick)] : []),
    ]) {
      const baseline = await run();
      if (baseline.code !== 0)
        throw new Error(
          `The tests are red before anything is taken away:\n${baseline.output.slice(-3000)}`,
        );
    }
    const waiting = [...chosen];
    const results: Result[] = [];
    await Promise.all(
      folders.map(async (folder) => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const result = await judge(folder, mutant);
          results.push(result);
          console.log(row(result));
        }
      }),
    );
    const alive = results.filter(({ verdict }) => verdict !== "killed");
    console.log(
      `\n${results.length - alive.length} of ${results.length} guards are missed when they are gone; ${Math.round((Date.now() - started) / 1000)} s`,
    );
    if (alive.length)
      throw new Error(
        `Nobody misses:\n${alive.map(({ mutant, verdict }) => `  ${mutant.name} (${verdict})`).join("\n")}`,
      );
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
