import { readFile, rename, writeFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./nightly-sync-types";

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

/** A client of the API that asks again where there was no answer, or none yet. */
export function clientOf({ base = "", key = "", wait = pause, times = 8 }) {
  /** Null where there was no whole answer: the body is read here, since a line can break in it. */
  const once = async (url: string, init: RequestInit) => {
    try {
      const answer = await fetch(url, init);
      return new Response(await answer.blob(), answer);
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  };
  return createClient<paths>({
    baseUrl: base,
    headers: { Authorization: `Bearer ${key}` },
    async fetch({ url, method, headers, body }) {
      const sent = body && (await new Response(body).text());
      for (let time = 1; ; time++) {
        const answer = await once(url, { method, headers, body: sent });
        if (answer && answer.status !== 429 && answer.status < 500) return answer;
        if (time === times)
          throw new Error(`${answer?.status ?? "No answer"} after ${times} times`);
        await wait(Number(answer?.headers.get("Retry-After") ?? 2 ** time));
      }
    },
  });
}
type Client = ReturnType<typeof clientOf>;

type Refusal = components["schemas"]["Problem"] | components["schemas"]["ProblemDetails"];
const reasonOf = (refusal: Refusal) => ("detail" in refusal ? refusal.detail : refusal.message);

type Row = { id: string; deleted_at: string | null };
type Copy = { since: string; after: string | null; rows: Record<string, Row> };

/** Brings the copy of a list in a file up to date. */
export async function sync(
  client: Client,
  list: "/api/assets" | "/api/service-reports",
  file: string,
) {
  const start = { since: "2000-01-01T00:00:00Z", after: null, rows: {} };
  const copy = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Copy,
    (): Copy => start,
  );
  for (;;) {
    const { data: page, error } = await client.GET(list, {
      params: {
        query: {
          updated_since: copy.since,
          size: 100,
          ...(copy.after ? { after: copy.after } : {}),
        },
      },
    });
    if (!page || !("since" in page))
      throw new Error(error ? reasonOf(error) : "This list tells no changes");
    for (const row of page.data) {
      if (row.deleted_at) delete copy.rows[row.id];
      else copy.rows[row.id] = row;
    }
    copy.after = page.next;
    if (!page.next) copy.since = page.since;
    // A file is replaced whole: one that was half written is never read.
    await writeFile(`${file}.new`, JSON.stringify(copy));
    await rename(`${file}.new`, file);
    if (!page.next) return copy.rows;
  }
}

/** Opens a service call, one for each key however often it is asked. @returns its number */
export async function openCall(
  client: Client,
  key: string,
  body: paths["/api/service-calls"]["post"]["requestBody"]["content"]["application/json"],
) {
  const { data: made, error } = await client.POST("/api/service-calls", {
    params: { header: { "Idempotency-Key": key } },
    body,
  });
  if (!made) throw new Error(reasonOf(error));
  return made.data.number;
}
