import { createRunnableDevEnvironment, resolveConfig, runnerImport } from "vite";
import { root } from "./project.ts";

const config = { root, configFile: false, logLevel: "error" } as const;

/** Loads a module as the application's own build would, with its pages' parts: Node by itself reads no JSX. @param file below the root */
export async function throughVite<M>(file: string): Promise<M> {
  const { module } = await runnerImport<M>(`${root}/${file}`, config);
  return module;
}

/** The same for work that loads further modules while it goes on. */
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
