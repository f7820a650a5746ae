import { runnerImport } from "vite";
import { root } from "./project.ts";

/** Loads a module as the application's own build would, with its pages' parts: Node by itself reads no JSX. @param file below the root */
export async function throughVite<M>(file: string): Promise<M> {
  const { module } = await runnerImport<M>(`${root}/${file}`, {
    ...{ root, configFile: false, logLevel: "error" },
  });
  return module;
}
