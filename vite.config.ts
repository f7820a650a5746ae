import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

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

export default defineConfig({
  plugins: [
    serverStaysOnServer,
    leanPdf,
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    reactRouter(),
  ],
  resolve: { tsconfigPaths: true },
  environments: { ssr: { build: { minify: true } } },
  server: { allowedHosts: [".localhost", ".example.test"] },
  preview: { allowedHosts: [".localhost", ".example.test"] },
});
