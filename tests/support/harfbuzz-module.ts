import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The compiled module a Worker gets from `import wasm from "….wasm"`. */
export default new WebAssembly.Module(
  readFileSync(createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz.wasm")),
);
