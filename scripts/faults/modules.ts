import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { root } from "../support/project.ts";

const source = join(root, "scripts/faults/worker");
const built = join(root, "build/server");
/** The entry is the first module. */
const ENTRY = "index.ts";

/** The modules that stand before those of the build, the entry first. */
export const faultyModules = () =>
  Promise.all(
    readdirSync(source)
      .sort((a, b) => Number(b === ENTRY) - Number(a === ENTRY))
      .map(async (file) => {
        const { code } = await transformWithOxc(readFileSync(join(source, file), "utf8"), file);
        return {
          type: "ESModule" as const,
          path: join(built, "faults", file),
          contents: code.replace('"#worker/index.ts"', '"../index.js"'),
        };
      }),
  );
