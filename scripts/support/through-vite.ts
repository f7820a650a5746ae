import { createRunnableDevEnvironment, type Plugin, resolveConfig } from "vite";
import { root } from "./project.ts";

const WASM = "compiled:";
/** A `.wasm` is the compiled module that a Worker gets. */
const compiled: Plugin = {
  name: "compiled-wasm",
  resolveId: (id) => (id.startsWith(WASM) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${WASM}`)) return null;
    const file = JSON.stringify(`${id.slice(WASM.length + 1)}.wasm`);
    return `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const file = createRequire(${JSON.stringify(`${root}/package.json`)}).resolve(${file});
export default new WebAssembly.Module(readFileSync(file));`;
  },
};

const config = {
  ...{ root, configFile: false, logLevel: "error", plugins: [compiled] },
  resolve: { alias: [{ find: /^(.+)\.wasm$/, replacement: `${WASM}$1` }] },
} satisfies Parameters<typeof resolveConfig>[0];

/** Lets work go on with a module that is loaded as the application's own build would, with its pages' parts: Node by itself reads no JSX. What it loads meanwhile is there as well. @param file below the root */
export async function workThroughVite<M, R>(
  file: string,
  work: (module: M) => Promise<R>,
): Promise<R> {
  const resolved = await resolveConfig(
    {
      ...config,
      environments: {
        inline: {
          consumer: "server",
          dev: { moduleRunnerTransform: true },
          resolve: { external: true, mainFields: [], conditions: ["node", "module-sync"] },
        },
      },
    },
    "serve",
  );
  const environment = createRunnableDevEnvironment("inline", resolved, {
    runnerOptions: { hmr: { logger: false } },
    hot: false,
  });
  await environment.init();
  try {
    return await work((await environment.runner.import(`${root}/${file}`)) as M);
  } finally {
    await environment.close();
  }
}

/** Loads a module in the same way, which loads no more of them. */
export const throughVite = <M>(file: string): Promise<M> =>
  workThroughVite(file, async (module: M) => module);
