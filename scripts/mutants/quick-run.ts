/* Runs unit tests on `small-vitest.ts` until the first that fails. node scripts/mutants/quick-run.ts tests/unit/… ; exits with 1 after a failure. */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { declared } from "./small-vitest.ts";

const small = new URL("./small-vitest.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vitest" ? { url: small, shortCircuit: true } : next(specifier, context),
});

for (const file of process.argv.slice(2)) {
  declared.length = 0;
  try {
    await import(pathToFileURL(resolve(file)).href);
    for (const { name, run } of declared) {
      try {
        await run();
      } catch (cause) {
        console.log(`FAIL ${file} > ${name}: ${(cause as Error).message.slice(0, 200)}`);
        process.exit(1);
      }
    }
  } catch (cause) {
    console.log(`FAIL ${file}: ${(cause as Error).message.slice(0, 200)}`);
    process.exit(1);
  }
}
