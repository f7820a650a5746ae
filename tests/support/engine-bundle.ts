import { resolve } from "node:path";
import { build } from "vite";

/** A module with all it imports as one text, as a page or a Worker takes it. @param entry its file */
export async function bundled(entry: string): Promise<string> {
  const made = await build({
    ...{ configFile: false, logLevel: "error" },
    resolve: { alias: { "#app": resolve("app"), "#tests": resolve("tests") } },
    build: { write: false, minify: true, lib: { entry: resolve(entry), formats: ["es"] } },
  });
  const [first] = Array.isArray(made) ? made : [made];
  return (first as { output: { code: string }[] }).output[0]!.code;
}
