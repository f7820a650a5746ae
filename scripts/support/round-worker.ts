import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** The route whose page works without a network, as the build names it. */
const ROUTE = "routes/rounds/round";
/** Chunks that the page asks for later: only what begins with these names goes with it. */
const LATER = /^(scan-dialog|decode|toast-box|draft-app|live|compare-drafts)-/;
/** Styles that a chunk brings with it. */
const STYLES = /["'`]assets\/([^"'`]+\.css)["'`]/g;
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const NOW = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const URLS =
  /url\(["']?(\/assets\/[^)"']+)["']?\)|["'`](\/assets\/[^"'`]+\.(?:svg|woff2|wasm))["'`]/g;

type Route = { module: string; imports?: string[]; css?: string[]; clientActionModule?: string };
type Manifest = { entry: Route; routes: Record<string, Route> };

const hashOf = (text: string | Buffer) =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);

/** The files that the page of a round needs, with all they import. */
function filesOf(client: string): string[] {
  const assets = join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("The build has no manifest of its routes");
  const text = readFileSync(join(assets, name), "utf8");
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  const parts = [manifest.entry, manifest.routes.root, manifest.routes[ROUTE]];
  const first = parts.flatMap((part) => {
    if (!part) throw new Error(`The build has no route ${ROUTE}`);
    return [part.module, ...(part.imports ?? []), ...(part.css ?? [])];
  });
  const files = new Set(first.map((path) => path.slice("/assets/".length).replace(/#.*$/, "")));
  for (const file of files) {
    const source = readFileSync(join(assets, file), "utf8");
    if (file.endsWith(".js")) {
      for (const [, next] of source.matchAll(NOW)) files.add(next!);
      for (const [, next] of source.matchAll(IMPORTS)) if (LATER.test(next!)) files.add(next!);
      for (const [, style] of source.matchAll(STYLES)) files.add(style!);
    }
    for (const [, inCss, inScript] of source.matchAll(URLS)) {
      const path = (inCss ?? inScript)!.slice("/assets/".length);
      if (existsSync(join(assets, path))) files.add(path);
    }
  }
  return [...files].map((file) => `/assets/${file}`).sort();
}

/**
 * Writes round-worker.js beside the built pages: the service worker of rounds, with the list of the files that it keeps. Names of files
 * tell their content; the frame of the page is known by all of them.
 */
export async function writeRoundWorker(client: string, source: string): Promise<string[]> {
  const files = filesOf(client).filter((file) => !/\.(woff2|wasm)$/.test(file));
  const revision = hashOf(files.join("\n"));
  const list = [
    ...files.map((url) => ({ url, revision: null })),
    { url: "/favicon.svg", revision: hashOf(readFileSync(join(client, "favicon.svg"))) },
    { url: "/round/shell", revision },
  ];
  await build({
    configFile: false,
    root: source,
    logLevel: "warn",
    publicDir: false,
    resolve: { tsconfigPaths: true },
    define: {
      ROUND_FILES: JSON.stringify(list),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(source, "app/offline/service-worker.ts"),
        output: { format: "iife", entryFileNames: "round-worker.js" },
      },
    },
  });
  return list.map(({ url }) => url);
}

/** After the pages are built, the service worker of rounds. */
export const roundWorker: Plugin = {
  name: "round-worker",
  apply: "build",
  buildApp: {
    order: "post",
    handler: async ({ config }) => {
      await writeRoundWorker(join(config.root, "build/client"), config.root);
    },
  },
};
