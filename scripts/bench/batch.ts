import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { databases, host } from "../support/project.ts";
import { alternately, ask } from "./client.ts";

const TABLES = [
  "sessions",
  "company_profiles",
  "company_settings",
  "user_permissions",
  "team_members",
  "counters",
  "categories",
  "departments",
  "assets",
];
const script = `export default { async fetch(request, { DB }) {
  const statements = ${JSON.stringify(TABLES)}.map((table) => DB.prepare("select * from " + table + " where company_id = ? limit 5").bind("none"));
  if (request.url.endsWith("/batch")) await DB.batch(statements);
  else for (const statement of statements) await statement.all();
  return new Response();
} };`;

/** The time of nine statements, as many as a list page sends, as one batch, over that of the same one by one, inside workerd. */
export async function batchOverSequence(state: string, port: number): Promise<number> {
  const { id } = databases().find(({ binding }) => binding === "TENANT_DB_0")!;
  const unsafeDirectSockets = [{ host, port }];
  const worker = {
    name: "batching",
    modules: true,
    script,
    compatibilityDate: "2026-08-01",
    d1Databases: { DB: id },
    unsafeDirectSockets,
  };
  const server = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(state, "v3"),
      workers: [worker],
    }),
  );
  await server.ready;
  try {
    const [batch, sequence] = await alternately(
      () => ask(port, "localhost", "/batch"),
      () => ask(port, "localhost", "/sequence"),
    );
    return batch / sequence;
  } finally {
    await server.dispose();
  }
}
