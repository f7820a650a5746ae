import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { roundWorker } from "./scripts/support/round-worker.ts";

/** worker/ and drizzle/ never reach the browser: the client build fails if a page pulls one in. */
const serverStaysOnServer: Plugin = {
  name: "server-stays-on-server",
  applyToEnvironment: (environment) => environment.name === "client",
  load(id) {
    const file = id.slice(import.meta.dirname.length);
    if (/^\/(worker|drizzle)\//.test(file)) this.error(`${file} was imported by browser code`);
  },
};

/** What of pdf-lib no page needs: pictures in SVG, and the measures of standard faces nothing is set in. */
const leanPdf: Plugin = {
  name: "lean-pdf",
  enforce: "pre",
  resolveId: (id) =>
    /^node-html-better-parser$|\/(?:Times-\w+|Courier-\w+|\w+-(?:Bold)?Oblique)\.compressed\.json$/.test(
      id,
    )
      ? "\0unused"
      : null,
  load: (id) =>
    id === "\0unused" ? "export default ''; export const [parse, NodeType] = [];" : null,
};

type Modules = { getModuleInfo: (id: string) => { importedIds: string[] } | null };

/** A chunk of all that is loaded at once with some files, by the graph of the build. The first of several chunks takes what they share. */
function chunkOf(
  name: string,
  priority: number,
  files: string[],
  more: { test?: RegExp; minShareCount?: number } = {},
) {
  let loaded: Set<string> | undefined;
  return {
    debugName: name,
    priority,
    test: /\/app\/(ui|shared|routes\/shell)\//,
    ...more,
    name(id: string, modules: Modules) {
      if (!loaded) {
        loaded = new Set(files.map((file) => join(import.meta.dirname, "app", file)));
        for (const each of loaded)
          for (const next of modules.getModuleInfo(each)?.importedIds ?? []) loaded.add(next);
      }
      return loaded.has(id) ? name : null;
    },
  };
}

/**
 * What a browser loads in one file: a request costs a phone more than some bytes that this page does not use. The shell is on every
 * signed-in page, lists and forms are on most; what is left and shared goes together by the pages that use it.
 */
const chunks = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime/,
    priority: 5,
  },
  // What the palette shares with lists is small: with the shell, it comes alone.
  chunkOf(
    "shell",
    4,
    ["root.tsx", "routes/shell/signed-in.tsx", "routes/home/dashboard.tsx", "ui/marked.tsx"],
    { test: /\/app\/(?!routes\/home\/)/ },
  ),
  chunkOf("lists", 3, ["ui/list-page.tsx"]),
  chunkOf("forms", 2, ["ui/form.tsx", "ui/fields.tsx", "ui/dialog.tsx", "ui/record-dialogs.tsx"]),
  chunkOf("devices", 1, ["routes/assets/all-assets.tsx"], { test: /\/app\//, minShareCount: 2 }),
  {
    name: "shared",
    test: /\/app\//,
    minShareCount: 2,
    entriesAware: true,
    priority: 0,
  },
];

/** What several pages share is named by them all: in each of them it would stand twice. */
const shortName = (name: string) => (name.startsWith("shared~") ? "shared" : "[name]");

/** The sprite of icons is named in each icon of a page: by its hash alone. */
const assetFileNames = ({ names: [name = ""] }: { names: string[] }) =>
  name.endsWith(".svg") ? "assets/[hash][extname]" : `assets/${shortName(name)}-[hash][extname]`;

export default defineConfig({
  plugins: [
    serverStaysOnServer,
    leanPdf,
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    reactRouter(),
    roundWorker,
  ],
  resolve: { tsconfigPaths: true },
  environments: {
    ssr: { build: { minify: true, rolldownOptions: { output: { assetFileNames } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunks },
            chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
            assetFileNames,
          },
        },
      },
    },
  },
  server: { allowedHosts: [".localhost", ".example.test"] },
  preview: { allowedHosts: [".localhost", ".example.test"] },
});
