import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { databaseAt, statementsWorker } from "./databases.ts";
import { bucket, databases, root } from "./project.ts";

/** The folder of local databases and files, shared with wrangler and Vite; STATE names another one, for measuring. */
export const state = join(process.env.STATE ?? join(root, ".wrangler/state"), "v3");

export type Local = {
  database: (binding: string) => Promise<D1Database>;
  bucket: () => Promise<R2Bucket>;
  close: () => Promise<void>;
};

/** Opens the local databases without the application. @param at the folder they are in */
export async function openLocal(at = state): Promise<Local> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "databases",
      modules: true,
      script: statementsWorker,
      compatibilityDate: "2026-08-01",
      cf: false,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: at,
      r2Buckets: { MEDIA: bucket() },
      d1Databases: Object.fromEntries(databases().map(({ binding, id }) => [binding, id])),
    }),
  );
  const statements = await miniflare.ready;
  return {
    database: async (binding) => databaseAt(statements, binding),
    bucket: async () => (await miniflare.getR2Bucket("MEDIA")) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  };
}
