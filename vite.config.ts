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

export default defineConfig({
  plugins: [serverStaysOnServer, cloudflare({ viteEnvironment: { name: "ssr" } }), reactRouter()],
  resolve: { tsconfigPaths: true },
  environments: { ssr: { build: { minify: true } } },
  server: { allowedHosts: [".localhost", ".example.test"] },
  preview: { allowedHosts: [".localhost", ".example.test"] },
});
