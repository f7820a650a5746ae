import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { databases, host } from "../support/project.ts";
import { alternately } from "./alternately.ts";
import { ask } from "./client.ts";
import { serveHospital, stateOf } from "./hospital.ts";
import { freePorts } from "./processes.ts";

type Sent = { sql: string; values: unknown[] }[];

/** Sends a page's statements to the shard that answered them, as one batch or one by one. */
const script = (statements: Sent) => `const sent = ${JSON.stringify(statements)};
export default { async fetch(request, { DB }) {
  const statements = sent.map(({ sql, values }) => DB.prepare(sql).bind(...values));
  if (request.url.endsWith("/batch")) await DB.batch(statements);
  else for (const statement of statements) await statement.all();
  return new Response();
} };`;

/** What the list of assets sends together, with the values that are bound. */
async function batchOfList(assets: number): Promise<Sent> {
  const { admin, end } = await serveHospital(assets, await freePorts(), true);
  await admin.page("/all-assets");
  const { together } = JSON.parse((await admin.page("/__statements")).text) as { together: Sent };
  await end();
  return together;
}

/** The time of the statements that the list of assets sends together, over that of the same one by one, inside workerd. */
export async function batchOverSequence(assets: number): Promise<number> {
  const { id } = databases().find(({ binding }) => binding === "TENANT_DB_0")!;
  const port = await freePorts();
  const worker = {
    name: "batching",
    modules: true,
    script: script(await batchOfList(assets)),
    compatibilityDate: "2026-08-01",
    d1Databases: { DB: id },
    unsafeDirectSockets: [{ host, port }],
  };
  const server = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(stateOf(assets), "v3"),
      workers: [worker],
    }),
  );
  await server.ready;
  const answered = async (path: string) => {
    const { status, text } = await ask(port, "localhost", path);
    if (status !== 200) throw new Error(`The page's statements: ${text.slice(0, 300)}`);
  };
  try {
    const compared = await alternately(
      () => answered("/batch"),
      () => answered("/sequence"),
    );
    return compared.ratio;
  } finally {
    await server.dispose();
  }
}
