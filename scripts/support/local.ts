import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { bucket, databases, root } from "./project.ts";

/** The folder of local databases and files, shared with wrangler and Vite; STATE names another one, for measuring. */
export const state = join(process.env.STATE ?? join(root, ".wrangler/state"), "v3");

export type Local = {
  database: (binding: string) => Promise<D1Database>;
  bucket: () => Promise<R2Bucket>;
  close: () => Promise<void>;
};

/** Opens the local databases without the application. */
export async function openLocal(): Promise<Local> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "databases",
      modules: true,
      script: "export default { fetch: () => new Response(null, { status: 404 }) }",
      compatibilityDate: "2026-08-01",
      cf: false,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: state,
      r2Buckets: { MEDIA: bucket() },
      d1Databases: Object.fromEntries(databases().map(({ binding, id }) => [binding, id])),
    }),
  );
  return {
    database: async (binding) => (await miniflare.getD1Database(binding)) as unknown as D1Database,
    bucket: async () => (await miniflare.getR2Bucket("MEDIA")) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  };
}
